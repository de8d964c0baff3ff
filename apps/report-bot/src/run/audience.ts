import { findWebsite, isApiError, type Website } from '@answershare/core';
import { Complaint } from '../complaint.ts';
import type { Schedule } from '../settings/settings.ts';

/** The websites that a schedule reports on, in its order, and those that the service does not list. */
export interface Audience {
  readonly websites: readonly Website[];
  readonly gone: readonly Gone[];
}

/** A website of a schedule that the service does not list, as the settings name it. */
export interface Gone {
  readonly reference: string;
  /** One sentence with the next step. */
  readonly reason: string;
}

export function audience(schedule: Pick<Schedule, 'id' | 'websites'>, listed: readonly Website[]): Audience {
  if (schedule.websites === 'all') return { websites: listed, gone: [] };
  const websites: Website[] = [];
  const gone: Gone[] = [];
  for (const reference of schedule.websites) {
    try {
      websites.push(findWebsite(listed, reference));
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      const reason = `Schedule "${schedule.id}": ${thrown.message} Correct "websites" of this schedule.`;
      gone.push({ reference, reason });
    }
  }
  return { websites, gone };
}

/** As {@link audience}, where at least one website is listed. Throws a {@link Complaint} where all are gone. */
export function requireAudience(
  schedule: Pick<Schedule, 'id' | 'websites'>,
  listed: readonly Website[],
): Audience {
  const found = audience(schedule, listed);
  const [first, ...rest] = found.gone;
  if (found.websites.length > 0 || first === undefined) return found;
  if (rest.length === 0) throw new Complaint(first.reason, 2);
  const names = found.gone.map(({ reference }) => `"${reference}"`).join(', ');
  throw new Complaint(
    `Schedule "${schedule.id}": none of its websites is listed for this key (${names}). Correct "websites" of this schedule.`,
    2,
  );
}
