import { expect, test } from 'vitest';
import { calculateFaultyDay, type FaultyDay } from '../test/load/faulty-day.ts';

const starter = { form: 1, plan: 'starter', cells: 1_000, websites: 20, threads: 30, minutes: 4 } as const;
const growth = { plan: 'growth', cells: 5_000, websites: 100, threads: 30, minutes: 4 } as const;
const reopenedAfter = [8, 20];

/** Google ends a cell at 30 s (guides/services/quotas). */
const mostMs = 27_000;

/** `minutes`: the requests of the questions at the plan's pace, the outage, and a minute until the sidebar looks again. */
test.each<FaultyDay & { readonly minutes: number }>([
  { ...starter, seed: 1, reopenedAfter },
  { ...starter, seed: 2, faults: false, reopenedAfter },
  { ...starter, seed: 3 },
  { ...growth, form: 1, seed: 4, reopenedAfter },
  { ...growth, form: 1, seed: 6, faults: false, reopenedAfter },
  { ...growth, form: 2, seed: 5 },
])(
  'a cold sheet ends complete without a person, each question asked once, no cell slower than 27 s: %o',
  async ({ minutes, ...day }) => {
    const shown = await calculateFaultyDay(day);
    expect(shown).toMatchObject({ cells: day.cells, questions: day.websites * 4, red: 0, lost: 0 });
    expect(shown.minutes).toBeLessThanOrEqual(minutes);
    for (const { twice, slowestMs } of [shown, ...shown.reopened]) {
      expect(twice).toBeLessThanOrEqual(0.05 * shown.questions);
      expect(slowestMs).toBeLessThanOrEqual(mostMs);
    }
    expect(shown.reopened.map(({ red }) => red)).toEqual(shown.reopened.map(() => 0));
  },
);
