import { type ShareDay, type ShareWeek, shareWeek } from '@answershare/core';
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
    const names = new Map<RivalKey, string>();
    for (const { competitors } of days) {
      for (const rival of competitors?.competitors ?? []) {
        if (rival.domain === null || rival.domain !== ownDomain) names.set(keyOf(rival), rival.name);
      }
    }
    const rivals = [...names].map(([key, name]) => {
      return [key, { name, week: shareWeek(days.map((day) => rivalDay(day, key))) }] as const;
    });
    return { week, ...shareWeek(days.map(ownDay)), rivals: new Map(rivals) };
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

function rivalDay({ day, competitors }: SiteDay, key: RivalKey): ShareDay {
  const rival = competitors?.competitors.find((entry) => keyOf(entry) === key);
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

/** How the list of rivals differs between two weeks. */
export function listChange(before: SharesWeek, after: SharesWeek): ListChange {
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
