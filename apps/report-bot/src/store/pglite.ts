import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import { Kysely, type KyselyPlugin, PGliteDialect } from 'kysely';
import manifest from '#manifest' with { type: 'json' };
import {
  assertFreeSpace,
  createFolderFullError,
  DiskFullError,
  isDiskFull,
  readError,
  UserError,
} from '../system/errors.ts';
import {
  builtFileUrl,
  ensurePrivateFile,
  makePrivateFolder,
  readSmallFile,
  restrictToOwner,
  writePrivateFile,
} from '../system/files.ts';
import type { OpenDatabase } from './database.ts';
import { connectToHolder, type PgliteClient, serveDatabase } from './folder-socket.ts';
import type { Tables } from './tables.ts';

/** Path of the build's gzipped tar of a database folder with empty tables; the file may be absent. */
export const emptyDatabaseFile = fileURLToPath(builtFileUrl('store/empty-database.tar.gz'));

/**
 * Unpacks the database of a new folder, if the image was built. It appears whole or not at all; the next start
 * replaces an incomplete one.
 */
async function unpackEmptyDatabase(folder: string): Promise<void> {
  if (existsSync(folder) || !existsSync(emptyDatabaseFile)) return;
  const { parseTar } = await import('nanotar');
  const entries = parseTar(gunzipSync(readFileSync(emptyDatabaseFile), { chunkSize: 16_777_216 }));
  const unfinished = `${folder}.unfinished`;
  // Awaiting each of a thousand files would take five times as long.
  rmSync(unfinished, { recursive: true, force: true });
  // PostgreSQL requires a folder that only its owner may enter.
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  for (const { name, type, data } of entries) {
    const path = join(unfinished, name);
    if (type === 'directory') mkdirSync(path, { recursive: true });
    else writeFileSync(path, data ?? '');
  }
  renameSync(unfinished, folder);
}

/**
 * Locks a folder for this process by an exclusive SQLite transaction, which the operating system releases when the
 * process dies. The pid file serves the message only. Not for network file systems.
 */
function lockFolder(folder: string): { release(): void } {
  const [lockFile, pidFile] = [join(folder, 'lock'), join(folder, 'pid')];
  let lock: DatabaseSync;
  try {
    makePrivateFolder(folder);
    restrictToOwner(folder);
    assertFreeSpace(folder);
    // SQLite would follow a link and create world-readable files.
    ensurePrivateFile(lockFile);
    lock = new DatabaseSync(lockFile, { timeout: 0 });
  } catch (thrown) {
    throw createFolderFault(folder, thrown);
  }
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (thrown) {
    lock.close();
    if (!isBusy(thrown)) throw createFolderFault(folder, thrown);
    throw new FolderInUseError(
      describeHolder(pidFile),
      `The data folder ${folder} is in use by ${describeHolder(pidFile)}. Stop that process, or use PostgreSQL by setting DATABASE_URL.`,
    );
  }
  try {
    writePrivateFile(pidFile, `${process.pid}\n`);
  } catch (thrown) {
    lock.close();
    throw createFolderFault(folder, thrown);
  }
  return { release: () => lock.close() };
}

/** Another process has the folder. */
export class FolderInUseError extends UserError {
  /** `process 4711`. */
  readonly holder: string;

  constructor(holder: string, message: string) {
    super(message);
    this.holder = holder;
  }
}

/** SQLITE_BUSY, whose higher bits tell it apart further. */
const isBusy = (thrown: unknown): boolean => ((thrown as { errcode?: number }).errcode ?? 0) % 256 === 5;

/** What to do about a fault of the file system. SQLite has numbers: 8 is SQLITE_READONLY. */
const folderAdvice: Readonly<Record<string, string>> = {
  EROFS: 'Its file system is read-only: mount it for writing, or set another store.folder.',
  8: 'It is read-only: mount its file system for writing, or set another store.folder.',
  EACCES: 'This user may not write there: change the rights of the folder, or set another store.folder.',
  EPERM: 'This user may not write there: change the rights of the folder, or set another store.folder.',
  ENOENT: 'It cannot be created there: set another store.folder.',
  ENOTDIR: 'A part of the path is a file: set another store.folder.',
};

export function explainFolderFault(folder: string, thrown: unknown): string {
  const { code, message } = readError(thrown);
  const { errcode } = Object(thrown) as { errcode?: number };
  const why = errcode === undefined ? (code ?? message) : message;
  const advice = folderAdvice[String(errcode ?? code)] ?? '';
  return `The data folder ${folder} cannot be written (${why}). ${advice}`.trim();
}

