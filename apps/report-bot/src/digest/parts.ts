import {
  compareShares,
  computeWeekLevel,
  daysInWeek,
  findMethodChange,
  hasEnoughDays,
  significance,
} from '@answershare/core/statistics';
import { toAuthorityDay } from './authority.ts';
import { createFact, type Fact } from './metric.ts';
import type { SiteDay, SiteWeek } from './site-days.ts';

/** A part of a figure in two weeks: the citations of one engine, or one component of the authority score. */
interface PartWeeks {
  readonly key: string;
  readonly label: string;
  readonly before: number | null;
  readonly after: number;
}

/** The parts of one website's figures. */
export interface SiteParts {
  readonly engines: readonly PartWeeks[];
  readonly components: readonly PartWeeks[];
}

/** A part with its raw difference from the week before. It is a description, no verdict. */
export interface PartChange {
  readonly label: string;
  readonly level: Fact;
  /** Days that the level counts, if it is not the week alone; else null. */
  readonly window: Fact | null;
  /** Null if the weeks cannot be compared. */
  readonly delta: Fact | null;
}

interface NamedValue {
  readonly key: string;
  readonly label: string;
  readonly value: number | null;
}

/** Weekly means of all parts, greatest first. A week with too few days or another method has no earlier value. */
export function computeSiteParts(weeks: readonly SiteWeek[]): SiteParts {
  const [before, after] = weeks.slice(-2).map(({ days }) => days);
  if (before === undefined || after === undefined) return { engines: [], components: [] };
  const components = ({ authority }: SiteDay): NamedValue[] =>
    (authority?.components ?? []).map(({ name, score }) => ({ key: name, label: name, value: score }));
  const scored = (days: readonly SiteDay[]) => days.filter(({ authority }) => authority !== null).at(-1);
  const [last, now] = [scored(before), scored(after)];
  const alike =
    last !== undefined &&
    now !== undefined &&
    findMethodChange(toAuthorityDay(last), toAuthorityDay(now)) === null;
  return {
    engines: compareParts(before, after, listEngineCounts([...before, ...after])),
    components: compareParts(alike ? before : [], after, components),
  };
}

/** The citations by engine of a day; 0 for an engine of another day where the day's engines make its total. */
function listEngineCounts(days: readonly SiteDay[]): (day: SiteDay) => readonly NamedValue[] {
  const labels = new Map(
    days.flatMap(({ citations }) => citations?.byEngine ?? []).map((one) => [one.engine, one.label]),
  );
  return ({ citations }) => {
    const { total = null, byEngine = [] } = citations ?? {};
    const counts = new Map(byEngine.map(({ engine, count }) => [engine, count]));
    const missing = total === byEngine.reduce((sum, { count }) => sum + count, 0) ? 0 : null;
    return [...labels].map(([key, label]) => ({ key, label, value: counts.get(key) ?? missing }));
  };
}

function compareParts(
  before: readonly SiteDay[],
  after: readonly SiteDay[],
  list: (day: SiteDay) => readonly NamedValue[],
): PartWeeks[] {
  const labels = new Map(after.flatMap(list).map(({ key, label }) => [key, label]));
  const mean = (days: readonly SiteDay[], key: string) =>
    computeWeekLevel(
      days.map((day) => ({ day: day.day, value: list(day).find((part) => part.key === key)?.value ?? null })),
    );
  return [...labels]
    .flatMap(([key, label]) => {
      const [earlier, now] = [mean(before, key), mean(after, key)];
      if (now.value === null) return [];
      const compared = hasEnoughDays(earlier) && hasEnoughDays(now);
      return [{ key, label, before: compared ? earlier.value : null, after: now.value }];
    })
    .sort((a, b) => b.after - a.after || (a.key < b.key ? -1 : 1));
}

/** Citations cluster in answers and days: their counts vary more than independent ones. */
const clusteredCounts = 3;

/**
 * The parts of a count that fell clearly relative to the others, the largest first: if all fall alike, none did more than
 * chance explains. Each part is one of several questions (Bonferroni).
 */
export function listFallenParts(parts: readonly PartChange[]): readonly PartChange[] {
  const known = parts.flatMap((part) =>
    part.delta === null
      ? []
      : [{ part, before: part.level.value - part.delta.value, after: part.level.value }],
  );
  const sum = (of: 'before' | 'after') => known.reduce((total, one) => total + one[of], 0);
  const totals = { before: sum('before'), after: sum('after') };
  const toShare = (value: number, of: number) => ({
    level: { value: value / of, days: daysInWeek, of: daysInWeek },
    observations: of,
  });
  if (!(totals.before > 0) || !(totals.after > 0)) return [];
  return known.flatMap(({ part, before, after }) => {
    const { direction, chance } = compareShares(
      toShare(before, totals.before),
      toShare(after, totals.after),
      [],
      { seenBefore: true, methodChange: null },
      { variance: 2, dispersion: clusteredCounts, spread: null },
    );
    return direction === 'down' && (chance ?? 1) * known.length < significance ? [part] : [];
  });
}

/** Parts as facts; `unit` is that of the whole. */
export function toPartChanges(
  id: string,
  parts: readonly PartWeeks[],
  unit: 'count' | 'score',
  window: Fact | null,
): readonly PartChange[] {
  return parts.map(({ key, label, before, after }) => ({
    label,
    level: createFact(`${id}/${key}`, after, unit),
    window,
    delta: before === null ? null : createFact(`${id}/${key}/delta`, after - before, unit),
  }));
}
