import { addDays, daysBetween, toCalendarDate } from '../calendar/calendar.ts';
import type { FaultKind } from '../errors/api-error.ts';
import { form1, form2 } from './forms.ts';
import { type AxisName, type Evidence, otherForm } from './profile.ts';

const form1Codes: Readonly<Record<string, unknown>> = form1.codes;
const form2Codes: Readonly<Record<string, unknown>> = form2.codes;

/** Infers the Form from an error code that only one Form defines (specification §7). */
export function recogniseCode(code: string, at: number): readonly [AxisName, Evidence] | null {
  const in1 = form1Codes[code] !== undefined;
  const in2 = form2Codes[code] !== undefined;
  if (in1 === in2) return null;
  const form = in1 ? 1 : 2;
  return ['errorCodes', { form, seen: `error code ${code} exists in Form ${form} only`, at }];
}

/** True for headers of the daily quota (specification §8 does not show their full names). */
export function hasDailyHeaders(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => /^x-?daily-?quota/.test(name));
}

/** Headers of a daily quota indicate Form 2 (specification §8). */
export function recogniseHeaders(
  headers: Readonly<Record<string, string>>,
  at: number,
): readonly [AxisName, Evidence] | null {
  return hasDailyHeaders(headers) ? ['errorCodes', { form: 2, seen: 'X-DailyQuota headers', at }] : null;
}

/** True for a 400, or a `bad_request` error under a success status. */
export const isMisunderstood = (status: number | null, kind: FaultKind | null): boolean =>
  status === 400 || (kind === 'bad_request' && status !== null && status < 300);

/** True for a refusal that names the other Form's website parameter and not the one sent. */
export function namesOtherParameter(asked: 1 | 2, text: string): boolean {
  const names = [form1.websiteParameter, form2.websiteParameter];
  return text.includes(names[2 - asked] as string) && !text.includes(names[asked - 1] as string);
}

/** True for a 4xx status that concerns neither the key, a timeout nor a limit. */
export const rejectsParameter = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && ![401, 402, 403, 408, 429].includes(status);

/** Infers the Form from the answer to a website parameter (specification §4). */
export function recogniseParameter(
  asked: 1 | 2,
  status: number,
  code: string | null,
  at: number,
): readonly [AxisName, Evidence] | null {
  const name = (asked === 1 ? form1 : form2).websiteParameter;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && code === null)
    return ['websiteParameter', { form: asked, seen: `${name} answered ${status}`, at }];
  if ((status === 400 && code === null) || ((status === 400 || isSuccess) && code === 'bad_request')) {
    return [
      'websiteParameter',
      { form: otherForm(asked), seen: `${name} answered ${status}${code ? ` ${code}` : ''}`, at },
    ];
  }
  return null;
}

const faultKinds = new Map<string, FaultKind>(Object.entries({ ...form1.codes, ...form2.codes }));

/** The fault kind of an error code of either Form, whatever its case (specification §7); null if unknown. */
export function toFaultKind(code: string): FaultKind | null {
  const normalized = code.trim().toLowerCase().replace(/[- ]/g, '_');
  return faultKinds.get(normalized) ?? null;
}

/** Parses the query of a URL. A value with invalid encoding stays encoded. */
function parseQuery(url: string): Readonly<Record<string, string>> {
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

/** The Form whose website parameter a URL carries; null for none or both. */
export function findAskedParameter(url: string): 1 | 2 | null {
  const query = parseQuery(url);
  const in1 = query[form1.websiteParameter] !== undefined;
  const in2 = query[form2.websiteParameter] !== undefined;
  return in1 === in2 ? null : in1 ? 1 : 2;
}

/** The id of the website that a URL asks about; null for none. */
export function findAskedWebsite(url: string): string | null {
  const query = parseQuery(url);
  return query[form1.websiteParameter] ?? query[form2.websiteParameter] ?? null;
}

/** True for a URL with a window: its refusal may concern the window, so it is no evidence of the website parameter. */
export function asksWindow(url: string): boolean {
  const query = parseQuery(url);
  return [form1.range.from, form1.range.to, form2.period.parameter].some((name) => query[name] !== undefined);
}

/**
 * Infers the Form from the days in an analytics answer and the window in its URL (specification §4). Exactly the days of a
 * range indicate Form 1; the number of days of a period indicates Form 2. A range equal to a period proves nothing, because
 * a service that ignores ranges may answer with it too.
 */
export function recogniseWindow(
  url: string,
  dates: readonly string[],
  at: number,
): readonly [AxisName, Evidence] | null {
  const query = parseQuery(url);
  const from = query[form1.range.from] || '';
  const to = query[form1.range.to] || '';
  const period = query[form2.period.parameter];
  const days = dates.length;
  const isDate = /^\d{4}-\d\d-\d\d$/;
  if (days === 0) return null;
  if (isDate.test(from) && isDate.test(to)) {
    const asked = daysBetween(from, to) + 1;
    const isLikePeriod = String(asked) in form2.period.choices && to >= addDays(toCalendarDate(at), -1);
    const isWithin = dates.every((date) => date >= from && date <= to);
    if (isWithin && !isLikePeriod && days >= asked - 1 && days <= asked)
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
