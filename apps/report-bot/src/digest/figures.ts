import type { Digest } from './digest.ts';
import type { Fact } from './fact.ts';
import type { Metric } from './metric.ts';

/** One measure in plain numbers, unrounded. */
export interface Figure {
  /** A share is a fraction 0..1; an authority score is as the service gives it; null without a value. */
  readonly level: number | null;
  readonly before: number | null;
  /** In points for a share, else in the measure's own unit; null where the weeks were not compared. */
  readonly change: number | null;
  readonly verdict: Metric['verdict'];
  /** Days of the week that have a value. */
  readonly days: number;
}

/** One website's figures of a week. */
export interface SiteFigures {
  readonly id: string;
  readonly website: string;
  readonly shareOfVoice: Figure;
  readonly authority: Figure;
  readonly citations: Figure;
}

const value = (fact: Fact | null): number | null => fact?.value ?? null;

function figure({ level, before, delta, verdict, days }: Metric): Figure {
  return { level: value(level), before: value(before), change: value(delta), verdict, days: days.value };
}

/** A digest's figures, for programs. */
export function figuresOf(digest: Digest): SiteFigures[] {
  return digest.sites.map(({ id, name, share, authority, citations }) => ({
    id,
    website: name,
    shareOfVoice: figure(share),
    authority: figure(authority),
    citations: figure(citations),
  }));
}
