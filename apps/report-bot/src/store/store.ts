import { redact as redactKeys } from '@answershare/core';
import { type KyselyPlugin, sql } from 'kysely';
import type { StoreLocation } from '../settings/settings.ts';
import { UserError } from '../system/errors.ts';
import { createRedactionPlugin, type HeldConnection, type OpenDatabase } from './database.ts';
import { migrate } from './migrations.ts';
import { FolderInUseError, openPglite, openSharedPglite } from './pglite.ts';
import { formatDatabaseName, openPostgres, workChannel } from './postgres.ts';
import type { Database } from './tables.ts';

export interface Store {
  readonly engine: 'pglite' | 'postgres';
  readonly db: Database;
  /** True if another process holds the folder. This one may read and write rows, and claims nothing. */
  readonly isShared: boolean;
  /** Where the database is: a copy that was put back has another place. Null if unknown. */
  readonly place: string | null;
  /** The number of this process in the ledger; its advisory lock is held until exit. */
  readonly worker: number;
  /** Throws a {@link UserError} once the connection with the worker's lock is lost. */
  assertAlive(): void;
  /** Pings the connection; a broken one is replaced, with a new worker number. */
  keepAlive(): Promise<void>;
  /**
   * Runs `work` unless another process runs it; returns null then. `assertHeld` throws a {@link UserError} once
   * the lock is lost.
   */
  runExclusively<T>(task: 'collect', work: (assertLocked: () => void) => Promise<T>): Promise<T | null>;
  /** Calls `wake` when another process announces mails. */
  onWork(wake: () => void): void;
  /** Lets other processes send at once what waits; the others of a folder only read. */
  announceWork(): Promise<void>;
  /** True if the database was unreachable, so that a retry may succeed. */
  isOutage(thrown: unknown): boolean;
  /** Lets the commands of other processes use a folder that this one holds. Returns why it cannot; null if it does. */
  share(): Promise<string | null>;
  redact(text: string): string;
  close(): Promise<void>;
}

/** Key spaces of advisory locks: live workers, and exclusive tasks. */
export const workerLockSpace = 0x616e_7377;
const taskLockSpace = 0x616e_7378;
const taskLockKeys = { collect: 1 } as const;

interface LockedWorker {
  readonly number: number;
  readonly connection: HeldConnection;
}

export const openDatabase = (location: StoreLocation, plugins: KyselyPlugin[]): Promise<OpenDatabase> =>
  'folder' in location ? openPglite(location.folder, plugins) : openPostgres(location.url, plugins);

/** Opens a database for the use of its rows alone: without migrations, redaction and a worker. */
export async function withDatabase<T>(
  location: StoreLocation,
  use: (opened: OpenDatabase) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase(location, []);
  try {
    // It explains a server that does not answer.
    await (await opened.hold()).close();
    return await use(opened);
  } finally {
    await opened.close();
  }
}

/** Where a ledger is, for messages; never with a password. */
export const formatLocation = (location: StoreLocation): string =>
  'url' in location ? `PostgreSQL at ${formatDatabaseName(location.url)}` : `the folder ${location.folder}`;

