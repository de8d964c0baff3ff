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

/** Patterns of the words of these languages, by their meaning. A word with the meaning '' adds nothing. */
const meanings: Readonly<Record<string, string>> = {
  past: 'past|trailing|rolling|vergangen.*',
  last: 'last|prev(ious)?|prior|preceding|(letzt|vorig|derni|ultim|pas+ad|precedent|anterior).*|passee?',
  this: 'this|current|(diese|aktuell|laufend).*|lfd|ce[ts]?|cette|est[ea]|a[ct]+ual|cours|curso|corrente',
  day: 'd|days?|tage?n?|j|jours?|dias?',
  week: 'wk?s?|weeks?|(kalender)?wochen?|kw|seman?.*',
  month: 'mo?s?|months?|monat.*|mois|mes(es)?',
  half: 'h|half|(halbj|semes).*',
  quarter: 'q|t|qtr|quart.*|trimestre.*',
  year: 'y(ea)?rs?|(gesamt)?jahr.*|ans?|annee.*|anos?',
  today: 'today|now|heute|hoy|hoje',
  yesterday: 'yesterday|gestern|hier|ayer|ontem',
  '-2': 'vorgestern|antier|ante(ayer|ontem)',
  weekday:
    'mon|tue|wed|thu|fri|sat|sun|\\w{3,}(day|tag|di)|mittwoch|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo|segunda|terca|quinta|sexta|feira',
  2: 'two|zwei|deux|dos|dois|duas',
  3: 'three|drei|trois|tres',
  4: 'four|vier|quatre|cuatro|quatro',
  6: 'six|sechs|seis',
  12: 'twelve|zwolf|douze|do[cz]e',
  before: 'before|vor|hace|ha|atras',
  since: 'since|from|starting|seit|ab|depuis|desde',
  '..': 'to|until|till?|through|and|bis|und|au?|al?|ao|jusqu|hasta|ate|et|y|e',
  with: 'inc.*',
  nth: 'nth',
  '': 'of|in|en|over|between|the|iso|full|calendar|so|far|d[eioa][elrm]?|de[ns]|das|du|vo[nm]|im|zwischen|l[ae]?|les|entre|el|los|sur|n[ao]s?|as|os?|ci|debut|inicio|.*beginn',
};

const units: Readonly<Record<string, CalendarUnit>> = {
  day: 'd',
  week: 'w',
  month: 'm',
  quarter: 'q',
  half: 'q',
  year: 'y',
};

