import { maxOf } from '@answershare/core';
import type { ShareRow } from '../digest/share.ts';
import type { SiteDigest } from '../digest/site-digest.ts';
import { type ChangeView, changeView, type MetricView, metricView } from './metric-view.ts';
import type { Numbers } from './numbers.ts';
import { plainName } from './plain-name.ts';
import { noteText } from './sentences.ts';

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
  const widest = maxOf(share.rows.map(({ metric }) => metric.level?.value ?? 0));
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
