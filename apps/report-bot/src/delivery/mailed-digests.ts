import type { WebsiteDirectory } from '../collect/website-directory.ts';
import type { Digest } from '../digest/digest.ts';
import type { SiteSeries } from '../digest/site-digest.ts';
import { type IsoWeek, toLocalDate } from '../schedule/iso-week.ts';
import { type Alert, type DigestAudience, isAlert, type ScheduleOrAlert } from '../settings/settings.ts';
import { splitAudience } from '../settings/split-audience.ts';
import { readNewestAnswer } from '../store/alert-history.ts';
import { findComposedRun } from '../store/runs.ts';
import type { Store } from '../store/store.ts';
import { NoDigestError } from '../system/errors.ts';
import {
  type AlertParameters,
  type JudgeOptions,
  judgeDay,
  listHolding,
  readParameters,
  selectSites,
  splitMessage,
} from './alert-digest.ts';
import { readCommon, type WebsiteProgress } from './compose.ts';
import { composeMailedDigest, findRunUntil } from './compose-run.ts';
import type { ReadersDigest } from './freeze-selections.ts';
import { withStoredNames } from './mode.ts';

interface MailedAlert {
  readonly digest: Digest;
  readonly parameters: AlertParameters;
  readonly directory: WebsiteDirectory;
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
  const until = findRunUntil(run);
  const common = await readCommon(store, alert, until);
  const parameters = readParameters(run);
  const named = withStoredNames(alert, parameters);
  const digest = await judgeDay(store, named, run.period_key, until, { ...options, common });
  if (digest === null) throw createEmptyDaysError(alert, run.period_key);
  const { figure, condition } = alert;
  const guessed = { figure, condition, websites: listHolding(digest, alert) };
  return { digest, parameters: parameters ?? guessed, directory: common.directory };
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
    const parts = mailed === null ? [] : splitMessage(mailed.digest, of, mailed.parameters, mailed.directory);
    return parts.filter(({ schedule }) => isWanted(schedule));
  }
  const known = new Map<string, readonly SiteSeries[]>();
  const parts: ReadersDigest[] = [];
  for (const schedule of splitAudience(of).filter(isWanted)) {
    try {
      const digest = await composeMailedDigest(store, schedule, week, now, { progress, known });
      parts.push({ schedule, digest });
    } catch (thrown) {
      if (!(thrown instanceof NoDigestError)) throw thrown;
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

function createEmptyDaysError({ id }: Alert, day: IsoWeek): NoDigestError {
  return new NoDigestError(
    `Alert "${id}": no snapshot of its websites was taken in the seven days up to ${day}, so there is nothing to judge. Take one every day with "answershare snapshot" or "answershare start".`,
  );
}
