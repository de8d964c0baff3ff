import type { ChangeRow } from '../../message/group-view.ts';
import { type ChannelView, createChatRenderer } from './chat-view.ts';

/** Teams refuses a message of more than 28 KB. */
const maxBytes = 28_000;

/** Renders an Adaptive Card in the message that a Teams workflow expects. */
export const teamsRenderer = createChatRenderer(
  'teams',
  formatMessage,
  (body) => Buffer.byteLength(body) <= maxBytes,
);

/** Text that Teams shows as it is: a TextRun has no Markdown, a TextBlock has. */
interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Large' | 'Small';
  readonly isSubtle?: true;
  readonly color?: 'Good' | 'Attention';
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

type RunStyle = Omit<TextRun, 'type' | 'text'>;

const createRun = (text: string, style: RunStyle = {}): TextRun => ({ type: 'TextRun', text, ...style });

const createParagraph = (...inlines: readonly TextRun[]) => ({ type: 'RichTextBlock', inlines });

const bold = { weight: 'Bolder' } as const;
const small = { size: 'Small', isSubtle: true } as const;
const tones = { up: 'Good', down: 'Attention' } as const;

type Change = ChangeRow['changes'][number];

const createChange = ({ arrow, words, tone }: Change): TextRun =>
  createRun(arrow + words, tone === 'm' ? {} : { color: tones[tone] });

function createRow({ name, href, changes, action }: ChangeRow): object {
  const link = href === '' ? {} : { selectAction: { type: 'Action.OpenUrl', url: href } as const };
  return {
    type: 'Container',
    separator: true,
    items: [
      createParagraph(createRun(name, { ...bold, ...link })),
      ...changes.map((change) => createParagraph(createChange(change))),
      ...(action === '' ? [] : [createParagraph(createRun(action, { isSubtle: true }))]),
    ],
  };
}

function formatMessage(view: ChannelView): string {
  const message = createCardMessage({
    // Adaptive Cards know languages of two letters only.
    lang: new Intl.Locale(view.language).language,
    rtl: view.direction === 'rtl',
    msteams: { width: 'Full' },
    body: [
      createParagraph(createRun(view.subject, { ...bold, size: 'Large' })),
      createParagraph(createRun(view.caption, { isSubtle: true })),
      createParagraph(createRun(view.headline, bold)),
      ...[view.context, view.action]
        .filter((text) => text !== '')
        .map((text) => createParagraph(createRun(text))),
      ...view.cards.map(({ name, level, unit, change }) =>
        createParagraph(
          createRun(`${name} `, { isSubtle: true }),
          createRun(`${`${level} ${unit}`.trim()} `, bold),
          createChange(change),
        ),
      ),
      ...view.groups.flatMap(({ title, changes, lines }) => [
        ...(title === ''
          ? []
          : [{ ...createParagraph(createRun(title, { ...bold, size: 'Large' })), separator: true }]),
        ...changes.map(createRow),
        ...lines.map((line) => createParagraph(createRun(line, { isSubtle: true }))),
      ]),
      ...view.lines.map((line) => ({ ...createParagraph(createRun(line)), separator: true })),
      ...view.notes.map((note, at) => ({ ...createParagraph(createRun(note, small)), separator: at === 0 })),
    ],
    actions: view.links.map(({ words, href }) => ({ type: 'Action.OpenUrl', title: words, url: href })),
  });
  return JSON.stringify(message);
}

/** A message of plain lines. */
export const createTextMessage = (lines: readonly string[]): object =>
  createCardMessage({ body: lines.map((line) => createParagraph(createRun(line))) });

function createCardMessage(card: { readonly body: readonly object[] } & Readonly<Record<string, unknown>>) {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    ...card,
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}
