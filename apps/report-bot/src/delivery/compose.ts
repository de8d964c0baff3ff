import { listAssumedFigures } from '../collect/service-profile.ts';
import { requireWebsites } from '../collect/websites.ts';
import { buildDigest, type Digest } from '../digest/digest.ts';
import { groupByWeek, type SiteWeek } from '../digest/site-days.ts';
import { computeSiteSeries, hasReading, type SiteSeries } from '../digest/site-digest.ts';
import { type IsoWeek, listWeekDates, previousWeek, toIsoWeek } from '../schedule/iso-week.ts';
import type { DigestAudience, DigestSchedule } from '../settings/settings.ts';
import { listFrozenRecipients } from '../store/digests.ts';
import { findComposedRun, fixRun } from '../store/runs.ts';
import { listShapeChanges, readLatestWebsites, readSiteSnapshots } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { RunRow } from '../store/tables.ts';
import { UserError } from '../system/errors.ts';
import { type ComposeResult, type FreezeOptions, freezeMessages } from './digest-messages.ts';
import { findDataUntil, findStaleWebsites } from './freshness.ts';
import { addHeartbeat, applyMode, type DigestParameters, type WithheldDigest } from './mode.ts';

/** Weeks of history in a digest. */
const weeksBack = 12;

/** Reports how many websites of a digest were read. */
export type WebsiteProgress = (done: number, total: number) => void;

/**
 * Composes the digest of a schedule's week from snapshots up to `until`. Of several weeks, oldest first, it takes the
 * first one with a snapshot. Throws a {@link UserError} if none has one.
 */
export async function composeDigest(
  store: Store,
  schedule: DigestAudience,
  weeks: readonly [IsoWeek, ...IsoWeek[]],
  until: number,
  progress?: WebsiteProgress,
): Promise<Digest> {
  const [digest] = await composeDigests(store, schedule, weeks, { until, progress });
  if (digest === undefined) throw createEmptyWeekError(schedule, weeks[0]);
  return digest;
}

interface DigestsOptions {
  /** Snapshots after this instant do not count, milliseconds since the epoch. */
  readonly until: number;
  readonly progress?: WebsiteProgress | undefined;
  /** An earlier week to compare with; by default each measure has its own. */
  readonly against?: IsoWeek | null;
  /** As of `buildDigest`. */
  readonly looks?: number;
  /** Composes weeks without a snapshot too. */
  readonly withEmpty?: boolean;
}

/** The digests of the weeks that have a snapshot, in the order given; the first week is the oldest one. */
export async function composeDigests(
  { db }: Store,
  schedule: DigestAudience,
  weeks: readonly [IsoWeek, ...IsoWeek[]],
  { until, progress, against = null, looks = 1, withEmpty = false }: DigestsOptions,
): Promise<readonly Digest[]> {
  const listed = await readLatestWebsites(db, until);
  if (listed === null)
    throw new UserError('There are no snapshots yet. Take the first with "answershare snapshot".');
  const { websites, gone } = requireWebsites(schedule, listed);
  const candidates = weeks.map((week) => ({ week, sites: [] as SiteSeries[] }));
  const sunday = listWeekDates(weeks[0])[6] ?? null;
  progress?.(0, websites.length);
  for (const [at, website] of websites.entries()) {
    const snapshots = await readSiteSnapshots(db, website.id, findEarliestDate(weeks[0]), until, sunday);
    for (const { week, sites } of candidates)
      sites.push(computeSiteSeries(website, snapshots, week, schedule.timezone));
    progress?.(at + 1, websites.length);
  }
  const found = candidates.filter(({ sites }) => withEmpty || sites.some(hasReading));
  if (found.length === 0) return [];
  const assumed = (await listAssumedFigures(db)).filter(({ endpoint }) => endpoint !== 'websites');
  return Promise.all(
    found.map(async ({ week, sites }) => {
      const days = listWeekDates(week);
      return buildDigest({
        schedule: { id: schedule.id, title: schedule.title, timezone: schedule.timezone },
        week,
        against,
        looks,
        sites,
        gone: gone.map(({ reference }) => reference),
        changes: await listShapeChanges(db, days[0] ?? '', days[6] ?? ''),
        assumed,
        generatedAt: until,
      });
    }),
  );
}

/** The week to show: `week`, else the last complete one, or the current one while that has no snapshot. */
function listShownWeeks(
  { timezone }: DigestSchedule,
  week: IsoWeek | null,
  now: number,
): readonly [IsoWeek, ...IsoWeek[]] {
  if (week !== null) return [week];
  const current = toIsoWeek(now, timezone);
  return [previousWeek(current), current];
}

/** Earlier weeks that a preview offers. */
const previewedWeeks = 3;

/** The digests of the running week and those before it that have a snapshot, oldest first; of `week` alone if given. */
export async function composePreviewDigests(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek | null,
  now: number,
  progress: WebsiteProgress,
): Promise<readonly [Digest, ...Digest[]]> {
  let first = week ?? toIsoWeek(now, schedule.timezone);
  const later: IsoWeek[] = [];
  for (let count = 0; week === null && count < previewedWeeks; count += 1) {
    later.unshift(first);
    first = previousWeek(first);
  }
  const [digest, ...others] = await composeDigests(store, schedule, [first, ...later], {
    until: now,
    progress,
  });
  if (digest === undefined) throw createEmptyWeekError(schedule, listShownWeeks(schedule, week, now)[0]);
  return [digest, ...others];
}

