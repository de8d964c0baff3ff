import type { Ask } from '../asks/ask.ts';
import { readKept, reportsName } from '../reports/kept-reports.ts';
import { reportOf } from '../reports/report.ts';
import { fileAsks } from './file-asks.ts';
import { roomIn } from './meter-room.ts';
import type { Office } from './office.ts';
import { type Question, questionsOf } from './questions.ts';
import { reportAsks } from './report-asks.ts';
import { websitesOf } from './websites.ts';

/** All that a file asks, as distinct questions. */
export interface RefreshPlan {
  readonly formulas: number;
  /** Formulas among them that the questions leave out, as only Sheets can compute what they ask. */
  readonly uncounted: number;
  readonly reports: number;
  readonly questions: readonly Question[];
  /** Requests of a full refresh: the questions, and the list of websites. 0 where the file asks nothing. */
  readonly requests: number;
  /** Minutes that it takes at the pace of the plan, as far as one is known. */
  readonly minutes: number;
  /** Requests left today; null where not told. */
  readonly leftToday: number | null;
  /** When the refresh began, milliseconds since the epoch: older answers are asked for again. */
  readonly freshFrom: number;
}

const useMs = 60_000;

/** The smallest plan's (specification §8), where no answer has told the limit. */
const smallestPerMinute = 60;

/** Counts what a refresh of the whole file asks. Costs no request while the list of websites is cached. */
export function planRefresh(office: Office): RefreshPlan {
  const freshFrom = office.now();
  const reports = readKept(office.drawer.get(reportsName));
  const { formulas, uncounted, asks } = fileAsks(office);
  const meter = office.meter();
  const leftToday = office.file.status().day_left;
  if (formulas === 0 && reports.length === 0) {
    return { formulas, uncounted, reports: 0, questions: [], requests: 0, minutes: 0, leftToday, freshFrom };
  }
  const questions = office.receive({ ms: useMs }, (reception) => {
    const websites = websitesOf(reception);
    const ids = websites.map(({ id }) => id);
    const ofReports = reports.reduce<Ask[]>(
      (all, { kind, website }) => all.concat(reportAsks(reportOf(kind, website), ids, office.calendar)),
      [],
    );
    return questionsOf(asks.concat(ofReports), websites, office.now());
  });
  const limit = meter?.rate.minute.limit ?? smallestPerMinute;
  const perMinute = Math.max(1, limit - Math.floor(limit / 10));
  const { waitMs } = roomIn(meter, office.now());
  const requests = questions.length + 1;
  const minutes = Math.max(1, Math.ceil(requests / perMinute) + (waitMs > 0 ? 1 : 0));
  const counts = { formulas, uncounted, reports: reports.length };
  return { ...counts, questions, requests, minutes, leftToday, freshFrom };
}
