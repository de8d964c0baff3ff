import { maxOf } from '@answershare/core';
import { findContext, type WebsiteChange } from '../digest/changes.ts';
import type { PageChange } from '../digest/cited-pages.ts';
import type { DigestMetric } from '../digest/metric.ts';
import type { PartChange } from '../digest/parts.ts';
import type { ShareRow } from '../digest/share.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import {
  type CardView,
  type ChangeView,
  createCard,
  createChangeView,
  createRankCard,
  type RenderContext,
} from './cards.ts';
import type { Phrases } from './phrases.ts';
import { createLayoutFact, formatAction, formatContext, formatNames } from './sentences.ts';
import { toPlainName } from './text-layout.ts';

interface RowView {
  readonly name: string;
  readonly value: string;
  readonly change: ChangeView;
}

interface CompetitorView extends RowView {
  readonly rank: string;
  readonly own: boolean;
  /** Bar length in per cent of the row, 0..100, whole. */
  readonly bar: number;
}

/** A cited page with its engines and query. */
interface PageView {
  readonly name: string;
  readonly detail: string;
}

interface PageTable {
  readonly title: string;
  readonly pages: readonly PageView[];
  /** `and 3 more`; empty if all are shown. */
  readonly more: string;
}

export interface SiteView {
  readonly name: string;
  readonly href: string;
  readonly context: string;
  readonly action: string;
  readonly cards: readonly CardView[];
  readonly competitors: readonly CompetitorView[];
  readonly moreCompetitors: string;
  /** With the days that the feed covers, if more than one. */
  readonly enginesTitle: string;
  readonly engines: readonly RowView[];
  readonly moreEngines: string;
  readonly components: readonly RowView[];
  /** New pages, then lost ones; a table without pages is left out. */
  readonly pageTables: readonly PageTable[];
}

/** The most rows of each table. */
export interface RowLimits {
  readonly competitors: number;
  readonly parts: number;
  /** Of new pages and lost ones together. */
  readonly pages: number;
}

export function createSiteView(
  site: SiteDigest,
  change: WebsiteChange | null,
  context: RenderContext,
  limits: RowLimits,
): SiteView {
  const { phrases } = context;
  const pageTables = createPageTables(site, limits.pages, phrases);
  const rows = pageTables.length === 0 || limits.pages === Infinity ? limits : limitForPages(limits);
  const { share, authority, citations } = site;
  const shown = selectRows(share.rows, rows.competitors);
  const engines = site.engines.slice(0, rows.parts);
  const widest = maxOf(share.rows.map(({ metric }) => metric.level?.value ?? 0));
  const scale =
    authority.scale === null ? '' : phrases.text('ofScale', { scale: phrases.of(authority.scale) });
  const days =
    citations.window === null || citations.window.value === 1
      ? ''
      : phrases.text('inDays', { days: phrases.count('days', citations.window) });
  return {
    name: toPlainName(site.name),
    href: context.link(site),
    context: change === null ? '' : formatContext(findContext(change), phrases),
    action: formatAction(site, change, phrases),
    cards: [
      createCard(site, 'share', '', context),
      createCard(site, 'authority', scale, context),
      createCard(site, 'citations', citations.source === 'feed' ? days : '', context),
      createRankCard(site, context),
    ],
    competitors: shown.length < 2 ? [] : shown.map((row) => createCompetitorView(row, widest, phrases)),
    moreCompetitors: countMore(share.rows, shown, phrases),
    enginesTitle: [phrases.text('enginesTitle'), days].filter((part) => part !== '').join(' '),
    engines: engines.map((part) => createPartView(part, phrases)),
    moreEngines: countMore(site.engines, engines, phrases),
    components: site.components
      .filter(({ delta }) => delta !== null && phrases.signed(delta) !== phrases.size(delta))
      .slice(0, rows.parts)
      .map((part) => createPartView(part, phrases)),
    pageTables,
  };
}

/** `and 3 more`; empty if all are shown. */
function countMore(all: readonly object[], shown: readonly object[], phrases: Phrases): string {
  const more = all.length - shown.length;
  return more > 0 ? phrases.count('more', createLayoutFact(more)) : '';
}

/** The rows that two screens of a phone have room for above the cited pages. */
const limitForPages = ({ competitors, parts, pages }: RowLimits): RowLimits => ({
  competitors: Math.min(3, competitors),
  parts: Math.min(2, parts),
  pages,
});

const maxPageRows = 5;

/** New pages and lost ones: at most five of each, and half of the rows where both need more; or all of them. */
function createPageTables({ pages }: SiteDigest, rows: number, phrases: Phrases): readonly PageTable[] {
  const { added, lost } = pages ?? { added: [], lost: [] };
  const most = rows === Infinity ? Infinity : maxPageRows;
  const lostRows = Math.min(lost.length, most, Math.max(Math.ceil(rows / 2), rows - added.length));
  const addedRows = Math.min(added.length, most, rows - lostRows);
  const create = (title: string, all: readonly PageChange[], shown: number): PageTable => ({
    title,
    pages: all.slice(0, shown).map(({ page, engines, query }) => ({
      name: phrases.isolate(toPlainName(page)),
      detail: [
        ...(engines.length === 0 ? [] : [formatNames(engines, phrases)]),
        ...(query === null ? [] : [phrases.text('pageQuery', { query: toPlainName(query) })]),
      ].join(' · '),
    })),
    more: countMore(all, all.slice(0, shown), phrases),
  });
  return [
    create(phrases.text('addedPagesTitle'), added, addedRows),
    create(phrases.text('lostPagesTitle'), lost, lostRows),
  ].filter((table) => table.pages.length > 0);
}

/** The first rows by rank, plus the own row. */
function selectRows(all: readonly ShareRow[], count: number): readonly ShareRow[] {
  const own = all.findIndex((row) => row.own);
  return own < count ? all.slice(0, count) : [...all.slice(0, count - 1), ...all.slice(own, own + 1)];
}

/** A clear change with its arrow, else the raw difference in grey. */
function createDifferenceView({ direction, delta }: DigestMetric, phrases: Phrases): ChangeView {
  return createChangeView(direction, delta === null ? '' : phrases.signed(delta));
}

function createCompetitorView(
  { name, own, rank, tied, metric }: ShareRow,
  widest: number,
  phrases: Phrases,
): CompetitorView {
  return {
    rank: rank === null ? '–' : `${phrases.of(rank)}${tied ? '=' : ''}`,
    name: own ? phrases.text('you', { name: toPlainName(name) }) : toPlainName(name),
    own,
    value: metric.level === null ? phrases.text('none') : phrases.of(metric.level),
    bar: metric.level === null || widest === 0 ? 0 : Math.round((100 * metric.level.value) / widest),
    change: createDifferenceView(metric, phrases),
  };
}

function createPartView({ label, level, delta }: PartChange, phrases: Phrases): RowView {
  return {
    name: toPlainName(label),
    value: phrases.of(level),
    change: createChangeView(null, delta === null ? '' : phrases.signed(delta)),
  };
}
