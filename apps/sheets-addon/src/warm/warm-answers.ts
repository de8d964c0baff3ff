import { fingerprintKey } from '@answershare/core';
import { type Answer, type Ask, spelled } from '../asks/ask.ts';
import { type Note, noteSlot, readNote } from './note.ts';

/** An answer as the cache keeps it ready for a cell. */
interface WarmEntry {
  readonly epoch: string;
  readonly answer: Answer;
}

/** Where an answer lies ready. Two digests make a name that no other question has; a cell's text, which may be a secret pasted by mistake, cannot be read from it. */
export function warmSlot(ask: Ask): string {
  const text = spelled(ask);
  return `warm2:${fingerprintKey(text)}${fingerprintKey(`2${text}`)}`;
}

export function warmText(epoch: string, answer: Answer): string {
  const entry: WarmEntry = { epoch, answer };
  return JSON.stringify(entry);
}

function holds({ epoch, freshFrom, paused }: Note, entry: WarmEntry, now: number): boolean {
  const { answer } = entry;
  if (entry.epoch !== epoch) return false;
  if (paused && answer.ok) return true;
  return answer.until > now && (!answer.ok || answer.stale !== null || answer.fetchedAt >= freshFrom);
}

/**
 * The answers that lie ready, in the asks' order; null where there is none. One read of the cache, however many are asked:
 * the connection, the list of websites and the body behind an answer are not touched.
 */
export function warmAnswers(
  asks: readonly Ask[],
  getAll: (keys: readonly string[]) => Readonly<Record<string, string>>,
  now: number,
): readonly (Answer | null)[] {
  const slots = asks.map(warmSlot);
  const kept = getAll([noteSlot].concat(slots));
  const note = readNote(kept[noteSlot], now);
  return slots.map((slot) => {
    const text = kept[slot];
    if (note === null || text === undefined) return null;
    const entry = JSON.parse(text) as WarmEntry;
    return holds(note, entry, now) ? entry.answer : null;
  });
}
