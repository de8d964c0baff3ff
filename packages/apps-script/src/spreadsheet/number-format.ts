import { serialToWallTime } from './locale.ts';

/** Whether the format shows a date or time. Ignores quoted text and escapes. */
export function isDateFormat(format: string): boolean {
  const bare = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  return !/General|@/.test(bare) && /[dmyhs]/i.test(bare) && !/[0#]/.test(bare.replace(/0+(?=s|$)/g, ''));
}

/** Formats a number (developers.google.com/sheets/api/guides/formats), the supported subset. */
export function formatNumber(value: number, format: string): string {
  if (format === 'General' || format === '@' || format === '') return formatGeneral(value);
  if (isDateFormat(format)) return formatSerialDate(value, format);
  const [positive = '', negative, zero] = format.split(';');
  if (value === 0 && zero !== undefined) return formatPattern(0, zero);
  if (value < 0 && negative !== undefined) return formatPattern(-value, negative);
  return formatPattern(value, positive);
}

function formatGeneral(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const size = Math.abs(rounded);
  if (size !== 0 && (size >= 1e15 || size < 1e-9)) return rounded.toExponential().replace('e', 'E');
  return String(Number(rounded.toFixed(9)));
}

/** Formats one section such as `#,##0.0#`, `0%`, `"€"0.00`: text around one run of digits. */
function formatPattern(value: number, section: string): string {
  const literal = (text: string): string => text.replace(/"([^"]*)"|\\(.)|\[[^\]]*\]/g, '$1$2');
  const found = /^((?:"[^"]*"|\\.|\[[^\]]*\]|[^0#?,.])*)([0#?,]*(?:\.[0#?]*)?)(.*)$/s.exec(section);
  const [, before = '', digits = '', after = ''] = found ?? [];
  if (digits === '') return literal(section);
  const scaled = after.includes('%') ? value * 100 : value;
  const [whole = '', decimals = ''] = digits.split('.');
  const text = new Intl.NumberFormat('en-US', {
    useGrouping: whole.includes(','),
    minimumIntegerDigits: Math.max(1, (whole.match(/0/g) ?? []).length),
    minimumFractionDigits: (decimals.match(/0/g) ?? []).length,
    maximumFractionDigits: decimals.length,
  }).format(scaled);
  const sign = text.startsWith('-') ? '-' : '';
  return sign + literal(before) + text.slice(sign.length) + literal(after);
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const dayNames = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

interface DateLetterMeaning {
  readonly isHalfDay: boolean;
  readonly isMinutes: boolean;
}

/** A run of one letter of a date format, such as `yyyy`; `m` means minutes after hours or before seconds. */
function formatDateLetter(wall: Date, letter: string, width: number, meaning: DateLetterMeaning): string {
  const pad = (value: number): string => String(value).padStart(width >= 2 ? 2 : 1, '0');
  const name = (names: string[], index: number, number: number): string =>
    width >= 3 ? abbreviateName(names, index, width) : pad(number);
  switch (letter) {
    case 'y':
      return width <= 2
        ? String(wall.getUTCFullYear() % 100).padStart(2, '0')
        : String(wall.getUTCFullYear());
    case 'h':
      return pad(meaning.isHalfDay ? wall.getUTCHours() % 12 || 12 : wall.getUTCHours());
    case 's':
      return pad(wall.getUTCSeconds());
    case 'm':
      return meaning.isMinutes
        ? pad(wall.getUTCMinutes())
        : name(monthNames, wall.getUTCMonth(), wall.getUTCMonth() + 1);
    default:
      return name(dayNames, wall.getUTCDay(), wall.getUTCDate());
  }
}

function formatSerialDate(serial: number, format: string): string {
  const wall = new Date(serialToWallTime(serial));
  const isHalfDay = /am\/pm/i.test(format);
  let last = '';
  return format.replace(
    /"([^"]*)"|\\(.)|am\/pm|([ymdhs])\3*|\.0+/gi,
    (
      run: string,
      quoted: string | undefined,
      escaped: string | undefined,
      letter: string | undefined,
      at: number,
    ) => {
      if (quoted !== undefined || escaped !== undefined) return quoted ?? escaped ?? '';
      if (run.startsWith('.'))
        return `.${String(wall.getUTCMilliseconds())
          .padStart(3, '0')
          .slice(0, run.length - 1)}`;
      if (letter === undefined) return wall.getUTCHours() < 12 ? 'AM' : 'PM';
      const isMinutes = last === 'h' || /^[^a-z]*s/i.test(format.slice(at + run.length));
      last = letter.toLowerCase();
      return formatDateLetter(wall, last, run.length, { isHalfDay, isMinutes });
    },
  );
}

function abbreviateName(names: string[], index: number, width: number): string {
  const name = names[index] ?? '';
  return width >= 4 ? name : name.slice(0, 3);
}
