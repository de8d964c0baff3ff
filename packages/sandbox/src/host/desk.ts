import { type Clock, read, startClock } from '../clock.ts';
import { type Outcome, serveDisturbed } from '../faults/disturbed.ts';
import type { Form } from '../form.ts';
import type { ApiRequest } from '../rest/answer.ts';
import { PLAIN_MANNER } from '../webhooks/manner.ts';
import { openWebhookOffice, type WebhookOffice } from '../webhooks/office.ts';
import { newWorld, type World } from '../world.ts';
import { type Journal, journalEntry, newJournal } from './journal.ts';

/** The one place where the sandbox's values are replaced: the world, the clock and the request log. */
export interface Desk {
  world: World;
  clock: Clock;
  readonly journal: Journal;
  readonly webhooks: WebhookOffice;
  readonly adminToken: string;
  /** Aborted when the sandbox closes, so that hanging and slow answers end. */
  readonly closing: AbortSignal;
}

export function openDesk(settings: {
  form: Form;
  seed: number;
  now: string | undefined;
  adminToken: string;
  closing: AbortSignal;
  allowRemoteWebhooks: boolean;
}): Desk {
  const desk: Desk = {
    world: newWorld(settings.form, settings.seed),
    clock: startClock(settings.now, Date.now()),
    journal: newJournal(),
    webhooks: openWebhookOffice({
      world: () => desk.world,
      now: () => present(desk),
      clockRuns: () => desk.clock.mode === 'running',
      manner: () => PLAIN_MANNER,
      allowRemote: settings.allowRemoteWebhooks,
      closing: settings.closing,
    }),
    adminToken: settings.adminToken,
    closing: settings.closing,
  };
  return desk;
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
