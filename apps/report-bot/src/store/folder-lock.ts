import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Complaint } from '../complaint.ts';
import { makeFolder } from '../folder.ts';

export interface FolderLock {
  release(): void;
}

/**
 * Holds a folder for this process. The lock is an exclusive SQLite transaction, so the operating system frees it when
 * the holder dies, however it dies; the pid file beside it only serves the message. Not for network file systems.
 */
export function lockFolder(folder: string): FolderLock {
  const pidFile = join(folder, 'pid');
  let lock: DatabaseSync;
  try {
    makeFolder(folder);
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  } catch (thrown) {
    const why = (thrown as NodeJS.ErrnoException).code ?? (thrown as Error).message;
    throw new Complaint(
      `The data folder ${folder} cannot be written (${why}). Correct store.folder or the folder's permissions.`,
    );
  }
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    lock.close();
    throw new Complaint(
      `The data folder ${folder} is in use by process ${holder(pidFile)}. Stop that process, run several commands in it with "answershare batch", or use PostgreSQL by setting DATABASE_URL.`,
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return { release: () => lock.close() };
}

function holder(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch {
    return '(unknown)';
  }
}
