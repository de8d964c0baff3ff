import { type LimitState, type PlanName, plans, toForm } from '@answershare/core';
import type { Connection } from '../connection/connection.ts';
import { hostOf } from '../connection/status.ts';
import { keyRefusal, type Meter } from './meter.ts';

/** What a file knows of its service without asking it; null is unknown. Instants in milliseconds since the epoch. */
export interface StatusFacts {
  /** `ready`, `paused`, `not connected`, or the code of a fault that stands. */
  readonly state: string;
  readonly host: string | null;
  readonly form: 1 | 2 | 'mixed' | null;
  readonly websites: number | null;
  /** The plan whose limits the service told; a guess. */
  readonly plan: PlanName | null;
  readonly minute_limit: number | null;
  readonly minute_left: number | null;
  readonly minute_reset: number | null;
  readonly day_limit: number | null;
  readonly day_left: number | null;
  readonly day_reset: number | null;
  /** When the limits were told. */
  readonly limits_seen: number | null;
  /** A lower bound. */
  readonly spent_today: number | null;
  readonly paused: boolean | null;
  /** When the last refresh ended that brought an answer. */
  readonly last_refresh: number | null;
  readonly newest_data: number | null;
  readonly oldest_data: number | null;
  readonly last_fault: string | null;
  readonly last_fault_at: number | null;
}

/** Faults that stand for the whole key until their time is over. */
const standing = ['rate_limited', 'daily_quota_exceeded', 'server_error', 'unreachable', 'timeout'];

const minuteMs = 60_000;

function stateOf({ paused }: Connection, meter: Meter, now: number): string {
  if (paused) return 'paused';
  const refusal = keyRefusal(meter);
  if (refusal !== null) return refusal.code;
  const trouble = meter.troubles.find(({ code }) => standing.indexOf(code) >= 0);
  return trouble && trouble.until > now && trouble.at >= meter.answeredAt ? trouble.code : 'ready';
}

/** The only plan that has these limits. */
function planOf(perMinute: number | null, perDay: number | null): PlanName | null {
  if (perMinute === null && perDay === null) return null;
  const fitting = (Object.keys(plans) as PlanName[]).filter(
    (name) =>
      (perMinute === null || plans[name].perMinute === perMinute) &&
      (perDay === null || plans[name].perDay === perDay),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** What is left of a limit, until its window is over. */
function left({ remaining, resetAt }: LimitState, latest: number, now: number): number | null {
  return now < Math.min(resetAt ?? latest, latest) ? remaining : null;
}

const later = (instant: number | null, now: number): number | null =>
  instant !== null && instant > now ? instant : null;

export interface StatusSources {
  /** Null where nothing is connected. */
  readonly connection: Connection | null;
  readonly meter: Meter;
  /** When each kept answer came. */
  readonly answeredAt: readonly number[];
  readonly now: number;
}

/** Told by cells, sidebar and diagnosis alike, at no request. */
export function statusFacts({ connection, meter, answeredAt, now }: StatusSources): StatusFacts {
  const { minute, day } = meter.rate;
  const dayLeft = left(day, meter.dayEnds, now);
  const used = day.limit !== null && dayLeft !== null ? day.limit - dayLeft : 0;
  const [trouble] = meter.troubles;
  const ages = answeredAt.slice().sort((one, other) => one - other);
  const none = connection === null;
  return {
    state: none ? 'not connected' : stateOf(connection, meter, now),
    host: none ? null : hostOf(connection.baseUrl),
    form: none ? null : toForm(connection.profile),
    websites: none ? null : connection.websites,
    plan: planOf(minute.limit, day.limit),
    minute_limit: minute.limit,
    minute_left: left(minute, meter.at + minuteMs, now),
    minute_reset: later(minute.resetAt, now),
    day_limit: day.limit,
    day_left: dayLeft,
    day_reset: later(day.resetAt, now),
    limits_seen: Math.max(meter.at, meter.dayAt) || null,
    spent_today: none ? null : Math.max(meter.spent, used),
    paused: none ? null : connection.paused,
    last_refresh: none ? null : connection.refreshedAt || null,
    newest_data: ages[ages.length - 1] ?? null,
    oldest_data: ages[0] ?? null,
    last_fault: trouble ? `[${trouble.code}] ${trouble.sentence}` : null,
    last_fault_at: trouble ? trouble.at : null,
  };
}
