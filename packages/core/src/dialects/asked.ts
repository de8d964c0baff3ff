import { addDays, daysBetween, toCalendarDate } from '../calendar/calendar.ts';
import { form1 } from './form-1.ts';
import { form2 } from './form-2.ts';
import type { AxisName, Evidence } from './profile.ts';

/** The names and values of an address's query. A value that is wrongly encoded stays as it is written. */
function queryOf(url: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const query = url.replace(/#.*/, '').replace(/[^?]*\??/, '');
  for (const part of query.split('&')) {
    const name = part.replace(/=.*/, '');
    const value = part.slice(name.length + 1);
    try {
      found[name] = decodeURIComponent(value);
    } catch {
      found[name] = value;
    }
  }
  return found;
}

/** The Form whose website parameter an address carries; null where it carries none or both. */
export function askedParameter(url: string): 1 | 2 | null {
  const query = queryOf(url);
  const in1 = query[form1.websiteParameter] !== undefined;
  const in2 = query[form2.websiteParameter] !== undefined;
  return in1 === in2 ? null : in1 ? 1 : 2;
}

/** True for an address that carries both Forms' windows: a refusal of it is about the window, not the website parameter. */
export function asksBothWindows(url: string): boolean {
  const query = queryOf(url);
  return query[form1.range.from] !== undefined && query[form2.period.parameter] !== undefined;
}

/**
 * What the days of an analytics answer say about the window that its address asked for (specification §4): all days of a
 * range and no other speak for Form 1, as many days as a period has for Form 2. A range that some period gives as well
 * proves nothing, because a service that overlooks the range may answer just so.
 */
export function recogniseWindow(
  url: string,
  dates: readonly string[],
  at: number,
): readonly [AxisName, Evidence] | null {
  const query = queryOf(url);
  const from = query[form1.range.from] ?? '';
  const to = query[form1.range.to] ?? '';
  const period = query[form2.period.parameter];
  const days = dates.length;
  const isDate = /^\d{4}-\d\d-\d\d$/;
  if (days === 0) return null;
  if (isDate.test(from) && isDate.test(to)) {
    const asked = daysBetween(from, to) + 1;
    const likePeriod = String(asked) in form2.period.choices && to >= addDays(toCalendarDate(at), -1);
    const within = dates.every((date) => date >= from && date <= to);
    if (within && !likePeriod && days >= asked - 1 && days <= asked)
      return ['window', { form: 1, seen: `asked for ${from} to ${to}, got those ${days} days`, at }];
    if (period === undefined && dates.some((date) => date < addDays(from, -1) || date > addDays(to, 1)))
      return ['window', { form: 2, seen: `asked for ${from} to ${to}, got ${days} days, some outside`, at }];
  }
  const size = Object.keys(form2.period.choices).find(
    (one) => form2.period.choices[Number(one) as 7 | 30 | 90] === period,
  );
  if (size === undefined || Math.abs(days - Number(size)) > 1) return null;
  return ['window', { form: 2, seen: `asked for ${period}, got ${days} days`, at }];
}
