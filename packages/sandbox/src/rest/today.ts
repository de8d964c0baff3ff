import { DAY_MS, type Day, dayOf } from '../data/days.ts';
import { TEAM_ZONE_MS } from '../limits/meters.ts';
import type { Quirks } from '../quirks/table.ts';

/** The present day and how much of it the data has. */
export interface Today {
  readonly day: Day;
  /** 1: the whole day; 0: nothing of it, not even a row. */
  readonly part: number;
}

const AHEAD: Readonly<Record<Quirks['dayZone'], number>> = { utc: 0, team: TEAM_ZONE_MS };

const PART: Readonly<Record<Quirks['today'], (passed: number) => number>> = {
  whole: () => 1,
  partial: (passed) => passed,
  absent: () => 0,
};

/** Today at an instant (undecided item 7). */
export function todayOf(quirks: Quirks, now: number): Today {
  const local = now + AHEAD[quirks.dayZone];
  const day = dayOf(local);
  return { day, part: PART[quirks.today]((local - day * DAY_MS) / DAY_MS) };
}

/** How much of a day the data has: all of a past day, none of a coming one. */
export function partOf(today: Today, day: Day): number {
  if (day < today.day) return 1;
  return day === today.day ? today.part : 0;
}