function createFolderFault(folder: string, thrown: unknown): UserError {
  if (thrown instanceof DiskFullError) return thrown;
  if (isDiskFull(thrown)) return createFolderFullError(folder, (thrown as Error).message);
  return new UserError(explainFolderFault(folder, thrown));
}

/** The live process of the pid file; a killed process leaves its number. */
function describeHolder(pidFile: string): string {
  const read = readSmallFile(pidFile);
  const pid = 'text' in read ? /^[1-9]\d{0,9}$/.exec(read.text.trim())?.[0] : undefined;
  return pid !== undefined && isProcessAlive(Number(pid)) ? `process ${pid}` : 'another process';
}

function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * V8's optimising compiler needs about 1 GB for PGlite's module of 9 MB, and V8 validates a function at its first call.
 * They count before the module is loaded.
 */
const wasmFlags = [
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
  '--liftoff-only',
  '--wasm-lazy-validation',
];

/** Opens PGlite in `folder`/database and rejects a second process. */
export async function openPglite(folder: string, plugins: KyselyPlugin[]): Promise<OpenDatabase> {
  const lock = lockFolder(folder);
  try {
    for (const flag of wasmFlags) setFlagsFromString(flag);
    const { PGlite } = await import('@electric-sql/pglite');
    // PostgreSQL's default is 128 MB.
    const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
    const dataDir = join(folder, 'database');
    // An empty database has 9 MB.
    if (!existsSync(dataDir)) assertFreeSpace(folder, 80);
    await unpackEmptyDatabase(dataDir);
    const pglite = await PGlite.create({ dataDir, startParams });
    const db = new Kysely<Tables>({
      dialect: new PGliteDialect({ pglite }),
      plugins: [...plugins, createSpaceCheckPlugin(folder)],
    });
    let served: { close(): void } | null = null;
    return {
      ...describePglite(folder, pglite, db),
      isShared: false,
      share: async () => {
        try {
          served = await serveDatabase(pglite, folder);
          return null;
        } catch (thrown) {
          return readError(thrown).message;
        }
      },
      close: async () => {
        served?.close();
        await db.destroy();
        if (!pglite.closed) await pglite.close();
        lock.release();
      },
    };
  } catch (thrown) {
    lock.release();
    const { code, message } = (thrown ?? {}) as { code?: unknown; message?: string };
    if (code === 'ERR_MODULE_NOT_FOUND')
      throw new UserError(
        `A package that the database in a folder needs is missing (${message}). Install it next to the command with "npm install @electric-sql/pglite@${manifest.dependencies['@electric-sql/pglite']}", or set DATABASE_URL to use PostgreSQL. Nothing is wrong with the data in ${folder}.`,
      );
    if (isDiskFull(thrown) || (typeof code === 'string' && code in folderAdvice))
      throw createFolderFault(folder, thrown);
    throw new UserError(
      `The database in ${join(folder, 'database')} does not open: ${message ?? String(thrown)}. Restore the folder from a backup: what came due after it is then held until you decide. Or move it away to start again.`,
    );
  }
}

/** Opens the database of a folder that another process holds and shares; null if it does not. */
export async function openSharedPglite(
  folder: string,
  plugins: KyselyPlugin[],
): Promise<OpenDatabase | null> {
  const pglite = await connectToHolder(folder);
  if (pglite === null) return null;
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), plugins });
  return {
    ...describePglite(folder, pglite, db),
    isShared: true,
    share: async () => null,
    close: () => pglite.close(),
  };
}

/** What a folder's database is for the process that holds it, and for others. */
function describePglite(
  folder: string,
  pglite: PgliteClient,
  db: Kysely<Tables>,
): Pick<OpenDatabase, 'engine' | 'db' | 'hold' | 'locate' | 'isOutage'> {
  return {
    engine: 'pglite',
    db,
    hold: async () => ({
      ask: (text, values) => pglite.query(text, [...values]),
      lost: () => null,
      close: async () => undefined,
    }),
    // PostgreSQL writes this file in place, so that only a copy has another one.
    locate: async () => {
      const { ino, birthtimeNs } = statSync(join(folder, 'database', 'global', 'pg_control'), {
        bigint: true,
      });
      return `${ino} ${birthtimeNs}`;
    },
    isOutage: () => false,
  };
}

/** Rejects a writing statement if the disk is almost full. */
function createSpaceCheckPlugin(folder: string): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      if (/^(Insert|Update|Delete)QueryNode$/.test(node.kind)) assertFreeSpace(folder);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
