import type { CalendarDate, Website } from '@answershare/core';
import { sql } from 'kysely';
import { soleService, toLedgerId } from '../settings/services.ts';
import type { Database } from './tables.ts';

/** Website id of endpoints that take no website. */
export const teamKey = '*';

/** Website id of the list of a service. */
export const toListKey = (service: string): string => toLedgerId(service, teamKey);

const selectListRows = (db: Database, services: readonly string[]) =>
  db
    .selectFrom('snapshot')
    .where('website_id', 'in', services.map(toListKey))
    .where('endpoint', '=', 'websites');

const selectWebsiteLists = (db: Database, services: readonly string[]) =>
  // An empty list of an earlier version was one that failed.
  selectListRows(db, services).select(['website_id', 'parsed']).where('parsed', '!=', '[]');

const parseWebsiteList = ({ parsed }: { readonly parsed: string | null }): readonly Website[] =>
  parsed === null ? [] : (JSON.parse(parsed) as Website[]);

/** The websites of a service as listed on a UTC day; null without a list. */
export async function readWebsitesListedOn(
  db: Database,
  day: CalendarDate,
  service: string,
): Promise<readonly Website[] | null> {
  const row = await selectWebsiteLists(db, [service]).where('day', '=', day).executeTakeFirst();
  return row === undefined ? null : parseWebsiteList(row);
}

/** The websites of the latest list of each service between two instants; null without a list. */
export async function readLatestWebsites(
  db: Database,
  until: number,
  {
    since = 0,
    services = soleService,
  }: { readonly since?: number; readonly services?: readonly string[] } = {},
): Promise<readonly Website[] | null> {
  const rows = await selectWebsiteLists(db, services)
    .distinctOn('website_id')
    .where('taken_at', '<=', new Date(until))
    .where('taken_at', '>=', new Date(since))
    .orderBy('website_id')
    .orderBy('taken_at', 'desc')
    .execute();
  return rows.length === 0 ? null : rows.flatMap(parseWebsiteList);
}

/** The most lists that differ. */
const maxLists = 60;

/**
 * The lists of the ledger that differ, those nearest to an instant first. `isFormer`: the list was true before it too.
 */
export async function* iterateWebsiteLists(
  db: Database,
  at: number,
  services = soleService,
): AsyncGenerator<{ readonly websites: readonly Website[]; readonly isFormer: boolean }> {
  const distance = sql<number>`min(abs(extract(epoch from taken_at - ${new Date(at)})))`;
  const lists = await selectWebsiteLists(db, services)
    .clearSelect()
    .select(({ fn }) => ['website_id', fn.min('day').as('day'), fn.min('taken_at').as('first')])
    .groupBy(['website_id', sql`md5(parsed)`])
    .orderBy(distance)
    .limit(maxLists)
    .execute();
  for (const { website_id: key, day, first } of lists) {
    const row = await selectWebsiteLists(db, services)
      .where('website_id', '=', key)
      .where('day', '=', day)
      .executeTakeFirst();
    if (row !== undefined) yield { websites: parseWebsiteList(row), isFormer: first.getTime() <= at };
  }
}

/** Why the last request of a list of websites failed, before a UTC day if it is given; null if it did not fail. */
export async function readListFailure(
  db: Database,
  services = soleService,
  before?: CalendarDate,
): Promise<string | null> {
  const last = selectListRows(db, services).select('failure');
  const row = await (before === undefined ? last : last.where('day', '<', before))
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.failure ?? null;
}
