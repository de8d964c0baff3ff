import { resolveClients } from '../collect/client-websites.ts';
import { listAssumedFigures } from '../collect/service-profile.ts';
import { requireWebsites } from '../collect/websites.ts';
import { buildDigest, type Digest } from '../digest/digest.ts';
import { groupByWeek, type SiteWeek } from '../digest/site-days.ts';
import { computeSiteSeries, hasReading, type SiteSeries } from '../digest/site-digest.ts';
import { type IsoWeek, listWeekDates, previousWeek, toIsoWeek } from '../schedule/iso-week.ts';
import type { DigestAudience, DigestSchedule } from '../settings/settings.ts';
import { formatReaders, splitAudience } from '../settings/split-audience.ts';
import { listFrozenRecipients } from '../store/digests.ts';
import { findComposedRun, fixRun } from '../store/runs.ts';
import { listShapeChanges, readLatestWebsites, readSiteSnapshots } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import type { Database, RunRow } from '../store/tables.ts';
import { listReaders, recordWithheld } from '../store/withheld.ts';
import { UserError } from '../system/errors.ts';
import type { ComposeResult, FreezeOptions } from './digest-messages.ts';
import { freezeSelections, type ReadersDigest } from './freeze-selections.ts';
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
  /** The series of each website by week, so that several digests of the same weeks read them once. */
  readonly known?: Map<string, readonly SiteSeries[]>;
}

