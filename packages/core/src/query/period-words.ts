import { addDays, type CalendarDate } from '../calendar/calendar.ts';
import { addUnits, type CalendarUnit, startOfUnit } from '../calendar/units.ts';
import { foldName } from '../resources/names.ts';
import type { PeriodContext, parseDateText } from './date-text.ts';
import type { PeriodFault } from './period-fault.ts';

/** Each month in English, German, French, Spanish and Portuguese, without accents. Three letters of a name suffice. */
const monthNames =
  'january januar janner janvier enero janeiro,february fevrier febrero fevereiro,march marz mrz mars marzo marco,april avril abril,may mai mayo maio,june juni juin junio junho,july juli juillet julio julho,august aout agosto,september septembre septiembre setembro,october oktober octobre octubre outubro,november novembre noviembre novembro,december dezember decembre diciembre dezembro'.split(
    ',',
  );

/** The words of these languages by their meaning. A word with the meaning '' adds nothing. */
const meanings: readonly (readonly [string, RegExp])[] = [
  ['past', /^(past|trailing|rolling|vergangen.*)$/],
  [
    'last',
    /^(last|prev(ious)?|prior|preceding|(letzt|vorig|derni|ultim|pas+ad).*|passee?|precedente?|anterior)$/,
  ],
  ['this', /^(this|current|(diese|aktuell|laufend).*|cet?|cette|est[ea]|a[ct]+ual)$/],
  ['day', /^(d|days?|tage?n?|jours?|dias?)$/],
  ['week', /^(w|weeks?|wochen?|kw|semain.*|semana.*)$/],
  ['month', /^(m|months?|monat.*|mois|mes(es)?)$/],
  ['quarter', /^(q|t|qtr|quart.*|trimestre.*)$/],
  ['year', /^(years?|jahr.*|ans?|annee.*|anos?)$/],
  ['today', /^(today|heute|hoy|hoje)$/],
  ['yesterday', /^(yesterday|gestern|hier|ayer|ontem)$/],
  ['before', /^(before|vor|hace|ha)$/],
  ['since', /^(since|seit|ab|depuis|desde)$/],
  ['..', /^(to|until|till?|through|and|bis|und|au?|al?|ao|jusqu|hasta|ate|et|y|e)$/],
  ['with', /^inc.*$/],
  ['nth', /^nth$/],
  [
    '',
    /^(of|in|en|from|between|the|calendar|d[eioa][eslrm]?|den|des|du|v[o]n?m?|im|zwischen|l[ae]?s?|entre|el|los|n[ao]|[ao]s|ci)$/,
  ],
];

const units: Readonly<Record<string, CalendarUnit>> = {
  day: 'd',
  week: 'w',
  month: 'm',
  quarter: 'q',
  year: 'y',
};

