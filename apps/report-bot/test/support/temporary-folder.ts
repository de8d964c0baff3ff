import { existsSync, mkdtempSync, realpathSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';

/** Bytes that the folders of a whole run need at most. */
const enough = 4e9;

const hasRoom = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > enough;
};

const parent = existsSync(memory) && hasRoom(memory) ? memory : tmpdir();

/**
 * Makes a folder for a database, in memory where Linux offers it: a new database has 440 files. Tests kill processes,
 * never the machine, so no test depends on a disk.
 */
export const makeDatabaseFolder = (name: string): string =>
  realpathSync(mkdtempSync(join(parent, `answershare-${name}-`)));
