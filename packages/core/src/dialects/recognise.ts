import type { FaultKind } from '../errors/api-error.ts';
import { form1 } from './form-1.ts';
import { form2 } from './form-2.ts';
import { type AxisName, type Evidence, otherForm } from './profile.ts';

const codesOf1: Readonly<Record<string, unknown>> = form1.codes;
const codesOf2: Readonly<Record<string, unknown>> = form2.codes;

/** What an error code alone says about the Form in force: only a code that one Form has and the other lacks (specification §7). */
export function recogniseCode(code: string, at: number): readonly [AxisName, Evidence] | null {
  const in1 = codesOf1[code] !== undefined;
  const in2 = codesOf2[code] !== undefined;
  if (in1 === in2) return null;
  const form = in1 ? 1 : 2;
  return ['errorCodes', { form, seen: `error code ${code} exists in Form ${form} only`, at }];
}

/** True where an answer carries headers of the daily quota (specification §8; their full names are not shown). */
export function hasDailyHeaders(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => /^x-?daily-?quota/.test(name));
}

/** A daily cap that comes with headers of its own speaks for Form 2 (specification §8). */
export function recogniseHeaders(
  headers: Readonly<Record<string, string>>,
  at: number,
): readonly [AxisName, Evidence] | null {
  return hasDailyHeaders(headers) ? ['errorCodes', { form: 2, seen: 'X-DailyQuota headers', at }] : null;
}

/** True where the words of a request were not understood: a 400, or an error that stands for one under a status of success. */
export const isMisunderstood = (status: number | null, kind: FaultKind | null): boolean =>
  status === 400 || (kind === 'bad_request' && status !== null && status < 300);

/** True for a refusal that names the other Form's website parameter and not the one that was sent. */
export function namesOtherParameter(asked: 1 | 2, text: string): boolean {
  const names = [form1.websiteParameter, form2.websiteParameter];
  return text.includes(names[2 - asked] as string) && !text.includes(names[asked - 1] as string);
}

/** True for a status that refuses a request and speaks of neither the key nor a limit. */
export const refusesWords = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && ![401, 402, 403, 408, 429].includes(status);

/** What the answer to a request with the website parameter of `asked` says (specification §4). */
export function recogniseParameter(
  asked: 1 | 2,
  status: number,
  code: string | null,
  at: number,
): readonly [AxisName, Evidence] | null {
  const name = (asked === 1 ? form1 : form2).websiteParameter;
  const isFine = status >= 200 && status < 300;
  if (isFine && code === null)
    return ['websiteParameter', { form: asked, seen: `${name} answered ${status}`, at }];
  if ((status === 400 && code === null) || ((status === 400 || isFine) && code === 'bad_request')) {
    return [
      'websiteParameter',
      { form: otherForm(asked), seen: `${name} answered ${status}${code ? ` ${code}` : ''}`, at },
    ];
  }
  return null;
}
