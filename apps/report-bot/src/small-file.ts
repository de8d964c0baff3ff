import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

const longest = 64 * 1024;

/** The text of a file, or why it is not taken, as a clause that follows the file's name. */
export type SmallText = { readonly text: string } | { readonly why: string };

/**
 * Reads a secret or a note. Only a regular file of at most 64 KB is taken: a pipe holds the command up, a device never ends.
 * A link to such a file is followed, because Kubernetes mounts secrets as links.
 */
export function readSmallFile(path: string): SmallText {
  try {
    if (!statSync(path).isFile()) return { why: 'is no regular file' };
    // The file may have been exchanged for a pipe meanwhile.
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!fstatSync(handle).isFile()) return { why: 'is no regular file' };
      return textIn(handle);
    } finally {
      closeSync(handle);
    }
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    return { why: reasons[code ?? ''] ?? `cannot be read (${code})` };
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this user',
  ELOOP: 'is a link that leads back to itself',
};

function textIn(handle: number): SmallText {
  const bytes = Buffer.alloc(longest + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(handle, bytes, length, bytes.length - length, null);
  if (length > longest) return { why: 'is longer than 64 KB' };
  const held = bytes.subarray(0, length);
  return isUtf8(held) && !held.includes(0)
    ? { text: held.toString('utf8') }
    : { why: 'is not text in UTF-8' };
}
