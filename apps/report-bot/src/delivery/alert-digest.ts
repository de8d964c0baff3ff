import { daysBetween } from '@answershare/core';
import { selectWebsites } from '../collect/websites.ts';
import { looksPerWeek, meetsCondition, toAlertDigest } from '../digest/alert.ts';
import type { Digest } from '../digest/digest.ts';
import type { SiteSeries } from '../digest/site-digest.ts';
import { type IsoWeek, toLocalDate } from '../schedule/iso-week.ts';
import { type Alert, type DigestAudience, isAlert, type ScheduleOrAlert } from '../settings/settings.ts';
import { splitAudience } from '../settings/split-audience.ts';
import { readAlertHistory, readNewestAnswer } from '../store/alert-history.ts';
import { findComposedRun, findRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import type { RunRow } from '../store/tables.ts';
import { UserError } from '../system/errors.ts';
import { composeDigests, type WebsiteProgress } from './compose.ts';
import { composeMailedDigest } from './compose-run.ts';
import type { ReadersDigest } from './freeze-selections.ts';

/** Answers of one daily snapshot come one after another; a check waits until the last one is this old. */
const settledMs = 120_000;

/** What decided an alert's digest besides the snapshots. It is stored with the run: later settings change no replay. */
interface AlertParameters extends Pick<Alert, 'figure' | 'condition'> {
  /** Ids of the websites in the message. */
  readonly websites: readonly string[];
}

const readParameters = (run: RunRow | undefined): AlertParameters | null =>
  run?.parameters == null ? null : (JSON.parse(run.parameters) as AlertParameters);

interface JudgeOptions {
  readonly against?: IsoWeek | null;
  readonly progress?: WebsiteProgress | undefined;
}

/** All websites of an alert over the seven days that end on `day`, by snapshots up to `until`; null without one. */
async function judgeDay(
  store: Store,
  alert: Alert,
  day: IsoWeek,
  until: number,
  options: JudgeOptions,
): Promise<Digest | null> {
  const [digest] = await composeDigests(store, alert, [day], { ...options, until, looks: looksPerWeek });
  return digest ?? null;
}

const listHolding = (digest: Digest | null, { figure, condition }: Alert): readonly string[] =>
  (digest?.sites ?? []).flatMap((site) => (meetsCondition(site, figure, condition) ? [site.id] : []));

/** The digest of a message about some of the websites. */
const selectSites = (digest: Digest, { figure, condition, websites }: AlertParameters): Digest =>
  toAlertDigest(
    digest,
    digest.sites.filter(({ id }) => websites.includes(id)),
    figure,
    condition,
  );

/** The ids of the websites that the readers of each selection get. */
const listSelections = (digest: Digest | null, alert: Alert) => {
  const websites = (digest?.sites ?? []).map(({ website }) => website);
  return splitAudience(alert).map((schedule) => ({
    schedule,
    ids: new Set(selectWebsites(schedule, websites).websites.map(({ id }) => id)),
  }));
};

/** A message for the readers of each selection of websites that has one of them. */
const splitMessage = (digest: Digest, alert: Alert, parameters: AlertParameters): readonly ReadersDigest[] =>
  listSelections(digest, alert).flatMap(({ schedule, ids }) => {
    const websites = parameters.websites.filter((id) => ids.has(id));
    return websites.length === 0
      ? []
      : [{ schedule, digest: selectSites(digest, { ...parameters, websites }) }];
  });

/** The seven days that a check judges. */
export interface AlertDay {
  /** The newest answer, milliseconds since the epoch. */
  readonly newest: number;
  /** Its local date, which names the run. */
  readonly day: IsoWeek;
}

/** The days of the newest answer if the alert was not checked with it yet; else null. */
export async function findUncheckedDay(
  { db }: Store,
  { id, figure, timezone }: Alert,
  { now, impatient }: { readonly now: number; readonly impatient: boolean },
): Promise<AlertDay | null> {
  const newest = await readNewestAnswer(db, figure, now);
  if (newest === null || (!impatient && newest > now - settledMs)) return null;
  const { checked } = await readAlertHistory(db, id);
  return checked !== null && newest <= checked ? null : { newest, day: toLocalDate(newest, timezone) };
}

/** What a check found. */
interface AlertCheck {
  /** The newest answer that was judged. */
  readonly until: number;
  /** Null without one to send. */
  readonly message: {
    readonly selections: readonly ReadersDigest[];
    readonly parameters: AlertParameters;
  } | null;
  /** Ids of the websites of which the condition holds, without those that alert on a later day. */
  readonly held: readonly string[];
}

/**
 * Judges seven days. A website alerts if its condition holds and did not hold for the days before. One message a day:
 * other websites alert on the next day. A message that was begun stays as it is. Writes nothing.
 */
export async function judgeAlert(
  store: Store,
  alert: Alert,
  { newest, day }: AlertDay,
  progress?: WebsiteProgress,
): Promise<AlertCheck> {
  const { held } = await readAlertHistory(store.db, alert.id);
  const run = await findRun(store.db, alert.id, day);
  const sent = readParameters(run);
  const isOpen = run === undefined || run.state === 'planned';
  const until = (isOpen ? run?.data_until?.getTime() : null) ?? newest;
  const digest = await judgeDay(store, alert, day, until, { progress });
  const holding = listHolding(digest, alert);
  const isKnown = (id: string): boolean => {
    const last = held.get(id);
    return (
      sent?.websites.includes(id) === true || (last !== undefined && daysBetween(last, day) <= alert.days)
    );
  };
  const { figure, condition } = sent ?? alert;
  const reached = new Set(listSelections(digest, alert).flatMap(({ ids }) => [...ids]));
  const websites = sent?.websites ?? holding.filter((id) => !isKnown(id) && reached.has(id));
  if (digest === null || !isOpen || websites.length === 0)
    return { until, message: null, held: holding.filter(isKnown) };
  const parameters = { figure, condition, websites };
  const message = { selections: splitMessage(digest, alert, parameters), parameters };
  return { until, message, held: [...new Set([...holding, ...websites])] };
}

interface MailedAlert {
  /** All websites of the alert. */
  readonly digest: Digest;
  readonly parameters: AlertParameters;
}

/** What an alert's message of a day was made of, or of the last one without `day`; null if there was none. */
async function findMailedAlert(
  store: Store,
  alert: Alert,
  day: IsoWeek | null,
  options: JudgeOptions,
): Promise<MailedAlert | null> {
  const run = await findComposedRun(store.db, alert.id, day);
  if (run === undefined) return null;
  const until = (run.data_until ?? run.planned_at).getTime();
  const digest = await judgeDay(store, alert, run.period_key, until, options);
  if (digest === null) throw createEmptyDaysError(alert, run.period_key);
  const { figure, condition } = alert;
  const guessed = { figure, condition, websites: listHolding(digest, alert) };
  return { digest, parameters: readParameters(run) ?? guessed };
}

/** The digest of all websites in an alert's message, as {@link findMailedAlert} finds it; null if there was none. */
export async function composeMailedAlert(
  store: Store,
  alert: Alert,
  day: IsoWeek | null,
  options: JudgeOptions = {},
): Promise<Digest | null> {
  const mailed = await findMailedAlert(store, alert, day, options);
  return mailed === null ? null : selectSites(mailed.digest, mailed.parameters);
}

interface PartsOptions {
  readonly progress: WebsiteProgress;
  /** Which selections are composed. */
  readonly isWanted: (part: DigestAudience) => boolean;
}

/**
 * The digests of a week or day as they were mailed, one for each selection of websites that still has a website and a
 * snapshot.
 */
export async function composeMailedParts(
  store: Store,
  of: ScheduleOrAlert,
  week: IsoWeek | null,
  now: number,
  { progress, isWanted }: PartsOptions,
): Promise<readonly ReadersDigest[]> {
  if (isAlert(of)) {
    const mailed = await findMailedAlert(store, of, week, { progress });
    const parts = mailed === null ? [] : splitMessage(mailed.digest, of, mailed.parameters);
    return parts.filter(({ schedule }) => isWanted(schedule));
  }
  const known = new Map<string, readonly SiteSeries[]>();
  const parts: ReadersDigest[] = [];
  for (const schedule of splitAudience(of).filter(isWanted)) {
    try {
      const digest = await composeMailedDigest(store, schedule, week, now, { progress, known });
      parts.push({ schedule, digest });
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
    }
  }
  return parts;
}

/**
 * The digest of an alert to look at: the message of `day` if there was one, else of the websites of which the condition
 * holds on that day, by default that of the newest answer. Null if it holds for none.
 */
export async function composeShownAlert(
  store: Store,
  alert: Alert,
  day: IsoWeek | null,
  now: number,
  progress: WebsiteProgress,
): Promise<Digest | null> {
  const mailed = day === null ? null : await composeMailedAlert(store, alert, day, { progress });
  const newest = await readNewestAnswer(store.db, alert.figure, now);
  if (mailed !== null || newest === null) return mailed;
  const shown = day ?? toLocalDate(newest, alert.timezone);
  const digest = await judgeDay(store, alert, shown, now, { progress });
  const websites = listHolding(digest, alert);
  if (digest === null || websites.length === 0) return null;
  return selectSites(digest, { figure: alert.figure, condition: alert.condition, websites });
}

/**
 * The digest of a week or day as it was mailed. Of a week without a mail it is that week's digest, of a day without a
 * message it has all websites of the alert.
 */
export async function composeReportedDigest(
  store: Store,
  of: ScheduleOrAlert,
  week: IsoWeek | null,
  now: number,
  options: JudgeOptions = {},
): Promise<Digest> {
  if (!isAlert(of)) return composeMailedDigest(store, of, week, now, options);
  const mailed = await composeMailedAlert(store, of, week, options);
  if (mailed !== null) return mailed;
  const newest = await readNewestAnswer(store.db, of.figure, now);
  const day = week ?? toLocalDate(newest ?? now, of.timezone);
  const digest = await judgeDay(store, of, day, now, options);
  if (digest === null) throw createEmptyDaysError(of, day);
  return digest;
}

function createEmptyDaysError({ id }: Alert, day: IsoWeek): UserError {
  return new UserError(
    `Alert "${id}": no snapshot of its websites was taken in the seven days up to ${day}, so there is nothing to judge. Take one every day with "answershare snapshot" or "answershare start".`,
  );
}
