import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const registrationSchema = z.object({ baseUrl: z.string(), adminToken: z.string(), pid: z.int() });

/** A running sandbox as other commands of the same user find it. */
export type Registration = z.output<typeof registrationSchema>;

/**
 * The folder of files that describe the running sandboxes: in XDG_RUNTIME_DIR (XDG Base Directory Specification: private
 * to the user, removed at logout), else in this package's cache.
 */
function findFolder(): string {
  const runtime = process.env.XDG_RUNTIME_DIR ?? '';
  return runtime === ''
    ? fileURLToPath(new URL('../node_modules/.cache/running', import.meta.url))
    : join(runtime, 'answershare-sandbox');
}

/** Writes a file that only this user can read; returns the function that removes it. Throws the system's error. */
export function register(sandbox: Omit<Registration, 'pid'>): () => void {
  const folder = findFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${process.pid}.json`);
  const { baseUrl, adminToken } = sandbox;
  writeFileSync(`${file}.new`, JSON.stringify({ baseUrl, adminToken, pid: process.pid }), { mode: 0o600 });
  // A reader sees the whole file or none.
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}

/** The sandboxes that the command started for this user. Removes the files of processes that have ended. */
export function listRegistrations(): readonly Registration[] {
  const folder = findFolder();
  return listFiles(folder).flatMap((name) => {
    const file = join(folder, name);
    const entry = readRegistration(file);
    if (entry !== null && isAlive(entry.pid)) return entry;
    rmSync(file, { force: true });
    return [];
  });
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Null for a file that was removed meanwhile or is not an entry. */
function readRegistration(file: string): Registration | null {
  try {
    return registrationSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isGone || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** Signal 0 only checks. EPERM: the process exists and belongs to another user. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Aborts at SIGINT, SIGTERM or SIGHUP, or when the reader of the output is gone. A terminal signals the whole process
 * group and npm's script forwards the signal, so it arrives twice; the second one must not interrupt the end.
 */
export function createEndSignal(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort());
  process.stdout.once('error', () => ended.abort());
  return ended.signal;
}

/** A failure of the command for its user. Exit code 1: it could not be done; 2: the command line is wrong. */
export class CommandError extends Error {
  readonly exitCode: 1 | 2;
  constructor(exitCode: 1 | 2, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
