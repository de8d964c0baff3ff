import type { Gathered } from '../actions/gather.ts';
import type { Question } from '../actions/questions.ts';
import type { Failed } from '../connection/status.ts';
import { act } from './server.ts';

/** How far a gathering is. */
export interface GatheringStep {
  readonly done: number;
  readonly total: number;
  /** Requests left this minute; null where not told. */
  readonly left: number | null;
  /** When it goes on, milliseconds since the epoch; null while it does. */
  readonly waitsUntil: number | null;
}

export interface Gathering {
  readonly fresh: number;
  readonly total: number;
  readonly fault: Pick<Failed, 'code' | 'sentence'> | null;
  readonly cancelled: boolean;
}

/** Steps in a row without an answer after which the rest counts as failed. */
const patience = 4;

/** Waits, but no longer than until it is cancelled. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Asks questions step by step, each step a call that asks as many as the minute has room for. What was asked before a
 * cancelling stays asked.
 */
export async function gatherAll(
  questions: readonly Question[],
  freshFrom: number,
  told: (step: GatheringStep) => void,
  signal: AbortSignal,
): Promise<Gathering> {
  const total = questions.length;
  let rest = questions;
  let fresh = 0;
  let failed = 0;
  let fault: Gathering['fault'] = null;
  let idle = 0;
  told({ done: 0, total, left: null, waitsUntil: null });
  while (rest.length > 0 && !signal.aborted && idle < patience) {
    const answer = await act('gather', { questions: rest, freshFrom });
    if (!answer.ok) return { fresh, total, fault: answer, cancelled: false };
    const step: Gathered = answer.done;
    idle = step.rest.length < rest.length ? 0 : idle + 1;
    fresh += step.fresh;
    failed += step.failed;
    fault = fault ?? step.fault;
    rest = step.rest;
    const waiting = rest.length > 0 && step.waitMs > 0;
    told({
      done: fresh + failed,
      total,
      left: step.left,
      waitsUntil: waiting ? Date.now() + step.waitMs : null,
    });
    if (waiting && !signal.aborted) await wait(step.waitMs, signal);
  }
  // A fault that a later step overcame is none.
  if (fresh === total) fault = null;
  return { fresh, total, fault, cancelled: signal.aborted && rest.length > 0 };
}
