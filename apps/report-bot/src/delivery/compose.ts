import type { Website } from '@answershare/core';
import { resolveClients, resolveWebsites } from '../collect/client-websites.ts';
import { listAssumedFigures } from '../collect/service-profile.ts';
import { listRenames, readDirectory, type WebsiteDirectory } from '../collect/website-directory.ts';
import { requireWebsites } from '../collect/websites.ts';
import { collectCounts } from '../digest/citations.ts';
import type { ClientWebsites } from '../digest/client-groups.ts';
import { buildDigest, type Digest, type DigestInput } from '../digest/digest.ts';
import type { SiteHistory } from '../digest/explain-figure.ts';
import { nameSnapshots } from '../digest/named-snapshots.ts';
import type { AssumedFigures } from '../digest/notes.ts';
import { groupByWeek } from '../digest/site-days.ts';
import { computeSiteSeries, hasReading, type SiteSeries } from '../digest/site-digest.ts';
import {
  findYearBefore,
  type IsoWeek,
  listWeekDates,
  previousWeek,
  toCurrentWeek,
  weeksRead,
} from '../schedule/iso-week.ts';
import { splitLedgerId } from '../settings/services.ts';
import type { DigestAudience, DigestSchedule } from '../settings/settings.ts';
import { readLastReadings } from '../store/last-readings.ts';
import { listNotedEvents } from '../store/noted-events.ts';
import { listShapeChanges, readSiteSnapshots } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import { readListFailure, toListKey } from '../store/website-lists.ts';
import { NoDigestError } from '../system/errors.ts';

export type WebsiteProgress = (done: number, total: number) => void;

/**
 * Composes the digest of a schedule's week from snapshots up to `until`. Of several weeks, oldest first, it takes the
 * first one with a snapshot. Throws a {@link NoDigestError} if none has one.
 */
export async function composeDigest(
  store: Store,
  schedule: DigestAudience,
  weeks: readonly [IsoWeek, ...IsoWeek[]],
  options: DigestsOptions,
): Promise<Digest> {
  const [digest] = await composeDigests(store, schedule, weeks, options);
  if (digest === undefined) throw createEmptyWeekError(schedule, weeks[0]);
  return digest;
}

/** A series has 26 KB. */
const maxKnown = 2_000;

/** What all digests of the same instant share. */
export interface CommonReadings {
  readonly directory: WebsiteDirectory;
  readonly clients: readonly ClientWebsites[];
  /** By the name of their service. */
  readonly assumed: ReadonlyMap<string, readonly AssumedFigures[]>;
  /** As of {@link readLastReadings}, once for each day. */
  listLastReadings(day: string): ReturnType<typeof readLastReadings>;
}

/** Throws a {@link NoDigestError} without a list of websites. */
export async function readCommon(
  { db }: Pick<Store, 'db'>,
  audience: DigestAudience,
  until: number,
): Promise<CommonReadings> {
  const directory = await readDirectory(db, audience, until);
  if (directory === null)
    throw new NoDigestError(
      (await readListFailure(db, audience.services)) ??
        'There are no snapshots yet. Take the first with "answershare snapshot".',
    );
  const clients = resolveClients(audience.clients ?? [], directory);
  const assumed = await listAssumedFigures(db);
  const readings = new Map<string, ReturnType<typeof readLastReadings>>();
  const listLastReadings = (day: string): ReturnType<typeof readLastReadings> => {
    const found = readings.get(day) ?? readLastReadings(db, day, until);
    readings.set(day, found);
    return found;
  };
  return { directory, clients, assumed, listLastReadings };
}

export interface DigestsOptions {
  /** Snapshots after this instant do not count, milliseconds since the epoch. */
  readonly until: number;
  readonly progress?: WebsiteProgress | undefined;
  /** An earlier week to compare with; by default each measure has its own. */
  readonly against?: IsoWeek | null;
  /** As of `buildDigest`. */
  readonly looks?: number;
  readonly withEmpty?: boolean;
  /** The first so many websites alone. */
  readonly most?: number;
  /** The time of the digest of the period before the only week, whose falls are followed up; null for none. */
  readonly earlierUntil?: number | null;
  /** The series of each website by week, so that several digests of the same weeks read them once. */
  readonly known?: Map<string, readonly SiteSeries[]>;
  /** Read for the whole audience of which the schedule is a part; by default read for the schedule. */
  readonly common?: CommonReadings;
}

/** The digests of the weeks that have a snapshot, in the order given; the first week is the oldest one. */
export async function composeDigests(...of: Parameters<typeof composeInputs>): Promise<readonly Digest[]> {
  return (await composeInputs(...of)).map(buildDigest);
}

