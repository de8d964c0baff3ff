import { readSiteHistory, type WebsiteProgress } from '../../delivery/compose.ts';
import { composeReportedDigest } from '../../delivery/mailed-digests.ts';
import type { Digest } from '../../digest/digest.ts';
import { explainFigure, type FigureExplanation, formatLevel } from '../../digest/explain-figure.ts';
import { type Figure, listFigures, type PageReport } from '../../digest/figures.ts';
import type { SheetFormula } from '../../digest/sheet-formula.ts';
import type { IsoWeek } from '../../schedule/iso-week.ts';
import type { ScheduleOrAlert } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import { UserError } from '../../system/errors.ts';
import { findFigure, findSite, formatFigureChange, formatFigureLevel, formatVerdict } from './figure-text.ts';

/** Which digests are searched for a website or figure. */
export interface ReportedWeek {
  readonly schedules: readonly ScheduleOrAlert[];
  /** Null: the last one of the ledger. */
  readonly week: IsoWeek | null;
  /** An earlier week to compare with; by default each measure has its own. */
  readonly against?: IsoWeek | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly progress?: WebsiteProgress;
}

/** What `find` finds in the digest of the first schedule that has it. Throws the error of the first one if none has. */
async function searchDigests<T>(
  store: Store,
  { schedules, week, now, ...options }: ReportedWeek,
  find: (digest: Digest) => T,
): Promise<{ readonly digest: Digest; readonly found: T }> {
  let fault: UserError | null = null;
  for (const schedule of schedules) {
    try {
      const digest = await composeReportedDigest(store, schedule, week, now, options);
      return { digest, found: find(digest) };
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      fault ??= thrown;
    }
  }
  throw fault ?? new UserError('The settings have no schedules. Add one under "schedules".');
}

/** The figures of one website in a week against an earlier one. */
export async function compareWebsite(
  store: Store,
  where: ReportedWeek,
  website: string,
): Promise<{ readonly name: string; readonly week: IsoWeek; readonly figures: readonly Figure[] }> {
  const { digest, found } = await searchDigests(store, where, (one) => findSite(one, website));
  const figures = listFigures(digest).flatMap(({ site, figure }) => (site === found ? [figure] : []));
  return { name: found.name, week: digest.week, figures };
}

/** Explains the figure of a name such as `northwind-outdoor.example/share`. Sends nothing. */
export async function explainNamed(
  store: Store,
  where: ReportedWeek,
  name: string,
): Promise<FigureExplanation> {
  const { digest, found } = await searchDigests(store, where, (one) => findFigure(one, name));
  return explainFigure(digest, found, await readSiteHistory(store, digest, found.site.website));
}

/** Formats an explanation for people. */
export function formatExplanation(explanation: FigureExplanation): string[] {
  const { figure, week, schedule, baseline, reason, formula, sheetFormula, snapshots } = explanation;
  const { endpoint, pages, assumed, unit } = explanation;
  const change = formatFigureChange(explanation);
  const compared = baseline === null || change === '' ? '' : `, ${change}, against ${baseline}`;
  const verdict = formatVerdict(explanation);
  return [
    `${figure} in ${week}, schedule ${schedule}`,
    `${formatFigureLevel(explanation)}${compared}${verdict === '' ? '' : `: ${verdict}`}`,
    reason,
    ...(assumed
      ? [`The recipe of ${endpoint} is assumed; confirm it with "answershare doctor --confirm".`]
      : []),
    ...(formula.length === 0 ? [] : ['Formula:', ...formula.map((line) => `  ${line}`)]),
    ...(sheetFormula === null ? [] : formatSheetFormula(sheetFormula)),
    ...snapshots.flatMap(({ week: of, days }) => [
      `Snapshots of ${endpoint} in ${of}:`,
      ...(days.length === 0 ? ['  none'] : days.map((day) => `  ${formatDay(day, unit)}`)),
    ]),
    ...(pages === null ? [] : formatPages(pages)),
  ];
}

function formatSheetFormula({ text, gives }: SheetFormula): string[] {
  const what = gives === 'week' ? 'this figure' : 'the figure of today; the service has no history of it';
  return [`In Google Sheets with the add-on, ${what}:`, `  ${text}`];
}

function formatPages({ now, past, takenAt, compared, added, lost }: PageReport): string[] {
  const format = (
    status: string,
    { page, engines, query, first, last }: PageReport['added'][number],
  ): string => {
    const dates = first === last ? first : `${first} to ${last}`;
    const details = [engines.join(', '), query === null ? '' : `"${query}"`, dates];
    return `  ${status} ${page}: ${details.filter((text) => text !== '').join(', ')}`;
  };
  return [
    `Cited pages, ${now.from} to ${now.to} against ${past.from} to ${past.to} (taken ${takenAt}): ${added.length} new and ${lost.length} lost of ${compared}`,
    ...added.map((page) => format('new ', page)),
    ...lost.map((page) => format('lost', page)),
  ];
}

type SnapshotDay = FigureExplanation['snapshots'][number]['days'][number];

function formatDay(
  { day, takenAt, value, mentions, totalMentions, failure }: SnapshotDay,
  unit: FigureExplanation['unit'],
): string {
  const counts =
    mentions === null || totalMentions === null ? '' : `, ${mentions} of ${totalMentions} mentions`;
  const shown =
    value === null
      ? `no value${failure === null ? '' : `: ${failure}`}`
      : `${formatLevel(value, unit === 'rank' ? 'share' : unit)}${counts}`;
  return `${day}  ${shown} (taken ${takenAt})`;
}
