import type { Fact } from '../digest/fact.ts';
import type { Metric } from '../digest/metric.ts';
import type { Measured } from '../digest/notes.ts';
import type { ShareRow } from '../digest/share.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import { type Numbers, nbsp } from './numbers.ts';
import { plainName } from './plain-name.ts';
import { changeText, measureName, noteText } from './sentences.ts';
import { type Mark, marksOf } from './sparkline.ts';

/** How a change looks: only a clear one has a colour and an arrow. */
export interface ChangeView {
  readonly words: string;
  readonly arrow: '▲ ' | '▼ ' | '';
  /** Class name in the style sheet for dark screens. */
  readonly tone: 'up' | 'down' | 'm';
  /** The same as a colour, for clients that drop style sheets. */
  readonly colour: string;
  readonly weight: '600' | '400';
}

export interface MetricView {
  readonly name: string;
  readonly level: string;
  readonly scale: string;
  readonly change: ChangeView;
  /** Why, and how sure; empty where the change says it all. */
  readonly why: string;
  readonly marks: readonly Mark[];
  /** `8 weeks: 30.0 % to 34.2 %`; empty with fewer than two weeks. */
  readonly span: string;
}

export interface RivalView {
  readonly rank: string;
  readonly name: string;
  readonly own: boolean;
  readonly share: string;
  /** Bar length in per cent of the row, 0..100, whole. */
  readonly bar: number;
  readonly change: ChangeView;
}

export interface SiteView {
  readonly name: string;
  readonly metrics: readonly MetricView[];
  readonly place: string;
  readonly rivals: readonly RivalView[];
  readonly moreRivals: string;
  readonly engines: readonly { readonly name: string; readonly count: string }[];
  readonly moreEngines: string;
  readonly notes: readonly string[];
}

/** Rows that a table shows. */
export interface Rows {
  readonly rivals: number;
  readonly engines: number;
  readonly notes: number;
}

export function siteView(site: SiteDigest, numbers: Numbers, rows: Rows): SiteView {
  const { share, authority, citations } = site;
  const scale = authority.scale === null ? '' : ` of ${numbers.of(authority.scale)}`;
  const shown = shownRows(share.rows, rows.rivals);
  const widest = Math.max(...share.rows.map(({ metric }) => metric.level?.value ?? 0));
  const more = share.rows.length - shown.length;
  const engines = citations.engines.slice(0, rows.engines);
  const moreEngines = citations.engines.length - engines.length;
  return {
    name: plainName(site.name),
    metrics: [
      metricView('share', share, '', numbers),
      metricView('authority', authority, authority.level === null ? '' : scale, numbers),
      metricView('citations', citations, '', numbers),
    ],
    place: placeText(site, numbers),
    rivals: shown.length < 2 ? [] : shown.map((row) => rivalView(row, widest, numbers)),
    moreRivals: more > 0 ? `and ${more} more` : '',
    engines: engines.map(({ label, count }) => ({ name: plainName(label), count: numbers.of(count) })),
    moreEngines: moreEngines > 0 ? `and ${moreEngines} more` : '',
    notes: site.notes.slice(0, rows.notes).map((note) => noteText(note, numbers)),
  };
}

/** The first rows by rank, and the own one wherever it stands. */
function shownRows(all: readonly ShareRow[], count: number): readonly ShareRow[] {
  const own = all.findIndex((row) => row.own);
  return own < count ? all.slice(0, count) : [...all.slice(0, count - 1), ...all.slice(own, own + 1)];
}

function metricView(measure: Measured, metric: Metric, scale: string, numbers: Numbers): MetricView {
  return {
    name: measureName[measure],
    level: metric.level === null ? '–' : numbers.of(metric.level),
    scale,
    change: changeView(metric, numbers),
    why: whyText(metric, numbers),
    marks: marksOf(metric),
    span: spanText(metric, numbers),
  };
}

/** At least 4.5:1 on white and on the page's grey (WCAG 2.2, 1.4.3). */
const colours = { up: '#176b35', down: '#a8261b', m: '#59626e' } as const;

export function changeView(metric: Metric, numbers: Numbers, words = changeText): ChangeView {
  const { direction } = metric;
  return {
    words: words(metric, numbers),
    arrow: direction === 'up' ? '▲ ' : direction === 'down' ? '▼ ' : '',
    tone: direction ?? 'm',
    colour: colours[direction ?? 'm'],
    weight: direction === null ? '400' : '600',
  };
}

function whyText(metric: Metric, numbers: Numbers): string {
  const { verdict, before, delta, interval, usual, reason } = metric;
  if (verdict === 'too-early') return reason;
  if (before === null || delta === null) return '';
  const earlier = `${numbers.of(before)} the week before`;
  if (verdict !== 'steady') return `${earlier}.`;
  if (usual !== null && Math.abs(delta.value) <= usual.value) {
    return `${earlier}, within the usual variation of ±${numbers.change(usual)}.`;
  }
  if (usual !== null) return `${earlier}. ${reason}`;
  if (interval === null) return `${earlier}.`;
  const range = `${numbers.signed(interval.low)} to ${numbers.signed(interval.high)}${nbsp}points`;
  return `${earlier}; sampling allows a change of ${range}.`;
}

function spanText(metric: Metric, numbers: Numbers): string {
  const known = metric.series.flatMap(({ level }) => level ?? []);
  const low = known.reduce<Fact | null>(
    (least, next) => (least === null || next.value < least.value ? next : least),
    null,
  );
  const high = known.reduce<Fact | null>(
    (most, next) => (most === null || next.value > most.value ? next : most),
    null,
  );
  if (known.length < 2 || low === null || high === null) return '';
  const range =
    numbers.of(low) === numbers.of(high)
      ? `always ${numbers.of(low)}`
      : `${numbers.of(low)} to ${numbers.of(high)}`;
  return `${numbers.of(metric.weeks)} weeks: ${range}`;
}

function placeText({ share }: SiteDigest, numbers: Numbers): string {
  if (share.rank === null) return '';
  const { now, of, tied } = share.rank;
  const names = (label: string, of: readonly string[]) =>
    of.slice(0, 3).map((name) => `${label} ${plainName(name)}`);
  return [
    `${tied ? 'Joint number' : 'Number'} ${numbers.of(now)} of ${numbers.of(of)}`,
    ...names('overtook', share.overtook),
    ...names('overtaken by', share.overtakenBy),
    ...names('level with', share.levelWith),
  ].join(', ');
}

function rivalView({ name, own, rank, tied, metric }: ShareRow, widest: number, numbers: Numbers): RivalView {
  const change = changeView(metric, numbers);
  return {
    rank: rank === null ? '–' : `${numbers.of(rank)}${tied ? '=' : ''}`,
    name: plainName(name),
    own,
    share: metric.level === null ? 'no data' : numbers.of(metric.level),
    bar: metric.level === null || widest === 0 ? 0 : Math.round((100 * metric.level.value) / widest),
    change: metric.direction === null ? { ...change, words: '' } : change,
  };
}
