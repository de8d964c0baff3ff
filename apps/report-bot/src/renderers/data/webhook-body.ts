import type { Digest } from '../../digest/digest.ts';
import type { DigestMetric, Fact } from '../../digest/metric.ts';
import type { ShareMetric } from '../../digest/share.ts';
import { measures } from '../../digest/site-metrics.ts';
import type { Renderer } from '../../message/renderer.ts';

/** A number with the path of its fact, which names it in every week. Unrounded: a share is 0..1, points are 0..100. */
const toFigure = (fact: Fact | null) =>
  fact === null ? null : { fact: fact.id, value: fact.value, unit: fact.unit };

/**
 * `before`: the level `weeksApart` weeks before; `slow`: a clear change over a quarter where those weeks show none; `days`:
 * those of the week with a value.
 */
const toMetricFigures = ({ level, before, apart, delta, verdict, direction, slow, days }: DigestMetric) => ({
  level: toFigure(level),
  before: toFigure(before),
  weeksApart: apart.value,
  change: toFigure(delta),
  verdict,
  direction,
  slow: slow === null ? null : { since: slow.since, change: toFigure(slow.delta) },
  days: days.value,
});

const toRank = ({ rank }: ShareMetric) =>
  rank === null ? null : { now: toFigure(rank.now), of: toFigure(rank.of) };

/** The types of events (Standard Webhooks: `type`, `timestamp` and `data`). */
const eventTypes = { digest: 'digest.weekly', alert: 'digest.alert' } as const;

/** A digest's figures as the JSON body of a webhook. */
export function renderWebhook(digest: Digest): string {
  const { schedule, week, from, to, asOf, generatedAt, sites, stale, alert, clients } = digest;
  const toInstant = (epochMs: number): string => new Date(epochMs).toISOString();
  return JSON.stringify({
    type: alert === null ? eventTypes.digest : eventTypes.alert,
    timestamp: toInstant(generatedAt),
    data: {
      schedule: schedule.id,
      title: schedule.title,
      week,
      from,
      to,
      timezone: schedule.timezone,
      ...(alert === null ? {} : { alert: { ...alert, threshold: toFigure(alert.threshold) } }),
      asOf: asOf === null ? null : toInstant(asOf),
      stale: stale.map(({ name, takenAt }) => ({
        name,
        lastReading: takenAt === null ? null : toInstant(takenAt),
      })),
      websites: sites.map((site) => ({
        id: site.id,
        name: site.name,
        ...(clients === null ? {} : { client: clients.get(site.id) ?? null }),
        state: site.state,
        ...Object.fromEntries(
          measures.map((name) => [name === 'share' ? 'shareOfVoice' : name, toMetricFigures(site[name])]),
        ),
        rank: toRank(site.share),
      })),
    },
  });
}

export const webhookRenderer: Renderer = {
  kind: 'webhook',
  hasPageLink: false,
  render: (digest) => ({ subject: `${digest.schedule.id} ${digest.week}`, body: renderWebhook(digest) }),
};
