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

function formatSerialDate(serial: number, format: string): string {
  const wall = new Date(serialToWallTime(serial));
  const half = /am\/pm/i.test(format);
  const hours = half ? wall.getUTCHours() % 12 || 12 : wall.getUTCHours();
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
      if (/^am\/pm$/i.test(run)) return wall.getUTCHours() < 12 ? 'AM' : 'PM';
      if (run.startsWith('.'))
        return `.${String(wall.getUTCMilliseconds())
          .padStart(3, '0')
          .slice(0, run.length - 1)}`;
      const kind = (letter ?? '').toLowerCase();
      // m means minutes after hours or before seconds.
      const minutes = kind === 'm' && (last === 'h' || /^[^a-z]*s/i.test(format.slice(at + run.length)));
      last = kind;
      const pad = (value: number): string => String(value).padStart(run.length >= 2 ? 2 : 1, '0');
      if (kind === 'y')
        return run.length <= 2
          ? String(wall.getUTCFullYear() % 100).padStart(2, '0')
          : String(wall.getUTCFullYear());
      if (kind === 'h') return pad(hours);
      if (kind === 's') return pad(wall.getUTCSeconds());
      if (minutes) return pad(wall.getUTCMinutes());
      if (kind === 'm')
        return run.length >= 3
          ? abbreviateName(monthNames, wall.getUTCMonth(), run.length)
          : pad(wall.getUTCMonth() + 1);
      return run.length >= 3
        ? abbreviateName(dayNames, wall.getUTCDay(), run.length)
        : pad(wall.getUTCDate());
    },
  );
}

function abbreviateName(names: string[], index: number, width: number): string {
  const name = names[index] ?? '';
  return width >= 4 ? name : name.slice(0, 3);
}
