import { type HeaderFormat, type LimitFields, latestResetMs, parseHeaderWait } from '@answershare/core';

export type LimitWindow = 'minute' | 'day';

/** The subject of a header: a figure of a limit, or a policy. */
export interface LimitSubject {
  /** The letters of the name before its figure: `xratelimit`. */
  readonly family: string;
  readonly window: LimitWindow;
  /** Null for an unknown word. */
  readonly figure: keyof LimitFields | 'policy' | null;
  /** True for a name without a figure: `RateLimit`. */
  readonly isBare: boolean;
}

const figures: readonly (readonly [NonNullable<LimitSubject['figure']>, RegExp])[] = [
  ['policy', /^policy$/],
  ['remaining', /^(remaining|left)$/],
  ['reset', /^(reset(time|at|after)?|retryafter)$/],
  ['used', /^(used|current)$/],
  ['limit', /^(limit|allotted|max)?$/],
];

/**
 * Parses a header name such as `X-RateLimit-Remaining`, `X-Rate-Limit-Left`, `x-ratelimit-remaining-day`,
 * `X-DailyQuota-Used` or `RateLimit`; null for another header.
 */
export function toLimitSubject(name: string): LimitSubject | null {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const family = /(ratelimit|dailyquota)(.*)/.exec(plain);
  if (!family) return null;
  const word = (family[2] ?? '').replace(/daily|day|requests|minute|per/g, '');
  const figure = figures.find(([, words]) => words.test(word))?.[0] ?? null;
  const stem = plain.slice(0, family.index + (family[1]?.length ?? 0));
  return { family: stem, window: /day|daily/.test(plain) ? 'day' : 'minute', figure, isBare: word === '' };
}

/** The reset header of one answer. */
export interface ResetSample {
  readonly text: string;
  /** Time of receipt, milliseconds since the epoch; the service's clock may differ. */
  readonly at: number;
  readonly serviceMs: number;
  /** The wait of Retry-After in the same answer, milliseconds. */
  readonly retryAfterMs: number | null;
}

type Unit = 'seconds' | 'milliseconds';

/** Largest difference of two rounded waits: a reset of 1 with a Retry-After of 0 is a second, not a millisecond. */
const unitToleranceMs = 1_500;

const closestUnit = (n: number, ms: number): Unit | null => {
  if (Math.abs(n * 1_000 - ms) <= unitToleranceMs) return 'seconds';
  return Math.abs(n - ms) <= unitToleranceMs ? 'milliseconds' : null;
};

/** The unit that agrees with Retry-After of the same answer. */
function inferUnitByWitness({ text, retryAfterMs }: ResetSample): Unit | null {
  const n = Number(text);
  return retryAfterMs === null || n <= 0 ? null : closestUnit(n, retryAfterMs);
}

/** The unit in which a number fell between two answers; null if they are too close. */
function inferUnitByFall(before: ResetSample, after: ResetSample): Unit | null {
  const passed = after.at - before.at;
  return passed < 3_000 ? null : closestUnit(Number(before.text) - Number(after.text), passed);
}

/**
 * Infers the format of a reset, which the specification does not show (§8). A large number is an instant since the epoch.
 * Retry-After shows the unit of a smaller one, else its fall between two answers. Null if the last value fits no format.
 */
export function inferResetFormat(samples: readonly ResetSample[], window: LimitWindow): HeaderFormat | null {
  const last = samples[samples.length - 1];
  if (last === undefined) return null;
  const fits = (format: HeaderFormat, { text, serviceMs }: ResetSample = last): boolean =>
    parseHeaderWait(format, text, serviceMs, latestResetMs[window]) !== null;
  const plain = (['epoch', 'date', 'duration'] as const).find((format) => fits(format));
  if (plain !== undefined) return plain;
  if (!fits('any')) return null;
  const numbers = samples.filter((sample) => fits('any', sample) && !fits('epoch', sample));
  const falls = numbers.slice(1).map((after, at) => inferUnitByFall(numbers[at] ?? after, after));
  const units = [...numbers.map(inferUnitByWitness).reverse(), ...falls.reverse()];
  const shown = units.find((unit) => unit !== null && numbers.every((one) => fits(unit, one)));
  if (shown) return shown;
  return numbers.every(({ text }) => Number(text) <= 60) ? 'seconds' : 'any';
}
