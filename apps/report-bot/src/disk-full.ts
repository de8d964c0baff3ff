import { statfsSync } from 'node:fs';
import { Complaint } from './complaint.ts';

/** A disk has no room. What was finished before is kept, and nothing is damaged. */
export class DiskFull extends Complaint {
  override readonly name: string = 'DiskFull';
}

/** True for what Node.js, SQLite and PostgreSQL say of a full disk. */
export function isDiskFull(thrown: unknown): boolean {
  if (thrown instanceof DiskFull) return true;
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

/** The same as a sentence, where the place is not known. */
export function diskFull(thrown: unknown): DiskFull {
  if (thrown instanceof DiskFull) return thrown;
  const { message } = (thrown ?? {}) as { message?: string };
  return new DiskFull(
    `A disk is full (${(message ?? String(thrown)).replace(/\.$/, '')}). What was finished is kept, and nothing was lost. Free some space and start again.`,
  );
}

/** The same as a sentence about the data folder. */
export function folderFull(folder: string, detail: string): DiskFull {
  return new DiskFull(
    `The disk of the data folder ${folder} is full (${detail}). The folder is whole, and nothing was lost. Free some space and start again.`,
  );
}

const megabyte = 1024 * 1024;

/** Two WAL files of 16 MB and what a statement of ours writes. */
const leastMegabytes = 40;

/**
 * Throws {@link DiskFull} where a data folder has too little room to write `megabytes` safely. PGlite 0.5.16 never comes back
 * from a commit that finds no room for its next WAL file: it uses the processor for ever and hears no signal.
 */
export function requireRoom(folder: string, megabytes = leastMegabytes): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / megabyte);
  if (free < megabytes) throw folderFull(folder, `${free} MB are free, and ${megabytes} MB are needed`);
}
