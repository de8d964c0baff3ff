import type { Digest } from '../../digest/digest.ts';
import { measures } from '../../digest/headline.ts';
import type { DigestMetric, Fact } from '../../digest/metric.ts';
import type { ShareMetric } from '../../digest/share.ts';
import type { Renderer } from '../../message/renderer.ts';

/** A number with the path of its fact, which names it in every week. */
interface Figure {
  readonly fact: string;
  /** Unrounded. A share is a fraction 0..1; points are 0..100. */
  readonly value: number;
  readonly unit: Fact['unit'];
}

interface MetricFigures {
  readonly level: Figure | null;
  /** The level `weeksApart` weeks before. */
  readonly before: Figure | null;
  readonly weeksApart: number;
  /** In points for a share; null if the weeks were not compared. */
  readonly change: Figure | null;
  readonly verdict: DigestMetric['verdict'];
  /** Null unless the verdict is `clear`. */
  readonly direction: DigestMetric['direction'];
  /** Days of the week with a value. */
  readonly days: number;
}

const toFigure = (fact: Fact | null): Figure | null =>
  fact === null ? null : { fact: fact.id, value: fact.value, unit: fact.unit };

function toMetricFigures({
  level,
  before,
  apart,
  delta,
  verdict,
  direction,
  days,
}: DigestMetric): MetricFigures {
  return {
    level: toFigure(level),
    before: toFigure(before),
    weeksApart: apart.value,
    change: toFigure(delta),
    verdict,
    direction,
    days: days.value,
  };
}

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
