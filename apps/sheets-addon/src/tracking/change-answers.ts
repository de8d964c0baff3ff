import { findWebsite, type Website } from '@answershare/core';
import { toCellFault } from '../cells/fault-text.ts';
import type { ChangeAnswer, ChangesQuery } from '../ports/file-facts.ts';
import { computeTrackedChange, type TrackedSeries } from './tracked-change.ts';

const plain = (text: string): string => text.trim().toLowerCase();

/** The one website of this name in the history; null where there is none, or two. */
function findNamed(series: readonly TrackedSeries[], reference: string): TrackedSeries | null {
  const found = series.filter(({ name }) => plain(name) === plain(reference));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The list of websites, asked for once at most; a fault of it stays. */
function onceRead(websites: () => readonly Website[]): () => readonly Website[] {
  let read: (() => readonly Website[]) | null = null;
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

const mayBeDomain = (reference: string): boolean => /^\S+\.\S+$/.test(reference);

/** The website that every other function takes a reference for. @throws ApiError, Refusal */
function idOf(
  series: readonly TrackedSeries[],
  reference: string,
  websites: () => readonly Website[],
): string {
  if (series.some(({ id }) => id === reference)) return reference;
  const named = findNamed(series, reference);
  let list: readonly Website[];
  try {
    list = websites();
  } catch (thrown) {
    if (named === null || mayBeDomain(reference)) throw thrown;
    return named.id;
  }
  try {
    return findWebsite(list, reference).id;
  } catch (thrown) {
    if (named === null || list.some(({ name }) => plain(name ?? '') === plain(reference))) throw thrown;
    return named.id;
  }
}

/**
 * The changes of websites in the order of their references. Only an id of the history is known without the list of
 * websites: one website's name may be the domain of another. Where the list cannot be had, or a website is no longer on it,
 * the history's own names count. One that is on the list and was never tracked has no change.
 */
export function answerChanges(
  { measure, references, since }: ChangesQuery,
  series: readonly TrackedSeries[],
  websites: () => readonly Website[],
): readonly ChangeAnswer[] {
  const list = onceRead(websites);
  return references.map((reference): ChangeAnswer => {
    try {
      const id = idOf(series, reference, list);
      const days = series.find((one) => one.id === id)?.days ?? [];
      return { ok: true, ...computeTrackedChange(measure, days, since) };
    } catch (thrown) {
      return { ok: false, ...toCellFault(thrown, 'cell') };
    }
  });
}
