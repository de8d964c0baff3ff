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
  means: Pick<SandboxState, 'adminToken' | 'closing'> & { readonly allowRemoteWebhooks: boolean },
): SandboxState {
  const { adminToken, closing, allowRemoteWebhooks } = means;
  const desk: SandboxState = {
    world: createWorld(start.form, start.seed, start.quirks),
    clock: startClock(start.now, Date.now()),
    journal: createJournal(),
    webhooks: createWebhookService({
      world: () => desk.world,
      now: () => readNow(desk),
      clockRuns: () => desk.clock.mode === 'running',
      allowRemote: allowRemoteWebhooks,
      closing,
    }),
    start,
    adminToken,
    closing,
  };
  return desk;
}

/** Puts everything back to the start: seed, keys, use, switches, faults, clock, request log and webhooks. */
export function reset(desk: SandboxState): void {
  desk.world = createWorld(desk.start.form, desk.start.seed, desk.start.quirks);
  desk.clock = startClock(desk.start.now, Date.now());
  desk.journal.reset();
  desk.webhooks.reset();
}

/** Another seed: other websites' ids, keys and figures, nothing used yet; switches, faults and clock stay. */
export function reseed(desk: SandboxState, seed: number): void {
  const { quirks, faults } = desk.world;
  desk.world = { ...createWorld(desk.start.form, seed, quirks), faults };
}

/** The sandbox's present time, in milliseconds since 1970. */
export function readNow(desk: SandboxState): number {
  return readClock(desk.clock, Date.now());
}

/** Hands one request to the service and keeps the next world and a line in the log. */
export function handle(desk: SandboxState, request: ApiRequest): ServedOutcome {
  const now = readNow(desk);
  const before = desk.world;
  const [outcome, next] = serveWithFaults(before, request, now);
  desk.world = next;
  desk.journal.write(toJournalEntry(before, request, outcome, now));
  return outcome;
}
