import type { Competitor } from '@answershare/core';
import { computeShareWeek, type ShareDay, type ShareWeek } from '@answershare/core/statistics';
import type { IsoWeek } from '../schedule/iso-week.ts';
import type { SiteDay, SiteWeek } from './site-days.ts';

/** A rival under which its days are found again: its domain, else its name. */
export type RivalKey = string;

/** One week of shares: the own website and each rival. */
export interface SharesWeek extends ShareWeek {
  readonly week: IsoWeek;
  readonly rivals: ReadonlyMap<RivalKey, { readonly name: string; readonly week: ShareWeek }>;
}

/** Shares by week, oldest first. A rival's day without an entry is not known, never zero. */
export function shareWeeks(weeks: readonly SiteWeek[], ownDomain: string | null): readonly SharesWeek[] {
  return weeks.map(({ week, days }) => {
    const found = days.map(rivalsOf);
    const names = new Map<RivalKey, string>();
    for (const rivals of found) {
      for (const [key, { name, domain }] of rivals) {
        if (domain === null || domain !== ownDomain) names.set(key, name);
      }
    }
    const rivals = [...names].map(([key, name]) => {
      const shares = days.map((day, at) => rivalDay(day, found[at]?.get(key)));
      return [key, { name, week: computeShareWeek(shares) }] as const;
    });
    return { week, ...computeShareWeek(days.map(ownDay)), rivals: new Map(rivals) };
  });
}

function keyOf(rival: { readonly name: string; readonly domain: string | null }): RivalKey {
  return rival.domain ?? rival.name.trim().toLowerCase();
}

function ownDay({ day, competitors }: SiteDay): ShareDay {
  return {
    day,
    share: competitors?.shareOfVoice ?? null,
    mentions: competitors?.mentions ?? null,
    totalMentions: competitors?.totalMentions ?? null,
  };
}

/** The rivals of a day by key; of two with one key the first. */
function rivalsOf({ competitors }: SiteDay): ReadonlyMap<RivalKey, Competitor> {
  const rivals = new Map<RivalKey, Competitor>();
  for (const rival of competitors?.competitors ?? []) {
    const key = keyOf(rival);
    if (!rivals.has(key)) rivals.set(key, rival);
  }
  return rivals;
}

function rivalDay({ day, competitors }: SiteDay, rival: Competitor | undefined): ShareDay {
  return {
    day,
    share: rival?.share ?? null,
    mentions: rival?.mentions ?? null,
    totalMentions: competitors?.totalMentions ?? null,
  };
}

/** Rivals that only one of two weeks has. */
export interface ListChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** True where the shares are parts of this very list, so that another list makes other shares. */
  readonly breaks: boolean;
}

/** Shares that add up to the whole within this are taken for parts of the list. */
const closed = 0.02;
/** A rival with a smaller share cannot move the others by a displayed amount worth a break. */
const negligible = 0.005;

const changes = new WeakMap<SharesWeek, WeakMap<SharesWeek, ListChange>>();

/** How the list of rivals differs between two weeks; found once for each pair, because every rival's series asks. */
export function listChange(before: SharesWeek, after: SharesWeek): ListChange {
  const known = changes.get(before) ?? new WeakMap<SharesWeek, ListChange>();
  const change = known.get(after) ?? compared(before, after);
  changes.set(before, known.set(after, change));
  return change;
}

function compared(before: SharesWeek, after: SharesWeek): ListChange {
  const only = (of: SharesWeek, other: SharesWeek) =>
    [...of.rivals].filter(([key]) => !other.rivals.has(key));
  const added = only(after, before);
  const removed = only(before, after);
  const weight = [...added, ...removed].reduce((sum, [, { week }]) => sum + (week.level.value ?? 0), 0);
  return {
    added: added.map(([, { name }]) => name),
    removed: removed.map(([, { name }]) => name),
    breaks: weight > negligible && isClosed(before) && isClosed(after),
  };
}

function isClosed({ level, rivals }: SharesWeek): boolean {
  if (level.value === null) return false;
  const total = [...rivals.values()].reduce((sum, { week }) => sum + (week.level.value ?? 0), level.value);
  return Math.abs(total - 1) <= closed;
}
