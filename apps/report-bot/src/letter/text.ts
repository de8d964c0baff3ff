import type { MetricView } from './metric-view.ts';
import { plainName } from './plain-name.ts';
import { slots } from './reader.ts';
import type { SiteView } from './site-view.ts';
import { blockLine } from './sparkline.ts';
import { lineLimit, textTable, wrapped } from './text-table.ts';
import type { LetterView, SummaryRow } from './view.ts';

/** The text part: the facts of the HTML part in the same order. */
export function letterText(view: LetterView): string {
  const lines = [
    ...paragraph(`${view.title}: weekly report, ${view.period}`),
    slots.greeting,
    '',
    ...paragraph(view.headline),
    ...(view.second === '' ? [] : paragraph(view.second)),
    ...(view.summary.length === 0 ? [] : ['', ...summary(view)]),
    ...view.sites.flatMap((site) => ['', ...siteLines(site, view.single)]),
    ...(view.moreDetails === '' ? [] : ['', ...paragraph(view.moreDetails)]),
    '',
    '-- ',
    ...paragraph(view.legend),
    ...paragraph(view.asOf),
    ...paragraph(assumption),
    slots.reason,
    'Unsubscribe:',
    view.unsubscribe,
  ];
  return `${lines.join('\n').replace(/\u00a0/gu, ' ')}\n`;
}

export const assumption =
  "Units and fields of the service's answers are assumed where its documentation does not show them.";

const paragraph = (text: string) => wrapped(text.replace(/\u00a0/gu, ' '), lineLimit);
const left = { align: 'left' } as const;
const right = { align: 'right' } as const;

function summary(view: LetterView): string[] {
  const row = ({ name, share, shareChange, authority, authorityChange }: SummaryRow) => [
    plainName(name, 24),
    share,
    shareChange.words,
    authority,
    authorityChange.words,
  ];
  const head = ['Website', 'Share', 'Change', 'Auth.', 'Change'];
  const table = textTable([left, right, left, right, left], [head, ...view.summary.map(row)]);
  const notes = view.notes.length === 0 ? [] : ['', ...view.notes.flatMap(bullet)];
  return [...table, ...(view.moreSites === '' ? [] : [view.moreSites]), ...notes];
}

function siteLines(site: SiteView, single: boolean): string[] {
  const title = single ? [] : [site.name, '='.repeat([...site.name].length)];
  return [
    ...title,
    ...textTable([left, right, left, left], site.metrics.map(metricRow)),
    ...site.metrics.flatMap(({ name, why }) => (why === '' ? [] : bullet(`${name}: ${why}`))),
    ...rivalLines(site),
    ...engineLines(site),
    ...(site.notes.length === 0 ? [] : ['', 'About these numbers', ...site.notes.flatMap(bullet)]),
  ];
}

function metricRow({ name, level, scale, change, marks, span }: MetricView): string[] {
  return [name, level + scale, change.words, span === '' ? '' : blockLine(marks)];
}

function rivalLines({ place, rivals, moreRivals }: SiteView): string[] {
  if (rivals.length === 0) return place === '' ? [] : ['', ...paragraph(place)];
  const rows = rivals.map(({ rank, name, own, share, change }) => [
    rank,
    own ? `${plainName(name, 36)} (you)` : plainName(name, 42),
    share,
    change.words,
  ]);
  const more = moreRivals === '' ? [] : [moreRivals];
  return [
    '',
    ...paragraph(`Share of voice among competitors: ${place}`),
    ...textTable([right, left, right, left], rows),
    ...more,
  ];
}

function engineLines({ engines, moreEngines }: SiteView): string[] {
  if (engines.length === 0) return [];
  const rows = engines.map(({ name, count }) => [name, count]);
  return [
    '',
    'Citations by engine',
    ...textTable([left, right], rows),
    ...(moreEngines === '' ? [] : [moreEngines]),
  ];
}

function bullet(text: string): string[] {
  return wrapped(`- ${text.replace(/\u00a0/gu, ' ')}`, lineLimit - 2, '  ');
}
