import { formatSparkline, type MetricView, type SiteView } from './site-view.ts';
import { formatTextTable, maxLineLength, readerSlots, toPlainName, wrapText } from './text-layout.ts';
import type { MailView, SummaryRow } from './view.ts';

/** The text part: the facts of the HTML part in the same order. */
export function renderText(view: MailView): string {
  const lines = [
    ...formatParagraph(`${view.title}: weekly report, ${view.period}`),
    readerSlots.greeting,
    '',
    ...formatParagraph(view.headline),
    ...(view.second === '' ? [] : formatParagraph(view.second)),
    ...(view.summary.length === 0 ? [] : ['', ...formatSummary(view)]),
    ...view.sites.flatMap((site) => ['', ...formatSite(site, view.single)]),
    ...(view.moreDetails === '' ? [] : ['', ...formatParagraph(view.moreDetails)]),
    '',
    '-- ',
    ...formatParagraph(view.legend),
    ...formatParagraph(view.asOf),
    ...formatParagraph(assumptionSentence),
    readerSlots.reason,
    'Unsubscribe:',
    view.unsubscribe,
  ];
  return `${lines.join('\n').replace(/\u00a0/gu, ' ')}\n`;
}

export const assumptionSentence =
  "Units and fields of the service's answers are assumed where its documentation does not show them.";

const formatParagraph = (text: string) => wrapText(text.replace(/\u00a0/gu, ' '), maxLineLength);
const leftColumn = { align: 'left' } as const;
const rightColumn = { align: 'right' } as const;

function formatSummary(view: MailView): string[] {
  const row = ({ name, share, shareChange, authority, authorityChange }: SummaryRow) => [
    toPlainName(name, 24),
    share,
    shareChange.words,
    authority,
    authorityChange.words,
  ];
  const head = ['Website', 'Share', 'Change', 'Auth.', 'Change'];
  const table = formatTextTable(
    [leftColumn, rightColumn, leftColumn, rightColumn, leftColumn],
    [head, ...view.summary.map(row)],
  );
  const notes = view.notes.length === 0 ? [] : ['', ...view.notes.flatMap(formatBullet)];
  return [...table, ...(view.moreSites === '' ? [] : [view.moreSites]), ...notes];
}

function formatSite(site: SiteView, single: boolean): string[] {
  const title = single ? [] : [site.name, '='.repeat([...site.name].length)];
  return [
    ...title,
    ...formatTextTable([leftColumn, rightColumn, leftColumn, leftColumn], site.metrics.map(toMetricRow)),
    ...site.metrics.flatMap(({ name, why }) => (why === '' ? [] : formatBullet(`${name}: ${why}`))),
    ...formatCompetitors(site),
    ...formatEngines(site),
    ...(site.notes.length === 0 ? [] : ['', 'About these numbers', ...site.notes.flatMap(formatBullet)]),
  ];
}

function toMetricRow({ name, level, scale, change, marks, span }: MetricView): string[] {
  return [name, level + scale, change.words, span === '' ? '' : formatSparkline(marks)];
}

function formatCompetitors({ place, competitors, moreCompetitors }: SiteView): string[] {
  if (competitors.length === 0) return place === '' ? [] : ['', ...formatParagraph(place)];
  const rows = competitors.map(({ rank, name, own, share, change }) => [
    rank,
    own ? `${toPlainName(name, 36)} (you)` : toPlainName(name, 42),
    share,
    change.words,
  ]);
  const more = moreCompetitors === '' ? [] : [moreCompetitors];
  return [
    '',
    ...formatParagraph(`Share of voice among competitors: ${place}`),
    ...formatTextTable([rightColumn, leftColumn, rightColumn, leftColumn], rows),
    ...more,
  ];
}

function formatEngines({ engines, moreEngines }: SiteView): string[] {
  if (engines.length === 0) return [];
  const rows = engines.map(({ name, count }) => [name, count]);
  return [
    '',
    'Citations by engine',
    ...formatTextTable([leftColumn, rightColumn], rows),
    ...(moreEngines === '' ? [] : [moreEngines]),
  ];
}

function formatBullet(text: string): string[] {
  return wrapText(`- ${text.replace(/\u00a0/gu, ' ')}`, maxLineLength - 2, '  ');
}
