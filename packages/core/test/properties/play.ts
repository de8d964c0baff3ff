import * as fc from 'fast-check';
import {
  asyncClient,
  type ClientOptions,
  type Result,
  type SyncClient,
  syncClient,
} from '../../src/index.ts';
import { type Call, emptyLedger, type Ledger, type PlannedCall } from './ledger.ts';
import { type Plan, plan } from './response-plans.ts';
import { asyncHost, type Stage, syncHost } from './scripted-host.ts';
import { key } from './scripted-service.ts';
import { virtualClock } from './virtual-clock.ts';

/** What a service will do request by request, and what is asked of how many clients. When `plans` are over all goes well. */
export interface Script {
  readonly plans: readonly Plan[];
  readonly asked: readonly PlannedCall[];
  /** At the same time, or each when the one before is answered. */
  readonly concurrent: boolean;
  /** Whether the clients share a cache and a lock. */
  readonly shares: boolean;
  /** How long the cache takes, milliseconds. */
  readonly cacheMs: number;
  readonly options: Partial<ClientOptions>;
}

const endpoints = ['websites', 'analytics', 'analytics', 'citations', 'competitors', 'authority'] as const;
const windows = [
  { last: 7 },
  { last: 90 },
  { last: 14 },
  { from: '2026-11-01', to: '2026-11-09' },
  { from: '2026-03-01', to: '2026-03-20' },
] as const;

export const asked: fc.Arbitrary<PlannedCall> = fc.record({
  client: fc.nat(1),
  endpoint: fc.constantFrom(...endpoints),
  site: fc.constantFrom('ws_a', 'ws_b', 'wörld & co/€'),
  window: fc.constantFrom(...windows),
  gapMs: fc.oneof(fc.constant(0), fc.nat(500), fc.constantFrom(20_000, 61_000, 700_000)),
});

export const options: fc.Arbitrary<Partial<ClientOptions>> = fc.record(
  {
    form: fc.constantFrom('auto' as const, 1 as const, 2 as const),
    retries: fc.nat(2),
    deadlineMs: fc.constantFrom(25_000, 90_000, 200_000, 3_000),
    plan: fc.constantFrom('starter' as const, 'growth' as const),
    freshSeconds: fc.constantFrom(21_600, 30),
    staleSeconds: fc.constantFrom(604_800, 0),
  },
  { requiredKeys: [] },
);

/** Scripts of a few requests and questions; `over` fixes parts of them. */
export function scripts(over: Partial<{ [K in keyof Script]: fc.Arbitrary<Script[K]> }> = {}) {
  return fc.record<Script>({
    plans: fc.array(plan, { maxLength: 12 }),
    asked: fc.array(asked, { minLength: 1, maxLength: 8 }),
    concurrent: fc.boolean(),
    shares: fc.boolean(),
    cacheMs: fc.constantFrom(0, 3),
    options,
    ...over,
  });
}

export const start = Date.parse('2026-11-21T05:00:10.250Z');

export function stageFor(plans: readonly Plan[]): Stage {
  return {
    clock: virtualClock(start),
    ledger: emptyLedger(),
    plans,
    kept: new Map(),
    lock: { held: false, queue: [] },
    order: 0,
  };
}

export const clientOptions = (script: Script): ClientOptions => ({
  baseUrl: 'https://api.example',
  key,
  ...script.options,
});

type Clients = Pick<SyncClient, 'websites' | 'analytics' | 'citations' | 'competitors' | 'authority'>;

const askOf = <R>(
  client: { [K in keyof Clients]: (...all: never[]) => R },
  { endpoint, site, window }: PlannedCall,
): R =>
  (client[endpoint] as (site: string, window: PlannedCall['window']) => R)(
    ...((endpoint === 'websites' ? [] : [site, window]) as unknown as [string, PlannedCall['window']]),
  );

function begun(stage: Stage, one: PlannedCall): Call {
  const at = stage.clock.now();
  const call: Call = { asked: one, startedAt: at, endedAt: at, result: null, thrown: null };
  stage.ledger.calls.push(call);
  return call;
}

/** Plays a script with asynchronous clients, one session each. */
export async function play(script: Script): Promise<Ledger> {
  const stage = stageFor(script.plans);
  const { clock, ledger } = stage;
  const clients = [0, 1].map((client) =>
    asyncClient(clientOptions(script), asyncHost(stage, client, script.shares, script.cacheMs)),
  );
  const one = async (of: PlannedCall): Promise<void> => {
    const call = begun(stage, of);
    try {
      call.result = await askOf<Promise<Result<unknown>>>(clients[of.client] as never, of);
    } catch (thrown) {
      call.thrown = thrown;
    }
    call.endedAt = clock.now();
  };
  const all = async (): Promise<void> => {
    const running: Promise<void>[] = [];
    for (const of of script.asked) {
      if (of.gapMs > 0) await clock.sleep(of.gapMs);
      if (script.concurrent) running.push(one(of));
      else await one(of);
    }
    await Promise.all(running);
  };
  const [outcome] = await clock.settle([all()]);
  if (outcome?.status === 'rejected') throw outcome.reason;
  return ledger;
}

/** Plays a script with synchronous clients, one question after the other. */
export function playSync(script: Script, make = syncClient): Ledger {
  const stage = stageFor(script.plans);
  const clients = [0, 1].map((client) => make(clientOptions(script), syncHost(stage, client, script.shares)));
  for (const of of script.asked) {
    stage.clock.pass(of.gapMs);
    const call = begun(stage, of);
    try {
      call.result = askOf<Result<unknown>>(clients[of.client] as never, of);
    } catch (thrown) {
      call.thrown = thrown;
    }
    call.endedAt = stage.clock.now();
  }
  return stage.ledger;
}
