import {
  addDays,
  fingerprintKey,
  type HttpOutcome,
  isStatedLimit,
  type LimitState,
  type LimitsRecipe,
  type RateState,
  readOutcomeLimits,
  toCalendarDate,
  unknownRateState,
} from '@answershare/core';
import type { KeyTrouble, QuotaMeter } from '../ports/action-context.ts';
import type { CellFault, CellQuery, QueryAnswer } from '../ports/query.ts';

const maxTroubles = 5;

/** TTL of an unchanged meter, seconds. */
export const meterSeconds = 172_800;

/** Cache keys of meters. */
export const meterPrefix = 'as3:meter:';

/** Cache key of a meter. It belongs to key and address, survives reconnecting the same key, and is never evicted. */
export function meterSlot({ key, baseUrl }: { readonly key: string; readonly baseUrl: string }): string {
  return `${meterPrefix}${fingerprintKey(`meter\n${baseUrl}\n${key}`)}`;
}

/** The next midnight UTC, milliseconds since the epoch: the service's days are assumed in UTC (DISCOVERIES.md, row 17). */
export const midnightAfter = (now: number): number =>
  Date.parse(`${addDays(toCalendarDate(now), 1)}T00:00:00Z`);

export function startingMeter(now: number): QuotaMeter {
  return {
    spent: 0,
    dayEnds: midnightAfter(now),
    rate: unknownRateState,
    planLimits: { perMinute: null, perDay: null },
    at: 0,
    dayAt: 0,
    answeredAt: 0,
    troubles: [],
  };
}

const withoutDayLeft = (meter: QuotaMeter): QuotaMeter => ({
  ...meter,
  rate: { ...meter.rate, day: { ...meter.rate.day, remaining: null, resetAt: null } },
});

/** The stored meter, with a new day if its day is over; else a new meter. */
export function readMeter(text: string | null, now: number): QuotaMeter {
  if (text === null) return startingMeter(now);
  const meter = { ...startingMeter(now), ...(JSON.parse(text) as Partial<QuotaMeter>) };
  if (now < meter.dayEnds) return meter;
  return withoutDayLeft({ ...meter, spent: 0, dayEnds: midnightAfter(now) });
}

const rejectionCodes = ['invalid_key', 'unauthorized'];

/** Why the service rejects the key, as far as the file knows; null if a later answer succeeded. */
export function findKeyRefusal({ troubles, answeredAt }: QuotaMeter): CellFault | null {
  const found = troubles.find(({ code, at }) => rejectionCodes.includes(code) && at >= answeredAt);
  return found === undefined ? null : { code: found.code, sentence: found.sentence };
}

/** Answers after a time, milliseconds since the epoch, that no recipe could read; the newest first. */
export const listUnreadAnswers = (meter: QuotaMeter | null, after: number): readonly KeyTrouble[] =>
  (meter?.troubles ?? []).filter(({ code, at }) => code === 'shape' && at > after);

/** What one execution adds to the meter. */
export interface ServiceUsage {
  recordSent(outcomes: readonly HttpOutcome[], now: number): void;
  recordAnswers(queries: readonly CellQuery[], answers: readonly QueryAnswer[], now: number): void;
  /** The update since the last call; null for none. */
  takeUpdate(): ((meter: QuotaMeter) => QuotaMeter) | null;
}

/** Codes of faults in an argument, or over with the call. */
const transientCodes = ['not_found', 'not_allowed', 'bad_window', 'bad_request', 'pending', 'paused'];

/** Concurrent answers arrive in any order: the state with less left is the later one. */
function selectLaterLimit(one: LimitState, other: LimitState): LimitState {
  if (one.remaining === null) return other;
  return other.remaining === null || one.remaining <= other.remaining ? one : other;
}

const selectLater = (one: RateState, other: RateState): RateState => ({
  ...other,
  minute: selectLaterLimit(one.minute, other.minute),
  day: selectLaterLimit(one.day, other.day),
});

function withRate(meter: QuotaMeter, { minute, day }: RateState, now: number): QuotaMeter {
  const withMinute = isStatedLimit(minute) ? { ...meter, at: now, rate: { ...meter.rate, minute } } : meter;
  if (!isStatedLimit(day)) return withMinute;
  const dayEnds = day.resetAt !== null && day.resetAt > now ? day.resetAt : meter.dayEnds;
  const used = day.limit === null || day.remaining === null ? 0 : day.limit - day.remaining;
  const spent = Math.max(meter.spent, used);
  return { ...withMinute, spent, dayAt: now, dayEnds, rate: { ...withMinute.rate, day } };
}

/** Records answers that succeeded: only they show the plan, and that a day is not used up. */
function withAnswers(meter: QuotaMeter, { minute, day }: RateState, now: number): QuotaMeter {
  const { perMinute, perDay } = meter.planLimits;
  const planLimits = { perMinute: minute.limit ?? perMinute, perDay: day.limit ?? perDay };
  const isUsedUp = meter.rate.day.remaining === 0 && meter.dayAt < now;
  return { ...(isUsedUp ? withoutDayLeft(meter) : meter), answeredAt: now, planLimits };
}

function withTrouble(meter: QuotaMeter, trouble: KeyTrouble): QuotaMeter {
  const others = meter.troubles.filter(
    ({ code, sentence }) => code !== trouble.code || sentence !== trouble.sentence,
  );
  return { ...meter, troubles: [trouble].concat(others).slice(0, maxTroubles) };
}

/** @param limits the headers in which the service states its limits */
export function updateMeter(limits: LimitsRecipe): ServiceUsage {
  const steps: ((meter: QuotaMeter) => QuotaMeter)[] = [];
  return {
    recordSent(outcomes, now) {
      steps.push((meter) => ({ ...meter, spent: meter.spent + outcomes.length }));
      const received = outcomes.flatMap((outcome) => (outcome.ok ? [outcome] : []));
      if (received.length === 0) return;
      const read = (one: (typeof received)[number]): RateState => readOutcomeLimits(limits, one, now);
      const answered = received.filter(({ status }) => status < 300).map(read);
      if (answered.length > 0) steps.push((meter) => withAnswers(meter, answered.reduce(selectLater), now));
      steps.push((meter) => withRate(meter, received.map(read).reduce(selectLater), now));
    },
    recordAnswers(queries, answers, now) {
      answers.forEach((answer, index) => {
        const fault = answer.ok ? answer.stale : answer;
        if (fault === null || transientCodes.includes(fault.code)) return;
        const { code, sentence } = fault;
        const { endpoint, reference } = queries[index] as CellQuery;
        const shownFrom = answer.ok ? answer.fetchedAt : null;
        const about = code === 'shape' ? { endpoint, reference, shownFrom } : {};
        steps.push((meter) => withTrouble(meter, { code, sentence, ...about, at: now, until: answer.until }));
      });
    },
    takeUpdate() {
      const pending = steps.splice(0);
      return pending.length === 0 ? null : (meter) => pending.reduce((updated, step) => step(updated), meter);
    },
  };
}
