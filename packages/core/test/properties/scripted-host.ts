import type { AsyncHost, ClientEvent, HttpRequest, LimitsRecipe, SyncHost } from '../../src/index.ts';
import { learnFew } from '../support/sandbox-recipes.ts';
import type { Ledger, Sent } from './ledger.ts';
import type { Plan } from './response-plans.ts';
import { type Served, serve } from './scripted-service.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Reports two headers as unknown limits. */
const learnLimits = (_: unknown, known: LimitsRecipe): LimitsRecipe => ({
  ...known,
  unknown: ['x-ratelimit-mood', 'x-dailyquota-plan'],
});

/** What clients of one script have in common. */
export interface Stage {
  readonly clock: VirtualClock;
  readonly ledger: Ledger;
  readonly plans: readonly Plan[];
  readonly kept: Map<string, { readonly text: string; readonly until: number }>;
  readonly lock: { held: boolean; readonly queue: (() => void)[] };
  order: number;
}

/** Chance that is the same in every run of a script. */
function chance(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function recordRequest(stage: Stage, client: number, request: HttpRequest): Sent {
  const { ledger, clock } = stage;
  const serial = ledger.sent.length;
  const url = new URL(request.url);
  stage.order += 1;
  const sent: Sent = {
    client,
    request,
    url,
    at: clock.now(),
    order: stage.order,
    serial,
    answeredAt: Number.POSITIVE_INFINITY,
    answeredOrder: Number.POSITIVE_INFINITY,
    served: null,
  };
  ledger.sent.push(sent);
  return sent;
}

function recordAnswer(stage: Stage, sent: Sent): Served {
  stage.order += 1;
  sent.answeredAt = stage.clock.now();
  sent.answeredOrder = stage.order;
  sent.served = serve(sent.request, stage.plans[sent.serial], sent.answeredAt, sent.serial);
  return sent.served;
}

const latencyOf = (stage: Stage, sent: Sent): number =>
  Math.min(stage.plans[sent.serial]?.latencyMs ?? 40, sent.request.timeoutMs);

/** A synchronous host that plays a script; its own cache and lock where `shares`. */
export function syncHost(stage: Stage, client: number, shares: boolean): SyncHost {
  const { clock, ledger, kept, lock } = stage;
  const note = (effect: string): void => void ledger.effects.push(`${clock.now()} ${effect}`);
  const host: SyncHost = {
    send: (requests) => {
      note(`send ${JSON.stringify(requests)}`);
      const all = requests.map((request) => recordRequest(stage, client, request));
      clock.pass(Math.max(...all.map((sent) => latencyOf(stage, sent))));
      return all.map((sent) => recordAnswer(stage, sent).outcome);
    },
    wait: (ms) => {
      note(`wait ${ms}`);
      clock.pass(ms);
    },
    now: clock.now,
    random: chance(client),
    learn: learnFew,
    learnLimits,
    emit: (event: ClientEvent) => {
      note(`emit ${JSON.stringify(event)}`);
      ledger.events.push({ client, event });
    },
  };
  if (!shares) return host;
  return {
    ...host,
    cache: {
      get: (keys) => {
        note(`get ${keys.join(' ')}`);
        return keys.map((name) => {
          const entry = kept.get(name);
          return entry && clock.now() < entry.until ? entry.text : null;
        });
      },
      put: (entries) => {
        note(`put ${JSON.stringify(entries)}`);
        for (const { key, text, ttlSeconds } of entries) {
          kept.set(key, { text, until: clock.now() + ttlSeconds * 1000 });
          ledger.cached.push(key, text);
        }
      },
    },
    lock: {
      acquire: () => {
        note('acquire');
        if (lock.held) throw new Error('The lock is held and no client can release it.');
        lock.held = true;
        return true;
      },
      release: () => {
        note('release');
        lock.held = false;
      },
    },
  };
}

/** The same host, asynchronous: other clients go on while one waits. */
export function asyncHost(stage: Stage, client: number, shares: boolean, cacheMs = 0): AsyncHost {
  const { clock, lock, ledger } = stage;
  const sync = syncHost(stage, client, shares);
  const host: AsyncHost = {
    now: sync.now,
    random: sync.random,
    learn: learnFew,
    learnLimits,
    emit: (event) => sync.emit?.(event),
    wait: (ms) => {
      ledger.effects.push(`${clock.now()} wait ${ms}`);
      return clock.sleep(ms);
    },
    send: (requests) => {
      ledger.effects.push(`${clock.now()} send ${JSON.stringify(requests)}`);
      const all = requests.map((request) => recordRequest(stage, client, request));
      return Promise.all(
        all.map(async (sent) => {
          await clock.sleep(latencyOf(stage, sent));
          return recordAnswer(stage, sent).outcome;
        }),
      );
    },
  };
  const { cache } = sync;
  if (!cache) return host;
  const passing = async (): Promise<void> => (cacheMs > 0 ? clock.sleep(cacheMs) : undefined);
  return {
    ...host,
    cache: {
      get: async (keys) => passing().then(() => cache.get(keys)),
      put: async (entries) => passing().then(() => cache.put(entries)),
    },
    lock: {
      acquire: async () => {
        ledger.effects.push(`${clock.now()} acquire`);
        while (lock.held) await new Promise<void>((resolve) => lock.queue.push(resolve));
        lock.held = true;
        return true;
      },
      release: async () => {
        ledger.effects.push(`${clock.now()} release`);
        lock.held = false;
        lock.queue.shift()?.();
      },
    },
  };
}
