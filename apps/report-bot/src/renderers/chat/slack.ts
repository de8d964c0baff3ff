import type { ChangeRow } from '../../message/group-view.ts';
import { type ChannelView, createChatRenderer } from './chat-view.ts';

/*
 * Limits of Block Kit: 50 blocks, 3,000 characters per text, 10 fields of 2,000 per section, 10 elements per context,
 * 150 characters per header. The whole is refused from about 11,300 characters on (slackapi/bolt-js issues 2509 and
 * 2867); the JSON of the blocks is kept below that.
 */
const maxBlocks = 50;
const [maxHeader, maxText, maxField] = [150, 3000, 2000];
const maxTotal = 10_500;
const maxFields = 10;
/** Escaped characters of the address of a dashboard, and of a page or spreadsheet. */
const [maxDashboard, maxLink] = [300, 1000];
const maxChanges = 3;

/** Renders a message of a Slack incoming webhook. */
export const slackRenderer = createChatRenderer('slack', formatMessage, (body) => body.length <= maxTotal);

function formatMessage(view: ChannelView): string {
  const { subject, caption, headline, context, action } = view;
  const lead = [`*${escapeText(headline)}*`, escapeText(context), escapeText(action)].filter(
    (line) => line !== '',
  );
  const cards = view.cards.map(({ name, level, unit, change }) =>
    [
      `*${escapeText(name)}*`,
      escapeText(`${level} ${unit}`.trim()),
      escapeText(change.arrow + change.words),
    ].join('\n'),
  );
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: cut(subject, maxHeader), emoji: false } },
    { type: 'context', elements: [createText(escapeText(caption), maxText)] },
    { type: 'section', text: createText(lead.join('\n'), maxText) },
    ...createSections(cards),
    ...view.groups.flatMap(({ title, changes, lines }) => [
      ...(title === '' ? [] : [createSection(`*${escapeText(title)}*`)]),
      ...createSections(changes.map(formatChangeRow)),
      ...lines.map((line) => createSection(escapeText(line))),
    ]),
    ...view.lines.map((line) => createSection(escapeText(line))),
    ...view.links
      .flatMap(({ words, href }) => formatLink(words, href, maxLink) ?? [])
      .map((link) => createSection(link)),
    ...chunk(view.notes, maxFields).map((part) => ({
      type: 'context',
      elements: part.map((note) => createText(escapeText(note), maxText)),
    })),
  ];
  return JSON.stringify({ text: escapeText(subject), blocks: blocks.slice(0, maxBlocks) });
}

function formatChangeRow({ name, href, changes, action }: ChangeRow): string {
  return [
    `*${formatLink(name, href, maxDashboard) ?? escapeText(name)}*`,
    ...changes.slice(0, maxChanges).map(({ arrow, words }) => escapeText(arrow + words)),
    ...(action === '' ? [] : [`_${escapeText(action)}_`]),
  ].join('\n');
}

const createSection = (text: string) => ({ type: 'section', text: createText(text, maxText) });

const createSections = (fields: readonly string[]) =>
  chunk(fields, maxFields).map((part) => ({
    type: 'section',
    fields: part.map((field) => createText(field, maxField)),
  }));

/** `verbatim` keeps Slack from making links and mentions of plain words. */
const createText = (text: string, limit: number) => ({
  type: 'mrkdwn',
  text: cut(text, limit),
  verbatim: true,
});

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text for Slack: no mention or link. */
export const escapeSigns = (text: string): string => text.replace(/[&<>]/g, (sign) => entities[sign] ?? '');

/** Escapes a text for mrkdwn: no mention, link or style. A zero-width space parts a style's sign from its word. */
function escapeText(text: string): string {
  return escapeSigns(text).replace(
    /(?<![\p{L}\p{N}])[*_~`]|[*_~`](?![\p{L}\p{N}])/gu,
    (sign) => `\u200b${sign}\u200b`,
  );
}

function formatLink(words: string, href: string, limit: number): string | null {
  const address = href.replace(/[<>|]/g, encodeURIComponent).replaceAll('&', '&amp;');
  return href === '' || address.length > limit ? null : `<${address}|${escapeText(words)}>`;
}

/** Cuts a text outside an entity. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/&[a-z]*$/, '')}…`;
}

function chunk<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