/** Texts that are rewritten before they are split into words, in this order. */
const rewrites: readonly (readonly [RegExp, string])[] = [
  [/\([月火水木金土日]\)/g, ' '],
  [/^(.+)以降$/, 'since $1'],
  [/^([^から〜~]+)まで$/, '.. $1'],
  [/([年月])初来?/g, ' since $1'],
  [/(\d{4})[年/.](\d\d?)[月/.](\d\d?)日?/g, ' $1-$2-$3 '],
  [/(から|[〜~])(\d\d?)日/g, ' .. $2 '],
  [/(\d\d?)月(?:(\d\d?)日)?/g, ' #$1 $2 '],
  [/(?:the )?day before yesterday|avant.hier|一昨日|おととい/g, 'antier'],
  [/[今本]日/g, ' today '],
  [/昨日/g, ' yesterday '],
  [/過去|直近|最近/g, ' past '],
  [/[先前昨去]/g, ' last '],
  [/[今当本]/g, ' this '],
  [/四半期/g, ' quarter '],
  [/上半期/g, ' half 1 '],
  [/下半期/g, ' half 2 '],
  [/[かヶヵ]?月/g, ' month '],
  [/日/g, ' day '],
  [/週/g, ' week '],
  [/年/g, ' year '],
  [/第/g, ' nth '],
  [/から|[〜~&]/g, ' .. '],
  [/(\d)[,;] ?(?=\d{4}-)/g, '$1 .. '],
  [/[間分の()[\],]|まで|\bau cours\b|\b[ld]os (?=ultim)|\blas (?=\D)/g, ' '],
  [/inc\w* today/, 'inc'],
  [/aujourd.hui/g, 'today'],
  [/\bil y a\b/g, 'before '],
  [/\ba partir\b/g, 'since'],
  [/[ -]to[ -]date\b/g, ' .. today'],
  [/['’](\d\d)\b/g, ' 20$1 '],
  [/['’]/g, ' '],
  [/\b(\d{4})-?([wqh])(\d\d?)\b/g, '$2 $3 $1 '],
  [/\b(20\d\d)([01]\d)([0-3]\d)\b/g, '$1-$2-$3'],
  [/\bl(\d)/g, 'last $1'],
  [/ago\b/g, ' before'],
  [/\bvor(?=mona|woch|jahr|quart)/g, 'last '],
  [/\btoday *- *(\d+)\b/g, '$1 day before'],
  [/(\d)\/(?=p\d)|(\bp\d+\w)\//g, '$1$2 .. '],
  [/\b(\d{4})[/.](\d\d?)\b/g, '$1-$2'],
  [/\b([1-4])([qth])(?= ?\d)/g, '$2$1 '],
  [/([a-z](?: ?\d\d?)?)\/(?=\d\d)/g, '$1 '],
  [/\b([qth][1-4])[ -]+(\d\d)$/, '$1 20$2'],
  [/\b(\d\d?)-([a-z]{3,9})-(\d\d)$/, '$1 $2 20$3'],
  [/(^|\s)(\d\d?)[/.-](\d{4})\b(?!-)/g, '$1$3-$2'],
  [/(\d+)(?:st|nd|rd|th|er|e|eme|[oa]|\.(?=\s|-|$))(?=\W|$)/g, 'nth $1 '],
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
    const [meaning] = Object.entries(meanings).find(([, words]) => RegExp(`^(${words})$`).test(word)) || [];
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

/** @param side the month of a year alone */
const formatEnd = ({ month, day }: End, year: number, side: 1 | 12 = 1): string =>
  `${year}-${pad(month ?? side)}${day === undefined ? '' : `-${pad(day)}`}`;

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
function readEnd(words: readonly string[], today: CalendarDate): End | PeriodFault | null {
  const tokens = words.filter((word) => word !== 'weekday');
  const [first = ''] = tokens;
  if (words.length === 1 && /^(-2|today|yesterday|p.*)$/.test(first))
    return { text: first === '-2' ? addDays(today, -2) : first };
  const numbers = tokens.filter((token) => /^\d+$/.test(token));
  const [year, ...years] = numbers.filter(isYear);
  const [count, ...counts] = numbers.filter((token) => !isYear(token));
  const [date, ...dates] = tokens.filter((token) => /^(#|\d+-)/.test(token));
  const [name, ...names] = tokens.filter((token) => units[token] && !(token === 'year' && year));
  const [which, ...others] = tokens.filter((token) => /^(past|last|this|before)$/.test(token));
  const hasEnd = tokens.some((token) => /^(since|today|yesterday|p\d.*|-2?|\.\.)$/.test(token));
  if (hasEnd || [...years, ...counts, ...dates, ...names, ...others].length > 0) return null;
  if (name !== undefined)
    return date || tokens.length < words.length
      ? null
      : readUnit(tokens, { name, which, count, year }, today);
  if (which !== undefined || !(date || year || count)) return null;
  const isIso = date?.startsWith('#') === false;
  const parts = isIso ? date.split('-') : [year, date?.slice(1), count];
  const [ofYear, month, day] = parts.map((part) => (part ? Number(part) : undefined));
  const isRest = (isIso && (year ?? count)) || (tokens.length < words.length && !day);
  return isRest ? null : { year: ofYear, month, day };
}

/** A unit with what is stated of it: `last 30 day`, `this week`, `quarter 3 2026`, `7 day before`. */
type UnitWords = { readonly name: string } & Readonly<Record<'which' | 'count' | 'year', string | undefined>>;

function readUnit(
  tokens: readonly string[],
  { name, which, count, year }: UnitWords,
  today: CalendarDate,
): End | PeriodFault | null {
  const unit = units[name] ?? 'd';
  const isOrdinal = tokens.includes('nth') || tokens.indexOf(name) < tokens.indexOf(count ?? '');
  if (which === undefined && count && (year || isOrdinal)) return readPart(name, Number(count), year, today);
  if (year || name === 'half' || (which ?? count) === undefined) return null;
  if (unit !== 'd' && tokens.includes('with')) return null;
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

/** A week, quarter or half by its number, up to today. Without a year it is the newest that has begun. */
function readPart(name: string, number: number, year: string | undefined, today: CalendarDate): End | null {
  const unit = name === 'week' ? 'w' : 'q';
  const size = name === 'half' ? 2 : 1;
  const newest = Number(today.slice(0, 4));
  const find = (of: number): CalendarDate | null => startOfPart(unit, (number - 1) * size + 1, of);
  const start = find(Number(year ?? newest));
  const from = year === undefined && start !== null && start > today ? find(newest - 1) : start;
  if (from === null || !/week|quarter|half/.test(name)) return null;
  const to = addDays(addUnits(from, unit, size), -1);
  return { text: `${from}..${from <= today && to > today ? today : to}` };
}

/** `week 48 to 49 2026` has one unit and one year for both ends. */
function shareUnit(left: readonly string[], right: readonly string[]): readonly [string[], string[]] {
  const unit = left.filter((token) => units[token]);
  const isBare = right.every((token) => /^\d+$/.test(token));
  const year = unit.length > 0 && !left.some(isYear) ? right.filter(isYear) : [];
  return [
    [...left, ...year],
    [...(isBare ? unit : []), ...right],
  ];
}

/** Completes both ends of a period by each other. */
function joinEnds(left: End, right: End, today: CalendarDate): string | null {
  if (left.text === undefined && right.text === undefined) {
    const one = { ...left, month: left.month ?? (left.day && right.month) };
    const other = { ...right, month: right.month ?? (right.day && left.month) };
    if ([one, other].some(({ month, day }) => day && !month)) return null;
    const isLater = formatEnd(one, 1) > formatEnd(other, 1);
    const from = one.year ?? (other.year === undefined ? findYear(one, today) : other.year - Number(isLater));
    return `${formatEnd(one, from)}..${formatEnd(other, other.year ?? from + Number(isLater), 12)}`;
  }
  const texts = [left, right].map((end) => end.text ?? formatEnd(end, findYear(end, today)));
  const [from = '', to = ''] = texts.map((text, at) => text.split('..')[at] ?? text);
  const [, forward, unit] = /^p(\d+)(.)$/.exec(to) || [];
  if (forward) return `${from}..${addDays(addUnits(from, unit as CalendarUnit, Number(forward)), -1)}`;
  const [, back, size] = /^p(\d+)(.)$/.exec(from) || [];
  return `${back ? addDays(addUnits(to, size as CalendarUnit, -Number(back)), 1) : from}..${to}`;
}

/** Dates of the locale with two digits of the year, or with none, as ISO dates. */
function readLocalDates(
  text: string,
  context: PeriodContext,
  parseDate: typeof parseDateText,
): string | PeriodFault {
  let fault: PeriodFault | null = null;
  const toDate = (parts: readonly (string | number)[], sign: string, hasYear: boolean): string => {
    const date = parseDate(parts.join(sign), context);
    if (typeof date === 'string') return date;
    // A locale that writes the year first writes the month before the day.
    if (!hasYear && sign === '/' && date?.kind === 'ambiguous' && date.locale) return date.meant[1] ?? '';
    fault = fault || date;
    return '';
  };
  const dated = text.replace(/\b(\d\d?)([./-])(\d\d?)\2(\d\d(?:\d\d)?)\b/g, (_, one, sign, two, year) =>
    toDate([one, two, year.length === 2 ? `20${year}` : year], sign, true),
  );
  const [latest] = /\d{4}-\d\d-\d\d/.exec(dated) || [context.today];
  const year = Number(latest.slice(0, 4));
  const days = /(?<![./\w]|\d{4}-\d\d-)([0-3]?\d)([./])([0-3]?\d)\b(\2?)(?![./]?\d)/g;
  const count = (dated.match(days) || []).length;
  const found = dated.replace(days, (written, one, sign, two, end) => {
    // One number with a point may be a number.
    if (count > 2 || (count === 1 && latest === context.today && sign + end === '.')) return written;
    const date = toDate([one, two, year], sign, false);
    return date > latest ? toDate([one, two, year - 1], sign, false) : date;
  });
  return fault ?? found;
}

/** Finds texts that are no period but have a meaning. */
function findOtherMeaning(written: string, today: CalendarDate): PeriodFault | null {
  if (/^(mom|wow|qoq|yoy)$/.test(written))
    return { kind: 'comparison', written, option: written === 'yoy' ? 'year' : 'previous' };
  if (/^(all([ -]?time)?|lifetime|max(imum)?|alles|tout|todo|tudo|全期間)$/.test(written))
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
  const [, unit, start] = /^(.*?)(?: to date)? \((?:starts )?(sun|mon|jan)(?:day)?\b.*\)$/.exec(text) || [];
  if (unit) return start === 'jan' ? unit : `${unit} ${start}`;
  const dated = readLocalDates(text, context, parseDate);
  const tokens = typeof dated === 'string' ? splitWords(dated) : null;
  if (tokens === null || /^-?$/.test(tokens[0] ?? '')) return typeof dated === 'string' ? null : dated;
  const [, begun = ''] =
    /^(?:since |(?:this )?(?=\w+ \.\. today$))(\w+)(?: \.\. today)?$/.exec(tokens.join(' ')) || [];
  if (units[begun]) return `this ${begun}`;
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
    const ends = shareUnit(words.slice(0, at), words.slice(at + 1));
    const [left, right] = [readEnd(ends[0], today), readEnd(ends[1], today)];
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
  const side = words[0] === '..' ? 12 : 1;
  const { text = formatEnd(end, findYear(end, today), side), year, month, day } = end;
  if (text.startsWith('p')) return text.slice(1);
  if (day && !month) return null;
  if (isSince || words[words.length - 1] === '..') return `${text.split('..')[0]}..`;
  if (side === 12) return `..${text}`;
  const fault = { kind: 'ambiguous', written, locale: null } as const;
  if (words.includes('before')) return { ...fault, meant: [`${text}..${text}`, `${text}..today`] };
  const age = Number(today.slice(2, 4)) - (day ?? -9);
  if (!year && month && words[0]?.startsWith('#') && age > -2 && age < 6)
    return { ...fault, meant: [`20${day}-${pad(month)}`, text] };
  return month || end.text ? text : `${text}..${year}-12`;
}
