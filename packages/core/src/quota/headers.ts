import { type LimitState, type RateState, unknownRate } from './rate-state.ts';
import { type DeltaUnit, isNumber, readReset, single } from './reset.ts';
import { readRetryAfter, serviceTime } from './retry-after.ts';

type Headers = Readonly<Record<string, string>>;
type Class = 'limit' | 'remaining' | 'used' | 'reset';

const classes: readonly (readonly [Class, RegExp])[] = [
  ['remaining', /^(remaining|left)$/],
  ['reset', /^(reset(time|at|after)?|retryafter)$/],
  ['used', /^(used|current)$/],
  ['limit', /^(limit|allotted|max)?$/],
];

/** The limit that a header speaks of, and the word for what of it; null for a header of something else. */
function subjectOf(name: string): { readonly window: 'minute' | 'day'; readonly word: string } | null {
  if (!/rate|quota/i.test(name)) return null;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const family = /(ratelimit|dailyquota)(.*)/.exec(plain);
  if (!family) return null;
  const window = /day|daily/.test(plain) ? 'day' : 'minute';
  return { window, word: (family[2] ?? '').replace(/daily|day|requests|minute|per/g, '') };
}

/**
 * Quotas of a structured policy: `"burst";q=100;w=60,"daily";q=1000;w=86400` (IETF RateLimit draft), `60;w=60` (its draft 7). Null
 * stands for a window that is neither about a minute nor a day long.
 */
function policies(text: string): readonly (readonly ['minute' | 'day' | null, number])[] {
  return text.split(',').map((item) => {
    const of = (name: string): number => Number(new RegExp(`${name}=(\\d+)`).exec(item)?.[1]);
    const [seconds, quota] = [of(';\\s*w'), Number(/^\s*(\d+)/.exec(item)?.[1] ?? of(';\\s*q'))];
    return [seconds >= 86_400 ? 'day' : seconds < 30 || seconds > 120 ? null : 'minute', quota] as const;
  });
}

const windowSeconds = { minute: 60, day: 86_400 };

/**
 * The limits that an answer's headers tell (specification §8; the unit of a reset and the names of the daily headers are
 * not shown). Names are taken by their words: `X-RateLimit-Remaining`, `X-Rate-Limit-Left`, `x-ratelimit-remaining-day`,
 * `X-DailyQuota-Used`, `RateLimit`. What is not understood is kept in `unread`.
 */
export function readRate(headers: Headers, hostMs: number, learnt: DeltaUnit | null = null): RateState {
  const found = { minute: { ...unknownRate.minute }, day: { ...unknownRate.day } };
  const unread: string[] = [];
  const nowMs = serviceTime(headers, hostMs);
  const retryAfterMs = readRetryAfter(headers, '', hostMs);
  const used: Partial<Record<'minute' | 'day', number>> = {};
  const put = (window: 'minute' | 'day', of: Class, text: string): boolean => {
    const state = found[window];
    if (of === 'reset') {
      const context = { nowMs, windowSeconds: windowSeconds[window], retryAfterMs, learnt };
      const { waitMs, unit, sure } = readReset(text, context);
      if (waitMs === null) return false;
      if (state.resetAt === null) found[window] = { ...state, resetAt: hostMs + waitMs, unit, sure };
      return true;
    }
    const value = single(text);
    if (!isNumber(value)) return false;
    if (of === 'used') used[window] = Number(value);
    else if (state[of] === null) found[window] = { ...state, [of]: Number(value) };
    return true;
  };
  for (const [name, text] of Object.entries(headers)) {
    const subject = subjectOf(name);
    if (subject === null) continue;
    const { window, word } = subject;
    const structured = /;\s*r=(\d+)/.exec(text);
    let read = false;
    if (word === 'policy') {
      for (const [of, quota] of policies(text)) read = (of && put(of, 'limit', String(quota))) || read;
    } else if (structured) {
      read = put(window, 'remaining', structured[1] ?? '');
      put(window, 'reset', text);
    } else if (word === '' && /=/.test(text)) {
      for (const part of text.split(',')) {
        const [, of, value = ''] = /(limit|remaining|reset)=(\d+)/.exec(part) ?? [];
        read = (of !== undefined && put(window, of as Class, value)) || read;
      }
    } else {
      const of = classes.filter(([, words]) => words.test(word))[0];
      read = of !== undefined && put(window, of[0], text);
    }
    if (!read) unread.push(`${name}: ${text}`);
  }
  return { minute: completed(found.minute, used.minute), day: completed(found.day, used.day), unread };
}

/** What is left can be told by what was used. */
function completed(state: LimitState, used: number | undefined): LimitState {
  if (used === undefined || state.limit === null || state.remaining !== null) return state;
  return { ...state, remaining: Math.max(0, state.limit - used) };
}