/** The digests of the weeks that have a snapshot, in the order given; the first week is the oldest one. */
export async function composeDigests(
  { db }: Store,
  schedule: DigestAudience,
  weeks: readonly [IsoWeek, ...IsoWeek[]],
  { until, progress, against = null, looks = 1, withEmpty = false, known = new Map() }: DigestsOptions,
): Promise<readonly Digest[]> {
  const listed = await readLatestWebsites(db, until);
  if (listed === null)
    throw new UserError('There are no snapshots yet. Take the first with "answershare snapshot".');
  const { websites, gone } = requireWebsites(schedule, listed);
  const candidates = weeks.map((week) => ({ week, sites: [] as SiteSeries[] }));
  const sunday = listWeekDates(weeks[0])[6] ?? null;
  progress?.(0, websites.length);
  for (const [at, website] of websites.entries()) {
    const readSeries = async (): Promise<readonly SiteSeries[]> => {
      const snapshots = await readSiteSnapshots(db, website.id, findEarliestDate(weeks[0]), until, sunday);
      return weeks.map((week) => computeSiteSeries(website, snapshots, week, schedule.timezone));
    };
    const series = known.get(website.id) ?? (await readSeries());
    known.set(website.id, series);
    for (const [index, one] of series.entries()) candidates[index]?.sites.push(one);
    progress?.(at + 1, websites.length);
  }
  const found = candidates.filter(({ sites }) => withEmpty || sites.some(hasReading));
  if (found.length === 0) return [];
  const ids = websites.map(({ id }) => id);
  const clients = resolveClients(schedule.clients ?? [], listed);
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
        clients,
        ...(schedule.groupBy === undefined ? {} : { groupBy: schedule.groupBy }),
        gone: gone.map(({ reference }) => reference),
        changes: await listShapeChanges(db, days[0] ?? '', days[6] ?? '', ids),
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
  options: Pick<DigestsOptions, 'progress' | 'known'>,
): Promise<readonly [Digest, ...Digest[]]> {
  let first = week ?? toIsoWeek(now, schedule.timezone);
  const later: IsoWeek[] = [];
  for (let count = 0; week === null && count < previewedWeeks; count += 1) {
    later.unshift(first);
    first = previousWeek(first);
  }
  const [digest, ...others] = await composeDigests(store, schedule, [first, ...later], {
    until: now,
    ...options,
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
    const frozen = await listFrozen(store.db, run);
    const sent = await composeSentDigest(store, schedule, run.period_key, run, { ...options, until, frozen });
    return 'withheld' in sent ? sent.digest : sent;
  }
  const weeks = listShownWeeks(schedule, week, now);
  const [digest] = await composeDigests(store, schedule, weeks, { ...options, until: now });
  if (digest === undefined) throw createEmptyWeekError(schedule, weeks[0]);
  return digest;
}

/** What the readers of a selection of websites get in a run. */
export interface SelectedDigest {
  readonly schedule: DigestSchedule;
  readonly digest: Digest | Pick<WithheldDigest, 'withheld'>;
}

/**
 * The digest that a run sends to the readers of all websites of `schedule`: by its stored parameters, else by the schedule's
 * mode. A run that has frozen digests sends to the other readers of their websites too.
 * @param run undefined before it is planned
 */
async function composeSentDigest(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek,
  run: RunRow | undefined,
  { until, frozen, ...options }: DigestsOptions & { readonly frozen: ReadonlySet<string> },
): Promise<Digest | WithheldDigest> {
  const parameters = readParameters(run);
  const withEmpty = parameters !== null || schedule.mode !== 'always';
  const [composed] = await composeDigests(store, schedule, [week], { ...options, until, withEmpty });
  if (composed === undefined) throw createEmptyWeekError(schedule, week);
  const isGated = parameters?.hasFreshnessGate ?? schedule.waitHours > 0;
  const stale = isGated ? await findStaleWebsites(store.db, schedule, week, until) : [];
  const digest = { ...composed, stale };
  const readers = listReaders(schedule).map(({ hash }) => hash);
  const isSent = readers.some((hash) => frozen.has(hash));
  if (isSent && parameters !== null) {
    const weeks = readers.map((hash) => parameters.heartbeats[hash]).find((one) => one !== undefined);
    return addHeartbeat(digest, weeks ?? null);
  }
  const sent = await applyMode(store.db, schedule, digest);
  return 'withheld' in sent && isSent ? digest : sent;
}

const listFrozen = async (db: Database, run: RunRow | undefined): Promise<ReadonlySet<string>> =>
  run === undefined ? new Set() : listFrozenRecipients(db, run.id);

/**
 * The digests that a run sends, one for each selection of websites. A selection without a website or snapshot is withheld.
 * @throws UserError if no selection has a website and a snapshot
 */
export async function composeSentDigests(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek,
  run: RunRow | undefined,
  { until, progress }: Pick<DigestsOptions, 'until' | 'progress'>,
): Promise<readonly SelectedDigest[]> {
  const frozen = await listFrozen(store.db, run);
  const options = { until, progress, frozen, known: new Map<string, readonly SiteSeries[]>() };
  const selected: SelectedDigest[] = [];
  const faults: UserError[] = [];
  for (const part of splitAudience(schedule)) {
    try {
      selected.push({ schedule: part, digest: await composeSentDigest(store, part, week, run, options) });
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      faults.push(thrown);
      selected.push({ schedule: part, digest: { withheld: thrown.message } });
    }
  }
  const [fault] = faults;
  if (fault !== undefined && faults.length === selected.length) throw fault;
  return selected;
}

/** One sentence for each reason why readers get nothing; the reason alone if all of them get nothing for that one. */
export function explainWithheldDigests(selected: readonly SelectedDigest[]): readonly string[] {
  const readers = new Map<string, string[]>();
  for (const { schedule, digest } of selected)
    if ('withheld' in digest)
      readers.set(digest.withheld, [
        ...(readers.get(digest.withheld) ?? []),
        ...listReaders(schedule).map(({ name }) => name),
      ]);
  const isForAll = readers.size === 1 && selected.every(({ digest }) => 'withheld' in digest);
  return [...readers].map(([reason, names]) =>
    isForAll ? reason : `nothing for ${formatReaders(names)}: ${reason}`,
  );
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

/** Composes the digests of a run and freezes their messages, or withholds all of them. */
export async function composeRun(
  store: Store,
  schedule: DigestSchedule,
  run: RunRow,
  options: ComposeOptions,
): Promise<ComposeResult | Pick<WithheldDigest, 'withheld'>> {
  const { now, forced, progress } = options;
  const found = await findDataUntil(store.db, schedule, run.period_key, run, { now, forced });
  const isPlanned = found === run.planned_at.getTime();
  const until = isPlanned ? null : (await fixRun(store.db, run.id, { dataUntil: found })).data_until;
  const selected = await composeSentDigests(store, schedule, run.period_key, run, {
    until: until?.getTime() ?? found,
    progress,
  });
  const nothingFor = explainWithheldDigests(selected).join('; ');
  const sent = selected.flatMap(({ schedule: part, digest }) =>
    'withheld' in digest ? [] : { schedule: part, digest },
  );
  if (sent.length > 0 && run.parameters === null) {
    const parameters = JSON.stringify({
      hasFreshnessGate: schedule.waitHours > 0,
      heartbeats: Object.fromEntries(sent.flatMap(listHeartbeats)),
    } satisfies DigestParameters);
    const fixed = await fixRun(store.db, run.id, { parameters });
    if (fixed.parameters !== parameters) return composeRun(store, schedule, fixed, options);
  }
  for (const { schedule: part, digest } of selected)
    if ('withheld' in digest) await recordWithheld(store.db, run.id, listReaders(part), digest.withheld);
  if (sent.length === 0) return { withheld: nothingFor };
  const composed = await freezeSelections(store, sent, run.id, options);
  return nothingFor === '' ? composed : { ...composed, nothingFor };
}

const listHeartbeats = ({
  schedule,
  digest: { heartbeat },
}: ReadersDigest & { readonly schedule: DigestSchedule }) =>
  heartbeat === null ? [] : listReaders(schedule).map(({ hash }) => [hash, heartbeat.weeks.value] as const);

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
