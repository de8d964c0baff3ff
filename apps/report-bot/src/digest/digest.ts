import { maxOf } from '@answershare/core';
import { benjaminiHochberg, falseDiscoveryRate } from '@answershare/core/statistics';
import { type IsoWeek, listWeekDates } from '../schedule/iso-week.ts';
import { type Clause, listClauses } from './headline.ts';
import type { ChangeFilter, ComparisonFamily, DigestMetric, Fact } from './metric.ts';
import type { AssumedFigures, DigestNote } from './notes.ts';
import { buildSiteDigest, type SiteDigest, type SiteSeries } from './site-digest.ts';

export interface DigestInput {
  readonly schedule: { readonly id: string; readonly title: string | null; readonly timezone: string };
  /** The week reported on, `2026-W47`, in the schedule's zone. */
  readonly week: IsoWeek;
  /** The selected websites, in order. */
  readonly sites: readonly SiteSeries[];
  /** Websites of the schedule that the service does not list. */
  readonly gone?: readonly string[];
  /** Changed body shapes of the week. */
  readonly changes?: readonly { readonly endpoint: string; readonly reason: string }[];
  /** Figures that rest on an assumed recipe. */
  readonly assumed?: readonly AssumedFigures[];
  /** Milliseconds since the epoch. */
  readonly generatedAt: number;
}

/** A week as plain data: every number is a {@link Fact}, every change is judged, nothing is formatted. */
export interface Digest {
  readonly schedule: DigestInput['schedule'];
  readonly week: IsoWeek;
  /** Inclusive dates, Monday and Sunday. */
  readonly from: string;
  readonly to: string;
  readonly generatedAt: number;
  /** The latest snapshot of the week, milliseconds since the epoch; null without one. */
  readonly asOf: number | null;
  readonly sites: readonly SiteDigest[];
  /** Notes on the whole digest. */
  readonly notes: readonly DigestNote[];
  /** Statements for headlines, the most important first; see {@link listClauses}. */
  readonly clauses: readonly Clause[];
}

/** Builds a digest. Pure. A change is clear only if chance does not explain it among all comparisons. */
export function buildDigest(input: DigestInput): Digest {
  const { schedule, week, gone = [], changes = [], assumed = [], generatedAt } = input;
  const days = listWeekDates(week);
  const sitesBy = (judge: ChangeFilter): SiteDigest[] =>
    input.sites.map((series) => buildSiteDigest(series, judge));
  const chances: Record<ComparisonFamily, number[]> = { own: [], competitor: [] };
  sitesBy((change, family) => {
    if (change.chance !== null) chances[family].push(change.chance);
    return change;
  });
  const limits = { own: falseDiscoveryRate(chances.own), competitor: falseDiscoveryRate(chances.competitor) };
  const sites = sitesBy((change, family) => benjaminiHochberg(change, limits[family]));
  const taken = sites.flatMap((site) => (site.taken === null ? [] : [site.taken.last]));
  return {
    schedule,
    week,
    from: days[0] ?? '',
    to: days[6] ?? '',
    generatedAt,
    asOf: taken.length === 0 ? null : maxOf(taken),
    sites,
    notes: [
      ...(gone.length === 0 ? [] : [{ kind: 'gone', websites: gone } as const]),
      ...changes.map((change) => ({ kind: 'changed', ...change }) as const),
      ...(assumed.length === 0 ? [] : [{ kind: 'assumed', figures: assumed } as const]),
    ],
    clauses: listClauses(sites),
  };
}

/** One measure in plain numbers, unrounded. */
interface MetricFigures {
  /** A share is a fraction 0..1; an authority score has the service's scale; null without a value. */
  readonly level: number | null;
  /** The level `weeksApart` weeks before. */
  readonly before: number | null;
  /** 1 for the week before; more if the figure covers more than a week. */
  readonly weeksApart: number;
  /** In points for a share, else in the measure's unit; null if the weeks were not compared. */
  readonly change: number | null;
  readonly verdict: DigestMetric['verdict'];
  /** Days of the week with a value. */
  readonly days: number;
}

export interface SiteFigures {
  readonly id: string;
  readonly website: string;
  readonly shareOfVoice: MetricFigures;
  readonly authority: MetricFigures;
  readonly citations: MetricFigures;
}

const toValue = (fact: Fact | null): number | null => fact?.value ?? null;

function toMetricFigures({ level, before, apart, delta, verdict, days }: DigestMetric): MetricFigures {
  return {
    level: toValue(level),
    before: toValue(before),
    weeksApart: apart.value,
    change: toValue(delta),
    verdict,
    days: days.value,
  };
}

/** A digest's figures for programs. */
export function toSiteFigures(digest: Digest): SiteFigures[] {
  return digest.sites.map(({ id, name, share, authority, citations }) => ({
    id,
    website: name,
    shareOfVoice: toMetricFigures(share),
    authority: toMetricFigures(authority),
    citations: toMetricFigures(citations),
  }));
}
