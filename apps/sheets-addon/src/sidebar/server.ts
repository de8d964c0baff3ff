import type { Website } from '@answershare/core';
import type { ActionInput, ActionName, ActionResult } from '../actions/actions.ts';
import type { BatchQuestion, GatherResult } from '../actions/gather.ts';
import type { ConnectAnswer, FailedAnswer, StatusAnswer } from '../connection/connection.ts';

/** google.script.run as this sidebar uses it (Google: guides/html/communication). */
interface ScriptRun {
  withSuccessHandler(handler: (value: unknown) => void): ScriptRun;
  withFailureHandler(handler: (error: Error) => void): ScriptRun;
  connect(key: string): void;
  disconnect(): void;
  connectionStatus(): void;
  act(name: string, input?: unknown): void;
}

declare const google: { readonly script: { readonly run: ScriptRun } };

/** Calls a function of the script; a failed call resolves with an error answer. */
function call<T>(start: (run: ScriptRun) => void): Promise<T> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => {
      resolve({ ok: false, code: error.message ? 'refused' : 'noAnswer', sentence: error.message } as T);
    };
    start(google.script.run.withSuccessHandler((value) => resolve(value as T)).withFailureHandler(failed));
  });
}

export const callConnect = (key: string): Promise<ConnectAnswer> => call((run) => run.connect(key));
export const callDisconnect = (): Promise<StatusAnswer> => call((run) => run.disconnect());
export const callConnectionStatus = (): Promise<StatusAnswer> => call((run) => run.connectionStatus());

export type ServerAnswer<K extends ActionName> =
  | { readonly ok: true; readonly done: ActionResult<K> }
  | FailedAnswer;

/** Runs one of the add-on's actions. */
export function callAction<K extends ActionName>(
  name: K,
  ...input: ActionInput<K> extends undefined ? [] : [ActionInput<K>]
): Promise<ServerAnswer<K>> {
  return call((run) => {
    if (input.length === 0) run.act(name);
    else run.act(name, input[0]);
  });
}

let websitesRequest: Promise<
  { readonly ok: true; readonly websites: readonly Website[] } | FailedAnswer
> | null = null;

/** The key's websites; fetched once while the sidebar is open, and again after a failure. */
export function fetchWebsites(): Promise<
  { readonly ok: true; readonly websites: readonly Website[] } | FailedAnswer
> {
  websitesRequest ??= callAction('websites').then((answer) => {
    if (answer.ok) return { ok: true, websites: answer.done.websites };
    websitesRequest = null;
    return answer;
  });
  return websitesRequest;
}

/** Another key has other websites. */
export function forgetWebsites(): void {
  websitesRequest = null;
}

/** A website's name in a list. */
export const websiteName = ({ name, domain, id }: Website): string =>
  name === null ? (domain ?? id) : domain === null ? name : `${name} (${domain})`;

/** Progress of a refresh. */
export interface RefreshStep {
  readonly done: number;
  readonly total: number;
  /** Requests left this minute; null if unknown. */
  readonly left: number | null;
  /** When it resumes, milliseconds since the epoch; null while running. */
  readonly waitsUntil: number | null;
}

export interface RefreshTask {
  readonly fresh: number;
  readonly total: number;
  readonly fault: Pick<FailedAnswer, 'code' | 'sentence'> | null;
  readonly cancelled: boolean;
}

/** Steps in a row without an answer after which the rest counts as failed: at 5 s each, more than a minute. */
const maxIdleSteps = 13;

/** Waits until the time is over or the signal aborts. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Asks questions step by step, each step within the minute's room. Cancelling keeps the answers so far. */
export async function gatherAll(
  questions: readonly BatchQuestion[],
  freshFrom: number,
  onProgress: (step: RefreshStep) => void,
  signal: AbortSignal,
): Promise<RefreshTask> {
  const total = questions.length;
  let rest = questions;
  let fresh = 0;
  let failed = 0;
  let fault: RefreshTask['fault'] = null;
  let idleSteps = 0;
  onProgress({ done: 0, total, left: null, waitsUntil: null });
  while (rest.length > 0 && !signal.aborted && idleSteps < maxIdleSteps) {
    const answer = await callAction('gather', { questions: rest, freshFrom });
    if (!answer.ok) return { fresh, total, fault: answer, cancelled: false };
    const step: GatherResult = answer.done;
    idleSteps = step.rest.length < rest.length ? 0 : idleSteps + 1;
    fresh += step.fresh;
    failed += step.failed;
    fault = fault ?? step.fault;
    rest = step.rest;
    const waiting = rest.length > 0 && step.waitMs > 0;
    onProgress({
      done: fresh + failed,
      total,
      left: step.left,
      waitsUntil: waiting ? Date.now() + step.waitMs : null,
    });
    if (waiting && !signal.aborted) await wait(step.waitMs, signal);
  }
  // A fault that a later step overcame does not count.
  if (fresh === total) fault = null;
  return { fresh, total, fault, cancelled: signal.aborted && rest.length > 0 };
}
