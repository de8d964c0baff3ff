import {
  addDays,
  fingerprintKey,
  type HttpOutcome,
  type LimitState,
  type LimitsRecipe,
  type RateState,
  readLimits,
  toCalendarDate,
  unknownRateState,
} from '@answershare/core';
import type { Answer, Fault } from '../asks/ask.ts';

/** A fault that cells met. */
export interface Trouble extends Fault {
  /** When it was last met, milliseconds since the epoch. */
  readonly at: number;
  /** Until when it stands, as far as it tells. */
  readonly until: number;
}

/** What a file knows of its key's use, from the answers that it got itself. */
export interface Meter {
  /** Requests since the day began: a lower bound, as parallel executions may count over each other and others use the key. */
  readonly spent: number;
  /** When the day ends at which `spent` is counted anew: what the service told, else midnight UTC. */
  readonly dayEnds: number;
  /** What the last answers told of the limits. */
  readonly rate: RateState;
  /** When the minute and the day of `rate` were told; 0 for never. */
  readonly at: number;
  readonly dayAt: number;
  /** When the last good answer came; 0 for never. */
  readonly answeredAt: number;
  /** The last ones, newest first, each once. */
  readonly troubles: readonly Trouble[];
}

const mostTroubles = 5;

/** How long a meter that nothing is added to is kept, seconds. */
export const meterSeconds = 172_800;

/** A meter belongs to the key and the address, and is there again when the same key is connected anew. */
export function meterSlot({ key, baseUrl }: { readonly key: string; readonly baseUrl: string }): string {
  return `as3:${fingerprintKey(`meter\n${baseUrl}\n${key}`)}`;
}

function midnightAfter(now: number): number {
  return Date.parse(`${addDays(toCalendarDate(now), 1)}T00:00:00Z`);
}

export function startingMeter(now: number): Meter {
  return {
    spent: 0,
    dayEnds: midnightAfter(now),
    rate: unknownRateState,
    at: 0,
    dayAt: 0,
    answeredAt: 0,
    troubles: [],
  };
}

/** A kept meter with its day begun anew where the old one is over; a new one where none is kept. */
export function readMeter(text: string | null, now: number): Meter {
  if (text === null) return startingMeter(now);
  const meter = JSON.parse(text) as Meter;
  return now < meter.dayEnds ? meter : { ...meter, spent: 0, dayEnds: midnightAfter(now) };
}

/** Codes of a key that the service refuses. */
const refusals = ['invalid_key', 'unauthorized'];

/** Why the service refuses the key, as far as the file knows: no good answer came since; null where it does not. */
export function keyRefusal({ troubles, answeredAt }: Meter): Fault | null {
  const found = troubles.find(({ code, at }) => refusals.includes(code) && at >= answeredAt);
  return found === undefined ? null : { code: found.code, sentence: found.sentence };
}

/** The last answer that no recipe could read, met after a time in milliseconds since the epoch; null for none. */
export function unreadAnswer({ troubles }: Meter, after: number): Trouble | null {
  return troubles.find(({ code, at }) => code === 'shape' && at > after) ?? null;
}

/** What one execution adds to the meter. */
export interface Usage {
  sent(outcomes: readonly HttpOutcome[], now: number): void;
  answered(answers: readonly Answer[], now: number): void;
  /** What there is to add since this was last asked; null for nothing. */
  added(): ((meter: Meter) => Meter) | null;
}

/** Codes of faults that somebody's argument has, or that are over with the call. */
const own = ['not_found', 'bad_window', 'bad_request', 'pending', 'paused', 'budget'];

const isTold = ({ limit, remaining }: LimitState): boolean => limit !== null || remaining !== null;

function withRate(meter: Meter, { minute, day }: RateState, now: number): Meter {
  const heard = isTold(minute) ? { ...meter, at: now, rate: { ...meter.rate, minute } } : meter;
  if (!isTold(day)) return heard;
  const dayEnds = day.resetAt !== null && day.resetAt > now ? day.resetAt : meter.dayEnds;
  return { ...heard, dayAt: now, dayEnds, rate: { ...heard.rate, day } };
}

function withTrouble(meter: Meter, trouble: Trouble): Meter {
  const others = meter.troubles.filter(
    ({ code, sentence }) => code !== trouble.code || sentence !== trouble.sentence,
  );
  return { ...meter, troubles: [trouble].concat(others).slice(0, mostTroubles) };
}

/** @param limits in which headers the service states its limits */
export function usage(limits: LimitsRecipe): Usage {
  const steps: ((meter: Meter) => Meter)[] = [];
  return {
    sent(outcomes, now) {
      steps.push((meter) => ({ ...meter, spent: meter.spent + outcomes.length }));
      for (const outcome of outcomes) {
        if (!outcome.ok) continue;
        const rate = readLimits(limits, outcome.headers, now);
        const good = outcome.status < 300;
        steps.push((meter) => ({
          ...withRate(meter, rate, now),
          answeredAt: good ? now : meter.answeredAt,
        }));
      }
    },
    answered(answers, now) {
      for (const answer of answers) {
        const fault = answer.ok ? answer.stale : answer;
        if (fault === null || own.indexOf(fault.code) >= 0) continue;
        const { code, sentence } = fault;
        steps.push((meter) => withTrouble(meter, { code, sentence, at: now, until: answer.until }));
      }
    },
    added() {
      const taken = steps.splice(0);
      return taken.length === 0 ? null : (meter) => taken.reduce((grown, step) => step(grown), meter);
    },
  };
}
