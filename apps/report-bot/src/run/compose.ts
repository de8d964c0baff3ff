import type { Website } from '@answershare/core';
import { Complaint } from '../complaint.ts';
import { buildDigest, type Digest } from '../digest/digest.ts';
import type { SiteSnapshot } from '../digest/site-snapshot.ts';
import { type Letter, renderLetter } from '../letter/letter.ts';
import { messageIdOf, unsubscribeOf } from '../post/message.ts';
import { dayIn, type IsoWeek, previousWeek, weekDays } from '../schedule/iso-week.ts';
import type { Recipient, Schedule } from '../settings/settings.ts';
import { freeze, recipientHash } from '../store/digests.ts';
import { listedWebsites, siteSnapshots } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { Run } from '../store/tables.ts';
import { requireAudience } from './audience.ts';

/** Weeks of history that a digest is built from. */
const weeksBack = 12;

/**
 * The digest of a schedule's week from what the store holds up to `until`. Throws a {@link Complaint} where nothing was
 * collected in that week, because a digest without a figure of its own week would only look like one.
 */
export async function digestOf(
  store: Store,
  schedule: Schedule,
  week: IsoWeek,
  until: number,
): Promise<Digest> {
  const listed = await listedWebsites(store.db, until);
  if (listed === null)
    throw new Complaint('There are no snapshots yet. Take the first with "answershare snapshot".');
  const { websites, gone } = requireAudience(schedule, listed);
  const snapshots = await siteSnapshots(store.db, websites, earliestDay(week), until);
  requireWeek(websites, snapshots, schedule, week);
  return buildDigest({
    schedule: { id: schedule.id, title: schedule.title, timezone: schedule.timezone },
    week,
    websites,
    gone: gone.map(({ reference }) => reference),
    snapshots,
    generatedAt: until,
  });
}

/** A digest as one recipient gets it. */
export function letterFor(digest: Digest, schedule: Schedule, recipient: Recipient, from: string): Letter {
  return renderLetter(digest, {
    recipient: { name: recipient.name },
    locale: recipient.locale,
    unsubscribe: unsubscribeOf(schedule.id, from),
    reason: `You get this because ${recipient.to} is a recipient of the schedule "${schedule.title ?? schedule.id}".`,
  });
}

/**
 * Freezes the digests of a run's recipients; those that are frozen already stay as they are. Gives how many are new.
 * Ends between two of them once `ended` is aborted.
 */
export async function composeRun(
  store: Store,
  schedule: Schedule,
  run: Run,
  from: string,
  now: number,
  ended: AbortSignal,
): Promise<number> {
  const digest = await digestOf(store, schedule, run.period_key, run.planned_at.getTime());
  let fresh = 0;
  for (const recipient of schedule.recipients) {
    if (ended.aborted) break;
    const letter = letterFor(digest, schedule, recipient, from);
    const messageId = messageIdOf(schedule.id, run.period_key, recipientHash(recipient.to), from);
    if (await freeze(store.db, { runId: run.id, recipient, letter, messageId }, now)) fresh += 1;
  }
  return fresh;
}

function earliestDay(week: IsoWeek): string {
  let first = week;
  for (let count = 0; count < weeksBack; count += 1) first = previousWeek(first);
  return weekDays(first)[0] ?? '';
}

function requireWeek(
  websites: readonly Website[],
  snapshots: readonly SiteSnapshot[],
  schedule: Schedule,
  week: IsoWeek,
): void {
  const days = new Set(weekDays(week));
  const some = snapshots.some(
    (taken) =>
      days.has(dayIn(taken.takenAt, schedule.timezone)) &&
      (taken.authority ?? taken.competitors ?? taken.citations) !== null,
  );
  if (some) return;
  const count = websites.length === 1 ? 'its website' : `any of its ${websites.length} websites`;
  throw new Complaint(
    `Schedule "${schedule.id}": no snapshot of ${count} was taken in ${week}, so there is nothing to report. Take one every day with "answershare snapshot" or "answershare start".`,
  );
}
