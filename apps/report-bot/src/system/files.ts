import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  type ReadStream,
  readSync,
  renameSync,
  rmSync,
  type Stats,
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

const smallFileBytes = 64 * 1024;

/** Why a file is rejected, as a clause. */
interface FileFault {
  readonly why: string;
  /** True without a file at the path. */
  readonly isMissing: boolean;
}

interface RegularFile {
  readonly bytes: Buffer;
  /** True if another user than root may change it. Never on Windows, which has no such rights. */
  readonly isSharedForWriting: boolean;
}

/**
 * Reads a regular file of at most so many bytes; the only way to read a file of the user, next to
 * {@link streamRegularFile}. Follows links, because Kubernetes mounts secrets as links.
 */
export function readRegularFile(path: string, maxBytes: number): RegularFile | FileFault {
  return useRegularFile(path, (handle, stats) => {
    try {
      const bytes = readAtMost(handle, maxBytes + 1);
      return bytes.length <= maxBytes
        ? { bytes, isSharedForWriting: isSharedForWriting(stats) }
        : { why: `is longer than ${formatSize(maxBytes)}`, isMissing: false };
    } finally {
      closeSync(handle);
    }
  });
}

/** Opens a regular file of any size. */
export function streamRegularFile(path: string): ReadStream | FileFault {
  return useRegularFile(path, (fd) => createReadStream('', { fd }));
}

/** A pipe would block, a device never ends. */
function useRegularFile<T>(path: string, use: (handle: number, stats: Stats) => T): T | FileFault {
  try {
    if (!statSync(path).isFile()) return irregularFile;
    // The file may have been replaced by a pipe since.
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(handle);
    if (stats.isFile()) return use(handle, stats);
    closeSync(handle);
    return irregularFile;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return {
      why: isMissing ? 'does not exist' : (readErrors[code ?? ''] ?? `cannot be read (${code})`),
      isMissing,
    };
  }
}

const irregularFile: FileFault = { why: 'is not a regular file', isMissing: false };

const readErrors: Readonly<Record<string, string>> = {
  EACCES: 'may not be read by this user',
  ELOOP: 'is a link that leads back to itself',
};

const formatSize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`;

function readAtMost(handle: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < maxBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(maxBytes - length, smallFileBytes));
    const read = readSync(handle, chunk, 0, chunk.length, null);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return Buffer.concat(chunks);
}

/** The own group of a user often has no other member, so its right to write counts as the user's. */
function isSharedForWriting({ mode, uid, gid }: Stats): boolean {
  const user = process.getuid?.();
  if (user === undefined) return false;
  return (
    (uid !== user && uid !== 0) ||
    (mode & 0o002) !== 0 ||
    ((mode & 0o020) !== 0 && gid !== process.getgid?.())
  );
}

/** {@link readRegularFile} of a text in UTF-8, of at most 64 KB by default. */
export function readSmallFile(
  path: string,
  maxBytes = smallFileBytes,
): (Omit<RegularFile, 'bytes'> & { readonly text: string }) | FileFault {
  const file = readRegularFile(path, maxBytes);
  if ('why' in file) return file;
  const { bytes, ...rest } = file;
  return isUtf8(bytes) && !bytes.includes(0)
    ? { text: bytes.toString('utf8'), ...rest }
    : { why: 'is not text in UTF-8', isMissing: false };
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
