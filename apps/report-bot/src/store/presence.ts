import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** An absence counts as a day at most: after it the bot still has two of the three days to send. */
const longestGapSeconds = 86_400;

/**
 * Writes down that the sender looks at its work, and gives the seconds in which it was there to do so. What may take three
 * days is measured by them, so that neither downtime nor a clock that jumps uses them up.
 */
export async function notePresence(db: Kysely<Tables>, now: number): Promise<number> {
  const at = new Date(now);
  const { present_s } = await db
    .insertInto('task')
    .values({ name: 'send', looked_at: at })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        present_s: sql<number>`task.present_s + least(${sql.lit(longestGapSeconds)},
          greatest(0, floor(extract(epoch from excluded.looked_at - task.looked_at))))::integer`,
        // Clocks of several machines differ by less; a clock that was further ahead was wrong.
        looked_at: sql<Date>`case when task.looked_at > excluded.looked_at + interval '10 minutes'
          then excluded.looked_at else greatest(task.looked_at, excluded.looked_at) end`,
      }),
    )
    .returning('present_s')
    .executeTakeFirstOrThrow();
  return present_s;
}

/** {@link notePresence} as it last was, inside another statement. */
export const presentSeconds = sql<number>`coalesce((select present_s from task where name = 'send'), 0)`;
