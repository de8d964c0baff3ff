import { type CardFigure, type DateSpan, type FigureUnit, figureNames, figureOf } from '@answershare/core';
import type { Direction, Verdict } from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { PageChange } from './cited-pages.ts';
import type { Digest } from './digest.ts';
import type { DigestMetric, Fact } from './metric.ts';
import type { CompetitorKey } from './share-weeks.ts';
import type { SiteDigest } from './site-digest.ts';

/** One measure of one website in one week, as plain data for programs; numbers are unrounded. */
export interface Figure {
  readonly schedule: string;
  readonly week: IsoWeek;
  /** The name that a person types: `northwind-outdoor.example/share`. */
  readonly figure: string;
  readonly websiteId: string;
  /** Domain, name or id. */
  readonly website: string;
  readonly unit: FigureUnit;
  /** A share is a fraction 0..1; a score has the service's scale; null without a value. */
  readonly level: number | null;
  /** The level of the week `weeksApart` weeks before. */
  readonly before: number | null;
  readonly weeksApart: number;
  /** In points for a share, else in the unit of the level; null if the weeks were not compared. */
  readonly change: number | null;
  /** Plausible range of the change, in its unit. */
  readonly low: number | null;
  readonly high: number | null;
  /** Null for a rank. */
  readonly verdict: Verdict | null;
  readonly direction: Direction | null;
  /** A clear change over a quarter where the compared weeks show none, in the unit of `change`; else null. */
  readonly slowChange: number | null;
  /** Monday of the week that the slow change begins in; else null. */
  readonly slowSince: string | null;
  readonly reason: string;
  /** Days of the week with a value. */
  readonly days: number;
  readonly of: number;
  /** Only if the settings have clients; null for a website without one. */
  readonly client?: string | null;
}

/** The new and lost cited pages of a website as plain data. */
export interface PageReport {
  readonly now: DateSpan;
  readonly past: DateSpan;
  /** When the answer with both weeks was taken, ISO 8601. */
  readonly takenAt: string;
  /** Pages that one of the weeks cites, at most 100. */
  readonly compared: number;
  readonly added: readonly PageChange[];
  readonly lost: readonly PageChange[];
}

/** Null if no answer shows which pages are new or lost. */
export function createPageReport({ pages }: SiteDigest): PageReport | null {
  if (pages === null) return null;
  const { answers: _, ...report } = pages;
  return { ...report, takenAt: new Date(pages.takenAt).toISOString(), compared: pages.compared.value };
}

/** A figure with its place in the digest. */
export interface DigestFigure {
  readonly figure: Figure;
  readonly site: SiteDigest;
  readonly measure: CardFigure;
  /** The competitor of a share; null for the own one. */
  readonly competitor: CompetitorKey | null;
  /** A rank has the metric of the own share. */
  readonly metric: DigestMetric;
}

const toValue = (fact: Fact | null | undefined): number | null => fact?.value ?? null;

/** The figures of a mail, in the order of lists. */
export const reportedFigures = figureNames.filter((name): name is CardFigure => 'card' in figureOf(name));

/** Every named figure of a digest, then the competitors' shares. */
export function listFigures(digest: Digest): readonly DigestFigure[] {
  return digest.sites.flatMap((site) => {
    const place = (
      measure: DigestFigure['measure'],
      metric: DigestMetric,
      competitor: CompetitorKey | null = null,
    ): DigestFigure => ({
      figure: createFigure(digest, site, measure, metric, competitor),
      site,
      measure,
      competitor,
      metric,
    });
    return [
      ...reportedFigures.map((measure) => place(measure, site[measure === 'rank' ? 'share' : measure])),
      ...site.share.rows
        .filter(({ own }) => !own)
        .map(({ metric }) => place('share', metric, readCompetitor(metric))),
    ];
  });
}

/** The last part of `site:w_1/rival/summit-supply.example`. */
const readCompetitor = ({ id }: DigestMetric): CompetitorKey => id.replace(/^.*?\/rival\//, '');

function createFigure(
  digest: Digest,
  site: SiteDigest,
  measure: DigestFigure['measure'],
  metric: DigestMetric,
  competitor: CompetitorKey | null,
): Figure {
  const { level, before, apart, delta, interval, verdict, direction, slow, reason, days, of } = metric;
  const name = {
    schedule: digest.schedule.id,
    week: digest.week,
    figure: [site.name, measure, ...(competitor === null ? [] : [competitor])].join('/'),
    websiteId: site.id,
    website: site.name,
    unit: figureOf(measure).unit,
  };
  const client = digest.clients === null ? {} : { client: digest.clients.get(site.id) ?? null };
  const coverage = { days: days.value, of: of.value, ...client };
  if (measure === 'rank') {
    const none = { before: null, weeksApart: 1, change: null, low: null, high: null };
    const unjudged = {
      verdict: null,
      direction: null,
      slowChange: null,
      slowSince: null,
      reason: describeRank(site),
    };
    return { ...name, level: toValue(site.share.rank?.now), ...none, ...unjudged, ...coverage };
  }
  return {
    ...name,
    level: toValue(level),
    before: toValue(before),
    weeksApart: apart.value,
    change: toValue(delta),
    low: toValue(interval?.low),
    high: toValue(interval?.high),
    verdict,
    direction,
    slowChange: toValue(slow?.delta),
    slowSince: slow?.since ?? null,
    reason,
    ...coverage,
  };
}

function describeRank({ share: { rank, overtook, overtakenBy, levelWith } }: SiteDigest): string {
  if (rank === null) return 'There is no share of voice for this week.';
  const moves = [
    { words: 'Overtook', names: overtook },
    { words: 'Overtaken by', names: overtakenBy },
    { words: 'The order changed within noise with', names: levelWith },
  ].flatMap(({ words, names }) => (names.length === 0 ? [] : [`${words} ${names.join(', ')}.`]));
  const tie = rank.tied ? ', shared' : '';
  return [`Rank ${rank.now.value} of ${rank.of.value} by share of voice${tie}.`, ...moves].join(' ');
}
