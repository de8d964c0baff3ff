import {
  adoptRecipe,
  type CalendarDate,
  type Endpoint,
  findStatedWebsite,
  type KnownRecipe,
  parseBody,
  type Reading,
  type RecipeBook,
  type Recognition,
} from '@answershare/core';
import { type Service, splitLedgerId } from '../settings/services.ts';
import { listUnreadBodies, saveSnapshot, toFigureColumns, type UnreadBody } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import { nameWebsites } from './service-client.ts';
import { WorkerError, workerThread } from './worker-thread.ts';

export interface RereadResult {
  readonly recipes: RecipeBook;
  /** Bodies that are readable now. */
  readonly read: readonly UnreadBody[];
}

interface RereadOptions {
  readonly service: Pick<Service, 'name' | 'names'>;
  readonly day: CalendarDate;
  readonly learn: (endpoint: Endpoint, bodies: readonly unknown[]) => Promise<Recognition>;
  readonly ended: AbortSignal;
}

/** A body that is JSON. */
interface ParsedBody {
  readonly unread: UnreadBody;
  readonly body: unknown;
}

/**
 * Reads stored bodies of a service and day that were unreadable: by recipes learnt since, else by joint recognition. Sends
 * nothing.
 */
export async function rereadBodies(
  store: Store,
  { service, day, learn, ended }: RereadOptions,
  recipes: RecipeBook,
): Promise<RereadResult> {
  const unread = (await listUnreadBodies(store.db, day)).filter(
    ({ websiteId }) => splitLedgerId(websiteId, service.names).service === service.name,
  );
  const read: UnreadBody[] = [];
  let book = recipes;
  for (const endpoint of new Set(unread.map((one) => one.endpoint))) {
    if (ended.aborted) break;
    const parsed = unread.flatMap((one): ParsedBody[] => {
      const json = one.endpoint === endpoint ? parseBody(one.text) : null;
      return json?.ok ? [{ unread: one, body: json.body }] : [];
    });
    const bodies = parsed.map(({ body }) => body);
    let known = book[endpoint] ?? [];
    let readings = await readInTime(endpoint, bodies, known, ended);
    const left = parsed.filter((_, at) => readings[at]?.ok !== true);
    const changed = readings.find((reading) => !reading.ok && reading.problem === 'drift');
    if (left.length > 0) {
      const recognition = await learn(
        endpoint,
        left.map(({ body }) => body),
      );
      const adopted = adoptRecipe(known, recognition, Date.now());
      if (adopted !== null) {
        known = left.length > 1 ? toObserved(adopted) : adopted;
        readings = await readInTime(endpoint, bodies, known, ended);
      }
    } else known = toObserved(known);
    if (known.length > 0) book = { ...book, [endpoint]: known };
    for (const [at, reading] of readings.entries()) {
      const one = parsed[at];
      if (one === undefined || !reading.ok || !isAboutWebsite(one, known, service)) continue;
      const why = known.length > 1 && changed?.ok === false && left[0] === one ? changed.reason : null;
      await saveReading(store, day, one.unread, nameWebsites(endpoint, reading.value, service), why);
      read.push(one.unread);
    }
  }
  return { recipes: book, read };
}

/** Marks provisional recipes as observed: several bodies fit them. */
function toObserved(known: readonly KnownRecipe[]): readonly KnownRecipe[] {
  return known.map((one) => (one.status === 'provisional' ? { ...one, status: 'observed' } : one));
}

/** False if the body names another website. */
function isAboutWebsite(
  { unread, body }: ParsedBody,
  known: readonly KnownRecipe[],
  { names }: Pick<Service, 'names'>,
): boolean {
  if (unread.endpoint === 'websites') return true;
  const about = findStatedWebsite(known, body);
  return about === null || about === splitLedgerId(unread.websiteId, names).id;
}

/** Reads bodies by known recipes in the worker. A timeout gives no readings. */
export async function readInTime(
  endpoint: Endpoint,
  bodies: readonly unknown[],
  known: readonly KnownRecipe[],
  ended: AbortSignal,
): Promise<readonly Reading<unknown>[]> {
  try {
    return await workerThread.run('readBodies', [endpoint, bodies, known], ended);
  } catch (thrown) {
    if (!(thrown instanceof WorkerError)) throw thrown;
    return [];
  }
}

async function saveReading(
  store: Store,
  day: CalendarDate,
  { websiteId, endpoint, text, takenAt, form }: UnreadBody,
  value: unknown,
  changed: string | null,
): Promise<void> {
  await saveSnapshot(store.db, {
    website_id: websiteId,
    endpoint,
    day,
    taken_at: takenAt,
    raw: text,
    ...toFigureColumns(endpoint, value),
    form,
    failure: null,
    changed,
  });
}
