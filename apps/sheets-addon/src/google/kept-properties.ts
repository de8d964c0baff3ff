import type { Outside } from '../exchange/outside.ts';
import { bytesOf } from '../exchange/property-bytes.ts';
import type { SlotName } from '../exchange/slot-names.ts';
import { pack, unpack } from './packed-text.ts';
import { deleteEmptied, keptPrefix, makeRoom, ofAnswer, type Stored, withRoom } from './store-room.ts';

/** A property holds 9 KB (Google: guides/services/quotas); a text has at most 3 bytes a character. */
const partLength = 8_900;
const mostParts = 6;

/** Texts longer than this are packed. */
const plainLength = 1_000;

/** Above this many keys the whole store is read at once. */
const fewKeys = 2;

/** Emptied properties that an execution deletes: each costs a call, maybe under the lock. */
const deletedAtOnce = 10;

const nameOf = (key: string, part: number): string => `${keptPrefix}${key}${part === 0 ? '' : `#${part}`}`;

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

/**
 * Kept answers in the document's properties (Google: reference/properties): shared like the cache by everybody who works in
 * the file, and not forgotten after six hours. Without a document nothing is kept.
 * @param now milliseconds since the epoch
 */
export function documentStore(now: () => number, nameOf: SlotName): Outside['store'] {
  const properties = PropertiesService.getDocumentProperties();
  /** The whole store, as this execution saw it last. */
  let seen: Stored | null = null;
  let swept = false;

  function readWhole(): Stored {
    seen = properties.getProperties() as Stored;
    return seen;
  }

  /** Writes texts within what kept answers may take. */
  function write(texts: readonly Stored[]): void {
    const stored = seen ?? readWhole();
    const all = withRoom(stored, texts, now());
    try {
      properties.setProperties(all);
    } catch {
      makeRoom(properties, bytesOf(JSON.stringify(all)), now());
      properties.setProperties(all);
    }
    const gaveWay = Object.keys(all).some((name) => all[name] === '');
    const left = gaveWay && !swept ? deleteEmptied(properties, stored, deletedAtOnce) : stored;
    swept = swept || gaveWay;
    seen = { ...left, ...all };
  }

  return {
    getAll(keys) {
      if (properties === null) return {};
      const all = keys.length > fewKeys ? readWhole() : null;
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
      const kept: Stored[] = [];
      for (const key of Object.keys(texts)) {
        const { text, until } = texts[key] as { text: string; until: number };
        const parts = written(nameOf(key), text, until);
        if (parts === null) continue;
        // A state is short and tells others that an answer is on its way: it comes before what may not fit.
        if (ofAnswer.test(`${keptPrefix}${nameOf(key)}`)) kept.push(parts);
        else kept.unshift(parts);
      }
      try {
        write(kept);
      } catch (thrown) {
        // The cache has it too: what is lost is an answer's life beyond six hours.
        console.warn(`An answer could not be kept in the document's properties: ${String(thrown)}`);
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
    const text = read(name.slice(keptPrefix.length), (one) => all[one], now) ?? '';
    const at = /"fetchedAt":(\d+)/.exec(text)?.[1];
    if (at !== undefined) times.push(Number(at));
  }
  return times;
}

/** Deletes emptied properties, at most so many, where there is time for it. */
export function sweepKept(most: number): void {
  const properties = PropertiesService.getDocumentProperties();
  deleteEmptied(properties, properties.getProperties() as Stored, most);
}

/** Forgets every kept answer, or what was kept by one connecting. */
export function forgetKept(epoch: string | null = null): void {
  const properties = PropertiesService.getDocumentProperties();
  const prefix = epoch === null ? keptPrefix : `${keptPrefix}${epoch}:`;
  for (const name of properties.getKeys()) {
    if (name.startsWith(prefix)) properties.deleteProperty(name);
  }
}
