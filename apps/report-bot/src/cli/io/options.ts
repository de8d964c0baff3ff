import {
  type AnalyticsWindow,
  type Endpoint,
  endpointNames,
  formatPeriodFault,
  isPeriodKey,
  isValidDate,
  parsePeriod,
  toCalendarDate,
  translatePeriod,
} from '@answershare/core';
import { type IsoWeek, isAlertDay, isWeekOf } from '../../schedule/iso-week.ts';
import type { MailSettings } from '../../settings/mail-senders.ts';
import {
  type BotSettings,
  type DigestAudience,
  isAlert,
  type ScheduleOrAlert,
} from '../../settings/settings.ts';
import { UsageError } from '../../system/errors.ts';
import { formatChoices } from '../../system/text.ts';

/** Options of every command that reads the settings. */
export interface CommonOptions {
  /** Path of the settings file. */
  readonly config: string;
  readonly now?: string;
  readonly json?: boolean;
}

const instantPattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** A clock that starts at `--now` when first read; the real clock without it. */
export function parseClock(now: string | undefined): () => number {
  if (now === undefined) return () => Date.now();
  // `Date.parse` turns 30 February into 2 March.
  const start = Date.parse(now);
  if (!instantPattern.test(now) || Number.isNaN(start) || !isValidDate(now.slice(0, 10))) {
    throw new UsageError(
      '--now is not an instant; write it as 2026-11-23T09:00:00Z or with an offset such as +01:00.',
    );
  }
  let began: number | null = null;
  return () => {
    began ??= performance.now();
    return start + Math.floor(performance.now() - began);
  };
}

/** Parses `--week`: an ISO week, or the last day of an alert's seven days; null without it. */
export function parseWeek(week: string | undefined): IsoWeek | null {
  if (week === undefined) return null;
  if (isPeriodKey(week)) return week;
  throw new UsageError('--week is not an ISO week; write it as 2026-W47, or as 2026-11-25 for an alert.');
}

/** Parses a window without regard to the Form. Days are those of UTC. Returns the error as a sentence. */
export function parseWindow(text: string, now: number): AnalyticsWindow | string {
  const zone = { today: toCalendarDate(now), locale: () => null, toDate: toCalendarDate };
  const parsed = parsePeriod([text], { ...zone, translate: translatePeriod });
  if (!parsed.ok) return formatPeriodFault(parsed.fault, 'this');
  const { from, to, last } = parsed.period;
  return last === null ? { from, to } : { last };
}

/** All schedules, then all alerts; or the one of `--schedule`. */
export function selectSchedules(settings: BotSettings, id: string | undefined): readonly ScheduleOrAlert[] {
  const all = [...settings.schedules, ...settings.alerts];
  if (all.length === 0) throw new UsageError(`${settings.file} has no schedules. Add one under "schedules".`);
  if (id === undefined) return all;
  const found = all.filter((one) => one.id === id);
  if (found.length > 0) return found;
  const ids = all.map((one) => one.id);
  throw new UsageError(`There is no such schedule${formatChoices(id, ids)}`);
}

/** Of these, those that a week or day of `--week` belongs to; all without one. Throws if there is none. */
export function selectByWeek<S extends ScheduleOrAlert>(
  all: readonly S[],
  week: IsoWeek | null,
): readonly S[] {
  if (week === null) return all;
  const found = all.filter((one) => (isAlert(one) ? isAlertDay(week) : isWeekOf(one, week)));
  if (found.length > 0) return found;
  throw new UsageError(
    isAlertDay(week)
      ? '--week is a day, which only alerts have; write an ISO week such as 2026-W47.'
      : `--week is a period that none of these schedules reports; "answershare check" lists theirs. An alert has days; write the last day of its mail, such as 2026-11-25.`,
  );
}

/** The sender of mails. Throws if the settings have none. */
export function requireMailSettings(settings: BotSettings): MailSettings {
  if (settings.mail === null)
    throw new UsageError(
      `${settings.file} has no mail server. Add host, port and from under "smtp", or a block "postmark", "resend" or "ses".`,
    );
  return settings.mail;
}

/** The sender of mails; null without one if no schedule has a recipient. */
export function findMailSettings(
  settings: BotSettings,
  schedules: readonly DigestAudience[],
): MailSettings | null {
  return schedules.some(({ recipients }) => recipients.length > 0)
    ? requireMailSettings(settings)
    : settings.mail;
}

/** Parses an endpoint name. Suggests the nearest name for any other word. */
export function parseEndpoint(word: string): Endpoint {
  const found = endpointNames.find((name) => name === word);
  if (found !== undefined) return found;
  throw new UsageError(`There is no such endpoint${formatChoices(word, endpointNames)}`);
}
