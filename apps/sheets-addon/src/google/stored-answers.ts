import { answerSlot, type SlotName } from '../cache/two-tier-cache.ts';
import type { Platform } from '../ports/platform.ts';
import { countBytes } from '../ports/property-store.ts';
import { deleteEmptied, evict, evictFor, isAnswerName, type StoredEntry, storedPrefix } from './evict.ts';
import { fileProperties } from './file.ts';

/** A cache value holds 100 KB (Google: reference/cache/cache), counted in bytes; base64 has one byte per character. */
const maxCacheBytes = 100 * 1024;

/** Texts up to this length stay plain: at 3 bytes per character they are below the limit. */
const maxPlainLength = 16_384;

const packedPrefix = 'gz:';

/** Encodes a text as a stored value, packed if longer than `plainLength`; null if it does not fit. */
export function pack(text: string, plainLength = maxPlainLength): string | null {
  if (text.length <= plainLength && !text.startsWith(packedPrefix)) return text;
  const packed = packedPrefix + Utilities.base64Encode(Utilities.gzip(Utilities.newBlob(text)).getBytes());
  return packed.length <= maxCacheBytes ? packed : null;
}

/** Decodes a stored value; null if it is damaged, such as by an abort or concurrent writes. */
export function unpack(value: string): string | null {
  if (!value.startsWith(packedPrefix)) return value;
  try {
    const bytes = Utilities.base64Decode(value.slice(packedPrefix.length));
    return Utilities.ungzip(Utilities.newBlob(bytes, 'application/x-gzip')).getDataAsString('UTF-8');
  } catch {
    return null;
  }
}

/** A property holds 9 KB (Google: guides/services/quotas); a character takes at most 3 bytes. */
const partLength = 8_900;
const maxParts = 6;

/** Longer texts are packed; shorter ones would not become smaller. */
const plainLength = 400;

/** For more keys than this the whole store is read at once. */
const maxSingleReads = 2;

/** Emptied properties deleted per execution: each costs a call, maybe under the lock. */
const maxDeletions = 10;

const toPropertyName = (key: string, part: number): string =>
  `${storedPrefix}${key}${part === 0 ? '' : `#${part}`}`;

/** `until parts text`, split into properties; null if it needs too many. */
function encodeEntry(key: string, text: string, until: number): Record<string, string> | null {
  const packed = pack(text, plainLength);
  const parts = packed === null ? maxParts + 1 : Math.ceil(packed.length / partLength);
  if (packed === null || parts > maxParts) return null;
  const properties: Record<string, string> = {};
  for (let part = 0; part < parts; part++) {
    const slice = packed.slice(part * partLength, (part + 1) * partLength);
    properties[toPropertyName(key, part)] = part === 0 ? `${until} ${parts} ${slice}` : slice;
  }
  return properties;
}

function decodeEntry(key: string, stored: (name: string) => string | undefined, now: number): string | null {
  const head = /^(\d+) (\d) ([\s\S]*)$/.exec(stored(toPropertyName(key, 0)) ?? '');
  if (head === null || Number(head[1]) <= now) return null;
  let packed = head[3] ?? '';
  for (let part = 1; part < Number(head[2]); part++) {
    const slice = stored(toPropertyName(key, part));
    if (slice === undefined) return null;
    packed += slice;
  }
  return unpack(packed);
}

/**
 * Answers in properties (Google: reference/properties) of the document or the script, without the cache's six-hour limit.
 * @param now milliseconds since the epoch
 */
