import { findWebsite, type Website } from '@answershare/core';
import type { Fault } from '../asks/ask.ts';
import { faultOf } from '../cells/fault-text.ts';
import { type Since, type TrackedChange, trackedChange } from './tracked-change.ts';
import type { TrackedMeasure, TrackedSeries } from './tracked-series.ts';

export interface ChangesAsked {
  readonly measure: TrackedMeasure;
  /** Websites by id, domain or name. */
  readonly references: readonly string[];
  readonly since: Since;
}

/** One website's change, or why there is none. */
export type ChangeAnswer = (TrackedChange & { readonly ok: true }) | (Fault & { readonly ok: false });

const plain = (text: string): string => text.trim().toLowerCase();

/** The history of a website that the history itself names; null where it names none, or two. */
function namedIn(series: readonly TrackedSeries[], reference: string): TrackedSeries | null {
  const byId = series.filter(({ id }) => id === reference);
  const found = byId.length > 0 ? byId : series.filter(({ name }) => plain(name) === plain(reference));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * The changes of websites in the order of their references. What the history does not name itself, such as a domain, is
 * looked up in the list of websites; one that is on the list and was never tracked has no change.
 */
export function trackedChanges(
  { measure, references, since }: ChangesAsked,
  series: readonly TrackedSeries[],
  websites: () => readonly Website[],
): readonly ChangeAnswer[] {
  return references.map((reference): ChangeAnswer => {
    try {
      const named = namedIn(series, reference);
      const id = named === null ? findWebsite(websites(), reference).id : named.id;
      const days = series.find((one) => one.id === id)?.days ?? [];
      return { ok: true, ...trackedChange(measure, days, since) };
    } catch (thrown) {
      return { ok: false, ...faultOf(thrown, 'cell') };
    }
  });
}
