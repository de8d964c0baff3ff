import { seededRandom } from '@answershare/report-bot/test/simulation/random.ts';
import {
  type SimulatedService,
  simulateSnapshots,
} from '@answershare/report-bot/test/simulation/simulated-weeks.ts';
import { computeTrackedChange, type TrackedDay } from '@answershare/sheets-addon/tracked-change';

/** What `*_CHANGE` is asked for, days. */
export const changeLags = [7, 28, 84] as const;

const figures = {
  share: (snapshot) => snapshot.competitors?.shareOfVoice,
  authority: (snapshot) => snapshot.authority?.score,
  citations: (snapshot) => snapshot.citations?.total,
} as const satisfies Record<
  string,
  (snapshot: ReturnType<typeof simulateSnapshots>[number]) => number | null | undefined
>;
const names = Object.keys(figures) as (keyof typeof figures)[];

/** How many websites that do not change get a direction from `*_CHANGE` of the sheet, by lag and figure. */
export function measureSheetChanges(
  service: SimulatedService,
  websites: number,
  seed: number,
): ReadonlyMap<(typeof changeLags)[number], Readonly<Record<keyof typeof figures, number>>> {
  const random = seededRandom(seed);
  const found = new Map(changeLags.map((lag) => [lag, { share: 0, authority: 0, citations: 0 }]));
  for (let website = 0; website < websites; website += 1) {
    const snapshots = simulateSnapshots(service, random, { authority: 0 });
    for (const name of names) {
      const days = snapshots.flatMap((snapshot): TrackedDay[] => {
        const value = figures[name](snapshot) ?? null;
        const date = new Date(snapshot.takenAt).toISOString().slice(0, 10);
        return value === null ? [] : [{ date, value, scale: 100, components: [] }];
      });
      for (const [lag, counts] of found)
        if (/^(up|down) /.test(computeTrackedChange(name, days, { days: lag }).verdict)) counts[name] += 1;
    }
  }
  return found;
}
