import { daysBetween, type NameList } from '@answershare/core';
import type { WebsiteDirectory } from '../collect/website-directory.ts';
import { selectWebsites } from '../collect/websites.ts';
import { looksPerWeek, meetsCondition, toAlertDigest } from '../digest/alert.ts';
import type { Digest } from '../digest/digest.ts';
import { type IsoWeek, toLocalDate } from '../schedule/iso-week.ts';
import type { Alert } from '../settings/settings.ts';
import { splitAudience } from '../settings/split-audience.ts';
import { readAlertHistory, readNewestAnswer } from '../store/alert-history.ts';
import { findRun } from '../store/runs.ts';
import { readNewestEvent } from '../store/service-events.ts';
import type { Store } from '../store/store.ts';
import type { RunRow } from '../store/tables.ts';
import { type CommonReadings, composeDigests, readCommon, type WebsiteProgress } from './compose.ts';
import type { ReadersDigest } from './freeze-selections.ts';
import { withStoredNames } from './mode.ts';

/** Answers of one daily snapshot come one after another; a check waits until the last one is this old. */
const settledMs = 120_000;

/** What decided an alert's digest other than the snapshots. It is stored with the run: later settings change no replay. */
export interface AlertParameters extends Pick<Alert, 'figure' | 'condition'> {
  readonly websites: readonly string[];
  /** The names of that time; absent in runs of earlier versions, which had none. */
  readonly names?: NameList;
}

export const readParameters = (run: RunRow | undefined): AlertParameters | null =>
  run?.parameters == null ? null : (JSON.parse(run.parameters) as AlertParameters);

export interface JudgeOptions {
  readonly common?: CommonReadings;
  readonly against?: IsoWeek | null;
  readonly progress?: WebsiteProgress | undefined;
}

/** All websites of an alert over the seven days that end on `day`, by snapshots up to `until`; null without one. */
export async function judgeDay(
  store: Store,
  alert: Alert,
  day: IsoWeek,
  until: number,
  options: JudgeOptions,
): Promise<Digest | null> {
  const [digest] = await composeDigests(store, alert, [day], { ...options, until, looks: looksPerWeek });
  return digest ?? null;
}

export const listHolding = (digest: Digest | null, { figure, condition }: Alert): readonly string[] =>
  (digest?.sites ?? []).flatMap((site) =>
    meetsCondition(site, figure, condition, digest?.week) ? [site.id] : [],
  );

export const selectSites = (digest: Digest, { figure, condition, websites }: AlertParameters): Digest =>
  toAlertDigest(
    digest,
    digest.sites.filter(({ id }) => websites.includes(id)),
    figure,
    condition,
  );

/** The ids of the websites that the readers of each selection get. */
const listSelections = (alert: Alert, directory: WebsiteDirectory) =>
  splitAudience(alert).map((schedule) => ({
    schedule,
    ids: new Set(selectWebsites(schedule, directory).websites.map(({ id }) => id)),
  }));

/** A message for the readers of each selection of websites that has one of them. */
export const splitMessage = (
  digest: Digest,
  alert: Alert,
  parameters: AlertParameters,
  directory: WebsiteDirectory,
): readonly ReadersDigest[] =>
  listSelections(alert, directory).flatMap(({ schedule, ids }) => {
    const websites = parameters.websites.filter((id) => ids.has(id));
    return websites.length === 0
      ? []
      : [{ schedule, digest: selectSites(digest, { ...parameters, websites }) }];
  });

export interface AlertDay {
  /** The newest answer, or event for an alert on events, milliseconds since the epoch. */
  readonly newest: number;
  /** Its local date, which names the run. */
  readonly day: IsoWeek;
}

/** The days of the newest answer if the alert was not checked with it yet; else null. */
export async function findUncheckedDay(
  { db }: Store,
  { id, figure, timezone, condition }: Alert,
  { now, impatient }: { readonly now: number; readonly impatient: boolean },
): Promise<AlertDay | null> {
  const answer = await readNewestAnswer(db, figure, now);
  const event = condition.kind === 'event' ? await readNewestEvent(db, now) : null;
  const newest = event === null || answer === null ? answer : Math.max(answer, event);
  if (newest === null || (!impatient && newest > now - settledMs)) return null;
  const { checked } = await readAlertHistory(db, id);
  return checked !== null && newest <= checked ? null : { newest, day: toLocalDate(newest, timezone) };
}

interface AlertCheck {
  /** The newest answer that was judged. */
  readonly until: number;
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
  const common = await readCommon(store, alert, until);
  const named = withStoredNames(alert, sent);
  const digest = await judgeDay(store, named, day, until, { progress, common });
  const holding = listHolding(digest, alert);
  const isKnown = (id: string): boolean => {
    const last = held.get(id);
    return (
      sent?.websites.includes(id) === true || (last !== undefined && daysBetween(last, day) <= alert.days)
    );
  };
  const { figure, condition } = sent ?? alert;
  const reached = new Set(listSelections(alert, common.directory).flatMap(({ ids }) => [...ids]));
  const websites = sent?.websites ?? holding.filter((id) => !isKnown(id) && reached.has(id));
  if (digest === null || !isOpen || websites.length === 0) {
    // The message of a held day may be out: its websites count as known.
    return { until, message: null, held: run?.state === 'held' ? holding : holding.filter(isKnown) };
  }
  const parameters = { figure, condition, websites, names: named.names ?? {} };
  const message = { selections: splitMessage(digest, alert, parameters, common.directory), parameters };
  return { until, message, held: [...new Set([...holding, ...websites])] };
}
