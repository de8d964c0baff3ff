import type { ActionName, Done, Order } from '../actions/actions.ts';
import type { ConnectAnswer, Failed, StatusAnswer } from '../connection/status.ts';

/** Calls a function of the script; a call that fails is an answer that says so. */
function call<T>(start: (run: ScriptRun) => void): Promise<T> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => {
      resolve({ ok: false, code: error.message ? 'refused' : 'noAnswer', sentence: error.message } as T);
    };
    start(google.script.run.withSuccessHandler((value) => resolve(value as T)).withFailureHandler(failed));
  });
}

export const connect = (key: string): Promise<ConnectAnswer> => call((run) => run.connect(key));
export const disconnect = (): Promise<StatusAnswer> => call((run) => run.disconnect());
export const connectionStatus = (): Promise<StatusAnswer> => call((run) => run.connectionStatus());

export type Answered<K extends ActionName> = { readonly ok: true; readonly done: Done<K> } | Failed;

/** Has one of the add-on's actions done. */
export function act<K extends ActionName>(
  name: K,
  ...order: Order<K> extends undefined ? [] : [Order<K>]
): Promise<Answered<K>> {
  return call((run) => {
    if (order.length === 0) run.act(name);
    else run.act(name, order[0]);
  });
}
