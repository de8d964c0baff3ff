import { redact as redactKeys } from '@answershare/core';
import type { Kysely } from 'kysely';
import { Complaint } from '../complaint.ts';
import type { StoreLocation } from '../settings/settings.ts';
import { migrate } from './migrate.ts';
import type { Held, Opened } from './opened.ts';
import { openFolder } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { redaction } from './redaction.ts';
import type { Tables } from './tables.ts';

/** The ledger and the snapshots. */
export interface Store {
  readonly engine: 'pglite' | 'postgres';
  readonly db: Kysely<Tables>;
  /** This process in the ledger. Its advisory lock is held as long as the process lives. */
  readonly worker: number;
  /** Throws a {@link Complaint} once the connection that holds the worker's lock is gone. */
  assertAlive(): void;
  /** Asks the held connection for a sign of life; a broken one is replaced, with a new worker number. */
  keepAlive(): Promise<void>;
  /** Takes a new worker number, so that what this process left claimed is recovered like the claims of a dead one. */
  renewWorker(): Promise<void>;
  /**
   * Runs `work` while no other process of this ledger runs it; null where another one does. `assertHeld` throws a
   * {@link Complaint} once the lock is gone.
   */
  alone<T>(task: 'collect', work: (assertHeld: () => void) => Promise<T>): Promise<T | null>;
  /** True where the database was not reached, so that the same statement may succeed later. */
  isOutage(thrown: unknown): boolean;
  /** Takes secrets out of a text, as of everything that is kept. */
  redact(text: string): string;
  close(): Promise<void>;
}

/** Key spaces of the advisory locks: the workers that live, and the tasks that one process does at a time. */
export const workerLocks = 0x616e_7377;
const taskLocks = 0x616e_7378;
const tasks = { collect: 1 } as const;

interface Worker {
  readonly number: number;
  readonly held: Held;
}

/** Opens the store, applies what migrations are missing, and takes a worker number. What it keeps passes `redact`. */
export async function openStore(location: StoreLocation, redact = redactKeys): Promise<Store> {
  const plugins = [redaction(redact)];
  const opened =
    'folder' in location
      ? await openFolder(location.folder, plugins)
      : await openPostgres(location.url, plugins);
  let worker: Worker;
  let first: Held | null = null;
  try {
    first = await opened.hold();
    await migrate(opened.db);
    worker = await newWorker(first);
  } catch (thrown) {
    if (first?.lost() === null) await first.close();
    await opened.close();
    throw thrown;
  }
  const assertHeld = (held: Held): void => {
    const lost = held === worker.held ? held.lost() : 'another connection took its place';
    if (lost !== null)
      throw new Complaint(
        `The connection to PostgreSQL broke: ${lost}. Nothing was lost; the ledger goes on where it stopped.`,
      );
  };
  let renewal: Promise<void> | null = null;
  const keepAlive = async (): Promise<void> => {
    if (await answers(opened, worker.held)) return;
    const broken = worker.held;
    worker = await newWorker(await opened.hold());
    // It is gone already; ending it only frees what is left on this side.
    broken.close().catch(() => undefined);
  };
  return {
    engine: opened.engine,
    db: opened.db,
    get worker() {
      return worker.number;
    },
    assertAlive: () => assertHeld(worker.held),
    keepAlive: () => {
      renewal ??= keepAlive().finally(() => {
        renewal = null;
      });
      return renewal;
    },
    renewWorker: async () => {
      const { held, number } = worker;
      worker = await newWorker(held);
      await held.ask('select pg_advisory_unlock($1::integer, $2::integer)', [workerLocks, number]);
    },
    alone: async (task, work) => {
      const { held } = worker;
      const lock = [taskLocks, tasks[task]];
      const { rows } = await held.ask('select pg_try_advisory_lock($1::integer, $2::integer) as taken', lock);
      if ((rows[0] as { taken: boolean }).taken === false) return null;
      try {
        return await work(() => assertHeld(held));
      } finally {
        // The server has let the locks of a lost connection go.
        if (held.lost() === null) await held.ask('select pg_advisory_unlock($1::integer, $2::integer)', lock);
      }
    },
    isOutage: opened.isOutage,
    redact,
    close: async () => {
      if (worker.held.lost() === null) await worker.held.close();
      await opened.close();
    },
  };
}

async function answers(opened: Opened, held: Held): Promise<boolean> {
  if (held.lost() !== null) return false;
  try {
    await held.ask('select 1', []);
    return true;
  } catch (thrown) {
    if (!opened.isOutage(thrown)) throw thrown;
    return false;
  }
}

async function newWorker(held: Held): Promise<Worker> {
  const { rows } = await held.ask("select nextval('worker')::integer as number", []);
  const { number } = rows[0] as { number: number };
  await held.ask('select pg_advisory_lock($1::integer, $2::integer)', [workerLocks, number]);
  return { number, held };
}
