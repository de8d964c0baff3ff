import { maxOf } from '@answershare/core';
import { benjaminiHochberg, falseDiscoveryRate } from '@answershare/core/statistics';
import { type IsoWeek, weekDays } from '../schedule/iso-week.ts';
import { type Clause, clausesOf } from './headline.ts';
import type { Family, Judge } from './metric.ts';
import type { AssumedFigures, Note } from './notes.ts';
import { type SiteDigest, siteDigest } from './site-digest.ts';
import type { SiteSeries } from './site-series.ts';

export interface DigestInput {
  readonly schedule: { readonly id: string; readonly title: string | null; readonly timezone: string };
  /** The week reported on, `2026-W47`, in the schedule's zone. */
  readonly week: IsoWeek;
  /** The audience's websites, in order. */
  readonly sites: readonly SiteSeries[];
  /** Websites of the schedule that the service does not list, as the settings name them. */
  readonly gone?: readonly string[];
  /** How the shape of bodies changed in the week. */
  readonly changes?: readonly { readonly endpoint: string; readonly reason: string }[];
  /** Figures that rest on an assumed recipe. */
  readonly assumed?: readonly AssumedFigures[];
  /** Milliseconds since the epoch. */
  readonly generatedAt: number;
}

/** A week as plain data: every number a {@link Fact}, every judgement made, nothing formatted. */
export interface Digest {
  readonly schedule: DigestInput['schedule'];
  readonly week: IsoWeek;
  /** Inclusive dates, Monday and Sunday. */
  readonly from: string;
  readonly to: string;
  readonly generatedAt: number;
  /** The latest snapshot of the week, milliseconds since the epoch; null without one. */
  readonly asOf: number | null;
  readonly sites: readonly SiteDigest[];
  /** What must be known of the whole. */
  readonly notes: readonly Note[];
  /** What may be said of the week, the most important first; see {@link clausesOf}. */
  readonly clauses: readonly Clause[];
}

/** Series to digest. Pure. Among all that is compared, only what chance does not explain is called clear. */
export function buildDigest(input: DigestInput): Digest {
  const { schedule, week, gone = [], changes = [], assumed = [], generatedAt } = input;
  const days = weekDays(week);
  const sitesBy = (judge: Judge): SiteDigest[] => input.sites.map((series) => siteDigest(series, judge));
  const chances: Record<Family, number[]> = { own: [], rival: [] };
  sitesBy((change, family) => {
    if (change.chance !== null) chances[family].push(change.chance);
    return change;
  });
  const limits = { own: falseDiscoveryRate(chances.own), rival: falseDiscoveryRate(chances.rival) };
  const sites = sitesBy((change, family) => benjaminiHochberg(change, limits[family]));
  const taken = sites.flatMap((site) => (site.taken === null ? [] : [site.taken.last]));
  return {
    schedule,
    week,
    from: days[0] ?? '',
    to: days[6] ?? '',
    generatedAt,
    asOf: taken.length === 0 ? null : maxOf(taken),
    sites,
    notes: [
      ...(gone.length === 0 ? [] : [{ kind: 'gone', websites: gone } as const]),
      ...changes.map((change) => ({ kind: 'changed', ...change }) as const),
      ...(assumed.length === 0 ? [] : [{ kind: 'assumed', figures: assumed } as const]),
    ],
    clauses: clausesOf(sites),
  };
}
