import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents for the owner only. Throws the system's error. One at a time, because a
 * recursive `mkdirSync` never returns below /proc (Node.js 24.21).
 */
export function makePrivateFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && !isFolder(above)) makePrivateFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (thrown) {
    if (!isFolder(path)) throw thrown;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Removes the rights of others from this user's file or folder. Windows has no such rights. */
export function restrictToOwner(path: string): void {
  const { uid, mode } = statSync(path);
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
}

/** Writes a file for its owner atomically. A link at the path is replaced, not followed. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  writeAtomically(path, content, 0o600);
}

/** The same for a file that a web server reads as another user; the umask may forbid that. */
export function writeServedFile(path: string, content: string): void {
  writeAtomically(path, content, 0o644);
}

/** A failure leaves no part of the file. */
function writeAtomically(path: string, content: string | Uint8Array, mode: number): void {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(unfinished, content, { flag: 'wx', mode, flush: true });
    renameSync(unfinished, path);
  } catch (thrown) {
    rmSync(unfinished, { force: true });
    throw thrown;
  }
}

/** Creates an empty file for its owner if it is missing. Throws for a link or a special file. */
export function ensurePrivateFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  else if (!found.isFile()) throw new Error(`${path} is not a regular file`);
  else restrictToOwner(path);
}

const maxFileBytes = 64 * 1024;

/** The text of a file, or a clause that says why it is rejected. */
type SmallFile = { readonly text: string } | { readonly why: string };

/**
 * Reads a regular file of at most 64 KB or so many bytes: a pipe would block, a device never ends. Follows links,
 * because Kubernetes mounts secrets as links.
 */
export function readSmallFile(path: string, maxBytes = maxFileBytes): SmallFile {
  try {
    if (!statSync(path).isFile()) return { why: 'is not a regular file' };
    // The file may have been replaced by a pipe since.
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!fstatSync(handle).isFile()) return { why: 'is not a regular file' };
      return readText(handle, maxBytes);
    } finally {
      closeSync(handle);
    }
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    return { why: readErrors[code ?? ''] ?? `cannot be read (${code})` };
  }
}

const readErrors: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this user',
  ELOOP: 'is a link that leads back to itself',
};

function readText(handle: number, maxBytes: number): SmallFile {
  const bytes = Buffer.alloc(maxBytes + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(handle, bytes, length, bytes.length - length, null);
  if (length > maxBytes) return { why: `is longer than ${Math.floor(maxBytes / 1024)} KB` };
  const held = bytes.subarray(0, length);
  return isUtf8(held) && !held.includes(0)
    ? { text: held.toString('utf8') }
    : { why: 'is not text in UTF-8' };
}

/**
 * A file's name for a message, after a space. Empty for a missing file without an extension: it may be a misplaced
 * secret.
 */
export function formatFileName(path: string): string {
  return existsSync(path) || /\.[a-z]{2,5}$/i.test(path) ? ` ${path}` : '';
}

/** The URL of a build product. This module runs from `src/system`, `dist` or `dist/parts`. */
export function builtFileUrl(name: string): URL {
  const { url } = import.meta;
  const dist = url.endsWith('/src/system/files.ts')
    ? '../../dist/'
    : /\/parts\/[^/]+$/.test(url)
      ? '../'
      : './';
  return new URL(dist + name, url);
}
