import { statfsSync } from 'node:fs';
import { dropPeriod } from './text.ts';

/** 0: success; 1: failure; 2: invalid command line or settings; 3: unusable input. */
export type ExitCode = 0 | 1 | 2 | 3;

/** An error that the user can resolve: what is wrong, where, and what to do next. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An invalid command line, settings file or argument. */
export class UsageError extends UserError {
  constructor(message: string) {
    super(message, 2);
  }
}

/** There is nothing to report: no snapshot of the time, or no website. */
export class NoDigestError extends UserError {
  override readonly name: string = 'NoDigestError';
}

/** A disk is full. Finished work is stored, and nothing is damaged. */
export class DiskFullError extends UserError {
  override readonly name: string = 'DiskFullError';
}

/** Code and message of anything thrown. A field that is no text is null: libraries also throw numbers there. */
export function readError(thrown: unknown): { readonly code: string | null; readonly message: string } {
  const { code, message } = Object(thrown) as { readonly code?: unknown; readonly message?: unknown };
  const text = typeof message === 'string' ? message : '';
  return { code: typeof code === 'string' ? code : null, message: text || String(code ?? thrown) };
}

/** True for a full disk in Node.js, SQLite and PostgreSQL. */
export function isDiskFull(thrown: unknown): boolean {
  if (thrown instanceof DiskFullError) return true;
  const { code, errcode, message } = (thrown ?? {}) as {
    code?: unknown;
    errcode?: unknown;
    message?: string;
  };
  const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];
  return (
    codes.includes(code) ||
    // SQLITE_FULL
    errcode === 13 ||
    /\b(ENOSPC|No space left on device|database or disk is full)\b/.test(message ?? '')
  );
}

/** Errors of PostgreSQL about data: their classes are 22 (data exception) and XX (damaged data). */
const dataFault = /^(22|XX)[0-9A-Z]{3}$/;

/**
 * Describes an error that one row of the ledger causes. Throws every other one again: an error for the user, an outage or
 * another error of the database.
 */
export function describeRowFault(store: { isOutage(thrown: unknown): boolean }, thrown: unknown): string {
  const { code, message } = thrown as { code?: unknown; message?: string };
  const isOfDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !dataFault.test(code);
  if (thrown instanceof UserError || isDiskFull(thrown) || isOfDatabase || store.isOutage(thrown))
    throw thrown;
  return dropPeriod(message ?? String(thrown));
}

export function toDiskFullError(thrown: unknown): DiskFullError {
  if (thrown instanceof DiskFullError) return thrown;
  return new DiskFullError(
    `A disk is full (${dropPeriod(readError(thrown).message)}). What was finished is kept, and nothing was lost. Free some space and start again.`,
  );
}

export function createFolderFullError(folder: string, detail: string): DiskFullError {
  return new DiskFullError(
    `The disk of the data folder ${folder} is full (${detail}). The folder is whole, and nothing was lost. Free some space and start again.`,
  );
}

const megabyte = 1024 * 1024;

/** Two WAL files of 16 MB plus one statement. */
const minFreeMegabytes = 40;

/**
 * Throws {@link DiskFullError} if a data folder has less than `megabytes`. Without room for its next WAL file,
 * PGlite 0.5.16 never returns from a commit and blocks all signals.
 */
export function assertFreeSpace(folder: string, megabytes = minFreeMegabytes): void {
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  // Some file systems count no inodes.
  if (files > 0 && ffree === 0) throw createFolderFullError(folder, 'it has no inode for a new file');
  const free = Math.floor((bavail * bsize) / megabyte);
  if (free < megabytes)
    throw createFolderFullError(folder, `${free} MB are free, and ${megabytes} MB are needed`);
}
