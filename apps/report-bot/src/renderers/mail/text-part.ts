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
      : ['', ...view.links.flatMap(({ words: of, href }) => [`${of}:`, href])]),
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
    `${words.unsubscribe}:`,
    view.unsubscribe,
  ];
  return `${lines.join('\n').replace(/[\u00a0\u202f]/gu, ' ')}\n`;
}

const formatParagraph = (text: string) => (text === '' ? [] : wrapText(text, maxLineLength));
const formatBlock = (text: string) => (text === '' ? [] : ['', ...formatParagraph(text)]);
const formatAnswers = ({ answers, words }: MailView) =>
  answers.length === 0
    ? []
    : [
        `${words.lostAnswersTitle}:`,
        ...answers.flatMap((one) => [
          ...formatBullet(one.words),
          ...(one.href === '' ? [] : [`  ${one.href}`]),
        ]),
      ];
const leftColumn = { align: 'left' } as const;
const rightColumn = { align: 'right' } as const;

function formatGroup({ title, changes, alsoChanged, rest }: ChangeGroup, { words }: MailView): string[] {
  if (title !== '')
    return [
      '',
      title,
      '='.repeat([...title].length),
      ...changes.flatMap(formatChangeRow),
      ...formatParagraph(alsoChanged),
      ...formatParagraph(rest),
    ];
  const also = alsoChanged === '' ? [] : ['', `${words.alsoChanged}:`, ...formatParagraph(alsoChanged)];
  return ['', words.changedTitle, ...changes.flatMap(formatChangeRow), ...also];
}

function formatMoreGroups({ moreGroups, words }: MailView): string[] {
  if (moreGroups.length === 0) return [];
  const bullets = moreGroups.flatMap(({ title, of, changes }) =>
    formatBullet(`${joinTexts([title, of], ', ')}: ${changes}`),
  );
  return ['', `${words.alsoChanged}:`, ...bullets];
}

function formatChangeRow({ name, href, changes, action }: ChangeRow): string[] {
  return [
    ...changes.flatMap(({ arrow, words }) => formatBullet(`${name}: ${arrow}${words}`)),
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

function formatSite(site: SiteView, { single, words }: MailView): string[] {
  const title = single
    ? []
    : [site.name, '='.repeat([...site.name].length), ...formatParagraph(site.context)];
  return [
    ...title,
    ...formatTextTable([leftColumn, rightColumn, leftColumn, leftColumn], site.cards.map(toCardRow)),
    ...site.cards.flatMap(({ name, why }) => (why === '' ? [] : formatBullet(`${name}: ${why}`))),
    // A formula has a line of its own, so that it can be copied.
    ...site.cards.flatMap(({ name, formula }) => (formula === '' ? [] : [`- ${name}:`, `  ${formula}`])),
    ...(site.href === '' || !single ? [] : [`${words.dashboard}: ${site.href}`]),
    ...formatCompetitors(site, joinTexts([words.competitorsTitle, site.competitorsSpan], ' · ')),
    ...formatParts(site.enginesTitle, site.engines, site.moreEngines),
    ...formatParts(words.componentsTitle, site.components, ''),
    ...site.pageTables.flatMap(formatPageTable),
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

function formatPageTable({ title, pages, more }: SiteView['pageTables'][number]): string[] {
  const rows = pages.flatMap(({ name, detail }) => formatBullet(detail === '' ? name : `${name}: ${detail}`));
  return ['', title, ...rows, ...(more === '' ? [] : [more])];
}

function formatBullet(text: string): string[] {
  return wrapText(`- ${text}`, maxLineLength - 2, '  ');
}
