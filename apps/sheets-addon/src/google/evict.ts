import { answerSlot } from '../cache/two-tier-cache.ts';
import { countBytes } from '../ports/property-store.ts';

/**
 * Document properties hold 500 KB of keys and values (Google: guides/services/quotas); writes beyond that fail. Answers
 * leave room for connection, settings and journals. Four answers about each of a hundred websites take 400 KB.
 */
const answersBytes = 440_000;

/** Extra bytes freed after a rejected write: Google does not document how it counts. */
const spareBytes = 20_000;

/** A property holds 9 KB (Google: guides/services/quotas). Freed bytes do not help a longer one. */
const maxValueBytes = 9 * 1024;

export const storedPrefix = 'answershare.kept.';

/** True for the name of an answer's first part, false for those of its state, other parts and key. */
export const isAnswerName = (name: string): boolean =>
  name.startsWith(storedPrefix) && answerSlot.test(name.slice(storedPrefix.length));

export type StoredEntry = Readonly<Record<string, string>>;

const countEntryBytes = (names: readonly string[], stored: StoredEntry): number =>
  names.reduce((sum, name) => sum + countBytes(name) + countBytes(stored[name] ?? ''), 0);

const listStoredNames = (stored: StoredEntry): readonly string[] =>
  Object.keys(stored).filter((name) => name.startsWith(storedPrefix));

/** Expiry of a property, milliseconds since the epoch. A part expires with the answer that counts it. */
function findExpiry(name: string, stored: StoredEntry): number {
  const [head = '', part = '0'] = name.split('#');
  const [until = '0', parts = '0'] = (stored[head] ?? '').split(' ', 2);
  return Number(part) < Number(parts) ? Number(until) : 0;
}

/** Empties the answers that expire first, and only expired states: an execution may be asking under them. */
function emptyOldest(stored: StoredEntry, bytes: number, now: number): Readonly<Record<string, ''>> {
  const expiries = listStoredNames(stored)
    .filter((name) => stored[name] !== '')
    .map((name) => ({ name, expiry: findExpiry(name, stored) }))
    .filter(({ name, expiry }) => expiry <= now || isAnswerName(name.split('#')[0] ?? ''));
  expiries.sort((one, other) => one.expiry - other.expiry || (one.name < other.name ? -1 : 1));
  const found: Record<string, ''> = {};
  let left = bytes;
  for (const { name } of expiries) {
    if (left <= 0) break;
    found[name] = '';
    left -= countBytes(stored[name] ?? '');
  }
  return found;
}

/**
 * Selects which new texts to store and which properties to empty, as one write. One call empties many properties, while
 * each deletion costs a call. Emptying does not affect concurrent writes of other executions. Texts that do not fit are
 * dropped, the last ones first.
 * @param stored what the properties hold, or held a moment ago
 * @param texts the properties of each text, the most important first
 * @param now milliseconds since the epoch
 */
export function evictFor(stored: StoredEntry, texts: readonly StoredEntry[], now: number): StoredEntry {
  const taken: Record<string, string> = {};
  let bytesTaken = 0;
  for (const text of texts) {
    const bytes = countEntryBytes(Object.keys(text), text);
    if (bytesTaken + bytes > answersBytes) continue;
    bytesTaken += bytes;
    Object.assign(taken, text);
  }
  const others = listStoredNames(stored).filter((name) => taken[name] === undefined);
  const rest: Record<string, string> = {};
  for (const name of others) rest[name] = stored[name] ?? '';
  return { ...emptyOldest(rest, countEntryBytes(others, stored) + bytesTaken - answersBytes, now), ...taken };
}

/** Frees this many bytes and some more after a rejected write. False if there was nothing to free. */
export function evict(
  properties: GoogleAppsScript.Properties.Properties,
  bytes: number,
  now: number,
): boolean {
  const free = emptyOldest(properties.getProperties() as StoredEntry, bytes + spareBytes, now);
  if (Object.keys(free).length === 0) return false;
  properties.setProperties(free);
  return true;
}

/** Sets a property and evicts answers if necessary. @throws Google's error if the write fails even then */
export function setWithEviction(
  properties: GoogleAppsScript.Properties.Properties,
  name: string,
  text: string,
): void {
  try {
    properties.setProperty(name, text);
  } catch (thrown) {
    const bytes = countBytes(text);
    if (bytes > maxValueBytes || !evict(properties, bytes, Date.now())) throw thrown;
    properties.setProperty(name, text);
  }
}

/** Deletes emptied properties, at most `most`, since each costs a call. Returns how many remain. */
export function deleteEmptied(
  properties: GoogleAppsScript.Properties.Properties,
  stored: StoredEntry,
  most: number,
): StoredEntry {
  const remaining: Record<string, string> = { ...stored };
  const empty = listStoredNames(stored).filter((name) => stored[name] === '');
  for (const name of empty.slice(0, most)) {
    properties.deleteProperty(name);
    delete remaining[name];
  }
  return remaining;
}
