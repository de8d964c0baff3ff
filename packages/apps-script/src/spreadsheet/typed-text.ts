import type { Content } from './cell.ts';
import { dateFormat, type Locale } from './locale.ts';
import { serialOfWall } from './serial-date.ts';

/** What text becomes when it is typed into a cell or written with setValue. */
export interface Typed {
  content: Content;
  formula: string | null;
  /** The number format that the text brings along, for a cell that has none. */
  format: string | null;
}

/** Reads text as Sheets does: see the rules `typed*` in rules.ts for what is documented and what is assumed. */
export function readTyped(text: string, locale: Locale, cellFormat: string): Typed {
  const plain = (content: Content, format: string | null = null): Typed => ({
    content,
    formula: null,
    format,
  });
  if (text === '') return plain(null);
  if (text.startsWith('=') && text.length > 1) return { content: null, formula: text, format: null };
  if (text.startsWith("'")) return plain(text.slice(1));
  if (cellFormat === '@') return plain(text);
  if (/^(true|false)$/i.test(text)) return plain(text.toUpperCase() === 'TRUE');
  const value = readNumber(text, locale) ?? readDate(text, locale) ?? readTime(text);
  if (value !== null) return plain(value.content, value.format);
  if (/^[+-]\s*[^\s+-]/.test(text)) return { content: null, formula: `=${text}`, format: null };
  return plain(text);
}

interface TypedNumber {
  content: number;
  format: string | null;
}

function readNumber(text: string, { decimal, group }: Locale): TypedNumber | null {
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

function readTime(text: string): TypedNumber | null {
  const found = /^(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s*(am|pm))?$/i.exec(text.trim());
  if (found === null) return null;
  const [, hours, minutes, seconds = '0', half] = found;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/pm/i.test(half) ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const format = `h:mm${found[3] === undefined ? '' : ':ss'}${half === undefined ? '' : ' am/pm'}`;
  return { content: (hour * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400, format };
}

function readDate(text: string, locale: Locale): TypedNumber | null {
  const [day = '', time, ...more] = text.trim().split(/(?:T|\s+)(?=\d{1,2}:\d\d)/);
  const at = time === undefined ? { content: 0, format: null } : readTime(time);
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
  const format = iso === null ? dateFormat(locale) : 'yyyy-mm-dd';
  return {
    content: serialOfWall(wall) + at.content,
    format: at.format === null ? format : `${format} ${at.format}`,
  };
}
