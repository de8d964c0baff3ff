import {
  type AnalyticsWindow,
  addDays,
  type CalendarDate,
  findWebsite,
  isApiError,
  toCalendarDate,
  type Website,
} from '@answershare/core';
import { type Ask, spelled } from '../asks/ask.ts';

/** One distinct question of the service, in all spellings in which the file asks it. It costs one request at most. */
export interface Question {
  /** The same for the same question, however it is spelled. */
  readonly key: string;
  readonly asks: readonly Ask[];
}

/** One answer of 90 days serves every window within them, which ends today at the latest (`core/windows/widen.ts`). */
const widestDays = 90;

function windowKey(window: AnalyticsWindow | null, today: CalendarDate): string {
  if (window === null) return 'wide';
  if ('last' in window) return window.last <= widestDays ? 'wide' : String(window.last);
  return window.from > addDays(today, -widestDays) && window.to <= today
    ? 'wide'
    : `${window.from}..${window.to}`;
}

function idOf(reference: string, websites: readonly Website[]): string | null {
  try {
    return findWebsite(websites, reference).id;
  } catch (thrown) {
    if (isApiError(thrown)) return null;
    throw thrown;
  }
}

/**
 * Asks as distinct questions. A website that the list does not hold is no question: it costs no request. The list of
 * websites is no question either; it comes with the first one.
 */
export function questionsOf(
  asks: readonly Ask[],
  websites: readonly Website[],
  now: number,
): readonly Question[] {
  const today = toCalendarDate(now);
  const questions = new Map<string, Map<string, Ask>>();
  const ids = new Map<string, string | null>();
  for (const ask of asks) {
    if (ask.endpoint === 'websites') continue;
    const known = ids.get(ask.reference);
    const id = known === undefined ? idOf(ask.reference, websites) : known;
    ids.set(ask.reference, id);
    if (id === null) continue;
    const key = `${ask.endpoint} ${id} ${windowKey(ask.window, today)}`;
    const spellings = questions.get(key) ?? new Map<string, Ask>();
    spellings.set(spelled(ask), ask);
    questions.set(key, spellings);
  }
  const found: Question[] = [];
  questions.forEach((spellings, key) => {
    const all: Ask[] = [];
    spellings.forEach((ask) => {
      all.push(ask);
    });
    found.push({ key, asks: all });
  });
  return found;
}
