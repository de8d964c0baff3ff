import { sql } from 'kysely';
import { listWeekDates } from '../src/schedule/iso-week.ts';
import type { Store } from '../src/store/store.ts';

/** Weeks with snapshots, the reported one included. */
const weeks = 13;
const week = '2026-W47';

/** The morning on which the mail about {@link week} is due. */
export const dueAt = '2026-11-23T08:00:00Z';

/**
 * Fills an empty ledger with 13 weeks of daily answers about this many websites with ten competitors each. The share of
 * every fourth website rises by 10 points in the reported week.
 */
export async function seedLedger(store: Store, websites: number): Promise<void> {
  const sunday = listWeekDates(week)[6];
  const list = Array.from({ length: websites }, (_, at) => ({
    id: `w_${at}`,
    name: `Brand ${at}`,
    domain: `brand-${at}.example`,
  }));
  await sql`insert into snapshot (website_id, endpoint, day, raw, parsed, taken_at, form)
    values ('*', 'websites', ${sunday}, '[]', ${JSON.stringify(list)}, ${`${sunday}T05:00:00Z`}, '2')`.execute(
    store.db,
  );
  // A body of 20 KB for each answer of the last fourteen days. Figures move a little from day to day.
  const rows = (endpoint: string, parsed: ReturnType<typeof sql>) =>
    sql`insert into snapshot (website_id, endpoint, day, raw, parsed, taken_at, form)
      select 'w_' || w, ${endpoint}::text, to_char(date ${sql.lit(sunday)} - d, 'YYYY-MM-DD'),
        case when d < 14 then (select string_agg(md5(w || '-' || d || '-' || part), '') from generate_series(1, 640) part) end,
        ${parsed}, ((date ${sql.lit(sunday)} - d) + time '05:30') at time zone 'UTC', '2'
      from generate_series(0, ${websites - 1}::int) w, generate_series(0, ${weeks * 7 - 1}::int) d`.execute(
      store.db,
    );
  await rows(
    'authority',
    sql`json_build_object('score', 40 + w % 40 + (w * 7 + d * 13) % 3, 'scale', 100, 'components', json_build_array(
      json_build_object('name', 'Entity clarity', 'score', 80, 'weight', 0.6),
      json_build_object('name', 'Backlinks', 'score', 61, 'weight', 0.4)))::text`,
  );
  await rows(
    'competitors',
    sql`(select json_build_object('shareOfVoice', 0.3 + ((w * 11 + d * 17) % 20) / 1000.0 + case when w % 4 = 0 and d < 7 then 0.1 else 0 end, 'mentions', null,
      'totalMentions', null, 'competitors', json_agg(json_build_object('name', 'Rival ' || r, 'domain',
        'rival-' || r || '.example', 'share', 0.01 * r + ((w * r + d * 19) % 10) / 1000.0, 'mentions', null)))::text
      from generate_series(1, 10) r)`,
  );
  await rows(
    'citations',
    sql`(select json_build_object('total', 300 + (w * 3 + d * 23) % 40, 'byEngine', json_agg(json_build_object(
        'engine', 'engine' || e, 'label', 'Engine ' || e, 'count', 50 + (w + d * e) % 9)))::text
      from generate_series(1, 6) e)`,
  );
}
