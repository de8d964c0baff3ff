import { type Clock, read, startClock } from '../clock.ts';
import { type Outcome, serveDisturbed } from '../faults/disturbed.ts';
import type { Form } from '../form.ts';
import type { Quirks } from '../quirks/table.ts';
import type { ApiRequest } from '../rest/answer.ts';
import { openWebhookOffice, type WebhookOffice } from '../webhooks/office.ts';
import { newWorld, type World } from '../world.ts';
import { type Journal, journalEntry, newJournal } from './journal.ts';

/** What a sandbox was started with; a reset goes back to it. */
export interface Start {
  readonly form: Form;
  readonly seed: number;
  readonly quirks: Quirks;
  /** ISO-8601; undefined: the clock runs with the machine's. */
  readonly now: string | undefined;
}

/** The one place where the sandbox's values are replaced: the world, the clock and the request log. */
export interface Desk {
  world: World;
  clock: Clock;
  readonly journal: Journal;
  readonly webhooks: WebhookOffice;
  readonly start: Start;
  readonly adminToken: string;
  /** Aborted when the sandbox closes, so that hanging and slow answers end. */
  readonly closing: AbortSignal;
}

export function openDesk(
  start: Start,
  means: Pick<Desk, 'adminToken' | 'closing'> & { readonly allowRemoteWebhooks: boolean },
): Desk {
  const { adminToken, closing, allowRemoteWebhooks } = means;
  const desk: Desk = {
    world: newWorld(start.form, start.seed, start.quirks),
    clock: startClock(start.now, Date.now()),
    journal: newJournal(),
    webhooks: openWebhookOffice({
      world: () => desk.world,
      now: () => present(desk),
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
export function reset(desk: Desk): void {
  desk.world = newWorld(desk.start.form, desk.start.seed, desk.start.quirks);
  desk.clock = startClock(desk.start.now, Date.now());
  desk.journal.reset();
  desk.webhooks.reset();
}

/** Another seed: other websites' ids, keys and figures, nothing used yet; switches, faults and clock stay. */
export function reseed(desk: Desk, seed: number): void {
  const { quirks, faults } = desk.world;
  desk.world = { ...newWorld(desk.start.form, seed, quirks), faults };
}

/** The sandbox's present time, in milliseconds since 1970. */
export function present(desk: Desk): number {
  return read(desk.clock, Date.now());
}

/** Hands one request to the service and keeps the next world and a line in the log. */
export function attend(desk: Desk, request: ApiRequest): Outcome {
  const now = present(desk);
  const before = desk.world;
  const [outcome, next] = serveDisturbed(before, request, now);
  desk.world = next;
  desk.journal.write(journalEntry(before, request, outcome, now));
  return outcome;
}
