import {
  type FalseDirections,
  measureFalseDirections,
  measurePower,
  measureSlowPower,
  measureStepDates,
  ownRule,
  rules,
  unchangedServices,
} from '@answershare/report-bot/test/simulation/digest-truth.ts';
import { seededRandom } from '@answershare/report-bot/test/simulation/random.ts';
import {
  established,
  type SimulatedService,
  simulateSnapshots,
} from '@answershare/report-bot/test/simulation/simulated-weeks.ts';
import { computeTrackedChange, type TrackedDay } from '@answershare/sheets-addon/tracked-change';
import type { Bench, BenchRow } from './bench.ts';

const mails = 50;
const websites = 20;
const trials = 100;
const seed = 20_261_123;
const mostFalse = 0.05;

/** Points of a lasting step, with the least part to find within six mails. */
const steps = [
  [3, 0],
  [5, 0.6],
  [10, 0.95],
] as const;

/** Slow falls, with the least part to find within thirteen mails. */
const falls = [
  ['score, -1 a week', { authority: 1 }, 0.6],
  ['citations, -5 % a week', { citations: 0.05 }, 0.8],
  ['share, -1 point a week', { share: 1 }, 0.8],
] as const;

/** Websites of the sheet, and their weeks: a new history, and one of a year. */
const sheetWebsites = 300;
const sheetWeeks = [22, 52];
const sheetKinds = [
  '30 days, counts',
  '7 days, counts',
  '30 days, panel, 80 % stay',
  '30 days, panel, 95 % stay, unstated window',
  '7 days, panel, 80 % stay',
  '30 days, one state a week',
  '7 days, spikes',
  'scores of every fourth week',
  'days of six times as many citations',
];

const toStandardError = (part: number, of: number): number => Math.sqrt((part * (1 - part)) / of);

const percent = (fraction: number) => `${(100 * fraction).toFixed(1)} %`;

const toFigures = ({ series, mails: sent }: FalseDirections) => ({
  'own series': percent(series.own),
  'mails, own': percent(sent.own),
  'mails, slow': percent(sent.slow),
  'competitor series': percent(series.competitors),
  'mails, competitors': percent(sent.competitors),
});

const allowed = mostFalse + 2 * toStandardError(mostFalse, mails);

/** What `*_CHANGE` is asked for, days. */
const changeLags = [7, 28, 84] as const;

const figuresOfSheet = {
  share: (snapshot) => snapshot.competitors?.shareOfVoice,
  authority: (snapshot) => snapshot.authority?.score,
  citations: (snapshot) => snapshot.citations?.total,
} as const satisfies Record<
  string,
  (snapshot: ReturnType<typeof simulateSnapshots>[number]) => number | null | undefined
>;
const namesOfSheet = Object.keys(figuresOfSheet) as (keyof typeof figuresOfSheet)[];

/** How many websites that do not change get a direction from `*_CHANGE` of the sheet, by lag and figure. */
function measureSheetChanges(
  service: SimulatedService,
  websites: number,
  seed: number,
): ReadonlyMap<(typeof changeLags)[number], Readonly<Record<keyof typeof figuresOfSheet, number>>> {
  const random = seededRandom(seed);
  const found = new Map(changeLags.map((lag) => [lag, { share: 0, authority: 0, citations: 0 }]));
  for (let website = 0; website < websites; website += 1) {
    const snapshots = simulateSnapshots(service, random, { authority: 0 });
    for (const name of namesOfSheet) {
      const days = snapshots.flatMap((snapshot): TrackedDay[] => {
        const value = figuresOfSheet[name](snapshot) ?? null;
        const date = new Date(snapshot.takenAt).toISOString().slice(0, 10);
        return value === null ? [] : [{ date, value, scale: 100, components: [] }];
      });
      for (const [lag, counts] of found)
        if (/^(up|down) /.test(computeTrackedChange(name, days, { days: lag }).verdict)) counts[name] += 1;
    }
  }
  return found;
}

