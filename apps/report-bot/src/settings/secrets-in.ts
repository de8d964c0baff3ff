import { valueAt } from './findings.ts';
import type { Resolved } from './references.ts';

const secrets = ['service.key', 'smtp.password', 'store.url'];

/** Shorter names of users are words, and nothing that a person hides. */
const shortestName = 8;

/**
 * The secrets of the settings. The user of the mail server is one where it came by reference, unless the settings hold the
 * same text elsewhere: mails have to show an address that they come from or go to.
 */
export function secretsIn({ value, written }: Resolved): string[] {
  const found = secrets.map((path) => valueAt(value, path.split('.')));
  const user = valueAt(value, ['smtp', 'user']);
  if (written.has('smtp.user') && typeof user === 'string' && user.length >= shortestName) {
    const uses = JSON.stringify(value).split(JSON.stringify(user).slice(1, -1)).length - 1;
    if (uses === 1) found.push(user);
  }
  return found.filter((secret) => typeof secret === 'string');
}
