import { fingerprintKey, maskKey } from '@answershare/core';
import { type CellQuery, type QueryAnswer, toCacheKey } from '../ports/query.ts';
import { type CacheHeader, headerSlot, parseHeader } from './header.ts';

/** An answer as the cache stores it for cells. */
interface ReadyEntry {
  readonly epoch: string;
  readonly answer: QueryAnswer;
}

/** Cache key of an answer: two digests, which do not reveal the cell's text (maybe a pasted secret). */
export function toReadySlot(query: CellQuery): string {
  const text = toCacheKey(query);
  return `warm2:${fingerprintKey(text)}${fingerprintKey(`2${text}`)}`;
}

function isUsable({ epoch, freshFrom, paused }: CacheHeader, entry: ReadyEntry, now: number): boolean {
  const { answer } = entry;
  if (entry.epoch !== epoch) return false;
  if (paused && answer.ok) return true;
  return answer.until > now && (!answer.ok || answer.stale !== null || answer.fetchedAt >= freshFrom);
}

/** Cached answers in the queries' order; null for a miss. Costs one cache read. */
export function readReadyAnswers(
  queries: readonly CellQuery[],
  getAll: (keys: readonly string[]) => Readonly<Record<string, string>>,
  now: number,
): (QueryAnswer | null)[] {
  const slots = queries.map(toReadySlot);
  const cached = getAll([headerSlot].concat(slots));
  const header = parseHeader(cached[headerSlot], now);
  return slots.map((slot) => {
    const text = cached[slot];
    if (header === null || text === undefined) return null;
    const entry = JSON.parse(text) as ReadyEntry;
    return isUsable(header, entry, now) ? entry.answer : null;
  });
}

/** An answer without the key: a service may echo it in a body or in a name. */
export function removeKey(answer: QueryAnswer, key: string): QueryAnswer {
  const text = JSON.stringify(answer);
  return text.includes(key) ? (JSON.parse(text.split(key).join(maskKey(key))) as QueryAnswer) : answer;
}

/** Cache entries for cells with the same queries, by cache key. While paused, stale answers too. */
export function toReadyTexts(
  queries: readonly CellQuery[],
  answers: readonly QueryAnswer[],
  { epoch, paused, now }: { readonly epoch: string; readonly paused: boolean; readonly now: number },
): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  queries.forEach((query, index) => {
    const answer = answers[index];
    if (answer && (answer.until > now || (paused && answer.ok))) {
      const entry: ReadyEntry = { epoch, answer };
      texts[toReadySlot(query)] = JSON.stringify(entry);
    }
  });
  return texts;
}
