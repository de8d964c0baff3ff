import { type HttpOutcome, type RateState, readLimits, specifiedLimits } from '@answershare/core';
import type { Connection } from '../connection/connection.ts';
import type { Meter } from '../service/meter.ts';
import { heardOutcomes } from './http.ts';
import { keptMeter } from './kept-meter.ts';

type Limit = RateState['minute'];

/** Of states told together the one with less left is the later one: answers that go out together come in any order. */
function later(one: Limit, other: Limit): Limit {
  if (one.remaining === null) return other;
  return other.remaining === null || one.remaining <= other.remaining ? one : other;
}

const rateOf = (outcome: HttpOutcome, connection: Connection, now: number): readonly RateState[] =>
  outcome.ok ? [readLimits(connection.profile.limits ?? specifiedLimits, outcome.headers, now)] : [];

/** What is known of the key's limits, with what this execution heard since the last call of this function. */
export function meterNow(connection: Connection, before: Meter | null): Meter {
  const now = Date.now();
  const meter = before ?? keptMeter(connection, now);
  const told = heardOutcomes().reduce<RateState[]>(
    (all, outcome) => all.concat(rateOf(outcome, connection, now)),
    [],
  );
  if (told.length === 0) return meter;
  const minute = told.map((rate) => rate.minute).reduce(later);
  const day = told.map((rate) => rate.day).reduce(later);
  return {
    ...meter,
    at: minute.remaining === null ? meter.at : now,
    rate: {
      minute: minute.remaining === null ? meter.rate.minute : minute,
      day: day.remaining === null ? meter.rate.day : day,
      retryAfterMs: null,
      unread: meter.rate.unread,
    },
  };
}
