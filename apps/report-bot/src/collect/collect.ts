import { type CalendarDate, isApiError } from '@answershare/core';
import { listServiceNames, splitLedgerId, toLedgerId } from '../settings/services.ts';
import type { BotSettings } from '../settings/settings.ts';
import { compareClocks } from '../store/clock-evidence.ts';
import { applyRetention } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import { readLatestWebsites } from '../store/website-lists.ts';
import { UserError } from '../system/errors.ts';
import type { CollectFailure } from './question-run.ts';
import { selectScheduledWebsites } from './questions.ts';
import {
  type CollectOptions,
  openServiceCollection,
  type ServiceCollection,
  type ServiceResult,
} from './service-collection.ts';
import { createDirectory, formatRename, listRenames } from './website-directory.ts';
import { maxListAgeMs } from './websites.ts';

/** The result of one collection. */
export interface CollectResult extends ServiceResult {
  /** The UTC day under which the answers are stored. */
  readonly day: CalendarDate;
  /** One sentence per scheduled website that no service lists. */
  readonly gone: readonly string[];
  /** One sentence per scheduled website that the settings name as the service did before. */
  readonly renamed: readonly string[];
}

/**
 * Asks each endpoint about each scheduled website, failed questions last. Returns null if another process
 * collects, or if `patient` leaves nothing to ask. Failures are stored; several outages in a row about
 * several websites stop it. Rejects with the ApiError of the website list unless `patient`.
 */
export function collectSnapshots(
  store: Store,
  settings: BotSettings,
  options: CollectOptions,
): Promise<CollectResult | null> {
  return store.runExclusively('collect', (assertLocked) =>
    collectWithLock(store, settings, options, assertLocked),
  );
}

async function collectWithLock(
  store: Store,
  settings: BotSettings,
  options: CollectOptions,
  assertLocked: () => void,
): Promise<CollectResult | null> {
  const { now, day, service: only, shutdown } = options;
  const opened: ServiceCollection[] = [];
  const failures: CollectFailure[] = [];
  let failedRequests = 0;
  for (const service of settings.services) {
    if (only !== undefined && service.name !== only) continue;
    if (shutdown.ended.aborted && opened.length > 0) break;
    try {
      const collection = await openServiceCollection(store, service, options);
      if (collection !== null) opened.push(collection);
    } catch (thrown) {
      const isFault = isApiError(thrown) || thrown instanceof UserError;
      if (settings.services.length === 1 || only !== undefined || !isFault) throw thrown;
      const website = toLedgerId(service.name, 'all');
      failedRequests += isApiError(thrown) ? thrown.spent : 0;
      failures.push({ website, endpoint: 'websites', reason: thrown.message });
    }
  }
  if (opened.length + failures.length === 0) return null;
  const { websites, gone, renamed } = await selectWebsites(store, settings, opened, now);
  const results: ServiceResult[] = [];
  for (const { service, collect } of opened) {
    const own = websites.filter(({ id }) => splitLedgerId(id, service.names).service === service.name);
    const result = await collect(own, assertLocked);
    if (result !== null) results.push(result);
  }
  if (results.length + failures.length === 0) return null;
  const mayDelete = options.checksClock !== true || (await compareClocks(store, now)).doubt === null;
  if (mayDelete && !shutdown.ended.aborted) await applyRetention(store, now, settings.retention.months);
  const sum = (field: 'websites' | 'answers' | 'kept' | 'requests'): number =>
    results.reduce((total, result) => total + result[field], 0);
  const stopped = results.flatMap((result) => result.stopped ?? []);
  return {
    day,
    websites: sum('websites'),
    answers: sum('answers'),
    kept: sum('kept'),
    requests: failedRequests + sum('requests'),
    failures: [...failures, ...results.flatMap((result) => result.failures)],
    changes: results.flatMap((result) => result.changes),
    gone,
    renamed,
    stopped: stopped.length === 0 ? null : stopped.join(' '),
  };
}

/** The scheduled websites of the lists just read, and of the last list of each other service. */
async function selectWebsites(
  { db }: Store,
  settings: BotSettings,
  opened: readonly ServiceCollection[],
  now: number,
) {
  if (opened.some(({ list }) => list === null)) return { websites: [], gone: [], renamed: [] };
  const read = opened.flatMap(({ list }) => list?.websites ?? []);
  const services = listServiceNames(settings.services).filter((name) =>
    opened.every(({ service }) => service.name !== name),
  );
  const since = now - maxListAgeMs;
  const known = services.length === 0 ? null : await readLatestWebsites(db, now, { since, services });
  const audiences = [...settings.schedules, ...settings.alerts];
  const directory = await createDirectory(db, [...read, ...(known ?? [])], audiences, now);
  const selected = selectScheduledWebsites(settings, directory);
  return { ...selected, renamed: listRenames(directory).map(formatRename) };
}
