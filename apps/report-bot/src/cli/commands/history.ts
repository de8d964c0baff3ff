import { composeDigests, type WebsiteProgress } from '../../delivery/compose.ts';
import { looksPerWeek } from '../../digest/alert.ts';
import { type Figure, listFigures } from '../../digest/figures.ts';
import { formatFiguresCsv } from '../../renderers/data/figures-file.ts';
import { type IsoWeek, previousWeek, toCurrentWeek, toLocalDate } from '../../schedule/iso-week.ts';
import { isAlert, type ScheduleOrAlert } from '../../settings/settings.ts';
import { listRecentRuns } from '../../store/runs.ts';
import type { Store } from '../../store/store.ts';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import { type Context, quoteWord } from '../io/context.ts';
import { type DigestOptions, readDigestOptions } from '../io/digest-options.ts';
import { findSite, formatFigureChange, formatFigureLevel, formatVerdict } from '../io/figure-text.ts';
import { formatTable } from '../io/format.ts';

interface HistoryOptions extends DigestOptions {
  readonly weeks: string;
  readonly csv?: boolean;
}

interface HistoryQuery {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly progress: WebsiteProgress;
  /** Weeks of a schedule, days of an alert. */
  readonly count: number;
  readonly website: string | undefined;
}

/** Snapshots are kept for a year. */
const maxWeeks = 52;

function parseWeeks(text: string): number {
  const weeks = Number(text);
  if (/^\d{1,2}$/.test(text) && weeks >= 1 && weeks <= maxWeeks) return weeks;
  throw new UsageError(`--weeks is not a number from 1 to ${maxWeeks}.`);
}

/** Complete weeks before the current one, and that one, oldest first; of an alert the seven days up to today and before. */
function listWeeks(of: ScheduleOrAlert, now: number, count: number): readonly [IsoWeek, ...IsoWeek[]] {
  let first = isAlert(of) ? toLocalDate(now, of.timezone) : toCurrentWeek(of, now);
  const weeks: IsoWeek[] = [];
  for (let at = 0; at < count; at += 1) {
    weeks.unshift(first);
    first = previousWeek(first);
  }
  return [first, ...weeks];
}

/** The figures of one schedule or alert by week; a fault for a website that none of its digests has. */
async function listWeeklyFigures(
  store: Store,
  schedule: ScheduleOrAlert,
  { count, now, progress, website }: HistoryQuery,
): Promise<{ readonly figures: readonly Figure[]; readonly fault: UsageError | null }> {
  const weeks = listWeeks(schedule, now, isAlert(schedule) ? count - 1 : count);
  const looks = isAlert(schedule) ? looksPerWeek : 1;
  const digests = await composeDigests(store, schedule, weeks, { until: now, looks, progress });
  // The current week counts only while no earlier one has a snapshot.
  const complete = digests.filter(({ week }) => isAlert(schedule) || week !== weeks.at(-1));
  const figures: Figure[] = [];
  let fault: UsageError | null = null;
  for (const digest of complete.length > 0 ? complete : digests) {
    try {
      const id = website === undefined ? null : findSite(digest, website).id;
      figures.push(
        ...listFigures(digest)
          .filter(({ site, competitor }) => competitor === null && (id === null || site.id === id))
          .filter(({ measure }) => !isAlert(schedule) || measure === schedule.figure)
          .map(({ figure }) => figure),
      );
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      fault ??= thrown;
    }
  }
  return { figures, fault };
}

/** The mails of each alert, and the weeks of `figures` for which no digest was sent. */
async function describeMails(
  store: Store,
  schedules: readonly ScheduleOrAlert[],
  figures: readonly Figure[],
): Promise<readonly string[]> {
  const runs = await listRecentRuns(store.db);
  const shown = new Set(figures.map(({ schedule, week }) => `${schedule} ${week}`));
  const alerts = schedules.filter(isAlert).map(({ id }) => {
    const days = runs
      .filter(({ state, schedule_id }) => schedule_id === id && state === 'composed')
      .map(({ period_key }) => period_key);
    return `Mails of ${id}: ${days.length === 0 ? 'none' : days.toReversed().join(', ')}`;
  });
  const unsent = runs
    .filter(
      ({ state, schedule_id, period_key }) =>
        (state === 'skipped' || state === 'held') && shown.has(`${schedule_id} ${period_key}`),
    )
    .map(
      ({ schedule_id, period_key, state, reason }) =>
        `  ${period_key}, schedule ${schedule_id}: ${reason ?? state}`,
    );
  return [...alerts, ...(unsent.length > 0 ? ['Weeks without a digest:', ...unsent] : [])];
}

/** Prints the weekly levels, changes and verdicts of the ledger, each week as its own digest judges it. */
export async function printHistory(
  context: Context,
  website: string | undefined,
  options: HistoryOptions,
): Promise<ExitCode> {
  const count = parseWeeks(options.weeks);
  const { now, settings, schedules: selected, progress } = readDigestOptions(context, options);
  const isWeekly = options.schedule === undefined && settings.schedules.length > 0;
  const schedules = isWeekly ? settings.schedules : selected;
  const store = await context.store(settings.store);
  const found: Awaited<ReturnType<typeof listWeeklyFigures>>[] = [];
  for (const schedule of schedules)
    found.push(await listWeeklyFigures(store, schedule, { count, now, progress, website }));
  const figures = found.flatMap((one) => one.figures);
  if (figures.length === 0)
    throw (
      found.find(({ fault }) => fault !== null)?.fault ??
      new UserError(
        `There is no snapshot of the last ${count} weeks. Take one every day with "answershare snapshot" or "answershare start".`,
      )
    );
  if (options.json === true) context.writeJson(figures);
  else if (options.csv === true) context.write(formatFiguresCsv(figures).trimEnd());
  else {
    context.report(formatHistory(figures).join('\n'));
    for (const line of await describeMails(store, schedules, figures)) context.report(line);
  }
  const last = figures.findLast(({ unit }) => unit === 'share');
  context.next(`explain ${quoteWord(last?.figure ?? '')}`, options);
  return 0;
}

/** A table for each figure, in the order of the last week. */
function formatHistory(figures: readonly Figure[]): string[] {
  const name = ({ schedule, figure }: Figure): string => `${figure}, schedule ${schedule}`;
  return [...new Set(figures.map(name))].flatMap((heading) => {
    const rows = figures
      .filter((figure) => name(figure) === heading)
      .map((figure) => [
        `  ${figure.week}`,
        formatFigureLevel(figure),
        formatFigureChange(figure),
        formatVerdict(figure),
        `${figure.days} of ${figure.of} days`,
      ]);
    return [heading, ...formatTable(rows)];
  });
}
