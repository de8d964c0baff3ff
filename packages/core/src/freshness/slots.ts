import type { Question } from '../asking/question.ts';
import type { Session } from '../asking/session.ts';
import type { CacheEntry } from '../exchange/effect.ts';
import { fingerprint } from '../keys/fingerprint.ts';
import { resolveDates } from '../windows/resolve.ts';
import { type Entry, writeEntry } from './entry.ts';

/** Where the cache keeps a question's answer and what blocks its key. */
export interface Slots {
  readonly question: string;
  readonly key: string;
  readonly block: string;
}

/** What a slot that blocks a key says in place of a question. */
export const blockQuestion = 'block';

/** Apps Script keeps a cache entry for 21,600 s at most (Google: Cache.put). */
const longestSeconds = 21_600;

function spell(session: Session, question: Question, nowMs: number): string {
  const base = `${session.identity} ${question.endpoint}`;
  if (question.endpoint === 'websites') return base;
  if (question.endpoint !== 'analytics') return `${base} ${question.website}`;
  const { from, to } = resolveDates(question.window, nowMs);
  return `${base} ${question.website} ${from}..${to}`;
}

export function slotsFor(session: Session, question: Question, nowMs: number): Slots {
  const spelled = spell(session, question, nowMs);
  return { question: spelled, key: `as1:${fingerprint(spelled)}`, block: `as1:block:${session.identity}` };
}

/** A cache entry that lives as long as what it holds. */
export function slotEntry(key: string, question: string, entry: Entry, lifeMs: number): CacheEntry {
  const ttlSeconds = Math.min(longestSeconds, Math.max(1, Math.ceil(lifeMs / 1000)));
  return { key, text: writeEntry(question, entry), ttlSeconds };
}
