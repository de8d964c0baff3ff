import type { CalendarDate } from '@answershare/core';
import { formatMinute } from '../schedule/clock.ts';
import { iteratePastTimes } from '../schedule/cron.ts';
import type { Timetable } from '../schedule/due.ts';
import { toLocalDate } from '../schedule/iso-week.ts';
import type { BotSettings } from '../settings/settings.ts';
import { countFuture } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import type { Shutdown } from '../system/shutdown.ts';
import { pluralize } from '../system/text.ts';
import { type CollectResult, collectSnapshots } from './collect.ts';
import { readPauseEnd } from './questions.ts';

/** One line per endpoint and reason. Reasons that differ only in numbers count as one. */
function formatFailures(failures: CollectResult['failures']): string[] {
  const alike = new Map<string, CollectResult['failures']>();
  for (const failure of failures) {
    const key = `${failure.endpoint} ${failure.reason.replace(/\d+(\.\d+)?/g, '0')}`;
    alike.set(key, [...(alike.get(key) ?? []), failure]);
  }
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { website, endpoint, reason } = first;
    if (others.length === 0) return `  ${website} ${endpoint}: ${reason}`;
    return `  ${endpoint} of ${pluralize(others.length + 1, 'website')}, the first ${website}: ${reason}`;
  });
}

/** One line for the day, per group of failures, per missing website, and for an early stop. */
export function formatCollectResult(collected: CollectResult): string[] {
  const { day, websites, answers, kept, requests, failures, changes, gone, renamed, stopped } = collected;
  return [
    `Snapshot of ${day}: ${pluralize(websites, 'website')}, ${pluralize(answers, 'new answer')}, ${kept} kept, ${pluralize(requests, 'request')}.`,
    ...formatFailures(failures),
    ...changes.map(({ endpoint, reason }) => `  ${endpoint}: ${reason}. It is read at its new places.`),
    ...gone.map((reason) => `  Not listed by the service: ${reason}`),
    ...renamed.map((note) => `  Renamed by the service: ${note}.`),
    ...(stopped === null ? [] : [`Stopped: ${stopped}`]),
  ];
}

interface CollectorOptions {
  readonly checksClock?: boolean;
  readonly shutdown: Shutdown;
  readonly log: (line: string) => void;
  readonly collected: (result: CollectResult) => void;
}

/**
 * Collects what is open of the last due day, once a minute. The ledger knows what is open, so a restart skips
 * nothing.
 */
export function createDailyCollector(
  store: Store,
  readSettings: () => BotSettings,
  { checksClock = false, shutdown, log, collected }: CollectorOptions,
): (now: number) => Promise<void> {
  const reported = new Set<string>();
  const logOnce = (line: string | null): void => {
    if (line === null || reported.has(line)) return;
    reported.add(line);
    log(line);
  };
  return async (now) => {
    const settings = readSettings();
    const day = findDueDay(settings.snapshots, now);
    if (day === null) return;
    logOnce(await formatFutureWarning(store, now));
    for (const { name } of settings.services) {
      const paused = await readPauseEnd(store.db, name, now);
      if (paused === null) continue;
      const of = name === '' ? '' : ` of ${name}`;
      logOnce(
        `The snapshot${of} waits until ${formatMinute(paused.getTime())} after a failure; "answershare snapshot" asks at once.`,
      );
    }
    const result = await collectSnapshots(store, settings, {
      now,
      day,
      patient: true,
      checksClock,
      shutdown,
      report: log,
    });
    if (result !== null) collected(result);
  };
}

/** The times of the daily snapshot. */
export function toSnapshotTimetable({ time, timezone }: BotSettings['snapshots']): Omit<Timetable, 'id'> {
  const [hour, minute] = time.split(':').map(Number);
  return { cron: `${minute} ${hour} * * *`, timezone };
}

/** The UTC day of the last due snapshot. */
function findDueDay(snapshots: BotSettings['snapshots'], now: number): CalendarDate | null {
  const { cron, timezone } = toSnapshotTimetable(snapshots);
  const occurrence = iteratePastTimes(cron, timezone, now).next().value;
  return occurrence === undefined ? null : toLocalDate(occurrence, 'UTC');
}

/** A warning about snapshots and runs of the future; null without any. */
export async function formatFutureWarning(store: Store, now: number): Promise<string | null> {
  const { rows, newest, runs } = await countFuture(store.db, now);
  const about = (count: number, noun: string): string =>
    `${pluralize(count, noun)} in the ledger ${count === 1 ? 'lies' : 'lie'} in the future`;
  const why = 'made with --now, or by a clock that was ahead';
  const next = 'remove them with "answershare snapshot --forget-future"';
  const answers = `${about(rows, 'answer')}, the newest of ${newest}: ${why}. They would stand for the answers of those days; ${next}.`;
  const found = [
    ...(rows === 0 ? [] : [answers]),
    ...(runs === 0 ? [] : [`${about(runs, 'run')}: ${why}. They do not count; ${next}.`]),
  ];
  return found.length === 0 ? null : found.join(' ');
}
