import { assumedFigures } from '../collect/learnt.ts';
import { Complaint } from '../complaint.ts';
import { buildDigest, type Digest } from '../digest/digest.ts';
import { hasReading, type SiteSeries, siteSeries } from '../digest/site-series.ts';
import { type Letter, renderLetter, type SharedLetter } from '../letter/letter.ts';
import { messageIdOf, unsubscribeOf } from '../post/message.ts';
import { type IsoWeek, previousWeek, weekDays } from '../schedule/iso-week.ts';
import type { Recipient, Schedule } from '../settings/settings.ts';
import { freeze, recipientHash } from '../store/digests.ts';
import { listedWebsites, shapeChanges, siteSnapshots } from '../store/snapshots.ts';
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
  const sites: SiteSeries[] = [];
  for (const website of websites) {
    const snapshots = await siteSnapshots(store.db, website.id, earliestDay(week), until);
    sites.push(siteSeries(website, snapshots, week, schedule.timezone));
  }
  requireWeek(sites, schedule, week);
  const days = weekDays(week);
  return buildDigest({
    schedule: { id: schedule.id, title: schedule.title, timezone: schedule.timezone },
    week,
    sites,
    gone: gone.map(({ reference }) => reference),
    changes: await shapeChanges(store.db, days[0] ?? '', days[6] ?? ''),
    assumed: (await assumedFigures(store.db)).filter(({ endpoint }) => endpoint !== 'websites'),
    generatedAt: until,
  });
}

/** A digest's letters, each written when its locale is first asked for. */
export interface Letters {
  for(recipient: Recipient): Letter;
  /** How many were written: one for each locale so far. */
  written(): number;
}

export function lettersOf(digest: Digest, schedule: Schedule, from: string): Letters {
  const unsubscribe = unsubscribeOf(schedule.id, from);
  const byLocale = new Map<string, SharedLetter>();
  return {
    for: ({ to, name, locale }) => {
      const letter = byLocale.get(locale) ?? renderLetter(digest, { locale, unsubscribe });
      byLocale.set(locale, letter);
      const reason = `You get this because ${to} is a recipient of the schedule "${schedule.title ?? schedule.id}".`;
      return letter.for({ name, reason });
    },
    written: () => byLocale.size,
  };
}

/** What composing a run did. */
export interface Composed {
  /** Digests that are new; those of recipients that have one stay as they are. */
  readonly digests: number;
  /** Letters written: one for each locale. */
  readonly letters: number;
}

/** Freezes the digests of a run's recipients, one after another. Ends between two of them once `ended` is aborted. */
export async function composeRun(
  store: Store,
  schedule: Schedule,
  run: Run,
  from: string,
  now: number,
  ended: AbortSignal,
): Promise<Composed> {
  const digest = await digestOf(store, schedule, run.period_key, run.planned_at.getTime());
  const letters = lettersOf(digest, schedule, from);
  let digests = 0;
  for (const recipient of schedule.recipients) {
    if (ended.aborted) break;
    const letter = letters.for(recipient);
    const messageId = messageIdOf(schedule.id, run.period_key, recipientHash(recipient.to), from);
    if (await freeze(store.db, { runId: run.id, recipient, letter, messageId }, now)) digests += 1;
  }
  return { digests, letters: letters.written() };
}

function earliestDay(week: IsoWeek): string {
  let first = week;
  for (let count = 0; count < weeksBack; count += 1) first = previousWeek(first);
  return weekDays(first)[0] ?? '';
}

function requireWeek(sites: readonly SiteSeries[], schedule: Schedule, week: IsoWeek): void {
  if (sites.some(hasReading)) return;
  const count = sites.length === 1 ? 'its website' : `any of its ${sites.length} websites`;
  throw new Complaint(
    `Schedule "${schedule.id}": no snapshot of ${count} was taken in ${week}, so there is nothing to report. Take one every day with "answershare snapshot" or "answershare start".`,
  );
}