/** Directions that `*_CHANGE` gives to websites that do not change; of each lag the worst kind and figure. */
function measureSheet() {
  const rows: BenchRow[] = [];
  const tooMany: string[] = [];
  const worst = new Map<number, number>(changeLags.map((lag) => [lag, 0]));
  for (const weeks of sheetWeeks)
    for (const kind of sheetKinds) {
      const service = { ...(unchangedServices[kind] ?? established), weeks };
      for (const [lag, counts] of measureSheetChanges(service, sheetWebsites, seed)) {
        const setting = `*_CHANGE over ${lag} days in a sheet of ${weeks} weeks, ${kind}`;
        const parts = Object.entries(counts).map(([name, count]) => [name, count / sheetWebsites] as const);
        const most = Math.max(...parts.map(([, part]) => part));
        const figures = Object.fromEntries(parts.map(([name, part]) => [name, percent(part)]));
        rows.push({ who: ownRule, setting, figures });
        worst.set(lag, Math.max(worst.get(lag) ?? 0, most));
        if (most > mostFalse + 2 * toStandardError(mostFalse, sheetWebsites))
          tooMany.push(`${setting}: ${percent(most)}`);
      }
    }
  return { rows, tooMany, worst: [...worst.values()] };
}

export const digestTruth: Bench = {
  id: 'B14',
  name: 'digest-truth',
  title:
    'Weekly mail: false directions in mails about 20 unchanged websites; lasting steps found in six mails, slow falls in thirteen',
  target:
    'false at most 5 % per series and mail; 5 points in 60 %, 10 points in 95 %; slow: score 60 %, citations and share 80 %',
  async run() {
    const rows: BenchRow[] = [];
    const tooMany: string[] = [];
    let [worstSeries, worstMail] = [0, 0];
    for (const [setting, service] of Object.entries(unchangedServices)) {
      const found = measureFalseDirections(service, mails, websites, seed);
      for (const [who, one] of Object.entries(found)) {
        rows.push({ who, setting, figures: toFigures(one) });
        if (who !== ownRule) continue;
        const most = Math.max(...Object.values(one.mails));
        worstSeries = Math.max(worstSeries, ...Object.values(one.series));
        worstMail = Math.max(worstMail, most);
        if (most > allowed) tooMany.push(`${setting}: ${percent(most)}`);
      }
    }
    const sheet = measureSheet();
    rows.push(...sheet.rows);
    tooMany.push(...sheet.tooMany);
    const service = { ...established, mentions: 3_000 };
    const missed: string[] = [];
    const power: string[] = [];
    const addPower = (setting: string, found: Readonly<Record<string, number>>, least: number): void => {
      const own = found[ownRule] ?? 0;
      power.push(percent(own));
      if (own < least - 2 * toStandardError(least, trials))
        missed.push(`${setting}: ${percent(own)} of ${percent(least)}`);
      for (const who of Object.keys(rules))
        rows.push({ who, setting, figures: { found: percent(found[who] ?? 0) } });
    };
    for (const [points, least] of steps)
      addPower(
        `share, a step of ${points} points, within six mails`,
        measurePower(service, points, trials, seed),
        least,
      );
    const counted = { ...service, citations: 'counted' } as const;
    for (const [fall, by, least] of falls)
      addPower(`${fall}, within thirteen mails`, measureSlowPower(counted, by, trials, seed), least);
    for (const [points] of steps) {
      const { dated, right } = measureStepDates(service, points, trials, seed);
      const figures = { found: percent(right / Math.max(1, dated)) };
      rows.push({ who: ownRule, setting: `date of a step of ${points} points, within a week`, figures });
    }
    return {
      rows,
      ours: `false: ${percent(worstSeries)} of series, ${percent(worstMail)} of mails, in the sheet over ${changeLags.join(', ')} days ${sheet.worst.map(percent).join(', ')}; found: ${power.join(', ')}`,
      met: worstSeries <= mostFalse && tooMany.length === 0 && missed.length === 0,
      remarks: [
        `${mails} mails a case, ${trials} trials of power about one website with 3,000 mentions in 30 days, a score of deviation 1 and 60 citations a day; ${sheetWebsites} websites a case of the sheet, the worst figure counts. Two standard errors are ${percent(2 * toStandardError(mostFalse, mails))} of mails at 5 % and ${percent(2 * toStandardError(0.6, trials))} of trials at 60 %. The soak of the report bot has 400 mails. The rules: ours; chance by the changes of one day; a step of one point, one unit or a tenth; z of two weeks; CUSUM; a local level model. All with p-values take Benjamini and Hochberg's limit.`,
        ...(tooMany.length + missed.length === 0
          ? []
          : [`Why the target is not met: ${[...tooMany, ...missed].join('; ')}.`]),
      ],
    };
  },
};
