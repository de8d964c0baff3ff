import {
  axisNames,
  endpointNames,
  formatUtcTime,
  type LimitState,
  maskKey,
  type PlanName,
  plans,
  type RecipeBook,
  toForm,
} from '@answershare/core';
import { type Connection, toHostName } from '../connection/connection.ts';
import { findKeyRefusal } from '../connection/meter.ts';
import type { QuotaMeter } from '../ports/action-context.ts';
import type { DiagnosisRow, StatusFacts } from '../ports/file-facts.ts';
import { formatEvidence, statusTexts } from './explanation.ts';

/** Faults of the whole key until they end. */
const keyFaults = ['rate_limited', 'daily_quota_exceeded', 'server_error', 'unreachable', 'timeout'];

const minuteMs = 60_000;

function describeState({ paused }: Connection, meter: QuotaMeter, now: number): string {
  if (paused) return 'paused';
  const refusal = findKeyRefusal(meter);
  if (refusal !== null) return refusal.code;
  const trouble = meter.troubles.find(({ code }) => keyFaults.includes(code));
  return trouble && trouble.until > now && trouble.at >= meter.answeredAt ? trouble.code : 'ready';
}

/** The only plan with these limits. */
function inferPlan({ perMinute, perDay }: QuotaMeter['planLimits']): PlanName | null {
  if (perMinute === null && perDay === null) return null;
  const fitting = (Object.keys(plans) as PlanName[]).filter(
    (name) =>
      (perMinute === null || plans[name].perMinute === perMinute) &&
      (perDay === null || plans[name].perDay === perDay),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The remainder of a limit, until its window ends. */
function computeRemaining({ remaining, resetAt }: LimitState, latest: number, now: number): number | null {
  return now < Math.min(resetAt ?? latest, latest) ? remaining : null;
}

const selectFuture = (instant: number | null, now: number): number | null =>
  instant !== null && instant > now ? instant : null;

export interface StatusSources {
  /** Null without a connection. */
  readonly connection: Connection | null;
  readonly meter: QuotaMeter;
  /** When each stored answer arrived. It unpacks all of them. */
  readonly answeredAt: () => readonly number[];
  readonly now: number;
}

/** Reads the facts for cells, sidebar and diagnosis, without a request. */
export function readStatusFacts({ connection, meter, answeredAt, now }: StatusSources): StatusFacts {
  const { minute, day } = meter.rate;
  const [trouble] = meter.troubles;
  let ages: readonly number[] | null = null;
  const readAges = (): readonly number[] => {
    ages ??= answeredAt()
      .slice()
      .sort((one, other) => one - other);
    return ages;
  };
  const isMissing = connection === null;
  return {
    state: isMissing ? 'not connected' : describeState(connection, meter, now),
    host: isMissing ? null : toHostName(connection.baseUrl),
    form: isMissing ? null : toForm(connection.profile),
    websites: isMissing ? null : connection.websites,
    plan: inferPlan(meter.planLimits),
    minute_limit: minute.limit,
    minute_left: computeRemaining(minute, meter.at + minuteMs, now),
    minute_reset: selectFuture(minute.resetAt, now),
    day_limit: day.limit,
    day_left: computeRemaining(day, meter.dayEnds, now),
    day_reset: selectFuture(day.resetAt, now),
    limits_seen: Math.max(meter.at, meter.dayAt) || null,
    spent_today: isMissing ? null : meter.spent,
    paused: isMissing ? null : connection.paused,
    last_refresh: isMissing ? null : connection.refreshedAt || null,
    get newest_data() {
      return readAges()[readAges().length - 1] ?? null;
    },
    get oldest_data() {
      return readAges()[0] ?? null;
    },
    last_fault: trouble ? `[${trouble.code}] ${trouble.sentence}` : null,
    last_fault_at: trouble ? trouble.at : null,
  };
}

/** The inputs of a diagnosis. Only the connection holds the key, and the diagnosis masks it. */
export interface DiagnosisSources {
  readonly version: string;
  readonly address: string;
  readonly connection: Connection | null;
  /** All recipes in use. */
  readonly recipes: RecipeBook;
  /** Why the stored connection cannot be used; null if it can or there is none. */
  readonly connectionFault: string | null;
  readonly facts: StatusFacts;
  readonly meter: QuotaMeter;
  readonly keptAnswers: number;
  readonly zone: string;
  readonly locale: string;
  /** Where the script runs. */
  readonly place: string;
  readonly cache: string;
  readonly properties: string;
  readonly now: number;
}

const clock = (instant: number | null): string => (instant === null ? 'unknown' : formatUtcTime(instant));

const formatKnown = (value: number | string | null): string => (value === null ? 'unknown' : String(value));

/** How each endpoint's answers are read. */
function recipeRows(book: RecipeBook): readonly DiagnosisRow[] {
  return endpointNames.map((endpoint): DiagnosisRow => {
    const known = (book[endpoint] ?? []).map(({ status }) => statusTexts[status]);
    return [`Reading of ${endpoint}`, known.join(', ') || 'none: open the sidebar'];
  });
}

function findResetUnit({ profile }: Connection): string {
  const format = profile.limits?.minute[0]?.reset?.[1];
  return format === undefined || format === 'any' ? 'unknown' : format;
}

/** Rows for a report: everything that helps to find a fault, without a secret. */
export function listDiagnosis(sources: DiagnosisSources): readonly DiagnosisRow[] {
  const { connection, facts, meter } = sources;
  const connected: DiagnosisRow[] =
    connection === null
      ? [['Connection', sources.connectionFault ?? 'none']]
      : [
          ['Connection', facts.state],
          ['Key', maskKey(connection.key)],
          ['Websites', formatKnown(connection.websites)],
          ['Form', formatKnown(facts.form)],
          ...formatEvidence(connection.profile, axisNames).map((clause): DiagnosisRow => ['Form by', clause]),
          ...recipeRows(sources.recipes),
          ['Reset counts in', findResetUnit(connection)],
          [
            'Minute',
            `${formatKnown(facts.minute_left)} of ${formatKnown(facts.minute_limit)} left, reset ${clock(facts.minute_reset)}`,
          ],
          [
            'Day',
            `${formatKnown(facts.day_left)} of ${formatKnown(facts.day_limit)} left, reset ${clock(facts.day_reset)}`,
          ],
          ['Limits reported', clock(facts.limits_seen)],
          ['Limit headers not read', meter.rate.unread.join('; ') || 'none'],
          ['Spent today, at least', formatKnown(facts.spent_today)],
          ['Last refresh', facts.last_refresh === null ? 'none' : clock(facts.last_refresh)],
        ];
  return [
    ['Add-on', sources.version],
    ['Now', clock(sources.now)],
    ['Service', sources.address],
    ...connected,
    ['Answers kept', `${sources.keptAnswers}, ${clock(facts.oldest_data)} to ${clock(facts.newest_data)}`],
    ['Spreadsheet zone', sources.zone],
    ['Spreadsheet locale', sources.locale],
    ['Runs in', sources.place],
    ['Cache', sources.cache],
    ['Document properties', sources.properties],
    ...meter.troubles.map(
      ({ code, sentence, at }): DiagnosisRow => ['Fault', `${clock(at)} [${code}] ${sentence}`],
    ),
  ];
}
