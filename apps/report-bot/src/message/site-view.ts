import { figureOf, listFigureNames, maxOf } from '@answershare/core';
import { findFall, selectAction } from '../digest/action.ts';
import { findContext, type WebsiteChange } from '../digest/changes.ts';
import type { DigestMetric } from '../digest/metric.ts';
import type { PartChange } from '../digest/parts.ts';
import type { ShareRow } from '../digest/share.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import {
  type ChangeView,
  createCard,
  createChangeView,
  createRankCard,
  type RenderContext,
} from './cards.ts';
import { createAnswerViews, createPageTables } from './page-tables.ts';
import type { Phrases } from './phrases.ts';
import {
  appendWindow,
  countMore,
  createLayoutFact,
  formatAction,
  formatContext,
  formatDelta,
} from './sentences.ts';
import { toPlainName } from './text-layout.ts';

export type SiteView = ReturnType<typeof createSiteView>;

/** The most rows of each table. */
export interface RowLimits {
  readonly competitors: number;
  readonly parts: number;
  /** Lines of new pages and lost ones together, on a phone. */
  readonly pageLines: number;
}

export function createSiteView(
  site: SiteDigest,
  change: WebsiteChange | null,
  context: RenderContext,
  limits: RowLimits,
) {
  const { phrases } = context;
  const { share, authority, citations } = site;
  const moved = site.components.filter(
    ({ delta }) => delta !== null && phrases.signed(delta) !== phrases.size(delta),
  );
  const changedPages = (site.pages?.added.length ?? 0) + (site.pages?.lost.length ?? 0);
  const rows =
    changedPages === 0 || limits.pageLines === Infinity ? limits : limitForPages(limits, moved.length);
  const shown = selectRows(share.rows, rows.competitors);
  const engines = site.engines.slice(0, rows.parts);
  const widest = maxOf(share.rows.map(({ metric }) => metric.level?.value ?? 0));
  const scale =
    authority.scale === null ? '' : phrases.text('ofScale', { scale: phrases.of(authority.scale) });
  return {
    name: toPlainName(site.name),
    href: context.link(site),
    figuresHref: context.linkFigures(site),
    context: change === null ? '' : formatContext(findContext(change), phrases),
    action: formatAction(selectAction(site, change), phrases),
    answers: isOfAnswers(findFall(change)) ? createAnswerViews(site.pages, phrases) : [],
    cards: listFigureNames('card').map((name) =>
      name === 'rank'
        ? createRankCard(site, context)
        : createCard(site, name, figureOf(name).unit === 'score' ? scale : '', context),
    ),
    competitors: shown.length < 2 ? [] : shown.map((row) => createCompetitorView(row, widest, phrases)),
    // The span of the changes in the table, if more than a week.
    competitorsSpan:
      share.apart.value === 1
        ? ''
        : phrases.text('changeOver', { weeks: phrases.count('weeks', share.apart) }),
    moreCompetitors: countMore(share.rows, shown, phrases),
    // With the days that the feed covers, if more than one.
    enginesTitle: appendWindow(phrases.text('enginesTitle'), citations.feedWindow, phrases),
    engines: engines.map((part) => createPartView(part, phrases)),
    moreEngines: countMore(site.engines, engines, phrases),
    components: moved.slice(0, rows.parts).map((part) => createPartView(part, phrases)),
    pageTables: createPageTables(
      site.pages,
      { fell: findFall(change) !== undefined, lines: rows.pageLines },
      phrases,
    ),
  };
}

/** True of a fall that answers explain: of the share, its rank or the citations. */
const isOfAnswers = (fall: ReturnType<typeof findFall>): boolean =>
  fall !== undefined && (fall.kind === 'rank' || fall.measure !== 'authority');

/**
 * What two screens of a phone have room for where pages are shown. A table of components takes three lines and its
 * rows from the pages.
 */
function limitForPages({ competitors, parts, pageLines }: RowLimits, moved: number): RowLimits {
  const rows = Math.min(2, parts);
  const components = Math.min(rows, moved);
  return {
    competitors: Math.min(3, competitors),
    parts: rows,
    pageLines: pageLines - (components === 0 ? 0 : 3 + components),
  };
}

/** The first rows by rank, plus the own row. */
function selectRows(all: readonly ShareRow[], count: number): readonly ShareRow[] {
  const own = all.findIndex((row) => row.own);
  return own < count ? all.slice(0, count) : [...all.slice(0, count - 1), ...all.slice(own, own + 1)];
}

/** A clear change with its arrow, else the raw difference in grey; the title of the table has its span. */
function createDifferenceView({ direction, delta, level }: DigestMetric, phrases: Phrases): ChangeView {
  if (delta === null || level === null) return createChangeView(direction, '');
  return createChangeView(direction, formatDelta({ delta, apart: createLayoutFact(1), level }, phrases));
}

function createCompetitorView({ name, own, rank, tied, metric }: ShareRow, widest: number, phrases: Phrases) {
  return {
    rank: rank === null ? '–' : `${phrases.of(rank)}${tied ? '=' : ''}`,
    name: own ? phrases.text('you', { name: toPlainName(name) }) : toPlainName(name),
    own,
    value: metric.level === null ? phrases.text('none') : phrases.of(metric.level),
    // Length in per cent of the row, whole.
    bar: metric.level === null || widest === 0 ? 0 : Math.round((100 * metric.level.value) / widest),
    change: createDifferenceView(metric, phrases),
  };
}

function createPartView({ label, level, delta }: PartChange, phrases: Phrases) {
  return {
    name: toPlainName(label),
    value: phrases.of(level),
    change: createChangeView(null, delta === null ? '' : phrases.signed(delta)),
  };
}
