import type { Outside } from '../exchange/outside.ts';
import type { SlotName } from '../exchange/slot-names.ts';
import { pack, unpack } from './packed-text.ts';

/** What is kept stands under names of its own, apart from the connection. */
const prefix = 'answershare.kept.';

/** The name of an answer, apart from those of its state, its parts and its key. */
const ofAnswer = /^answershare\.kept\.as3:[a-z0-9]{11}$/;

/** A property holds 9 KB (Google: guides/services/quotas); a text has at most 3 bytes a character. */
const partLength = 8_900;
const mostParts = 6;

/** Texts longer than this are packed. */
const plainLength = 1_000;

/** Above this many keys the whole store is read at once. */
const fewKeys = 2;

/** How many of the oldest are given up at a time where the store is full: each costs a call, maybe under the lock. */
const givenUp = 15;

type Stored = Readonly<Record<string, string>>;

const nameOf = (key: string, part: number): string => `${prefix}${key}${part === 0 ? '' : `#${part}`}`;

/** `until parts text`, cut into properties; null where it would take too many. */
function written(key: string, text: string, until: number): Record<string, string> | null {
  const packed = pack(text, plainLength);
  const parts = packed === null ? mostParts + 1 : Math.ceil(packed.length / partLength);
  if (packed === null || parts > mostParts) return null;
  const properties: Record<string, string> = {};
  for (let part = 0; part < parts; part++) {
    const slice = packed.slice(part * partLength, (part + 1) * partLength);
    properties[nameOf(key, part)] = part === 0 ? `${until} ${parts} ${slice}` : slice;
  }
  return properties;
}

function read(key: string, stored: (name: string) => string | undefined, now: number): string | null {
  const head = /^(\d+) (\d) ([\s\S]*)$/.exec(stored(nameOf(key, 0)) ?? '');
  if (head === null || Number(head[1]) <= now) return null;
  let packed = head[3] ?? '';
  for (let part = 1; part < Number(head[2]); part++) {
    const slice = stored(nameOf(key, part));
    if (slice === undefined) return null;
    packed += slice;
  }
  return unpack(packed);
}

/** Until when a property is of use, milliseconds since the epoch: a part for as long as its answer has one of its number. */
function endOf(name: string, stored: Stored): number {
  const [head = '', part = '0'] = name.split('#');
  const [until = '0', parts = '0'] = (stored[head] ?? '').split(' ', 2);
  return Number(part) < Number(parts) ? Number(until) : 0;
}

/** Deletes some of what is over or soon will be, so that new answers fit. */
function makeRoom(properties: GoogleAppsScript.Properties.Properties): void {
  const stored = properties.getProperties() as Stored;
  const names = Object.keys(stored).filter((name) => name.slice(0, prefix.length) === prefix);
  const ends = names.map((name) => ({ name, end: endOf(name, stored) }));
  ends.sort((one, other) => one.end - other.end || (one.name < other.name ? 1 : -1));
  for (const { name } of ends.slice(0, givenUp)) properties.deleteProperty(name);
}

/**
 * Kept answers in the document's properties (Google: reference/properties): shared like the cache by everybody who works in
 * the file, and not forgotten after six hours. Without a document nothing is kept.
 * @param now milliseconds since the epoch
 */
export function documentStore(now: () => number, nameOf: SlotName): Outside['store'] {
  const properties = PropertiesService.getDocumentProperties();
  return {
    getAll(keys) {
      if (properties === null) return {};
      const all = keys.length > fewKeys ? (properties.getProperties() as Stored) : null;
      const stored = (name: string): string | undefined =>
        all === null ? (properties.getProperty(name) ?? undefined) : all[name];
      const texts: Record<string, string> = {};
      for (const key of keys) {
        const text = read(nameOf(key), stored, now());
        if (text !== null) texts[key] = text;
      }
      return texts;
    },
    putAll(texts) {
      if (properties === null) return;
      const kept: Record<string, string> = {};
      for (const key of Object.keys(texts)) {
        const { text, until } = texts[key] as { text: string; until: number };
        Object.assign(kept, written(nameOf(key), text, until));
      }
      try {
        properties.setProperties(kept);
      } catch {
        // The store holds 500 KB (Google: guides/services/quotas).
        try {
          makeRoom(properties);
          properties.setProperties(kept);
        } catch (thrown) {
          // The cache has it too: what is lost is an answer's life beyond six hours.
          console.warn(`An answer could not be kept in the document's properties: ${String(thrown)}`);
        }
      }
    },
  };
}

/** When each kept answer came, milliseconds since the epoch. */
export function keptSince(now: number): readonly number[] {
  const all = (PropertiesService.getDocumentProperties()?.getProperties() ?? {}) as Stored;
  const times: number[] = [];
  for (const name of Object.keys(all)) {
    if (!ofAnswer.test(name)) continue;
    const text = read(name.slice(prefix.length), (one) => all[one], now) ?? '';
    const at = /"fetchedAt":(\d+)/.exec(text)?.[1];
    if (at !== undefined) times.push(Number(at));
  }
  return times;
}

/** Forgets every kept answer. */
export function forgetKept(): void {
  const properties = PropertiesService.getDocumentProperties();
  for (const name of properties.getKeys()) {
    if (name.slice(0, prefix.length) === prefix) properties.deleteProperty(name);
  }
}