/** What {@link composeDigests} builds its digests of. */
export async function composeInputs(
  store: Pick<Store, 'db'>,
  schedule: DigestAudience,
  weeks: readonly [IsoWeek, ...IsoWeek[]],
  {
    until,
    progress,
    against = null,
    looks = 1,
    withEmpty = false,
    most,
    earlierUntil = null,
    known = new Map(),
    common,
  }: DigestsOptions,
): Promise<readonly DigestInput[]> {
  const { db } = store;
  const { directory, clients, assumed } = common ?? (await readCommon(store, schedule, until));
  const { websites: selected, gone } = requireWebsites(schedule, directory);
  const websites = selected.slice(0, most);
  const names = schedule.websites === 'all' ? [] : [...schedule.websites];
  const earlier = earlierUntil === null ? [] : [{ week: previousWeek(weeks[0]), until: earlierUntil }];
  const read = [...earlier, ...weeks.map((week) => ({ week, until }))];
  const candidates = read.map((of) => ({ ...of, sites: [] as SiteSeries[] }));
  const oldest = read[0]?.week ?? weeks[0];
  const sunday = listWeekDates(oldest).at(-1) ?? null;
  const notes = await listNotedEvents(db, until);
  progress?.(0, websites.length);
  for (const [at, website] of websites.entries()) {
    const readSeries = async (): Promise<readonly SiteSeries[]> => {
      const taken = await readSiteSnapshots(db, website.id, findEarliestDate(oldest), until, sunday);
      const named = nameSnapshots(website, taken, schedule.names);
      return read.map((of) => {
        const snapshots = named.filter(({ takenAt }) => takenAt <= of.until);
        return computeSiteSeries(website, snapshots, of.week, schedule.timezone);
      });
    };
    const series = known.get(website.id) ?? (await readSeries());
    const [first] = known.keys();
    if (first !== undefined && known.size >= maxKnown && !known.has(website.id)) known.delete(first);
    known.set(website.id, series);
    for (const [index, one] of series.entries()) candidates[index]?.sites.push(one);
    progress?.(at + 1, websites.length);
  }
  const past = earlier.flatMap(() => candidates.shift() ?? []);
  const found = candidates.filter(({ sites }) => withEmpty || sites.some(hasReading));
  if (found.length === 0) return [];
  const ids = websites.map(({ id }) => id);
  const services = [...new Set(ids.map((id) => splitLedgerId(id, directory.services).service))];
  const about = { id: schedule.id, title: schedule.title, timezone: schedule.timezone };
  const [before] = past.map(({ week, sites, until: generatedAt }) => ({
    schedule: about,
    week,
    sites,
    names: schedule.names ?? {},
    generatedAt,
  }));
  return Promise.all(
    found.map(async ({ week, sites }) => {
      const days = listWeekDates(week);
      return {
        schedule: about,
        week,
        against,
        looks,
        sites,
        clients,
        ...(schedule.groupBy === undefined ? {} : { groupBy: schedule.groupBy }),
        gone,
        names: schedule.names ?? {},
        events: resolveWebsites([...(schedule.events ?? []), ...notes], directory),
        goals: resolveWebsites(schedule.goals ?? [], directory),
        renamed: listRenames(directory, names),
        changes: await listShapeChanges(db, days[0] ?? '', days.at(-1) ?? '', [
          ...services.map(toListKey),
          ...ids,
        ]),
        assumed: services.flatMap((name) => assumed.get(name) ?? []),
        generatedAt: until,
        ...(before === undefined ? {} : { before }),
      };
    }),
  );
}

/** The week to show: `week`, else the last complete one, or the current one while that has no snapshot. */
export function listShownWeeks(
  schedule: DigestSchedule,
  week: IsoWeek | null,
  now: number,
): readonly [IsoWeek, ...IsoWeek[]] {
  if (week !== null) return [week];
  const current = toCurrentWeek(schedule, now);
  return [previousWeek(current), current];
}

const previewedWeeks = 3;

/** The digests of the running week and those before it that have a snapshot, oldest first; of `week` alone if given. */
export async function composePreviewDigests(
  store: Store,
  schedule: DigestSchedule,
  week: IsoWeek | null,
  now: number,
  options: Pick<DigestsOptions, 'progress' | 'known'>,
): Promise<readonly [Digest, ...Digest[]]> {
  let first = week ?? toCurrentWeek(schedule, now);
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

/** The stored days of a website in the weeks before and in `week`, and its citations by day. */
export async function readSiteHistory(
  { db }: Store,
  { schedule, week, generatedAt, names }: Digest,
  website: Website,
): Promise<SiteHistory> {
  const taken = await readSiteSnapshots(db, website.id, findEarliestDate(week), generatedAt);
  const snapshots = nameSnapshots(website, taken, names);
  const answers = snapshots.toSorted((one, other) => one.takenAt - other.takenAt);
  return { weeks: groupByWeek(snapshots, week, schedule.timezone), counts: collectCounts(answers) };
}

function findEarliestDate(week: IsoWeek): string {
  let first = week;
  for (let count = 1; count < weeksRead; count += 1) first = previousWeek(first);
  const [earliest = first] = [first, findYearBefore(week) ?? first].sort();
  return listWeekDates(earliest)[0] ?? '';
}

function createEmptyWeekError({ id, websites }: DigestAudience, week: IsoWeek): NoDigestError {
  const count = websites.length === 1 ? 'its website' : 'any of its websites';
  return new NoDigestError(
    `Schedule "${id}": no snapshot of ${count} was taken in ${week}, so there is nothing to report. Take one every day with "answershare snapshot" or "answershare start".`,
  );
}
