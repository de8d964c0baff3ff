import type { CardView } from '../../message/cards.ts';
import type { ChangeGroup } from '../../message/client-view.ts';
import type { ChangeRow } from '../../message/group-view.ts';
import type { SiteView } from '../../message/site-view.ts';
import {
  formatTextTable,
  joinTexts,
  maxLineLength,
  toPlainName,
  wrapText,
} from '../../message/text-layout.ts';
import type { MailView } from '../../message/view.ts';

/** The text part: the facts of the HTML part in the same order. */
export function renderText(view: MailView): string {
  const { words } = view;
  const lines = [
    ...formatParagraph(view.caption),
    view.slots.greeting,
    ...formatBlock(view.intro),
    ...formatBlock(view.banner),
    ...(view.followUps.length === 0 ? [] : ['', ...view.followUps.flatMap(formatParagraph)]),
    '',
    ...formatParagraph(view.headline),
    ...formatParagraph(view.second),
    ...formatParagraph(view.action),
    ...formatAnswers(view),
    ...view.groups.flatMap((group) => formatGroup(group, view)),
    ...formatMoreGroups(view),
    ...view.others.flatMap(formatBlock),
    ...formatQuietTable(view),
    ...view.sites.flatMap((site) => ['', ...formatSite(site, view)]),
    ...formatBlock(view.formulas),
    ...(view.links.length === 0
      ? []
      : ['', ...view.links.flatMap(({ words: of, href }) => [formatTitle(of, view), href])]),
    ...(view.notes.length === 0 ? [] : ['', words.notesTitle, ...view.notes.flatMap(formatBullet)]),
    '',
    '-- ',
    ...formatParagraph(view.legend),
    ...formatParagraph(view.definitions),
    ...formatParagraph(view.asOf),
    ...formatParagraph(view.assumption),
    ...formatParagraph(view.attached),
    ...formatParagraph(view.footer),
    view.slots.reason,
    formatTitle(words.unsubscribe, view),
    view.unsubscribe,
  ];
  return `${lines.join('\n').replace(/[\u00a0\u202f]/gu, ' ')}\n`;
}

const formatParagraph = (text: string) => (text === '' ? [] : wrapText(text, maxLineLength));
const formatBlock = (text: string) => (text === '' ? [] : ['', ...formatParagraph(text)]);
const formatTitle = (title: string, { colon }: MailView) => `${title}${colon}`.trimEnd();
const formatAnswers = (view: MailView) =>
  view.answers.length === 0
    ? []
    : [
        formatTitle(view.words.lostAnswersTitle, view),
        ...view.answers.flatMap((one) => [
          ...formatBullet(one.words),
          ...(one.href === '' ? [] : [`  ${one.href}`]),
        ]),
      ];
const leftColumn = { align: 'left' } as const;
const rightColumn = { align: 'right' } as const;

function formatGroup({ title, changes, alsoChanged, rest }: ChangeGroup, view: MailView): string[] {
  const rows = changes.flatMap((change) => formatChangeRow(change, view));
  if (title !== '')
    return [
      '',
      title,
      '='.repeat([...title].length),
      ...rows,
      ...formatParagraph(alsoChanged),
      ...formatParagraph(rest),
    ];
  const also =
    alsoChanged === ''
      ? []
      : ['', formatTitle(view.words.alsoChanged, view), ...formatParagraph(alsoChanged)];
  return ['', view.words.changedTitle, ...rows, ...also];
}

function formatMoreGroups(view: MailView): string[] {
  const { moreGroups, words, colon } = view;
  if (moreGroups.length === 0) return [];
  const bullets = moreGroups.flatMap(({ title, of, changes }) =>
    formatBullet(`${joinTexts([title, of], ', ')}${colon}${changes}`),
  );
  return ['', formatTitle(words.alsoChanged, view), ...bullets];
}

function formatChangeRow({ name, href, changes, action }: ChangeRow, { colon }: MailView): string[] {
  return [
    ...changes.flatMap(({ arrow, words }) => formatBullet(`${name}${colon}${arrow}${words}`)),
    ...(action === '' ? [] : wrapText(`  ${action}`, maxLineLength - 2, '  ')),
    ...(href === '' ? [] : [`  ${href}`]),
  ];
}

function formatQuietTable({ quiet: { title, columns, rows } }: MailView): string[] {
  if (rows.length === 0) return [];
  const cells = rows.map(({ name, levels }) => [toPlainName(name, 36), ...levels]);
  return [
    '',
    ...formatTextTable([leftColumn, ...columns.map(() => rightColumn)], [[title, ...columns], ...cells]),
  ];
}

function formatSite(site: SiteView, view: MailView): string[] {
  const { single, words, colon } = view;
  const title = single
    ? []
    : [site.name, '='.repeat([...site.name].length), ...formatParagraph(site.context)];
  return [
    ...title,
    ...formatTextTable([leftColumn, rightColumn, leftColumn, leftColumn], site.cards.map(toCardRow)),
    ...site.cards.flatMap(({ name, why }) => (why === '' ? [] : formatBullet(`${name}${colon}${why}`))),
    // A formula has a line of its own, so that it can be copied.
    ...site.cards.flatMap(({ name, formula }) =>
      formula === '' ? [] : [formatTitle(`- ${name}`, view), `  ${formula}`],
    ),
    ...(site.href === '' || !single ? [] : [`${words.dashboard}${colon}${site.href}`]),
    ...formatCompetitors(site, joinTexts([words.competitorsTitle, site.competitorsSpan], ' · ')),
    ...formatParts(site.enginesTitle, site.engines, site.moreEngines),
    ...formatParts(words.componentsTitle, site.components, ''),
    ...site.pageTables.flatMap((table) => formatPageTable(table, view)),
  ];
}

function toCardRow({ name, level, unit, change, chart }: CardView): string[] {
  return [name, unit === '' ? level : `${level} ${unit}`, chart.blocks, change.arrow + change.words];
}

function formatCompetitors({ competitors, moreCompetitors }: SiteView, title: string): string[] {
  if (competitors.length === 0) return [];
  const rows = competitors.map(({ rank, name, value, change }) => [
    rank,
    toPlainName(name, 42),
    value,
    change.arrow + change.words,
  ]);
  const more = moreCompetitors === '' ? [] : [moreCompetitors];
  return ['', title, ...formatTextTable([rightColumn, leftColumn, rightColumn, leftColumn], rows), ...more];
}

function formatParts(title: string, parts: SiteView['engines'], more: string): string[] {
  if (parts.length === 0) return [];
  const rows = parts.map(({ name, value, change }) => [name, value, change.words]);
  return [
    '',
    title,
    ...formatTextTable([leftColumn, rightColumn, rightColumn], rows),
    ...formatParagraph(more),
  ];
}

function formatPageTable(
  { title, pages, more }: SiteView['pageTables'][number],
  { colon }: MailView,
): string[] {
  const rows = pages.flatMap(({ name, detail }) =>
    formatBullet(detail === '' ? name : `${name}${colon}${detail}`),
  );
  return ['', title, ...rows, ...(more === '' ? [] : [more])];
}

function formatBullet(text: string): string[] {
  return wrapText(`- ${text}`, maxLineLength - 2, '  ');
}
