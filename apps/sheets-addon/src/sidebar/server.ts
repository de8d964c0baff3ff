import type { ConnectAnswer, StatusAnswer } from '../connection/status.ts';

/** Calls a function of the script; a call that fails is an answer that says so. */
function call<T>(start: (run: ScriptRun) => void): Promise<T> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => {
      const sentence = error.message || 'The add-on did not answer. Close the sidebar and open it again.';
      resolve({ ok: false, code: 'unexpected', sentence } as T);
    };
    start(google.script.run.withSuccessHandler((value) => resolve(value as T)).withFailureHandler(failed));
  });
}

export const connect = (key: string): Promise<ConnectAnswer> => call((run) => run.connect(key));
export const disconnect = (): Promise<StatusAnswer> => call((run) => run.disconnect());
export const connectionStatus = (): Promise<StatusAnswer> => call((run) => run.connectionStatus());
