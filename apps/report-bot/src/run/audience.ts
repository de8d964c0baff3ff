import { findWebsite, isApiError, type Website } from '@answershare/core';
import { Complaint } from '../complaint.ts';
import type { Schedule } from '../settings/settings.ts';

/** The websites that a schedule reports on, in its order. Throws a {@link Complaint} for one that the key does not have. */
export function audience(
  schedule: Pick<Schedule, 'id' | 'websites'>,
  listed: readonly Website[],
): readonly Website[] {
  if (schedule.websites === 'all') return listed;
  return schedule.websites.map((reference) => {
    try {
      return findWebsite(listed, reference);
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      throw new Complaint(
        `Schedule "${schedule.id}": ${thrown.message} Correct "websites" of this schedule.`,
        2,
      );
    }
  });
}
