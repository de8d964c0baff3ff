import type { Answer, Fault } from '../asks/ask.ts';
import { roomIn } from './meter-room.ts';
import type { Office } from './office.ts';
import type { Question } from './questions.ts';

/** What one step of a refresh did. */
export interface Gathered {
  /** Questions with an answer that is new enough. */
  readonly fresh: number;
  /** Questions that failed in a way that asking again will not mend now. */
  readonly failed: number;
  /** What went wrong first; null where nothing did. */
  readonly fault: Fault | null;
  /** Questions to be asked in the next step. */
  readonly rest: readonly Question[];
  /** Milliseconds to wait before it. */
  readonly waitMs: number;
  /** Requests left this minute; null where not told. */
  readonly left: number | null;
}

export interface GatherOrder {
  readonly questions: readonly Question[];
  /** Answers from before this are asked for again, milliseconds since the epoch. */
  readonly freshFrom: number;
}

/** Questions that go out together: enough for speed, few enough for a progress that moves. */
const together = 20;
/** Where nothing tells how many may go. */
const carefully = 5;

/** Faults that a later step may not meet. */
const passing = ['rate_limited', 'budget', 'pending'];
/** Faults that every further question would meet. */
const final = ['daily_quota_exceeded', 'invalid_key', 'unauthorized', 'not_connected', 'paused'];

type Outcome =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'later' | 'failed' | 'final'; readonly fault: Fault };

function outcomeOf(answers: readonly Answer[], freshFrom: number): Outcome {
  for (const answer of answers) {
    const fault = answer.ok ? answer.stale : answer;
    if (fault === null) continue;
    if (answer.ok && answer.fetchedAt >= freshFrom) continue;
    const { code, sentence } = fault;
    const everywhere = !answer.ok && answer.everywhere;
    const kind =
      passing.indexOf(code) >= 0 ? 'later' : everywhere || final.indexOf(code) >= 0 ? 'final' : 'failed';
    return { kind, fault: { code, sentence } };
  }
  return { kind: 'fresh' };
}

/**
 * Asks as many questions as this minute has room for, within `ms`. The first goes alone: its answer tells how much room
 * others have left since the meter was read.
 */
export function gather(office: Office, { questions, freshFrom }: GatherOrder, ms: number): Gathered {
  const until = office.now() + ms;
  let fresh = 0;
  let failed = 0;
  let fault: Fault | null = null;
  let waitMs = roomIn(office.meter(), office.now()).waitMs;
  let rest: readonly Question[] = questions;
  if (waitMs === 0 && questions.length > 0) {
    office.receive({ ms, freshFrom }, ({ answer }) => {
      let asked = 0;
      while (rest.length > 0 && waitMs === 0 && (asked === 0 || office.now() < until - ms / 2)) {
        const room = roomIn(office.meter(), office.now());
        if (room.requests === 0) {
          waitMs = room.waitMs;
          break;
        }
        const most = asked === 0 ? 1 : (room.requests ?? carefully);
        const taken = rest.slice(0, Math.min(together, most));
        rest = rest.slice(taken.length);
        const answers = answer(
          taken.reduce<Question['asks'][number][]>((all, one) => all.concat(one.asks), []),
        );
        asked += taken.length;
        let at = 0;
        for (const question of taken) {
          const outcome = outcomeOf(answers.slice(at, at + question.asks.length), freshFrom);
          at += question.asks.length;
          if (outcome.kind === 'fresh') {
            fresh += 1;
            continue;
          }
          fault ??= outcome.fault;
          if (outcome.kind === 'later') {
            rest = rest.concat(question);
            waitMs = Math.max(waitMs, roomIn(office.meter(), office.now()).waitMs, 5_000);
          } else failed += 1;
          if (outcome.kind === 'final') {
            failed += rest.length;
            rest = [];
          }
        }
      }
    });
  }
  const left = office.meter()?.rate.minute.remaining ?? null;
  if (rest.length === 0) waitMs = 0;
  return { fresh, failed, fault, rest, waitMs, left };
}
