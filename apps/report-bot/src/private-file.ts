import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that only its owner may enter, and those above it. Throws the system's error where that cannot be. One
 * folder at a time, because `mkdirSync` with `recursive` never comes back below /proc (Node.js 24.21).
 */
export function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && !isFolder(above)) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (thrown) {
    if (!isFolder(path)) throw thrown;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Takes every right on what this user owns from others. Windows has no such rights. */
export function keepPrivate(path: string): void {
  const { uid, mode } = statSync(path);
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
}

/** Writes a file for its owner alone, whole or not at all. A link at the path is replaced and never followed. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(unfinished, content, { flag: 'wx', mode: 0o600 });
  try {
    renameSync(unfinished, path);
  } catch (thrown) {
    rmSync(unfinished);
    throw thrown;
  }
}

/** Makes an empty file for its owner alone where there is none. Throws for a link and for what is no regular file. */
export function requireFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  else if (!found.isFile()) throw new Error(`${path} is no regular file`);
  else keepPrivate(path);
}
