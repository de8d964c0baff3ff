import type { Form } from '../quirks/quirk.ts';
import type { Quirks } from '../quirks/quirks.ts';
import type { ApiRequest } from '../rest/exchange.ts';
import { type ServedOutcome, serveWithFaults } from '../rest/serve-with-faults.ts';
import { createWebhookService, type WebhookService } from '../webhooks/webhook-service.ts';
import { readClock, type SandboxClock, startClock } from '../world/clock.ts';
import { createWorld, type SandboxWorld } from '../world/world.ts';
import { createJournal, type Journal, toJournalEntry } from './journal.ts';

/** What a sandbox was started with; a reset goes back to it. */
export interface StartOptions {
  readonly form: Form;
  readonly seed: number;
  readonly quirks: Quirks;
  /** ISO-8601; undefined: the clock runs with the machine's. */
  readonly now: string | undefined;
}

/** The one place where the sandbox's values are replaced: the world, the clock and the request log. */
export interface SandboxState {
  world: SandboxWorld;
  clock: SandboxClock;
  readonly journal: Journal;
  readonly webhooks: WebhookService;
  readonly start: StartOptions;
  readonly adminToken: string;
  /** Aborted when the sandbox closes, so that hanging and slow answers end. */
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

/** Puts everything back to the start: seed, keys, use, switches, faults, clock, request log and webhooks. */
export function reset(state: SandboxState): void {
  state.world = createWorld(state.start.form, state.start.seed, state.start.quirks);
  state.clock = startClock(state.start.now, Date.now());
  state.journal.reset();
  state.webhooks.reset();
}

/** Another seed: other websites' ids, keys and figures, nothing used yet; switches, faults and clock stay. */
export function reseed(state: SandboxState, seed: number): void {
  const { quirks, faults } = state.world;
  state.world = { ...createWorld(state.start.form, seed, quirks), faults };
}

/** The sandbox's present time, in milliseconds since 1970. */
export function readNow(state: SandboxState): number {
  return readClock(state.clock, Date.now());
}

/** Hands one request to the service and keeps the next world and a line in the log. */
export function handle(state: SandboxState, request: ApiRequest): ServedOutcome {
  const now = readNow(state);
  const before = state.world;
  const [outcome, next] = serveWithFaults(before, request, now);
  state.world = next;
  state.journal.write(toJournalEntry(before, request, outcome, now));
  return outcome;
}
