import type { QuirkChoices } from '../quirks/parse-quirks.ts';
import type { Quirks } from '../quirks/quirks.ts';
import type { RequestLog } from '../state/journal.ts';
import type { KeyScope } from '../tenants/keys.ts';
import { createWebhookCalls, type WebhookCalls } from '../webhooks/routes.ts';
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
export interface AdminCalls {
  /** Form, clock, websites, and each key by label with its limits and use. */
  state(): Promise<SandboxStateView>;
  setClock(iso: string): Promise<void>;
  advanceClock(milliseconds: number): Promise<void>;
  freezeClock(): Promise<void>;
  runClock(): Promise<void>;
  requests(): Promise<RequestLog>;
  resetRequests(): Promise<void>;
  fault(rule: FaultCommand): Promise<void>;
  clearFaults(): Promise<void>;
  /** In every call, `key` is a token or a label. */
  revoke(key: string): Promise<void>;
  /** Returns the new token. */
  createKey(wanted?: KeyCommand): Promise<string>;
  setScopes(key: string, scopes: readonly KeyScope[]): Promise<void>;
  setUsage(key: string, usage: { minute?: number; day?: number }): Promise<void>;
  readonly webhooks: WebhookCalls;
  quirks(): Promise<Quirks>;
  /** Changes only the given switches. */
  setQuirks(choices: QuirkChoices): Promise<void>;
  /** Sets the given switches and resets all others to their defaults. */
  replaceQuirks(choices: QuirkChoices): Promise<void>;
  clearQuirks(): Promise<void>;
  /** Changes ids, keys and figures. */
  reseed(seed: number): Promise<void>;
  /** Restores the state at the start. */
  reset(): Promise<void>;
}

export function createAdminCalls(
  fetch: (request: Request) => Promise<Response>,
  baseUrl: string,
  adminToken: string,
): AdminCalls {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${adminToken}` };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(new Request(`${baseUrl}/__sandbox${path}`, init));
    const answer: unknown = await response.json();
    if (!response.ok) throw new AdminCallError(response.status, toMessage(answer));
    return answer;
  };
  const clock = async (move: ClockCommand): Promise<void> => void (await call('POST', '/clock', move));
  return {
    state: async () => (await call('GET', '/state')) as SandboxStateView,
    setClock: (iso) => clock({ set: iso }),
    advanceClock: (milliseconds) => clock({ advance: milliseconds }),
    freezeClock: () => clock({ freeze: true }),
    runClock: () => clock({ run: true }),
    requests: async () => (await call('GET', '/requests')) as RequestLog,
    resetRequests: async () => void (await call('DELETE', '/requests')),
    fault: async (rule) => void (await call('POST', '/faults', rule)),
    clearFaults: async () => void (await call('DELETE', '/faults')),
    revoke: async (key) => void (await call('POST', '/keys/revoke', { key })),
    createKey: async (wanted = {}) => ((await call('POST', '/keys', wanted)) as { key: string }).key,
    setScopes: async (key, scopes) => void (await call('POST', '/keys/scopes', { key, scopes })),
    quirks: async () => ((await call('GET', '/quirks')) as { quirks: Quirks }).quirks,
    setQuirks: async (choices) => void (await call('PATCH', '/quirks', choices)),
    replaceQuirks: async (choices) => void (await call('PUT', '/quirks', choices)),
    clearQuirks: async () => void (await call('DELETE', '/quirks')),
    reseed: async (seed) => void (await call('POST', '/seed', { seed })),
    reset: async () => void (await call('POST', '/reset')),
    setUsage: async (key, usage) => void (await call('POST', '/usage', { key, ...usage })),
    webhooks: createWebhookCalls(call),
  };
}

function toMessage(answer: unknown): string {
  return (answer as { error: { message: string } }).error.message;
}
