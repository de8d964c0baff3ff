import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Complaint } from '../complaint.ts';
import { DiskFull, folderFull, isDiskFull, requireRoom } from '../disk-full.ts';
import { keepPrivate, makeFolder, replaceFile, requireFile } from '../private-file.ts';
import { readSmallFile } from '../small-file.ts';

export interface FolderLock {
  release(): void;
}

/**
 * Holds a folder for this process. The lock is an exclusive SQLite transaction, so the operating system frees it when
 * the holder dies, however it dies; the pid file beside it only serves the message. Not for network file systems.
 */
export function lockFolder(folder: string): FolderLock {
  const [lockFile, pidFile] = [join(folder, 'lock'), join(folder, 'pid')];
  let lock: DatabaseSync;
  try {
    makeFolder(folder);
    keepPrivate(folder);
    requireRoom(folder);
    // SQLite would follow a link and make its files for all to read.
    requireFile(lockFile);
    lock = new DatabaseSync(lockFile, { timeout: 0 });
  } catch (thrown) {
    if (isDiskFull(thrown)) throw fullOf(folder, thrown);
    const why = (thrown as NodeJS.ErrnoException).code ?? (thrown as Error).message;
    throw new Complaint(
      `The data folder ${folder} cannot be written (${why}). Correct store.folder or the folder's permissions.`,
    );
  }
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (thrown) {
    lock.close();
    if (isDiskFull(thrown)) throw fullOf(folder, thrown);
    throw new Complaint(
      `The data folder ${folder} is in use by ${holder(pidFile)}. Stop that process, run several commands in it with "answershare batch", or use PostgreSQL by setting DATABASE_URL.`,
    );
  }
  try {
    replaceFile(pidFile, `${process.pid}\n`);
  } catch (thrown) {
    lock.close();
    throw isDiskFull(thrown) ? fullOf(folder, thrown) : thrown;
  }
  return { release: () => lock.close() };
}

function fullOf(folder: string, thrown: unknown): DiskFull {
  return thrown instanceof DiskFull ? thrown : folderFull(folder, (thrown as Error).message);
}

/** The process that the pid file names, if it lives: a killed holder leaves its number behind. */
function holder(pidFile: string): string {
  const read = readSmallFile(pidFile);
  const pid = 'text' in read ? /^[1-9]\d{0,9}$/.exec(read.text.trim())?.[0] : undefined;
  return pid !== undefined && lives(Number(pid)) ? `process ${pid}` : 'another process';
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
