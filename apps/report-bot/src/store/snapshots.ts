import type { Authority, Citations, Competitors, Website } from '@answershare/core';
import type { Kysely } from 'kysely';
import type { CitationCounts, SiteSnapshot } from '../digest/site-snapshot.ts';
import type { Day } from '../schedule/iso-week.ts';
import { keptRaw } from './retention.ts';
import type { Asked, NewSnapshot, Snapshot, Tables } from './tables.ts';

/** Stands for the whole team where an endpoint takes no website. */
export const team = '*';

/** The figures of an answer, as `parsed` holds them: of citations the counts. */
export function figuresIn(endpoint: Asked, value: unknown): unknown {
  if (endpoint !== 'citations') return value;
  const { total, byEngine } = value as Citations;
  return { total, byEngine } satisfies CitationCounts;
}

/** Keeps an answer or a failure. A day's answer is never replaced; a failure is. */
export async function keep(db: Kysely<Tables>, row: NewSnapshot): Promise<void> {
  await db
    .insertInto('snapshot')
    .values({ ...row, raw: row.raw == null ? null : keptRaw(row.raw) })
    .onConflict((conflict) =>
      conflict
        .columns(['website_id', 'endpoint', 'day'])
        .doUpdateSet({
          raw: (set) => set.ref('excluded.raw'),
          parsed: (set) => set.ref('excluded.parsed'),
          taken_at: (set) => set.ref('excluded.taken_at'),
          form: (set) => set.ref('excluded.form'),
          failure: (set) => set.ref('excluded.failure'),
          next_attempt_at: (set) => set.ref('excluded.next_attempt_at'),
          changed: (set) => set.ref('excluded.changed'),
        })
        .where('snapshot.failure', 'is not', null),
    )
    .execute();
}

/** The text of a body that could not be read. */
export interface UnreadBody {
  readonly websiteId: string;
  readonly endpoint: Asked;
  readonly text: string;
  readonly failure: string;
  readonly takenAt: Date;
  readonly form: string | null;
}

/** The bodies of a UTC day that could not be read when they came. */
export async function unreadBodies(db: Kysely<Tables>, day: Day): Promise<UnreadBody[]> {
  const rows = await db
    .selectFrom('snapshot')
    .select(['website_id', 'endpoint', 'raw', 'failure', 'taken_at', 'form'])
    .where('day', '=', day)
    .where('failure', 'is not', null)
    .where('raw', 'is not', null)
    .orderBy('endpoint')
    .orderBy('website_id')
    .execute();
  return rows.map(({ website_id: websiteId, endpoint, raw, failure, taken_at: takenAt, form }) => {
    return { websiteId, endpoint, text: raw ?? '', failure: failure ?? '', takenAt, form };
  });
}

/** How the shape of bodies changed between two UTC days, both inclusive; each endpoint's sentence once. */
export async function shapeChanges(
  db: Kysely<Tables>,
  from: Day,
  to: Day,
): Promise<{ readonly endpoint: Asked; readonly reason: string }[]> {
  const rows = await db
    .selectFrom('snapshot')
    .select(['endpoint', 'changed'])
    .distinct()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('changed', 'is not', null)
    .orderBy('endpoint')
    .execute();
  return rows.map(({ endpoint, changed }) => ({ endpoint, reason: changed ?? '' }));
}

/** A question of a UTC day that was asked: answered, or when it may be asked again. */
export interface AskedQuestion {
  readonly answered: boolean;
  readonly nextAttemptAt: number | null;
}

/** What was asked on a UTC day, by {@link questionKey}. */
export async function askedOn(db: Kysely<Tables>, day: Day): Promise<Map<string, AskedQuestion>> {
  const rows = await db
    .selectFrom('snapshot')
    .select(['website_id', 'endpoint', 'next_attempt_at'])
    .select((of) => of('failure', 'is', null).as('answered'))
    .where('day', '=', day)
    .execute();
  return new Map(
    rows.map((row) => [
      questionKey(row.website_id, row.endpoint),
      { answered: Boolean(row.answered), nextAttemptAt: row.next_attempt_at?.getTime() ?? null },
    ]),
  );
}