/** Texts that are rewritten before they are split into words, in this order. */
const rewrites: readonly (readonly [RegExp, string])[] = [
  [/(\d{4})年(\d\d?)月(\d\d?)日/g, ' $1-$2-$3 '],
  [/(\d{4})年(?=\d\d?月)/g, ' $1 '],
  [/(\d{4})年/g, ' year $1 '],
  [/第?(\d)四半期/g, ' quarter $1 '],
  [/第(\d+)週/g, ' week $1 '],
  [/(\d\d?)月(?:(\d\d?)日)?/g, ' #$1 $2 '],
  [/今日/g, ' today '],
  [/昨日/g, ' yesterday '],
  [/過去|直近/g, ' past '],
  [/[先前昨去]/g, ' last '],
  [/今/g, ' this '],
  [/四半期/g, ' quarter '],
  [/[かヶ]?月/g, ' month '],
  [/日/g, ' day '],
  [/週/g, ' week '],
  [/年/g, ' year '],
  [/以降/g, ' since '],
  [/から|[〜~]/g, ' .. '],
  [/間|まで|の|[()[\],]|\bau cours\b/g, ' '],
  [/aujourd.hui/g, 'today'],
  [/\bil y a\b/g, 'before '],
  [/['’](\d\d)\b/g, ' 20$1 '],
  [/['’]/g, ' '],
  [/\b(\d{4})-?([wq])(\d\d?)\b/g, '$2 $3 $1 '],
  [/\b(20\d\d)([01]\d)([0-3]\d)\b/g, '$1-$2-$3'],
  [/\b(?:l|last|past)(\d)/g, 'last $1'],
  [/\b(\d+)y\b/g, '$1 year'],
  [/(days?|weeks?|months?) ?ago\b/g, '$1 before'],
  [/\btoday *- *(\d+)\b/g, '$1 day before'],
  [/(\d)\/(?=p\d)|(\bp\d+\w)\//g, '$1$2 .. '],
  [/\b(\d{4})[/.](\d\d?)\b/g, '$1-$2'],
  [/([a-z] ?\d\d?)\/(?=\d{4})/g, '$1 '],
  [/(^|\s)(\d\d?)[/.](\d{4})\b/g, '$1$3-$2'],
  [/(\d+)(?:st|nd|rd|th|er|e|[oa]|\.(?=\s|$))(?=\W|$)/g, 'nth $1 '],
];

const tokenPattern = /\d{4}-\d\d?(?:-\d\d?)?(?!\d)|p\d+[dwmqy]\b|#\d+|\.{2,}|[-–—:]|[a-z]+|\d+/g;

const findMonth = (word: string): string | null => {
  const found = monthNames.flatMap((names, at) => (` ${names}`.includes(` ${word}`) ? [`#${at + 1}`] : []));
  return word.length > 2 && found.length === 1 ? (found[0] ?? null) : null;
};

/** The meanings of a text's words, numbers and signs; null if one is unknown. */
function splitWords(text: string): readonly string[] | null {
  const plain = foldName(text).replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD').charAt(0));
  const read = rewrites.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), plain);
  const tokens = (read.match(tokenPattern) || []).map((word) => {
    if (!/^[a-z]+$/.test(word)) return word.startsWith('..') ? '..' : word.replace(/^[–—:]$/, '-');
    const [meaning] = meanings.find(([, pattern]) => pattern.test(word)) || [];
    return meaning ?? findMonth(word);
  });
  const isKnown = !/[^\s.]/.test(read.replace(tokenPattern, '')) && !tokens.includes(null);
  return isKnown ? tokens.filter((token): token is string => !!token) : null;
}

/** One end of a period: a text that `parsePeriod` reads, or what is stated of a date. The other end gives the rest. */
interface End {
  readonly text?: string;
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

const pad = (number: number): string => `0${number}`.slice(-2);

const formatEnd = ({ month, day }: End, year: number): string =>
  [`${year}`, ...[month, day].flatMap((part) => (part === undefined ? [] : [pad(part)]))].join('-');

/** The year of an end, or the newest in which it is not after today. */
function findYear(end: End, today: CalendarDate): number {
  const year = Number(today.slice(0, 4));
  return end.year ?? (formatEnd(end, year) > today ? year - 1 : year);
}

/** The first day of a week or quarter by its number; null if the year has none. */
function startOfPart(unit: CalendarUnit, number: number, year: number): CalendarDate | null {
  const from = addUnits(
    unit === 'w' ? startOfUnit(`${year}-01-04`, unit) : `${year}-01-01`,
    unit,
    number - 1,
  );
  // The Thursday of an ISO week is in its year.
  return number > 0 && addDays(from, 3).slice(0, 4) === `${year}` ? from : null;
}

const isYear = (token: string): boolean => /^(19|20)\d\d$/.test(token);

/** Reads the words of one end; null if they are not one date or one count of a unit. */
function readEnd(tokens: readonly string[], today: CalendarDate): End | PeriodFault | null {
  const [first = ''] = tokens;
  if (tokens.length === 1 && /^(today|yesterday|p.*)$/.test(first)) return { text: first };
  const numbers = tokens.filter((token) => /^\d+$/.test(token));
  const [year, ...years] = numbers.filter(isYear);
  const [count, ...counts] = numbers.filter((token) => !isYear(token));
  const [date, ...dates] = tokens.filter((token) => /^(#|\d+-)/.test(token));
  const [name, ...names] = tokens.filter((token) => units[token] && !(token === 'year' && year));
  const [which, ...others] = tokens.filter((token) =>
    /^(past|last|this|before|since|p\d.*|-|\.\.)$/.test(token),
  );
  if ([...years, ...counts, ...dates, ...names, ...others].length > 0) return null;
  if (name !== undefined) return date ? null : readUnit(tokens, { name, which, count, year }, today);
  if (which !== undefined || !(date || year || count)) return null;
  const parts = date?.startsWith('#') === false ? date.split('-') : [year, date?.slice(1), count];
  const [ofYear, month, day] = parts.map((part) => (part ? Number(part) : undefined));
  return { year: ofYear, month, day };
}

/** A unit with what is stated of it: `last 30 day`, `this week`, `quarter 3 2026`, `7 day before`. */
interface UnitWords {
  readonly name: string;
  readonly which: string | undefined;
  readonly count: string | undefined;
  readonly year: string | undefined;
}

function readUnit(
  tokens: readonly string[],
  { name, which, count, year }: UnitWords,
  today: CalendarDate,
): End | PeriodFault | null {
  const unit = units[name] ?? 'd';
  const isOrdinal = tokens.includes('nth') || tokens.indexOf(name) < tokens.indexOf(count ?? '');
  if (which === undefined && count && (year || isOrdinal)) return readPart(unit, Number(count), year, today);
  if (year || (which ?? count) === undefined) return null;
  if (which === 'before') return count ? { text: addUnits(today, unit, -Number(count)) } : null;
  if (count)
    return {
      text: which === undefined || tokens.includes('with') ? `${count}${unit}` : `last ${count} ${name}`,
    };
  if (which !== 'past') return { text: `${which} ${name}` };
  const days = { d: 1, w: 7, m: 30, q: 90, y: 365 }[unit];
  const meant = [`last ${name}`, `last ${days} days`];
  return { kind: 'ambiguous', written: `past ${name}`, locale: null, meant };
}

/** A week or quarter by its number, up to today. Without a year it is the newest that has begun. */
function readPart(
  unit: CalendarUnit,
  number: number,
  year: string | undefined,
  today: CalendarDate,
): End | null {
  const newest = Number(today.slice(0, 4));
  const start = startOfPart(unit, number, Number(year ?? newest));
  const isLater = year === undefined && start !== null && start > today;
  const from = isLater ? startOfPart(unit, number, newest - 1) : start;
  if (from === null || (unit !== 'w' && unit !== 'q')) return null;
  const to = addDays(addUnits(from, unit, 1), -1);
  return { text: `${from}..${from <= today && to > today ? today : to}` };
}

/** Completes both ends of a period by each other. */
function joinEnds(left: End, right: End, today: CalendarDate): string | null {
  if (left.text === undefined && right.text === undefined) {
    const one = { ...left, month: left.month ?? (left.day && right.month) };
    const other = { ...right, month: right.month ?? (right.day && left.month) };
    if ([one, other].some(({ month, day }) => day && !month)) return null;
    const isLater = formatEnd(one, 1) > formatEnd(other, 1);
    const from = one.year ?? (other.year === undefined ? findYear(one, today) : other.year - Number(isLater));
    return `${formatEnd(one, from)}..${formatEnd(other, other.year ?? from + Number(isLater))}`;
  }
  const texts = [left, right].map((end) => end.text ?? formatEnd(end, findYear(end, today)));
  const [from = '', to = ''] = texts.map((text, at) => text.split('..')[at] ?? text);
  const [, forward, unit] = /^p(\d+)(.)$/.exec(to) || [];
  if (forward) return `${from}..${addDays(addUnits(from, unit as CalendarUnit, Number(forward)), -1)}`;
  const [, back, size] = /^p(\d+)(.)$/.exec(from) || [];
  return `${back ? addDays(addUnits(to, size as CalendarUnit, -Number(back)), 1) : from}..${to}`;
}

/** Dates of the locale with two digits of the year, or with none in a range, as ISO dates. */
function readLocalDates(
  text: string,
  context: PeriodContext,
  parseDate: typeof parseDateText,
): string | PeriodFault {
  let fault: PeriodFault | null = null;
  const toDate = (parts: readonly (string | number)[], sign: string): string => {
    const date = parseDate(parts.join(sign), context);
    if (typeof date === 'string') return date;
    fault = fault || date;
    return '';
  };
  const days = /\b(\d\d?)([./])(\d\d?)\b\2?(?![./]?\d)/g;
  const dated = text.replace(/\b(\d\d?)([./-])(\d\d?)\2(\d\d(?:\d\d)?)\b/g, (_, one, sign, two, year) =>
    toDate([one, two, year.length === 2 ? `20${year}` : year], sign),
  );
  const year = Number(context.today.slice(0, 4));
  const found =
    (dated.match(days) || []).length !== 2
      ? dated
      : dated.replace(days, (_, one, sign, two) => {
          const date = toDate([one, two, year], sign);
          return date > context.today ? toDate([one, two, year - 1], sign) : date;
        });
  return fault ?? found;
}

/** Finds texts that are no period but have a meaning. */
function findOtherMeaning(written: string, today: CalendarDate): PeriodFault | null {
  if (/^(mom|wow|qoq|yoy)$/.test(written))
    return { kind: 'comparison', written, option: written === 'yoy' ? 'year' : 'previous' };
  if (/^(all([ -]?time)?|lifetime|max|alles|tout|todo|tudo|全期間)$/.test(written))
    return { kind: 'unlimited', written, from: addDays(today, -89) };
  // Spreadsheets count days since 30 December 1899.
  const numbers = written.split(/ ?(?:\.\.|-|:|to) ?/);
  if (!numbers.every((number) => /^[45]\d{4}$/.test(number))) return null;
  return { kind: 'serial', written, meant: numbers.map((number) => addDays('1899-12-30', Number(number))) };
}

/**
 * Translates a period as people write it in six languages into one that `parsePeriod` reads. Null for a text without a
 * meaning, a fault for one with several.
 */
export function translatePeriod(
  text: string,
  context: PeriodContext,
  parseDate: typeof parseDateText,
): string | PeriodFault | null {
  const { today } = context;
  const other = findOtherMeaning(text, today);
  if (other !== null) return other;
  const [, from, to] = /^(\d{4}-\S+) ?\/ ?(\d{4}-\S+)$/.exec(text) || [];
  if (from) return `${from}..${to}`;
  const [, week, weekday] = /^(.* week) \((sun|mon)\b.*\)$/.exec(text) || [];
  if (week) return `${week} ${weekday}`;
  const dated = readLocalDates(text, context, parseDate);
  const tokens = typeof dated === 'string' ? splitWords(dated) : null;
  if (tokens === null || tokens.length === 0) return typeof dated === 'string' ? null : dated;
  if (/ \.\. today$/.test(tokens.join(' ')) && units[tokens[0] ?? '']) return `this ${tokens[0]}`;
  const isSince = tokens[0] === 'since';
  const words = isSince ? tokens.slice(1) : tokens;
  const single = readEnd(
    words.filter(
      (token) => token !== '-' && (token !== '..' || words.indexOf('..') % (words.length - 1) !== 0),
    ),
    today,
  );
  if (single !== null && 'kind' in single) return single;
  if (single === null) {
    const at = words.includes('..') ? words.indexOf('..') : words.indexOf('-');
    const [left, right] = [readEnd(words.slice(0, at), today), readEnd(words.slice(at + 1), today)];
    return at < 1 || left === null || right === null || 'kind' in left || 'kind' in right
      ? null
      : joinEnds(left, right, today);
  }
  return readSingle(single, words, isSince, text, today);
}

/** A day, month or year by its name. `Nov 26` may be both, and a day counted back may be a start. */
function readSingle(
  end: End,
  words: readonly string[],
  isSince: boolean,
  written: string,
  today: CalendarDate,
): string | PeriodFault | null {
  const { text = formatEnd(end, findYear(end, today)), year, month, day } = end;
  if (text.startsWith('p')) return text.slice(1);
  if (day && !month) return null;
  if (isSince || words[words.length - 1] === '..') return `${text}..`;
  if (words[0] === '..') return `..${text}`;
  const fault = { kind: 'ambiguous', written, locale: null } as const;
  if (words.includes('before')) return { ...fault, meant: [`${text}..${text}`, `${text}..today`] };
  const age = Number(today.slice(2, 4)) - (day ?? -9);
  if (!year && month && words[0]?.startsWith('#') && age > -2 && age < 6)
    return { ...fault, meant: [`20${day}-${pad(month)}`, text] };
  return month || end.text ? text : `${text}-01..${text}-12`;
}