export function openPropertyStore(
  properties: GoogleAppsScript.Properties.Properties,
  now: () => number,
  nameOf: SlotName,
): Platform['store'] {
  /** The whole store, as this execution read it last. */
  let snapshot: StoredEntry | null = null;
  let isSwept = false;

  function readWhole(): StoredEntry {
    snapshot = properties.getProperties() as StoredEntry;
    return snapshot;
  }

  /** Writes texts within the byte limit of answers. */
  function write(texts: readonly StoredEntry[]): void {
    const stored = snapshot ?? readWhole();
    const all = evictFor(stored, texts, now());
    try {
      properties.setProperties(all);
    } catch {
      evict(properties, countBytes(JSON.stringify(all)), now());
      properties.setProperties(all);
    }
    const hasEvicted = Object.keys(all).some((name) => all[name] === '');
    const remaining = hasEvicted && !isSwept ? deleteEmptied(properties, stored, maxDeletions) : stored;
    isSwept = isSwept || hasEvicted;
    snapshot = { ...remaining, ...all };
  }

  return {
    getAll(keys) {
      const all = keys.length > maxSingleReads ? readWhole() : null;
      const stored = (name: string): string | undefined =>
        all === null ? (properties.getProperty(name) ?? undefined) : all[name];
      const texts: Record<string, string> = {};
      for (const key of keys) {
        const text = decodeEntry(nameOf(key), stored, now());
        if (text !== null) texts[key] = text;
      }
      return texts;
    },
    putAll(texts) {
      const entries: StoredEntry[] = [];
      for (const key of Object.keys(texts)) {
        const { text, until } = texts[key] as { text: string; until: number };
        const parts = encodeEntry(nameOf(key), text, until);
        if (parts === null) continue;
        // A state is short and announces an answer in progress: it precedes what may not fit.
        if (answerSlot.test(nameOf(key))) entries.push(parts);
        else entries.unshift(parts);
      }
      try {
        write(entries);
      } catch (thrown) {
        // The cache has it too: only the answer's life beyond six hours is lost.
        console.warn(`An answer could not be stored in the document's properties: ${String(thrown)}`);
      }
    },
  };
}

/** When each stored answer to a key arrived, milliseconds since the epoch. */
export function listStoredSince(
  properties: GoogleAppsScript.Properties.Properties | null,
  identity: string,
  now: number,
): readonly number[] {
  const all = (properties?.getProperties() ?? {}) as StoredEntry;
  const times: number[] = [];
  for (const name of Object.keys(all)) {
    if (!isAnswerName(name)) continue;
    const text = decodeEntry(name.slice(storedPrefix.length), (one) => all[one], now) ?? '';
    const at = text.includes(`"about":"${identity} `) ? /"fetchedAt":(\d+)/.exec(text)?.[1] : undefined;
    if (at !== undefined) times.push(Number(at));
  }
  return times;
}

/** Names of failed queries; eviction ignores them. */
const failedPrefix = `${storedPrefix}failed:`;

/** Failed queries of this file that its formulas may still show, by cache key. */
export const failedQueries = {
  list(): readonly string[] {
    const all = fileProperties().getProperties() as StoredEntry;
    return Object.keys(all).flatMap((name) =>
      name.startsWith(failedPrefix) && all[name] !== '' ? [name.slice(failedPrefix.length)] : [],
    );
  },
  /** One call for all; emptied properties are deleted with those of evicted answers. */
  set(slots: readonly string[], isFailed: boolean): void {
    if (slots.length === 0) return;
    const text = isFailed ? '9e15 1 ' : '';
    const texts = Object.fromEntries(slots.map((slot) => [failedPrefix + slot, text]));
    fileProperties()?.setProperties(texts);
  },
};

/** Deletes at most `most` emptied properties. */
export function removeLeftovers(most: number): void {
  const properties = fileProperties();
  deleteEmptied(properties, properties.getProperties() as StoredEntry, most);
}

/** Removes every stored answer, or those of one connection epoch. */
export function removeStored(epoch: string | null = null): void {
  const properties = fileProperties();
  const prefix = epoch === null ? storedPrefix : `${storedPrefix}${epoch}:`;
  for (const name of properties.getKeys()) {
    if (name.startsWith(prefix)) properties.deleteProperty(name);
  }
}
