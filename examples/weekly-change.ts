/** A change has a direction only where sampling does not explain it, also among all figures that are compared. */
import {
  benjaminiHochberg,
  compareShares,
  computeShareWeek,
  falseDiscoveryRate,
  formatChange,
} from '@answershare/core/statistics';

/** A week of daily snapshots with one share and the mentions behind it. */
const week = (monday: number, share: number, totalMentions: number) =>
  computeShareWeek(
    Array.from({ length: 7 }, (_, at) => ({
      day: `2026-11-${String(monday + at).padStart(2, '0')}`,
      share,
      mentions: share * totalMentions,
      totalMentions,
    })),
  );

const brands = [
  ['Northwind Outdoor', 0.322, 0.371, 1_800],
  ['Harbor & Pine', 0.313, 0.298, 900],
  ['Cobalt Ledger', 0.281, 0.327, 900],
  ['Meadow Clinic', 0.199, 0.202, 400],
] as const;
const circumstances = { seenBefore: true, methodChange: null };
const changes = brands.map(([name, before, after, mentions]) => ({
  name,
  change: compareShares(week(2, before, mentions), week(9, after, mentions), [], circumstances),
}));

const limit = falseDiscoveryRate(changes.flatMap(({ change }) => change.chance ?? []));
for (const { name, change } of changes) {
  const judged = benjaminiHochberg(change, limit);
  console.log(
    `${name}: alone ${formatChange(change, 'share', 1)}; among four ${formatChange(judged, 'share', 1)}`,
  );
}
