import type { Requests } from '../host/journal.ts';
import type { QuirkChoices } from '../quirks/chosen.ts';
import type { Quirks } from '../quirks/table.ts';
import type { Scope } from '../tenants/scopes.ts';
import { type WebhookCalls, webhookCalls } from '../webhooks/calls.ts';
import type { ClockOrder, FaultOrder, KeyOrder } from './orders.ts';

/** The admin surface as typed calls. Each rejects with the sentence the surface answers when it cannot. */
export interface Admin {
  setClock(iso: string): Promise<void>;
  advanceClock(milliseconds: number): Promise<void>;
  freezeClock(): Promise<void>;
  runClock(): Promise<void>;
  requests(): Promise<Requests>;
  resetRequests(): Promise<void>;
  fault(rule: FaultOrder): Promise<void>;
  clearFaults(): Promise<void>;
  /** `key` is a whole key or its label, here and below. */
  revoke(key: string): Promise<void>;
  /** Gives the new key. */
  createKey(wanted?: KeyOrder): Promise<string>;
  setScopes(key: string, scopes: readonly Scope[]): Promise<void>;
  setUsage(key: string, usage: { minute?: number; day?: number }): Promise<void>;
  readonly webhooks: WebhookCalls;
  /** The switches with their present values. */
  quirks(): Promise<Quirks>;
  /** Changes some switches and leaves the others. */
  setQuirks(choices: QuirkChoices): Promise<void>;
  /** Puts every switch to its default, then those that are given. */
  replaceQuirks(choices: QuirkChoices): Promise<void>;
  clearQuirks(): Promise<void>;
  /** Another seed: other ids, keys and figures. */
  reseed(seed: number): Promise<void>;
  /** Everything as it was at the start. */
  reset(): Promise<void>;
}

export function adminCalls(
  fetch: (request: Request) => Promise<Response>,
  baseUrl: string,
  adminToken: string,
): Admin {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${adminToken}` };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(new Request(`${baseUrl}/__sandbox${path}`, init));
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(messageOf(answer));
    return answer;
  };
  const clock = async (move: ClockOrder): Promise<void> => void (await call('POST', '/clock', move));
  return {
    setClock: (iso) => clock({ set: iso }),
    advanceClock: (milliseconds) => clock({ advance: milliseconds }),
    freezeClock: () => clock({ freeze: true }),
    runClock: () => clock({ run: true }),
    requests: async () => (await call('GET', '/requests')) as Requests,
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
    webhooks: webhookCalls(call),
  };
}

function messageOf(answer: unknown): string {
  return (answer as { error: { message: string } }).error.message;
}
