import type { Form } from '../quirks/quirk.ts';
import type { Quirks } from '../quirks/quirks.ts';
import type { ApiRequest } from '../rest/exchange.ts';
import { type ServedOutcome, serveWithFaults } from '../rest/serve-with-faults.ts';
import { createWebhookService, type WebhookService } from '../webhooks/webhook-service.ts';
import { readClock, type SandboxClock, startClock } from '../world/clock.ts';
import { createWorld, type SandboxWorld } from '../world/world.ts';
import { createJournal, type Journal, toJournalEntry } from './journal.ts';

/** The options of the start; a reset restores them. */
export interface StartOptions {
  readonly form: Form;
  readonly seed: number;
  readonly quirks: Quirks;
  /** ISO-8601; undefined: the machine's running clock. */
  readonly now: string | undefined;
}

/** The only mutable state: world, clock and request log are replaced here. */
export interface SandboxState {
  world: SandboxWorld;
  clock: SandboxClock;
  readonly journal: Journal;
  readonly webhooks: WebhookService;
  readonly start: StartOptions;
  readonly adminToken: string;
  /** Aborts when the sandbox closes, to end pending responses. */
  readonly closing: AbortSignal;
}

export function createState(
  start: StartOptions,
  options: Pick<SandboxState, 'adminToken' | 'closing'> & { readonly allowRemoteWebhooks: boolean },
): SandboxState {
  const { adminToken, closing, allowRemoteWebhooks } = options;
  const state: SandboxState = {
    world: createWorld(start.form, start.seed, start.quirks),
    clock: startClock(start.now, Date.now()),
    journal: createJournal(),
    webhooks: createWebhookService({
      world: () => state.world,
      now: () => readNow(state),
      clockRuns: () => state.clock.mode === 'running',
      allowRemote: allowRemoteWebhooks,
      closing,
    }),
    start,
    adminToken,
    closing,
  };
  return state;
}

/** Restores seed, keys, usage, switches, faults, clock, request log and webhooks of the start. */
export function reset(state: SandboxState): void {
  state.world = createWorld(state.start.form, state.start.seed, state.start.quirks);
  state.clock = startClock(state.start.now, Date.now());
  state.journal.reset();
  state.webhooks.reset();
}

/** Changes ids, keys and figures and clears usage. Switches, faults and clock stay. */
export function reseed(state: SandboxState, seed: number): void {
  const { quirks, faults } = state.world;
  state.world = { ...createWorld(state.start.form, seed, quirks), faults };
}

/** The sandbox's time in milliseconds since 1970. */
export function readNow(state: SandboxState): number {
  return readClock(state.clock, Date.now());
}

/** Serves one request, stores the next world and logs the request. */
export function handle(state: SandboxState, request: ApiRequest): ServedOutcome {
  const now = readNow(state);
  const before = state.world;
  const [outcome, next] = serveWithFaults(before, request, now);
  state.world = next;
  state.journal.write(toJournalEntry(before, request, outcome, now));
  return outcome;
}
