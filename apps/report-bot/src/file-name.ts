import { existsSync } from 'node:fs';

/**
 * A file's name for a message, after a space; nothing where there is no such file and the name has no extension: it may be
 * a secret in the wrong place.
 */
export function nameInMessage(path: string): string {
  return existsSync(path) || /\.[a-z]{2,5}$/i.test(path) ? ` ${path}` : '';
}
