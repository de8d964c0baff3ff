import { selectAction } from '../digest/action.ts';
import type { WebsiteChange } from '../digest/changes.ts';
import type { Digest } from '../digest/digest.ts';
import { type ChangeClause, directionOf } from '../digest/headline.ts';
import { isCompared } from '../digest/metric.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import { measures } from '../digest/site-metrics.ts';
import { arrows } from './arrows.ts';
import {
  type ChangeView,
  type ChartView,
  createChangeView,
  createChartView,
  type RenderContext,
} from './cards.ts';
import { nbsp } from './formatter.ts';
import type { Phrases } from './phrases.ts';
import {
  appendWindow,
  formatAction,
  formatClause,
  formatDelta,
  formatList,
  formatNames,
} from './sentences.ts';
import { shortenName, toPlainName } from './text-layout.ts';

/** One changed website in a mail about several. */
export interface ChangeRow {
  readonly name: string;
  readonly href: string;
  readonly figuresHref: string;
  readonly changes: readonly ChangeView[];
  readonly action: string;
  readonly chart: ChartView;
}

export interface HeadLines {
  readonly headline: string;
  readonly second: string;
}

/** How many websites changed; then the strongest change, or what is missing. */
export function headMany({ sites, clauses, changes, counts }: Digest, phrases: Phrases): HeadLines {
  const [first] = clauses;
  const summary = clauses.find(({ kind }) => kind === 'summary') ?? first;
  if (first === undefined || summary === undefined)
    return { headline: phrases.text('noWebsites'), second: '' };
  const [change] = changes;
  const clause = change?.clauses[0];
  const second =
    change === undefined || clause === undefined
      ? counts.noData.value > 0 && counts.noData.value < sites.length
        ? formatClause(first, phrases)
        : ''
      : phrases.text('named', {
          name: toPlainName(change.site.name),
          text: formatClause(clause, phrases),
        });
  return { headline: formatClause(summary, phrases), second };
}

export function createChangeRow(change: WebsiteChange, context: RenderContext): ChangeRow {
  const { site, clauses } = change;
  const { phrases } = context;
  const clear = clauses.find((clause) => clause.kind === 'clear');
  const measure = clear?.kind === 'clear' ? clear.measure : 'share';
  const action = selectAction(site, change);
  return {
    name: toPlainName(site.name),
    href: context.link(site),
    figuresHref: context.linkFigures(site),
    changes: clauses.map((clause) =>
      createChangeView(directionOf(clause), formatBriefClause(clause, phrases)),
    ),
    action: action.kind === 'up' ? '' : formatAction(action, phrases),
    chart: createChartView(measure, site[measure], context),
  };
}

/** `Share of voice 34.2% (+7.7)`. */
function formatBriefClause(clause: ChangeClause, phrases: Phrases): string {
  if (clause.kind === 'rank')
    return phrases.text(clause.outcome === 'overtook' ? 'passed' : 'passedBy', {
      name: toPlainName(clause.competitor),
    });
  return phrases.text('briefChange', {
    measure: phrases.text(clause.measure),
    level: appendWindow(phrases.of(clause.level), clause.window, phrases),
    delta: formatDelta(clause, phrases),
  });
}

/** `▲ acme.com 34.2% (+7.7)`. */
export function formatBriefChange(
  { site, clauses, direction }: WebsiteChange,
  limit: number,
  phrases: Phrases,
): string {
  const name = shortenName(toPlainName(site.name), limit);
  const clear = clauses.find((clause) => clause.kind === 'clear');
  const arrow = arrows[direction];
  return clear?.kind === 'clear'
    ? phrases.text('nameChange', {
        arrow,
        name,
        level: appendWindow(phrases.of(clear.level), clear.window, phrases),
        delta: formatDelta(clear, phrases),
      })
    : `${arrow}${nbsp}${name}`;
}

/** A website without a clear change, in a compact table. */
interface QuietRow {
  readonly name: string;
  readonly href: string;
  readonly figuresHref: string;
  readonly levels: readonly string[];
}

/** Websites without a clear change: a table of few, else lines. */
export interface QuietSites {
  /** Name of the first column. */
  readonly title: string;
  /** Column names after that of the website; empty without rows. */
  readonly columns: readonly string[];
  readonly rows: readonly QuietRow[];
  readonly lines: readonly string[];
}

const maxQuietRows = 8;

export function formatMissingData({ sites, counts }: Digest, most: number, phrases: Phrases): string[] {
  const missing = sites.filter(({ state }) => state === 'no-data').map(({ name }) => name);
  if (missing.length === 0) return [];
  return [
    phrases.text('headlineSomeNoData', {
      count: phrases.of(counts.noData),
      websites: phrases.count('websites', counts.all),
      names: formatNames(missing, phrases, most),
    }),
  ];
}

const lineKeys = {
  quiet: ['quietSites', 'quietCount'],
  uncompared: ['uncomparedSites', 'uncomparedCount'],
} as const;

/** Groups websites by why they have no clear change. */
export function listQuietSites(
  digest: Digest,
  most: number,
  { phrases, link, linkFigures }: RenderContext,
): QuietSites {
  const { sites, changes, counts } = digest;
  const changed = new Set(changes.map(({ site }) => site));
  const rest = sites.filter((site) => !changed.has(site));
  const reported = rest.filter(({ state }) => state === 'reported');
  const compared = (site: SiteDigest) => measures.some((measure) => isCompared(site[measure]));
  const short = reported.length <= maxQuietRows;
  const level = ({ name, share }: SiteDigest) =>
    share.level === null
      ? toPlainName(name)
      : phrases.text('nameLevel', { name: toPlainName(name), level: phrases.of(share.level) });
  const quiet = reported.filter(compared);
  const uncompared = reported.filter((site) => !compared(site));
  /** The table has all names. If it has websites of both kinds, a line names the fewer ones. */
  const fewer = quiet.length < uncompared.length ? quiet : uncompared;
  const isNamed = (of: readonly SiteDigest[]) => !short || (of === fewer && of.length < reported.length);
  const line = (kind: 'quiet' | 'uncompared', of: readonly SiteDigest[]) => {
    if (of.length === 0) return [];
    const count = phrases.count('websites', counts[kind]);
    const websites = short ? count : `${count} (${phrases.text('share')})`;
    const [namesKey, countKey] = lineKeys[kind];
    if (!isNamed(of)) return [phrases.text(countKey, { websites })];
    const names = of.map(short ? ({ name }) => toPlainName(name) : level);
    return [phrases.text(namesKey, { websites, names: formatList(names, phrases, most) })];
  };
  return {
    title: phrases.text('website'),
    columns: short && reported.length > 0 ? measures.map((measure) => phrases.text(measure)) : [],
    rows: short
      ? reported.map((site) => ({
          name: toPlainName(site.name),
          href: link(site),
          figuresHref: linkFigures(site),
          levels: measures.map((measure) => {
            const { level: fact, window } = site[measure];
            return fact === null ? '–' : appendWindow(phrases.of(fact), window, phrases);
          }),
        }))
      : [],
    lines: [
      ...formatMissingData(digest, most, phrases),
      ...line('quiet', quiet),
      ...line('uncompared', uncompared),
    ],
  };
}
