import type { QuirkChoices } from '../quirks/parse-quirks.ts';
import type { Quirks } from '../quirks/quirks.ts';
import type { RequestLog } from '../state/journal.ts';
import type { KeyScope } from '../tenants/keys.ts';
import { createWebhookCalls } from '../webhooks/routes.ts';
import type { ClockCommand, FaultCommand, KeyCommand } from './commands.ts';
import type { describeState } from './describe-state.ts';

export type SandboxStateView = ReturnType<typeof describeState>;

/** A refusal of the admin API, with its message. */
export class AdminCallError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Typed calls of the admin API. Each rejects with an AdminCallError if the API refuses it. */
export type AdminCalls = ReturnType<typeof createAdminCalls>;

export function createAdminCalls(
  fetch: (request: Request) => Promise<Response>,
  baseUrl: string,
  adminToken: string,
) {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { Authorization: `Bearer ${adminToken}` };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(new Request(`${baseUrl}/__sandbox${path}`, init));
    const answer: unknown = await response.json();
    if (!response.ok) throw new AdminCallError(response.status, toMessage(answer));
    return answer as T;
  };
  const run = async (method: string, path: string, body?: object): Promise<void> =>
    void (await call(method, path, body));
  const clock = (move: ClockCommand) => run('POST', '/clock', move);
  return {
    /** Form, clock, websites, and each key by label with its limits and use. */
    state: () => call<SandboxStateView>('GET', '/state'),
    setClock: (iso: string) => clock({ set: iso }),
    advanceClock: (milliseconds: number) => clock({ advance: milliseconds }),
    freezeClock: () => clock({ freeze: true }),
    runClock: () => clock({ run: true }),
    requests: () => call<RequestLog>('GET', '/requests'),
    resetRequests: () => run('DELETE', '/requests'),
    fault: (rule: FaultCommand) => run('POST', '/faults', rule),
    clearFaults: () => run('DELETE', '/faults'),
    /** In every call, `key` is a token or a label. */
    revoke: (key: string) => run('POST', '/keys/revoke', { key }),
    /** Returns the new token. */
    createKey: async (wanted: KeyCommand = {}) => (await call<{ key: string }>('POST', '/keys', wanted)).key,
    setScopes: (key: string, scopes: readonly KeyScope[]) => run('POST', '/keys/scopes', { key, scopes }),
    setUsage: (key: string, usage: { minute?: number; day?: number }) =>
      run('POST', '/usage', { key, ...usage }),
    webhooks: createWebhookCalls(call),
    quirks: async () => (await call<{ quirks: Quirks }>('GET', '/quirks')).quirks,
    /** Changes only the given switches. */
    setQuirks: (choices: QuirkChoices) => run('PATCH', '/quirks', choices),
    /** Sets the given switches and resets all others to their defaults. */
    replaceQuirks: (choices: QuirkChoices) => run('PUT', '/quirks', choices),
    clearQuirks: () => run('DELETE', '/quirks'),
    /** Changes ids, keys and figures. */
    reseed: (seed: number) => run('POST', '/seed', { seed }),
    /** Restores the state at the start. */
    reset: () => run('POST', '/reset'),
  };
}

function toMessage(answer: unknown): string {
  return (answer as { error: { message: string } }).error.message;
}
