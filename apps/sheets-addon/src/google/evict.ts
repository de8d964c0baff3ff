import { countBytes } from '../cache/two-tier-cache.ts';

/**
 * The document's properties hold 500 KB, keys and values (Google: guides/services/quotas), and refuse any write above. Kept
 * answers leave room for the connection, the settings and the journals of formulas.
 */
const answersBytes = 400_000;

/** Freed beyond what is needed where a write was refused: how Google counts is not documented. */
const spareBytes = 20_000;

/** A property holds 9 KB (Google: guides/services/quotas). Room does not help a longer one. */
const longestValue = 9 * 1024;

export const storedPrefix = 'answershare.kept.';

/** The name of an answer's first part, apart from those of its state, its other parts and its key. */
export const isAnswerName = /^answershare\.kept\.as3:[a-z0-9]{11}(:u)?$/;

export type StoredEntry = Readonly<Record<string, string>>;

const sizeOf = (names: readonly string[], stored: StoredEntry): number =>
  names.reduce((sum, name) => sum + countBytes(name) + countBytes(stored[name] ?? ''), 0);

const listStoredNames = (stored: StoredEntry): readonly string[] =>
  Object.keys(stored).filter((name) => name.slice(0, storedPrefix.length) === storedPrefix);

/** Until when a property is of use, milliseconds since the epoch: a part for as long as its answer has one of its number. */
function endOf(name: string, stored: StoredEntry): number {
  const [head = '', part = '0'] = name.split('#');
  const [until = '0', parts = '0'] = (stored[head] ?? '').split(' ', 2);
  return Number(part) < Number(parts) ? Number(until) : 0;
}

/**
 * Emptied properties that free so many bytes, of the answers that end first. What is not an answer goes only when it is
 * over: somebody may be asking under it.
 */
function emptyEntry(stored: StoredEntry, bytes: number, now: number): Readonly<Record<string, ''>> {
  const ends = listStoredNames(stored)
    .filter((name) => stored[name] !== '')
    .map((name) => ({ name, end: endOf(name, stored) }))
    .filter(({ name, end }) => end <= now || isAnswerName.test(name.split('#')[0] ?? ''));
  ends.sort((one, other) => one.end - other.end || (one.name < other.name ? -1 : 1));
  const found: Record<string, ''> = {};
  let left = bytes;
  for (const { name } of ends) {
    if (left <= 0) break;
    found[name] = '';
    left -= countBytes(stored[name] ?? '');
  }
  return found;
}

/**
 * What of new texts is to be kept and what is emptied for it, as one write: one call empties many properties, where deleting
 * them takes a call each, and harms nothing that another execution writes meanwhile. Texts that do not fit are left out, the
 * last ones first.
 * @param stored what the properties hold, or held a moment ago
 * @param texts the properties of each text, those that are needed most first
 * @param now milliseconds since the epoch
 */
export function evictFor(stored: StoredEntry, texts: readonly StoredEntry[], now: number): StoredEntry {
  const taken: Record<string, string> = {};
  let more = 0;
  for (const text of texts) {
    const bytes = sizeOf(Object.keys(text), text);
    if (more + bytes > answersBytes) continue;
    more += bytes;
    Object.assign(taken, text);
  }
  const others = listStoredNames(stored).filter((name) => taken[name] === undefined);
  const rest: Record<string, string> = {};
  for (const name of others) rest[name] = stored[name] ?? '';
  return { ...emptyEntry(rest, sizeOf(others, stored) + more - answersBytes, now), ...taken };
}

/** Frees so many bytes and some more, where a write was refused. False where there was nothing to free. */
export function evict(
  properties: GoogleAppsScript.Properties.Properties,
  bytes: number,
  now: number,
): boolean {
  const free = emptyEntry(properties.getProperties() as StoredEntry, bytes + spareBytes, now);
  if (Object.keys(free).length === 0) return false;
  properties.setProperties(free);
  return true;
}

/** Sets a property for which kept answers have to give way. @throws what Google says where it cannot be written even so */
export function setWithEviction(
  properties: GoogleAppsScript.Properties.Properties,
  name: string,
  text: string,
): void {
  try {
    properties.setProperty(name, text);
  } catch (thrown) {
    const bytes = countBytes(text);
    if (bytes > longestValue || !evict(properties, bytes, Date.now())) throw thrown;
    properties.setProperty(name, text);
  }
}

/** Deletes emptied properties, at most so many, as each takes a call; what is left of the others. */
export function deleteEmptied(
  properties: GoogleAppsScript.Properties.Properties,
  stored: StoredEntry,
  most: number,
): StoredEntry {
  const left: Record<string, string> = { ...stored };
  const empty = listStoredNames(stored).filter((name) => stored[name] === '');
  for (const name of empty.slice(0, most)) {
    properties.deleteProperty(name);
    delete left[name];
  }
  return left;
}
