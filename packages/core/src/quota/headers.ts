import { largestOf, smallestOf } from './extremes.ts';
import { type LimitState, type RateState, unknownRate } from './rate-state.ts';
import { type DeltaUnit, isNumber, readReset, single } from './reset.ts';
import { readRetryAfter, serviceTime } from './retry-after.ts';
import { type LimitWindow, type Policies, structured, windowOf } from './structured.ts';

type Headers = Readonly<Record<string, string>>;
type Class = 'limit' | 'remaining' | 'used' | 'reset';

const classes: readonly (readonly [Class, RegExp])[] = [
  ['remaining', /^(remaining|left)$/],
  ['reset', /^(reset(time|at|after)?|retryafter)$/],
  ['used', /^(used|current)$/],
  ['limit', /^(limit|allotted|max)?$/],
];

/** The limit that a header speaks of, and the word for what of it; null for a header of something else. */
function subjectOf(name: string): { readonly window: LimitWindow; readonly word: string } | null {
  if (!/rate|quota/i.test(name)) return null;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const family = /(ratelimit|dailyquota)(.*)/.exec(plain);
  if (!family) return null;
  const window = /day|daily/.test(plain) ? 'day' : 'minute';
  return { window, word: (family[2] ?? '').replace(/daily|day|requests|minute|per/g, '') };
}

const none: Policies = new Map();

/** The windows of the policies that an answer names beside its limits. */
function policiesIn(headers: Headers): Policies {
  const named = new Map<string, LimitWindow | null>();
  for (const [name, text] of Object.entries(headers)) {
    const subject = subjectOf(name);
    if (subject?.word !== 'policy') continue;
    for (const item of structured(text)) named.set(item.name, windowOf(item, none, subject.window));
  }
  return named;
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
  const used: Partial<Record<LimitWindow, number>> = {};
  const put = (window: LimitWindow, of: Class, text: string): boolean => {
    const state = found[window];
    if (of === 'reset') {
      const context = { nowMs, windowSeconds: windowSeconds[window], retryAfterMs, learnt };
      const { waitMs, unit, sure } = readReset(text, context);
      if (waitMs === null) return false;
      if (state.resetAt === null) found[window] = { ...state, resetAt: hostMs + waitMs, unit, sure };
      return true;
    }
    const value = single(text, of === 'remaining' ? smallestOf : largestOf);
    if (!isNumber(value)) return false;
    if (of === 'used') used[window] = Number(value);
    else if (state[of] === null) found[window] = { ...state, [of]: Number(value) };
    return true;
  };
  const policies = policiesIn(headers);
  for (const [name, text] of Object.entries(headers)) {
    const subject = subjectOf(name);
    if (subject === null) continue;
    const { window, word } = subject;
    let read = false;
    if (word === 'policy') {
      for (const item of structured(text)) {
        const of = windowOf(item, none, window);
        const quota = /^\d+$/.test(item.name) ? item.name : String(item.of('q'));
        read = (of && put(of, 'limit', quota)) || read;
      }
    } else if (/;\s*r=\d/.test(text)) {
      read = true;
      // Of two limits of one window the one that is nearer to its end comes first and counts.
      for (const item of structured(text).sort((a, b) => a.of('r') - b.of('r') || 0)) {
        const of = windowOf(item, policies, window);
        const isFirst = of !== null && found[of].remaining === null;
        if (of === null || !put(of, 'remaining', String(item.of('r')))) unread.push(`${name}: ${item.text}`);
        else if (isFirst) put(of, 'reset', item.text);
      }
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
