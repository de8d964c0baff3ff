import type { Say } from '../words/words.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How old something is, in the largest unit of which there is one: `3 hours`. */
export function ageText(say: Say, ms: number): string {
  if (ms >= 2 * dayMs) return say('report.days', { count: Math.floor(ms / dayMs) });
  if (ms >= hourMs) return say('report.hours', { count: Math.floor(ms / hourMs) });
  return say('report.minutes', { count: Math.max(0, Math.floor(ms / minuteMs)) });
}
