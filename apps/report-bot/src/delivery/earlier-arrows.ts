import { noteRecord } from '../digest/arrow-record.ts';
import type { Digest } from '../digest/digest.ts';
import type { DigestNote } from '../digest/notes.ts';
import { type IsoWeek, isWeekOrAlert, listWeekDates, previousWeek } from '../schedule/iso-week.ts';
import type { DigestAudience } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { NoDigestError } from '../system/errors.ts';
import { composeDigests } from './compose.ts';

/** After so many weeks an arrow counts as kept or not, and arrows of so many weeks count. */
const [weeksToStand, weeksOfArrows] = [4, 13];

/** True for the first week that ends in a month. */
const isFirstOfMonth = (week: IsoWeek): boolean => Number(listWeekDates(week).at(-1)?.slice(-2)) <= 7;

/**
 * What became of the arrows of earlier weekly mails: those of the mail before that came back, and once a month how many of
 * the last ones stood.
 */
export async function noteEarlierArrows(
  store: Store,
  schedule: DigestAudience,
  now: Digest,
  until: number,
): Promise<readonly DigestNote[]> {
  if (!isWeekOrAlert(now.week)) return [];
  const runs = await store.db
    .selectFrom('run')
    .select('period_key')
    .where('schedule_id', '=', schedule.id)
    .where('state', '=', 'composed')
    .where('planned_at', '<=', new Date(until))
    .execute();
  const mailed = new Set(runs.map(({ period_key }) => period_key));
  const last = previousWeek(now.week);
  const withdrawn = mailed.has(last) ? now.withdrawn : [];
  if (!isFirstOfMonth(now.week) || mailed.size <= weeksToStand) return withdrawn;
  let first = last;
  const later: IsoWeek[] = [now.week];
  while (later.length < weeksOfArrows + weeksToStand) {
    later.unshift(first);
    first = previousWeek(first);
  }
  const digests = await composeDigests(store, schedule, [first, ...later], { until, withEmpty: true }).catch(
    (thrown) => {
      if (thrown instanceof NoDigestError) return [];
      throw thrown;
    },
  );
  return [...withdrawn, ...noteRecord(digests, mailed, weeksToStand)];
}
