import type { LimitFields } from '@answershare/core';

export type Window = 'minute' | 'day';

/** What a header is about: a figure of a limit, or how long a policy is. */
export interface Subject {
  readonly window: Window;
  /** `policy`, a figure, or null for a word that is unknown. */
  readonly figure: keyof LimitFields | 'policy' | null;
  /** True for a name without a word of its own: `RateLimit`. */
  readonly isBare: boolean;
}

const figures: readonly (readonly [NonNullable<Subject['figure']>, RegExp])[] = [
  ['policy', /^policy$/],
  ['remaining', /^(remaining|left)$/],
  ['reset', /^(reset(time|at|after)?|retryafter)$/],
  ['used', /^(used|current)$/],
  ['limit', /^(limit|allotted|max)?$/],
];

/**
 * What a header says of a limit, by its words: `X-RateLimit-Remaining`, `X-Rate-Limit-Left`, `x-ratelimit-remaining-day`,
 * `X-DailyQuota-Used`, `RateLimit`. Null for a header of something else.
 */
export function subjectOf(name: string): Subject | null {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const family = /(ratelimit|dailyquota)(.*)/.exec(plain);
  if (!family) return null;
  const word = (family[2] ?? '').replace(/daily|day|requests|minute|per/g, '');
  const figure = figures.find(([, words]) => words.test(word))?.[0] ?? null;
  return { window: /day|daily/.test(plain) ? 'day' : 'minute', figure, isBare: word === '' };
}
