import { chmodSync, rmSync } from 'node:fs';
import { createServer, connect as openConnection, type Socket } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { PGlite } from '@electric-sql/pglite';
import type { PGliteDialectConfig } from 'kysely';
import { readError, UserError } from '../system/errors.ts';
import { sha256 } from '../system/text.ts';

/** What kysely needs of a PGlite. */
export type PgliteClient = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>;

type Request =
  | { readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: 'begin' | 'commit' | 'rollback' };

type Answer =
  | { readonly rows: unknown[]; readonly affectedRows?: number }
  | { readonly fault: { readonly code: string | null; readonly message: string } };

/** A transaction blocks the bot, so an idle one is rolled back. */
const idleTransactionMs = 10_000;

/** A longer frame is not that of a command. */
const maxFrameBytes = 512 * 1024 * 1024;

/** macOS takes 103 bytes, Linux 107. A longer path would be cut. */
const maxPathBytes = 103;

/** The address of a folder's socket: the shorter form of its path. */
function toSocketPath(folder: string): string {
  const absolute = resolve(folder);
  if (process.platform === 'win32') return `\\\\.\\pipe\\answershare-${sha256(absolute).slice(0, 16)}`;
  const path = join(absolute, 'socket');
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}

/**
 * Lets other processes of this user use the database of a folder. The folder, with mode 0700, keeps all others out. Rejects
 * where the path is too long, or the file system has no sockets.
 */
export async function serveDatabase(pglite: PGlite, folder: string): Promise<{ close(): void }> {
  const path = toSocketPath(folder);
  if (Buffer.byteLength(path) > maxPathBytes)
    throw new Error(`its path is longer than the ${maxPathBytes} bytes of a socket`);
  // The holder of the folder's lock is the only one: an earlier socket is that of a killed process.
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(pglite, socket);
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(path, done);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  server.unref();
  return {
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface HeldTransaction {
  readonly query: PgliteClient['query'];
  end(isKept: boolean): Promise<void>;
}

function serveConnection(pglite: PGlite, socket: Socket): void {
  let held: HeldTransaction | null = null;
  let timer: NodeJS.Timeout | undefined;
  const end = async (isKept: boolean): Promise<void> => {
    const ending = held;
    held = null;
    await ending?.end(isKept);
  };
  const answer = async (request: Request): Promise<Answer> => {
    if (request.kind === 'begin') held = await beginTransaction(pglite);
    else if (request.kind !== 'query') await end(request.kind === 'commit');
    else return pickRows(await (held ?? pglite).query(request.text, [...request.values]));
    return { rows: [] };
  };
  let last = Promise.resolve();
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearTimeout(timer);
    // A closed database has rolled back.
    last = last.then(() => end(false)).catch(() => undefined);
  });
  readFrames(socket, (frame) => {
    last = last.then(async () => {
      clearTimeout(timer);
      const request = frame as Request;
      const found = await answer(request).catch((thrown) => ({ fault: readError(thrown) }));
      if (held !== null) timer = setTimeout(() => socket.destroy(), idleTransactionMs);
      writeFrame(socket, found);
    });
  });
}

const pickRows = ({ rows, affectedRows }: Awaited<ReturnType<PgliteClient['query']>>): Answer =>
  affectedRows === undefined ? { rows } : { rows, affectedRows };

/** A transaction that stays open until {@link HeldTransaction.end}. */
async function beginTransaction(pglite: PGlite): Promise<HeldTransaction> {
  const [begun, ended] = [createDeferred<PgliteClient['query']>(), createDeferred<boolean>()];
  const finished = pglite.transaction(async (transaction) => {
    begun.resolve(((text: string, values?: unknown[]) =>
      transaction.query(text, values)) as PgliteClient['query']);
    if (!(await ended.promise)) await transaction.rollback();
  });
  finished.catch(begun.reject);
  return {
    query: await begun.promise,
    end: async (isKept) => {
      ended.resolve(isKept);
      await finished;
    },
  };
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: unknown): void;
}

/** `Promise.withResolvers` of ES2024. */
function createDeferred<T>(): Deferred<T> {
  const deferred = {} as Deferred<T>;
  const promise = new Promise<T>((resolve, reject) => Object.assign(deferred, { resolve, reject }));
  return Object.assign(deferred, { promise });
}

/** The database of a folder that another process holds; null if that process does not share it. */
export async function connectToHolder(folder: string): Promise<PgliteClient | null> {
  const socket = openConnection(toSocketPath(folder));
  const isOpen = await new Promise<boolean>((done) => {
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
  if (!isOpen) return null;
  const waiting: Deferred<Answer>[] = [];
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isClosed = true;
    for (const { reject } of waiting) reject(createEndedError(folder));
  });
  readFrames(socket, (frame) => waiting.shift()?.resolve(frame as Answer));
  const ask = async (request: Request) => {
    if (isClosed) throw createEndedError(folder);
    const pending = createDeferred<Answer>();
    waiting.push(pending);
    writeFrame(socket, request);
    const found = await pending.promise;
    if ('fault' in found) throw Object.assign(new Error(found.fault.message), { code: found.fault.code });
    return { ...found, fields: [] };
  };
  const query = (text: string, values: readonly unknown[] = []) => ask({ kind: 'query', text, values });
  return {
    ready: true,
    waitReady: Promise.resolve(),
    get closed() {
      return isClosed;
    },
    query: query as PgliteClient['query'],
    transaction: async (work) => {
      await ask({ kind: 'begin' });
      try {
        const rollback = async () => void (await ask({ kind: 'rollback' }));
        const result = await work({ query: query as PgliteClient['query'], rollback });
        await ask({ kind: 'commit' });
        return result;
      } catch (thrown) {
        if (!isClosed) await ask({ kind: 'rollback' });
        throw thrown;
      }
    },
    close: async () => {
      socket.destroy();
    },
  };
}

const createEndedError = (folder: string): UserError =>
  new UserError(
    `The process that has the data folder ${folder} ended meanwhile. Run the command again; nothing is left half done.`,
  );

/** A frame is its length in four bytes, and a structured clone. Both ends are processes of one user. */
function writeFrame(socket: Socket, value: object): void {
  const body = serialize(value);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  socket.write(Buffer.concat([head, body]));
}

function readFrames(socket: Socket, receive: (frame: unknown) => void): void {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed: number | null = null;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= (needed ?? 4)) {
      const all = Buffer.concat(chunks);
      const taken: number = needed ?? 4;
      if (needed === null) needed = all.readUInt32BE(0);
      else {
        const frame = parseFrame(all.subarray(0, taken));
        if (frame === undefined) {
          socket.destroy();
          return;
        }
        receive(frame);
        needed = null;
      }
      chunks = [all.subarray(taken)];
      length -= taken;
      if ((needed ?? 0) > maxFrameBytes) {
        socket.destroy();
        return;
      }
    }
  });
}

/** Undefined for bytes that are no structured clone. */
function parseFrame(bytes: Buffer): unknown {
  try {
    return deserialize(bytes);
  } catch {
    return undefined;
  }
}
