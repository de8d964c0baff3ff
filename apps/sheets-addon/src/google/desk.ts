import { type Answer, type Ask, type BodyAnswer, forBodies } from '../asks/ask.ts';
import type { Desk } from '../desk.ts';
import type { FileFacts } from '../service/file-facts.ts';
import type { askService } from '../service.ts';
import { warmAnswers } from '../warm/warm-answers.ts';
import { documentCache } from './cache.ts';
import { spreadsheetCalendar } from './calendar.ts';

/** The other script file, which asks what does not lie ready; it is loaded by the first call. Google puts all files into one scope (guides/v8-runtime). */
declare function answershareService_(): {
  readonly askService: typeof askService;
  readonly fileFacts: FileFacts;
};

/** A custom function has 30 s (Google: guides/services/quotas); what is over this says so instead of being cut off. */
const callMs = 26_000;

/** Opens the services for one call of one function; each is touched when it is first needed. */
export function openDesk(): Desk {
  const until = Date.now() + callMs;

  function ask(asks: readonly Ask[]): readonly Answer[] {
    const ready = warmAnswers(asks, (keys) => documentCache().getAll(keys), Date.now());
    const cold = asks.filter((_, at) => ready[at] === null);
    if (cold.length === 0) return ready as readonly Answer[];
    const asked = answershareService_().askService(cold, until);
    let next = 0;
    return ready.map((answer) => answer ?? (asked[next++] as Answer));
  }

  return {
    ...spreadsheetCalendar(),
    ask: ask as Desk['ask'],
    get file() {
      return answershareService_().fileFacts;
    },
    bodies: (asks) => ask(forBodies(asks)) as readonly BodyAnswer[],
  };
}
