import {
  adoptRecipe,
  type Endpoint,
  findStatedWebsite,
  type KnownRecipe,
  parseBody,
  type Reading,
  type RecipeBook,
  type Recognition,
} from '@answershare/core';
import { theReadingThread, UnfinishedReading } from '../reading/reading-thread.ts';
import type { Day } from '../schedule/iso-week.ts';
import { figuresIn, keep, team, type UnreadBody, unreadBodies } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';

export interface ReadAgain {
  readonly recipes: RecipeBook;
  /** The bodies that were read now. */
  readonly read: readonly UnreadBody[];
}

/** A body that came as JSON. */
interface Parsed {
  readonly unread: UnreadBody;
  readonly body: unknown;
}

/**
 * Reads the kept bodies of a day that could not be read when they came, those of each endpoint together: by recipes that are
 * known meanwhile, else by what the bodies show together. Asks the service nothing.
 */
export async function readAgain(
  store: Store,
  day: Day,
  recipes: RecipeBook,
  learn: (endpoint: Endpoint, bodies: readonly unknown[]) => Promise<Recognition>,
  ended: AbortSignal,
): Promise<ReadAgain> {
  const unread = await unreadBodies(store.db, day);
  const read: UnreadBody[] = [];
  let book = recipes;
  for (const endpoint of new Set(unread.map((one) => one.endpoint))) {
    if (ended.aborted) break;
    const parsed = unread.flatMap((one): Parsed[] => {
      const given = one.endpoint === endpoint ? parseBody(one.text) : null;
      return given?.ok ? [{ unread: one, body: given.body }] : [];
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
        known = left.length > 1 ? observed(adopted) : adopted;
        readings = await readInTime(endpoint, bodies, known, ended);
      }
    } else known = observed(known);
    if (known.length > 0) book = { ...book, [endpoint]: known };
    for (const [at, reading] of readings.entries()) {
      const one = parsed[at];
      if (one === undefined || !reading.ok || !isAbout(one, known)) continue;
      const why = known.length > 1 && changed?.ok === false && left[0] === one ? changed.reason : null;
      await keepReading(store, day, one.unread, reading.value, why);
      read.push(one.unread);
    }
  }
  return { recipes: book, read };
}

/** Recipes that several bodies fit. */
function observed(known: readonly KnownRecipe[]): readonly KnownRecipe[] {
  return known.map((one) => (one.status === 'provisional' ? { ...one, status: 'observed' } : one));
}

/** False for a body that says that it is about another website. */
function isAbout({ unread, body }: Parsed, known: readonly KnownRecipe[]): boolean {
  if (unread.websiteId === team) return true;
  const about = findStatedWebsite(known, body);
  return about === null || about === unread.websiteId;
}

async function readInTime(
  endpoint: Endpoint,
  bodies: readonly unknown[],
  known: readonly KnownRecipe[],
  ended: AbortSignal,
): Promise<readonly Reading<unknown>[]> {
  try {
    return await theReadingThread.run('readings', [endpoint, bodies, known], ended);
  } catch (thrown) {
    if (!(thrown instanceof UnfinishedReading)) throw thrown;
    return [];
  }
}

async function keepReading(
  store: Store,
  day: Day,
  { websiteId, endpoint, text, takenAt, form }: UnreadBody,
  value: unknown,
  changed: string | null,
): Promise<void> {
  await keep(store.db, {
    website_id: websiteId,
    endpoint,
    day,
    taken_at: takenAt,
    raw: text,
    parsed: JSON.stringify(figuresIn(endpoint, value)),
    form,
    failure: null,
    changed,
  });
}
