import { differencesToJudge, minimumShareEffect, toPoints } from '@answershare/core/statistics';
import type { Metric } from '../digest/metric.ts';
import type { SiteDigest } from '../digest/site-digest.ts';

const levels = 'Levels are means over the days of the week.';

/** The rule behind every direction, in words for what was compared in these websites' week and nothing else. */
export function legendOf(sites: readonly SiteDigest[]): string {
  const shares = sites.flatMap(({ share }) => share.rows.map(({ metric }) => metric));
  const all = [...shares, ...sites.flatMap(({ authority, citations }) => [authority, citations])];
  const causes = [
    ...(all.some(bySampling) ? ['sampling'] : []),
    ...(all.some(byPast) ? [`the usual variation of ${differencesToJudge} or more past weeks`] : []),
  ];
  if (causes.length === 0) return `No change can be judged in this report. ${levels}`;
  const least = shares.some((share) => bySampling(share) || byPast(share))
    ? `, and at least ${toPoints(minimumShareEffect)} point for a share of voice`
    : '';
  return `A direction is shown only for a clear change: one that is larger than ${causes.join(' or ')} explains, among as many figures as are compared here${least}. ${levels}`;
}

function byPast({ usual }: Metric): boolean {
  return usual !== null;
}

function bySampling({ interval, usual }: Metric): boolean {
  return interval !== null && usual === null;
}
