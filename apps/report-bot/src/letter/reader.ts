import Handlebars from 'handlebars/runtime.js';
import { plainName } from './plain-name.ts';
import { lineLimit, wrapped } from './text-table.ts';

/** Who gets a letter. */
export interface Reader {
  readonly name: string | null;
  /** Why the reader gets it, one sentence. */
  readonly reason: string;
}

/** Places of what differs between readers. No other text of a letter holds a control character. */
export const slots = { greeting: '\u0001', reason: '\u0002' } as const;

/** More bytes than a reader's name and reason take in HTML. */
export const readerBytes = 2_000;

/** Puts a reader into the HTML part that all readers of a locale share. */
export function htmlFor(html: string, { name, reason }: Reader): string {
  const escaped = (text: string) => Handlebars.Utils.escapeExpression(text);
  return html
    .replace(slots.greeting, () => (name === null ? '' : ` &#183; For ${escaped(plainName(name))}`))
    .replace(slots.reason, () => escaped(plainName(reason, 240)));
}

/** Puts a reader into the text part. */
export function textFor(text: string, { name, reason }: Reader): string {
  return text
    .replace(`${slots.greeting}\n`, () => (name === null ? '' : `For ${plainName(name)}\n`))
    .replace(slots.reason, () => wrapped(plainName(reason, 240), lineLimit).join('\n'));
}