/** Composes a digest to look at, of the week of {@link listShownWeeks}. */
export function composeShownDigest(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek | null,
  now: number,
  progress: WebsiteProgress,
): Promise<Digest> {
  return composeDigest(store, schedule, listShownWeeks(schedule, week, now), now, progress);
}

/**
 * The digest of a week as it was mailed, from the snapshots that its run had; without `week` the last one of the ledger.
 * A week without a run is composed as {@link composeShownDigest} does.
 */
export async function composeMailedDigest(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek | null,
  now: number,
  options: Omit<DigestsOptions, 'until'> = {},
): Promise<Digest> {
  const run = await findComposedRun(store.db, schedule.id, week);
  if (run !== undefined) {
    const until = (run.data_until ?? run.planned_at).getTime();
    const sent = await composeSentDigest(store, schedule, run.period_key, run, { ...options, until });
    return 'withheld' in sent ? sent.digest : sent;
  }
  const weeks = listShownWeeks(schedule, week, now);
  const [digest] = await composeDigests(store, schedule, weeks, { ...options, until: now });
  if (digest === undefined) throw createEmptyWeekError(schedule, weeks[0]);
  return digest;
}

/**
 * The digest that a run sends: by its stored parameters, else by the schedule's mode. A run that has frozen digests sends
 * to the other recipients too.
 * @param run undefined before it is planned
 */
export async function composeSentDigest(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek,
  run: RunRow | undefined,
  { until, ...options }: DigestsOptions,
): Promise<Digest | WithheldDigest> {
  const parameters = readParameters(run);
  const withEmpty = parameters !== null || schedule.mode !== 'always';
  const [composed] = await composeDigests(store, schedule, [week], { ...options, until, withEmpty });
  if (composed === undefined) throw createEmptyWeekError(schedule, week);
  const isGated = parameters?.hasFreshnessGate ?? schedule.waitHours > 0;
  const stale = isGated ? await findStaleWebsites(store.db, schedule, week, until) : [];
  const digest = { ...composed, stale };
  if (parameters !== null) return addHeartbeat(digest, parameters.heartbeat);
  const sent = await applyMode(store.db, schedule, digest);
  if (!('withheld' in sent) || run === undefined) return sent;
  return (await listFrozenRecipients(store.db, run.id)).size > 0 ? digest : sent;
}

const readParameters = (run: RunRow | undefined): DigestParameters | null =>
  run?.parameters == null ? null : (JSON.parse(run.parameters) as DigestParameters);

/** The stored days of a website in the weeks before and in `week`. */
export async function readSiteWeeks(
  { db }: Store,
  { schedule, week, generatedAt }: Digest,
  websiteId: string,
): Promise<readonly SiteWeek[]> {
  const snapshots = await readSiteSnapshots(db, websiteId, findEarliestDate(week), generatedAt);
  return groupByWeek(snapshots, week, schedule.timezone);
}

interface ComposeOptions extends FreezeOptions {
  /** True for an operator's week, which does not wait for figures. */
  readonly forced: boolean;
  readonly progress: WebsiteProgress;
}

/** Composes the digest of a run and freezes its messages, or withholds it. */
export async function composeRun(
  store: Store,
  schedule: DigestSchedule,
  run: RunRow,
  options: ComposeOptions,
): Promise<ComposeResult | WithheldDigest> {
  const { now, forced, progress } = options;
  const found = await findDataUntil(store.db, schedule, run.period_key, run, { now, forced });
  const isPlanned = found === run.planned_at.getTime();
  const until = isPlanned ? null : (await fixRun(store.db, run.id, { dataUntil: found })).data_until;
  const digest = await composeSentDigest(store, schedule, run.period_key, run, {
    until: until?.getTime() ?? found,
    progress,
  });
  if ('withheld' in digest) return digest;
  if (run.parameters === null) {
    const parameters = JSON.stringify({
      hasFreshnessGate: schedule.waitHours > 0,
      heartbeat: digest.heartbeat?.weeks.value ?? null,
    } satisfies DigestParameters);
    const fixed = await fixRun(store.db, run.id, { parameters });
    if (fixed.parameters !== parameters) return composeRun(store, schedule, fixed, options);
  }
  return freezeMessages(store, schedule, digest, run.id, options);
}

function findEarliestDate(week: IsoWeek): string {
  let first = week;
  for (let count = 0; count < weeksBack; count += 1) first = previousWeek(first);
  return listWeekDates(first)[0] ?? '';
}

function createEmptyWeekError({ id, websites }: DigestAudience, week: IsoWeek): UserError {
  const count = websites.length === 1 ? 'its website' : 'any of its websites';
  return new UserError(
    `Schedule "${id}": no snapshot of ${count} was taken in ${week}, so there is nothing to report. Take one every day with "answershare snapshot" or "answershare start".`,
  );
}
