import { sql } from 'kysely';
import {
  type ClockDoubt,
  type ClockEvidence,
  findClockDoubt,
  findEarliestTime,
  maxDoubtSeconds,
  skewMs,
} from '../schedule/clock.ts';
import type { Store } from './store.ts';
import type { Database } from './tables.ts';

async function readClockEvidence({ db, engine }: Store): Promise<ClockEvidence> {
  const rows = await db
    .selectFrom('task')
    .select(['name', 'looked_at', 'service_time'])
    .where('name', 'in', ['send', 'answer'])
    .execute();
  const answer = rows.find(({ name }) => name === 'answer');
  const last = rows.find(({ name }) => name === 'send')?.looked_at.getTime();
  return {
    lastLook: last ?? (await readLastList(db)),
    database: engine === 'postgres' ? await readDatabaseClock(db) : null,
    answer: answer?.service_time
      ? { date: answer.service_time.getTime(), at: answer.looked_at.getTime() }
      : null,
  };
}

/** When the last list of websites came: a ledger of snapshots alone was not looked at by a sender. */
async function readLastList(db: Database): Promise<number | null> {
  const { last } = await db
    .selectFrom('snapshot')
    .select((of) => of.fn.max('taken_at').as('last'))
    .where('endpoint', '=', 'websites')
    .executeTakeFirstOrThrow();
  return last?.getTime() ?? null;
}

async function readDatabaseClock(db: Database): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  return rows[0]?.now.getTime() ?? Number.NaN;
}

interface CheckedClock {
  /** Why nothing may be planned; null if nothing speaks against the clock. */
  readonly doubt: ClockDoubt | null;
  /** True for the first check with this doubt. */
  readonly isNew: boolean;
  /** As of {@link findEarliestTime}. */
  readonly earliest: number;
}

/** Compares this machine's clock with all others. Writes nothing. */
export async function compareClocks(
  store: Store,
  now: number,
): Promise<Omit<CheckedClock, 'isNew'> & Pick<ClockEvidence, 'answer'>> {
  const evidence = await readClockEvidence(store);
  const { answer } = evidence;
  return { doubt: findClockDoubt(now, evidence), earliest: findEarliestTime(now, evidence), answer };
}

/** As {@link compareClocks}, and counts the uptime of a doubt: a jump is believed after an hour. */
export async function checkClock(store: Store, now: number): Promise<CheckedClock> {
  const { doubt, earliest, answer } = await compareClocks(store, now);
  // The clock was ahead when the answer came: only the service's time is left of it.
  if (answer !== null && answer.at > now + skewMs) await recordAnswerTime(store.db, answer.date, answer.date);
  if (doubt === null) {
    await store.db.deleteFrom('task').where('name', '=', 'doubt').execute();
    return { doubt, isNew: false, earliest };
  }
  const at = new Date(now);
  const { present_s, isNew } = await store.db
    .insertInto('task')
    .values({ name: 'doubt', looked_at: at })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        // Another jump begins another doubt.
        present_s: sql<number>`case when excluded.looked_at between task.looked_at and task.looked_at + interval '1 day'
          then task.present_s + extract(epoch from excluded.looked_at - task.looked_at)::integer else 0 end`,
        looked_at: at,
      }),
    )
    .returning(['present_s', sql<boolean>`present_s = 0`.as('isNew')])
    .executeTakeFirstOrThrow();
  const isBelieved = !doubt.isContradicted && present_s >= maxDoubtSeconds;
  return { doubt: isBelieved ? null : doubt, isNew, earliest };
}

/** Stores the `Date` of an answer and this machine's clock at that moment, milliseconds since the epoch. */
export async function recordAnswerTime(db: Database, date: number, at: number): Promise<void> {
  const row = { looked_at: new Date(at), service_time: new Date(date) };
  await db
    .insertInto('task')
    .values({ name: 'answer', ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
