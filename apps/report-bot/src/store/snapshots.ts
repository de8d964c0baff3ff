import { type Authority, type Citations, type Competitors, largestOf, type Website } from '@answershare/core';
import type { Kysely } from 'kysely';
import type { SiteSnapshot } from '../digest/site-snapshot.ts';
import type { Day } from '../schedule/iso-week.ts';
import type { NewSnapshot, Snapshot, Tables } from './tables.ts';

/** Stands for the whole team where an endpoint takes no website. */
export const team = '*';

/** Keeps an answer or a failure. A day's answer is never replaced; a failure is. */
export async function keep(db: Kysely<Tables>, row: NewSnapshot): Promise<void> {
  await db
    .insertInto('snapshot')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['website_id', 'endpoint', 'day'])
        .doUpdateSet({
          raw: (set) => set.ref('excluded.raw'),
          parsed: (set) => set.ref('excluded.parsed'),
          taken_at: (set) => set.ref('excluded.taken_at'),
          form: (set) => set.ref('excluded.form'),
          failure: (set) => set.ref('excluded.failure'),
        })
        .where('snapshot.failure', 'is not', null),
    )
    .execute();
}

/** `website endpoint` of everything that was answered on a UTC day. */
export async function answeredOn(db: Kysely<Tables>, day: Day): Promise<Set<string>> {
  const rows = await db
    .selectFrom('snapshot')
    .select(['website_id', 'endpoint'])
    .where('day', '=', day)
    .where('failure', 'is', null)
    .execute();
  return new Set(rows.map((row) => `${row.website_id} ${row.endpoint}`));
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

/** The team's websites as last listed at or before an instant; null where they were never listed. */
export async function listedWebsites(db: Kysely<Tables>, until: number): Promise<readonly Website[] | null> {
  const row = await listings(db)
    .where('taken_at', '<=', new Date(until))
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return listIn(row);
}

/** The snapshots of these websites from a day on, one a website and UTC day, taken at or before `until`. */
export async function siteSnapshots(
  db: Kysely<Tables>,
  websites: readonly Website[],
  from: Day,
  until: number,
): Promise<SiteSnapshot[]> {
  if (websites.length === 0) return [];
  const rows = await db
    .selectFrom('snapshot')
    .selectAll()
    .where(
      'website_id',
      'in',
      websites.map((website) => website.id),
    )
    .where('day', '>=', from)
    .where('taken_at', '<=', new Date(until))
    .orderBy('day')
    .execute();
  const groups = new Map<string, Snapshot[]>();
  for (const row of rows) {
    const key = `${row.website_id} ${row.day}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const byId = new Map(websites.map((website) => [website.id, website]));
  return [...groups.values()].flatMap((group) => {
    const website = byId.get(group[0]?.website_id ?? '');
    return website === undefined ? [] : [oneDay(website, group)];
  });
}

function oneDay(website: Website, rows: readonly Snapshot[]): SiteSnapshot {
  const read = (endpoint: string): string | null =>
    rows.find((row) => row.endpoint === endpoint)?.parsed ?? null;
  const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));
  return {
    website,
    takenAt: largestOf(rows.map((row) => row.taken_at.getTime())),
    authority: parsed<Authority>(read('authority')),
    competitors: parsed<Competitors>(read('competitors')),
    citations: parsed<Citations>(read('citations')),
    failures: rows.flatMap((row) =>
      row.failure === null ? [] : [{ endpoint: row.endpoint, reason: row.failure }],
    ),
  };
}

/** When anything was last asked, milliseconds since the epoch. */
export async function lastSnapshotAt(db: Kysely<Tables>): Promise<number | null> {
  const row = await db
    .selectFrom('snapshot')
    .select('taken_at')
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.taken_at.getTime() ?? null;
}