/** The number of processes that have opened a ledger. */
export async function countWorkers(db: Database): Promise<number> {
  const { rows } = await sql<{ found: number }>`select count(*)::integer as found from pg_locks
    where locktype = 'advisory' and classid = ${workerLockSpace} and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.found ?? 0;
}

/** Where this ledger was moved to; null if it was not. */
export async function readMove(db: Database): Promise<string | null> {
  const mark = await db.selectFrom('task').select('place').where('name', '=', 'moved').executeTakeFirst();
  return mark?.place ?? null;
}

/** Marks a ledger as moved, so that no process starts with it; or takes the mark away. */
export async function markMoved(db: Database, to: string | null, now: number): Promise<void> {
  await db.deleteFrom('task').where('name', '=', 'moved').execute();
  if (to !== null)
    await db
      .insertInto('task')
      .values({ name: 'moved', looked_at: new Date(now), place: to })
      .execute();
}

/** `exclusive`: for commands that send or collect. `shared`: a folder that another process holds and shares will do. */
export type StoreUse = 'exclusive' | 'shared';

/** Opens the store, applies missing migrations and takes a worker number. All stored values pass `redact`. */
export async function openStore(
  location: StoreLocation,
  redact = redactKeys,
  use: StoreUse = 'exclusive',
): Promise<Store> {
  const plugins = [createRedactionPlugin(redact)];
  try {
    return await openOwnStore(await openDatabase(location, plugins), redact);
  } catch (thrown) {
    if (!(thrown instanceof FolderInUseError) || use === 'exclusive' || !('folder' in location)) throw thrown;
    const shared = await openSharedPglite(location.folder, plugins);
    if (shared === null) throw thrown;
    return openSharedStore(shared, redact, thrown);
  }
}

/** A store whose holder executes the statements. It has applied the migrations, and it alone claims deliveries. */
async function openSharedStore(
  opened: OpenDatabase,
  redact: Store['redact'],
  inUse: UserError,
): Promise<Store> {
  const { engine, db, isShared, isOutage, share, close } = opened;
  const place = await opened.locate();
  const rejectUse = (): never => {
    throw inUse;
  };
  const none = async (): Promise<void> => undefined;
  // No worker has the number 0.
  const store = { engine, db, isShared, isOutage, share, close, place, redact, worker: 0 };
  const idle = { keepAlive: none, announceWork: none, onWork: () => undefined };
  return { ...store, ...idle, assertAlive: rejectUse, runExclusively: rejectUse };
}

async function openOwnStore(opened: OpenDatabase, redact: Store['redact']): Promise<Store> {
  let worker: LockedWorker;
  let first: HeldConnection | null = null;
  let place: string | null;
  let woken = (): void => undefined;
  let number = 0;
  const register = async (connection: HeldConnection): Promise<LockedWorker> => {
    const registered = await registerWorker(connection);
    number = registered.number;
    return registered;
  };
  // An announcement can come before the number.
  const hold = (): Promise<HeldConnection> =>
    opened.hold((announcer) => {
      if (announcer !== String(number)) woken();
    });
  try {
    first = await hold();
    await migrate(opened.db);
    const moved = await readMove(opened.db);
    if (moved !== null)
      throw new UserError(
        `This ledger was moved to ${moved}, and is kept as it was then. Set DATABASE_URL or store.folder to that place.`,
      );
    place = await opened.locate();
    worker = await register(first);
  } catch (thrown) {
    if (first?.lost() === null) await first.close();
    await opened.close();
    throw thrown;
  }
  const assertLocked = (connection: HeldConnection): void => {
    const lost = connection === worker.connection ? connection.lost() : 'another connection took its place';
    if (lost !== null)
      throw new UserError(
        `The connection to PostgreSQL broke: ${lost}. Nothing was lost; the ledger goes on where it stopped.`,
      );
  };
  let renewal: Promise<void> | null = null;
  const keepAlive = async (): Promise<void> => {
    if (await isAnswering(opened, worker.connection)) return;
    const lostConnection = worker.connection;
    worker = await register(await hold());
    // The connection is lost; closing it only frees local resources.
    lostConnection.close().catch(() => undefined);
  };
  return {
    engine: opened.engine,
    db: opened.db,
    isShared: false,
    share: opened.share,
    place,
    get worker() {
      return worker.number;
    },
    assertAlive: () => assertLocked(worker.connection),
    keepAlive: () => {
      renewal ??= keepAlive().finally(() => {
        renewal = null;
      });
      return renewal;
    },
    runExclusively: async (task, work) => {
      const { connection } = worker;
      const lock = [taskLockSpace, taskLockKeys[task]];
      const { rows } = await connection.ask(
        'select pg_try_advisory_lock($1::integer, $2::integer) as taken',
        lock,
      );
      if ((rows[0] as { taken: boolean }).taken === false) return null;
      try {
        return await work(() => assertLocked(connection));
      } finally {
        // The server has released the locks of a lost connection.
        if (connection.lost() === null)
          await connection.ask('select pg_advisory_unlock($1::integer, $2::integer)', lock);
      }
    },
    onWork: (wake) => {
      woken = wake;
    },
    announceWork: async () => {
      if (opened.engine === 'postgres')
        await sql`select pg_notify(${workChannel}, ${String(worker.number)})`.execute(opened.db);
    },
    isOutage: opened.isOutage,
    redact,
    close: async () => {
      if (worker.connection.lost() === null) await worker.connection.close();
      await opened.close();
    },
  };
}

async function isAnswering(opened: OpenDatabase, connection: HeldConnection): Promise<boolean> {
  if (connection.lost() !== null) return false;
  try {
    await connection.ask('select 1', []);
    return true;
  } catch (thrown) {
    if (!opened.isOutage(thrown)) throw thrown;
    return false;
  }
}

async function registerWorker(connection: HeldConnection): Promise<LockedWorker> {
  const { rows } = await connection.ask("select nextval('worker')::integer as number", []);
  const { number } = rows[0] as { number: number };
  await connection.ask('select pg_advisory_lock($1::integer, $2::integer)', [workerLockSpace, number]);
  return { number, connection };
}
