import { addDays, figureOf, foldName, type Website } from '@answershare/core';
import { toCellFault } from '../cells/fault-text.ts';
import { CellError } from '../ports/cell.ts';
import type { ChangeAnswer, ChangesQuery, HistoryQuery, TrackedValue } from '../ports/file-facts.ts';
import { computeTrackedChange, type TrackedSeries } from './tracked-change.ts';

/** The one website of this name in the history; null for none or several. */
function findNamed(series: readonly TrackedSeries[], reference: string): TrackedSeries | null {
  const found = series.filter(({ name }) => foldName(name) === foldName(reference));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The websites that the file shows. */
export interface WebsiteList {
  readonly all: readonly Website[];
  /** @throws ApiError, CellError */
  find(reference: string): Website;
}

/** The list of websites, fetched at most once; a fault stays. */
function readOnce(websites: () => WebsiteList): () => WebsiteList {
  let read: (() => WebsiteList) | null = null;
  return () => {
    if (read === null) {
      try {
        const list = websites();
        read = () => list;
      } catch (thrown) {
        read = () => {
          throw thrown;
        };
      }
    }
    return read();
  };
}

const isDomainLike = (reference: string): boolean => /^\S+\.\S+$/.test(reference);

/** The website of a reference, resolved as every other function does. @throws ApiError, CellError */
function resolveId(series: readonly TrackedSeries[], reference: string, websites: () => WebsiteList): string {
  if (series.some(({ id }) => id === reference)) return reference;
  const named = findNamed(series, reference);
  let list: WebsiteList;
  try {
    list = websites();
  } catch (thrown) {
    if (named === null || isDomainLike(reference)) throw thrown;
    return named.id;
  }
  try {
    return list.find(reference).id;
  } catch (thrown) {
    if (named === null || list.all.some(({ name }) => foldName(name ?? '') === foldName(reference)))
      throw thrown;
    return named.id;
  }
}

/**
 * The changes of websites in the order of their references. Only an id is known from the history alone: one website's
 * name may be another's domain. Without the list, or for a website that left it, the history's own names count. A
 * listed website that was never tracked has no change.
 */
export function answerChanges(
  { measure, references, since }: ChangesQuery,
  series: readonly TrackedSeries[],
  websites: () => WebsiteList,
): readonly ChangeAnswer[] {
  const readList = readOnce(websites);
  return references.map((reference): ChangeAnswer => {
    try {
      const id = resolveId(series, reference, readList);
      const days = series.find((one) => one.id === id)?.days ?? [];
      return { ok: true, ...computeTrackedChange(measure, days, since) };
    } catch (thrown) {
      return { ok: false, ...toCellFault(thrown, 'cell') };
    }
  });
}

/**
 * One website's recorded days of a period, or the last days up to its newest one.
 * @throws CellError if no day of the website is recorded; ApiError
 */
export function answerHistory(
  { measure, reference, since, until }: HistoryQuery,
  series: readonly TrackedSeries[],
  websites: () => WebsiteList,
): readonly TrackedValue[] {
  const id = resolveId(series, reference, websites);
  const recorded = series.find((one) => one.id === id);
  const days = recorded?.days ?? [];
  const newest = days[days.length - 1];
  if (newest === undefined) {
    const { label: figure } = figureOf(measure);
    throw new CellError(
      'no_history',
      recorded === undefined
        ? `No ${figure} of "${reference}" is recorded yet. Press "Record today" under Reports in the sidebar.`
        : `The recorded days of "${reference}" have no ${figure}: the service gave none. Notes in the history tab name faults.`,
    );
  }
  if (since === null) return days;
  const from = 'days' in since ? addDays(newest.date, 1 - since.days) : since.date;
  return days.filter(({ date }) => date >= from && (until === null || date <= until));
}
