import type { CellContent } from '../protocol/document.ts';
import { type Locale, toDateFormat, wallTimeToSerial } from './locale.ts';

/** The cell value of typed text. */
export interface TypedValue {
  content: CellContent;
  formula: string | null;
  /** The number format that the text implies, for a cell without one. */
  format: string | null;
}

/** Parses text as Sheets does; rules.ts lists what is documented and what is assumed. */
export function parseTypedText(text: string, locale: Locale, cellFormat: string): TypedValue {
  const plain = (content: CellContent, format: string | null = null): TypedValue => ({
    content,
    formula: null,
    format,
  });
  if (text === '') return plain(null);
  if (text.startsWith('=') && text.length > 1) return { content: null, formula: text, format: null };
  if (text.startsWith("'")) return plain(text.slice(1));
  if (cellFormat === '@') return plain(text);
  if (/^(true|false)$/i.test(text)) return plain(text.toUpperCase() === 'TRUE');
  const value = parseNumber(text, locale) ?? parseDate(text, locale) ?? parseTime(text);
  if (value !== null) return plain(value.content, value.format);
  if (/^[+-]\s*[^\s+-]/.test(text)) return { content: null, formula: `=${text}`, format: null };
  return plain(text);
}

interface TypedNumber {
  content: number;
  format: string | null;
}

function parseNumber(text: string, { decimal, group }: Locale): TypedNumber | null {
  const found = /^([+-]?)\s*([$€£¥]?)\s*([\d.,'’\s]*\d[\d.,'’]*)([eE][+-]?\d+)?\s*(%?)$/.exec(text.trim());
  if (found === null) return null;
  const [, sign = '', currency = '', digits = '', exponent = '', percent = ''] = found;
  const [whole = '', decimals, ...more] = digits.split(decimal);
  const groups = group === '' ? [whole] : whole.split(group);
  const grouped = groups.length > 1;
  if (more.length > 0 || (decimals !== undefined && !/^\d*$/.test(decimals))) return null;
  if (!groups.every((part, i) => (grouped ? (i === 0 ? /^\d{1,3}$/ : /^\d{3}$/) : /^\d*$/).test(part)))
    return null;
  const size = Number(`${groups.join('')}.${decimals ?? ''}0${exponent}`);
  if (!Number.isFinite(size)) return null;
  const content = (sign === '-' ? -size : size) / (percent === '' ? 1 : 100);
  const places = decimals === undefined ? '' : '.00';
  if (percent !== '') return { content, format: `0${places}%` };
  if (currency !== '') return { content, format: `"${currency}"#,##0${places}` };
  if (exponent !== '') return { content, format: '0.00E+00' };
  return { content, format: grouped ? `#,##0${places}` : null };
}

function parseTime(text: string): TypedNumber | null {
  const found = /^(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s*(am|pm))?$/i.exec(text.trim());
  if (found === null) return null;
  const [, hours, minutes, seconds = '0', half] = found;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/pm/i.test(half) ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const format = `h:mm${found[3] === undefined ? '' : ':ss'}${half === undefined ? '' : ' am/pm'}`;
  return { content: (hour * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400, format };
}

function parseDate(text: string, locale: Locale): TypedNumber | null {
  const [day = '', time, ...more] = text.trim().split(/(?:T|\s+)(?=\d{1,2}:\d\d)/);
  const at = time === undefined ? { content: 0, format: null } : parseTime(time);
  if (at === null || more.length > 0) return null;
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(day);
  const local = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(day);
  const named: { [letter: string]: number } = {};
  if (iso !== null) Object.assign(named, { y: Number(iso[1]), m: Number(iso[2]), d: Number(iso[3]) });
  else if (local !== null) {
    const [first = 'm', second = 'd'] = locale.dateOrder.replace('y', '');
    Object.assign(named, { y: Number(local[4]), [first]: Number(local[1]), [second]: Number(local[3]) });
  } else return null;
  const { y = 0, m = 0, d = 0 } = named;
  const wall = Date.UTC(y, m - 1, d);
  const exact = new Date(wall);
  if (exact.getUTCMonth() !== m - 1 || exact.getUTCDate() !== d || y < 1900) return null;
  const format = iso === null ? toDateFormat(locale) : 'yyyy-mm-dd';
  return {
    content: wallTimeToSerial(wall) + at.content,
    format: at.format === null ? format : `${format} ${at.format}`,
  };
}

/** A literal, an omitted argument, or a reference. */
export type CustomFunctionArgument =
  | { value: string | number | boolean }
  | { blank: true }
  | { cells: string };

export interface CustomFunctionCall {
  name: string;
  args: CustomFunctionArgument[];
}

const textPattern = /"(?:[^"]|"")*"/.source;
const cellsPattern =
  /(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!\$?[A-Za-z0-9$:]+|[\p{L}_$][\p{L}\p{N}_.$]*(?::[\p{L}\p{N}$]+)?|\$?\d+:\$?\d+/u
    .source;
const tokenByDecimal = {
  '.': argumentPattern('[.]'),
  ',': argumentPattern(','),
};

function argumentPattern(decimal: string): RegExp {
  const number = `[+-]?(?:\\d+(?:${decimal}\\d+)?|${decimal}\\d+)(?:[eE][+-]?\\d+)?%?`;
  return new RegExp(`\\s*(?:(${textPattern})|(${cellsPattern})|(${number}))\\s*`, 'uy');
}

/**
 * Parses a formula that is one call with literals, cells and ranges; null for others, which are not calculated. `;`
 * separates arguments in every locale, `,` unless it is the decimal sign.
 */
export function parseCustomFunctionCall(formula: string, locale: Locale): CustomFunctionCall | null {
  const found = /^=\s*([\p{L}_][\p{L}\p{N}_.]*)\s*\(([\s\S]*)\)\s*$/u.exec(formula);
  if (found === null) return null;
  const [, name = '', inside = ''] = found;
  if (inside.trim() === '') return { name, args: [] };
  const token = tokenByDecimal[locale.decimal === ',' ? ',' : '.'];
  const args: CustomFunctionArgument[] = [];
  for (let at = 0; ; at++) {
    token.lastIndex = at;
    const read = token.exec(inside);
    const argument = read === null ? ({ blank: true } as const) : toArgument(read);
    args.push(argument);
    at = read === null ? at + (/^\s*/.exec(inside.slice(at))?.[0].length ?? 0) : token.lastIndex;
    if (at >= inside.length) return { name, args };
    if (inside[at] !== ';' && inside[at] !== locale.separator) return null;
  }
}

function toArgument([, quoted, word, digits = '']: RegExpExecArray): CustomFunctionArgument {
  if (quoted !== undefined) return { value: quoted.slice(1, -1).replace(/""/g, '"') };
  if (word !== undefined) return /^(true|false)$/i.test(word) ? { value: /^t/i.test(word) } : { cells: word };
  const value = Number(digits.replace('%', '').replace(',', '.'));
  return { value: digits.endsWith('%') ? value / 100 : value };
}
