import type { Say } from '../words/words.ts';
import type { Office } from './office.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How old something is, in the largest unit of which there is one: `3 hours`. */
export function ageText(say: Say, ms: number): string {
  if (ms >= 2 * dayMs) return say('report.days', { count: Math.floor(ms / dayMs) });
  if (ms >= hourMs) return say('report.hours', { count: Math.floor(ms / hourMs) });
  return say('report.minutes', { count: Math.max(0, Math.floor(ms / minuteMs)) });
}

/**
 * The line of a report that says when it was read, how old its figures are, and what a blank means.
 * @param oldest when the oldest answer came, milliseconds since the epoch; null where none came
 */
export function statusLine(
  { say, now, shown, workbook }: Pick<Office, 'say' | 'now' | 'shown' | 'workbook'>,
  oldest: number | null,
  values: boolean,
): string {
  const at = now();
  const facts = { when: shown(at), zone: workbook.zone };
  if (!values) return say('report.live', facts);
  return say('report.read', { ...facts, age: ageText(say, at - (oldest ?? at)) });
}
