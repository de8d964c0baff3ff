import type { NameList } from '@answershare/core';
import type { Digest } from '../digest/digest.ts';
import { createFact } from '../digest/metric.ts';
import { type IsoWeek, nextWeek } from '../schedule/iso-week.ts';
import type { SendMode } from '../settings/schema.ts';
import type { DigestSchedule } from '../settings/settings.ts';
import type { Database } from '../store/tables.ts';
import { findLastSentWeek, listReaders } from '../store/withheld.ts';

/** A digest that a schedule's mode does not send. */
export interface WithheldDigest {
  /** Why, in words for the operator. */
  readonly withheld: string;
  readonly digest: Digest;
}

/** What decided a digest other than its snapshots. It is stored with the run: later settings change no replay. */
export interface DigestParameters {
  /** True if a banner names websites without complete figures. */
  readonly hasFreshnessGate: boolean;
  /** By the hash of a reader who gets a short digest: weeks since the last one. */
  readonly heartbeats: Readonly<Record<string, number>>;
  /** The names of that time; absent in runs of earlier versions, which had none. */
  readonly names?: NameList;
  /** The time of the digest of the period before, whose falls are followed up; absent without one. */
  readonly earlierUntil?: number;
}

/** A schedule or alert with the names of its stored run; with those of the settings without one. */
export const withStoredNames = <T extends { readonly names?: NameList }>(
  settings: T,
  parameters: { readonly names?: NameList } | null,
): T => (parameters === null ? settings : { ...settings, names: parameters.names ?? {} });

/** After so many weeks a short digest is sent in place of a withheld one. */
const mostWeeksWithheld = 4;

/**
 * Applies a schedule's mode to the digest of some of its readers: returns it whole, short, or the reason why it is not
 * sent. Depends only on the digest and on what they got in earlier weeks.
 */
export async function applyMode(
  db: Database,
  schedule: DigestSchedule,
  digest: Digest,
): Promise<Digest | WithheldDigest> {
  const withheld = explainWithheld(schedule.mode, digest);
  if (withheld === null) return digest;
  const last = await findLastSentWeek(db, schedule.id, digest.week, listReaders(schedule));
  const weeks = last === null ? 0 : countWeeks(last, digest.week);
  return weeks < mostWeeksWithheld ? { withheld, digest } : addHeartbeat(digest, weeks);
}

/** A short digest; the whole one for null. */
export function addHeartbeat(digest: Digest, weeks: number | null): Digest {
  if (weeks === null) return digest;
  return {
    ...digest,
    heartbeat: {
      weeks: createFact('heartbeat/weeks', weeks, 'weeks'),
      most: createFact('rules/heartbeat', mostWeeksWithheld, 'weeks'),
    },
  };
}

/** A verdict is a clear change, a difference alone is not. */
function explainWithheld(mode: SendMode, { sites, changes }: Digest): string | null {
  if (mode === 'always') return null;
  const empty = sites.every(({ state }) => state === 'no-data');
  if (!empty && (mode === 'never-empty' || changes.length > 0)) return null;
  return `not sent in mode ${mode}: ${empty ? 'no figure of the week is known' : 'no figure changed clearly'}`;
}

function countWeeks(from: IsoWeek, to: IsoWeek): number {
  let count = 0;
  for (let week = from; week < to; week = nextWeek(week)) count += 1;
  return count;
}
