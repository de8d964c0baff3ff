import type { JudgedFigure } from '@answershare/core';
import type { Direction } from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import { createFact } from './metric.ts';
import type { DigestNote } from './notes.ts';
import type { SiteDigest } from './site-digest.ts';
import { measures } from './site-metrics.ts';

/** The figures of a week. */
interface JudgedWeek {
  readonly week: IsoWeek;
  readonly sites: readonly SiteDigest[];
}

/** An arrow of an own figure in an earlier mail. */
interface EarlierArrow {
  readonly site: SiteDigest;
  readonly figure: JudgedFigure;
  readonly direction: Direction;
  /** The compared level, and what the mail added to it. */
  readonly from: number;
  readonly size: number;
}

function listArrows({ sites }: JudgedWeek): EarlierArrow[] {
  return sites.flatMap((site) =>
    measures.flatMap((figure) => {
      const { direction, level, before } = site[figure];
      if (direction === null || level === null || before === null || level.value === before.value) return [];
      return [{ site, figure, direction, from: before.value, size: level.value - before.value }];
    }),
  );
}

/** Whether at least half of an arrow's change is left in a later digest; null if its level is unknown. */
function isStanding({ site, figure, from, size }: EarlierArrow, later: JudgedWeek): boolean | null {
  const level = later.sites.find(({ id }) => id === site.id)?.[figure].level ?? null;
  return level === null ? null : (level.value - from) / size >= 0.5;
}

/** Fewer arrows show no rate, and older ones no longer count. */
const [leastArrows, mostArrows] = [10, 40];

/** How many of the last arrows stood so many weeks later; null with too few. */
export function noteRecord(
  digests: readonly JudgedWeek[],
  mailed: ReadonlySet<IsoWeek>,
  weeks: number,
): DigestNote[] {
  const known = digests.flatMap((digest, at) => {
    const later = digests[at + weeks];
    if (later === undefined || !mailed.has(digest.week)) return [];
    return listArrows(digest).flatMap((arrow) => isStanding(arrow, later) ?? []);
  });
  const last = known.slice(-mostArrows);
  if (last.length < leastArrows) return [];
  return [
    {
      kind: 'record',
      stood: createFact('arrows/stood', last.filter(Boolean).length, 'count'),
      of: createFact('arrows/of', last.length, 'count'),
    },
  ];
}

/** The arrows of the mail before whose figures came back. */
export function noteWithdrawn(before: JudgedWeek, now: JudgedWeek): DigestNote[] {
  const arrows = listArrows(before).filter((arrow) => isStanding(arrow, now) === false);
  if (arrows.length === 0) return [];
  return [
    {
      kind: 'withdrawn',
      arrows: arrows.map(({ site: { name }, figure, direction }) => ({ name, figure, direction })),
    },
  ];
}