export function questionKey(websiteId: string, endpoint: Asked): string {
  return `${endpoint} ${websiteId}`;
}

/** Every list of the team's websites that was read. */
const listings = (db: Kysely<Tables>) =>
  db
    .selectFrom('snapshot')
    .select('parsed')
    .where('website_id', '=', team)
    .where('endpoint', '=', 'websites')
    .where('failure', 'is', null);

function listIn(row: { readonly parsed: string | null } | undefined): readonly Website[] | null {
  return row?.parsed == null ? null : (JSON.parse(row.parsed) as Website[]);
}

/** The team's websites as listed on a UTC day; null where nobody asked for them on it. */
export async function websitesListedOn(db: Kysely<Tables>, day: Day): Promise<readonly Website[] | null> {
  return listIn(await listings(db).where('day', '=', day).executeTakeFirst());
}

/** The team's websites as last listed at or before an instant, and since another; null where they were not. */
export async function listedWebsites(
  db: Kysely<Tables>,
  until: number,
  since = 0,
): Promise<readonly Website[] | null> {
  const row = await listings(db)
    .where('taken_at', '<=', new Date(until))
    .where('taken_at', '>=', new Date(since))
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return listIn(row);
}

type Figures = Pick<Snapshot, 'endpoint' | 'day' | 'parsed' | 'taken_at' | 'failure'>;

/** One website's figures from a day on, one entry an instant, taken at or before `until`. Raw bodies stay where they are. */
export async function siteSnapshots(
  db: Kysely<Tables>,
  websiteId: string,
  from: Day,
  until: number,
): Promise<SiteSnapshot[]> {
  const rows: Figures[] = await db
    .selectFrom('snapshot')
    .select(['endpoint', 'day', 'parsed', 'taken_at', 'failure'])
    .where('website_id', '=', websiteId)
    .where('day', '>=', from)
    .where('taken_at', '<=', new Date(until))
    .orderBy('day')
    .execute();
  const groups = new Map<string, Figures[]>();
  for (const row of rows) {
    // What was asked again later may belong to the next day of a schedule's zone.
    const key = `${row.day} ${row.taken_at.getTime()}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map(oneInstant);
}

function oneInstant(rows: readonly Figures[]): SiteSnapshot {
  const read = (endpoint: string): string | null =>
    rows.find((row) => row.endpoint === endpoint)?.parsed ?? null;
  const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));
  return {
    takenAt: rows[0]?.taken_at.getTime() ?? 0,
    authority: parsed<Authority>(read('authority')),
    competitors: parsed<Competitors>(read('competitors')),
    citations: parsed<CitationCounts>(read('citations')),
    failures: rows.flatMap((row) =>
      row.failure === null ? [] : [{ endpoint: row.endpoint, reason: row.failure }],
    ),
  };
}

/** Clocks of several machines differ by less. */
const skewMs = 600_000;

/** Snapshots that were taken after `now`, with --now or by a clock that was ahead. */
export async function futureSnapshots(
  db: Kysely<Tables>,
  now: number,
): Promise<{ readonly rows: number; readonly newest: Day } | null> {
  const { rows, newest } = await db
    .selectFrom('snapshot')
    .select((of) => [of.fn.countAll<number | bigint>().as('rows'), of.fn.max('day').as('newest')])
    .where('taken_at', '>', new Date(now + skewMs))
    .executeTakeFirstOrThrow();
  return newest === null ? null : { rows: Number(rows), newest };
}

/** Removes what {@link futureSnapshots} counts; gives how many rows that were. */
export async function forgetFutureSnapshots(db: Kysely<Tables>, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('snapshot')
    .where('taken_at', '>', new Date(now + skewMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
