import {
  type Analytics,
  type Authority,
  type CalendarDate,
  type Citations,
  type Competitors,
  type DateSpan,
  type Endpoint,
  findStatedWindow,
  parseBody,
} from '@answershare/core';
import type { DailyValue } from '@answershare/core/statistics';
import { sql } from 'kysely';
import { selectCitedPages } from '../digest/cited-pages.ts';
import type { CitationCounts, CitedPages, SiteSnapshot, StoredFault } from '../digest/site-days.ts';
import { takeNew } from './database.ts';
import type { Database, NewSnapshotRow, SnapshotRow } from './tables.ts';

/** The largest stored body, bytes in UTF-8. */
export const maxRawBytes = 262_144;

function toStoredBody(text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxRawBytes) return text;
  return `[not kept: the body has ${bytes} bytes, more than ${maxRawBytes}]`;
}

/** The stored figures of an answer, as JSON. */
export function toFigureColumns(
  endpoint: Endpoint,
  value: unknown,
): { readonly parsed: string; readonly cited_pages: string | null } {
  const pages = endpoint === 'citations' ? selectCitedPages(value as Citations) : null;
  return {
    parsed: JSON.stringify(selectFigures(endpoint, value)),
    cited_pages: pages === null ? null : JSON.stringify(pages),
  };
}

/** Of citations the totals, of analytics the citations of each day. */
function selectFigures(endpoint: Endpoint, value: unknown): unknown {
  if (endpoint === 'analytics')
    return (value as Analytics).days.map(({ date, citations }) => ({
      day: date,
      value: citations,
    })) satisfies readonly DailyValue[];
  if (endpoint !== 'citations') return value;
  const { total, byEngine } = value as Citations;
  return { total, byEngine } satisfies CitationCounts;
}

/** Stores an answer or a failure. A failure may be replaced, an answer not. */
export async function saveSnapshot(db: Database, row: NewSnapshotRow): Promise<void> {
  await db
    .insertInto('snapshot')
    .values({
      ...row,
      raw: row.raw == null ? null : toStoredBody(row.raw),
      window_days: row.parsed == null || row.raw == null ? null : findWindowDays(row.raw),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['website_id', 'endpoint', 'day'])
        .doUpdateSet(
          takeNew(
            'raw',
            'parsed',
            'cited_pages',
            'taken_at',
            'form',
            'failure',
            'fault',
            'next_attempt_at',
            'changed',
            'window_days',
          ),
        )
        .where('snapshot.failure', 'is not', null),
    )
    .execute();
}

function findWindowDays(text: string): number | null {
  const parsed = parseBody(text);
  return parsed.ok ? findStatedWindow(parsed.body) : null;
}

export interface UnreadBody {
  readonly websiteId: string;
  readonly endpoint: Endpoint;
  readonly text: string;
  readonly failure: string;
  readonly takenAt: Date;
  readonly form: string | null;
}

export async function listUnreadBodies(db: Database, day: CalendarDate): Promise<UnreadBody[]> {
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

/** Changes of the bodies of these websites or lists between two UTC days, inclusive; each one once. */
export async function listShapeChanges(
  db: Database,
  from: CalendarDate,
  to: CalendarDate,
  websiteIds: readonly string[],
): Promise<{ readonly endpoint: Endpoint; readonly reason: string }[]> {
  const rows = await db
    .selectFrom('snapshot')
    .select(['endpoint', 'changed'])
    .distinct()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('changed', 'is not', null)
    .where('website_id', 'in', websiteIds)
    .orderBy('endpoint')
    .execute();
  return rows.map(({ endpoint, changed }) => ({ endpoint, reason: changed ?? '' }));
}

/** The state of a question on a UTC day: answered, or the next attempt. */
export interface QuestionState {
  readonly answered: boolean;
  readonly nextAttemptAt: number | null;
}

/** The states of all questions of a UTC day, by {@link toQuestionKey}. */
export async function readQuestionStates(
  db: Database,
  day: CalendarDate,
): Promise<Map<string, QuestionState>> {
  const rows = await db
    .selectFrom('snapshot')
    .select(['website_id', 'endpoint', 'next_attempt_at'])
    .select((of) => of('failure', 'is', null).as('answered'))
    .where('day', '=', day)
    .execute();
  return new Map(
    rows.map((row) => [
      toQuestionKey(row.website_id, row.endpoint),
      { answered: Boolean(row.answered), nextAttemptAt: row.next_attempt_at?.getTime() ?? null },
    ]),
  );
}

/** Ids of the websites whose answer of an endpoint is from `from` or later, before `day`; without those with an event since. */
export async function listAnsweredSince(
  db: Database,
  endpoint: Endpoint,
  from: CalendarDate,
  day: CalendarDate,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('snapshot')
    .select('website_id')
    .where('endpoint', '=', endpoint)
    .where('day', '>=', from)
    .where('day', '<', day)
    .where('failure', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from service_event where website = snapshot.website_id
        and kind <> 'unknown' and received_at > snapshot.taken_at)`,
    )
    .execute();
  return new Set(rows.map(({ website_id: id }) => id));
}

export function toQuestionKey(websiteId: string, endpoint: Endpoint): string {
  return `${endpoint} ${websiteId}`;
}

/** The last answer to a question between two UTC days, inclusive; null without one. */
export async function readAnswer(
  db: Database,
  websiteId: string,
  endpoint: Endpoint,
  { from, to }: DateSpan,
): Promise<{ readonly text: string | null; readonly figures: unknown; readonly takenAt: number } | null> {
  const row = await db
    .selectFrom('snapshot')
    .select(['raw', 'parsed', 'taken_at'])
    .where('website_id', '=', websiteId)
    .where('endpoint', '=', endpoint)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('failure', 'is', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row?.parsed == null) return null;
  return { text: row.raw, figures: JSON.parse(row.parsed), takenAt: row.taken_at.getTime() };
}

type FiguresRow = Pick<
  SnapshotRow,
  'endpoint' | 'day' | 'parsed' | 'cited_pages' | 'taken_at' | 'failure' | 'fault' | 'window_days'
>;

/**
 * One website's figures since a day, one entry per instant, taken at or before `until`.
 * @param pagesFrom the first UTC day whose cited pages are read too; null for none
 */
export async function readSiteSnapshots(
  db: Database,
  websiteId: string,
  from: CalendarDate,
  until: number,
  pagesFrom: CalendarDate | null = null,
): Promise<SiteSnapshot[]> {
  const rows: FiguresRow[] = await db
    .selectFrom('snapshot')
    .select(['endpoint', 'day', 'parsed', 'taken_at', 'failure', 'fault', 'window_days'])
    .select((of) =>
      of.case().when('day', '>=', pagesFrom).then(of.ref('cited_pages')).else(null).end().as('cited_pages'),
    )
    .where('website_id', '=', websiteId)
    .where('day', '>=', from)
    .where('taken_at', '<=', new Date(until))
    .orderBy('day')
    .execute();
  const groups = new Map<string, FiguresRow[]>();
  for (const row of rows) {
    // A retried question may belong to the next day in a schedule's zone.
    const key = `${row.day} ${row.taken_at.getTime()}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map(toSiteSnapshot);
}

function toSiteSnapshot(rows: readonly FiguresRow[]): SiteSnapshot {
  const read = (endpoint: string): string | null =>
    rows.find((row) => row.endpoint === endpoint)?.parsed ?? null;
  const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));
  return {
    takenAt: rows[0]?.taken_at.getTime() ?? 0,
    authority: parsed<Authority>(read('authority')),
    competitors: parsed<Competitors>(read('competitors')),
    citations: parsed<CitationCounts>(read('citations')),
    analytics: parsed<readonly DailyValue[]>(read('analytics')),
    pages: parsed<CitedPages>(rows.find((row) => row.cited_pages !== null)?.cited_pages ?? null),
    failures: rows.flatMap(({ endpoint, failure: reason, fault }) =>
      reason === null ? [] : [{ endpoint, reason, fault: parsed<StoredFault>(fault) }],
    ),
    windows: Object.fromEntries(
      rows.flatMap(({ endpoint, window_days: days }) => (days === null ? [] : [[endpoint, days]])),
    ),
  };
}

/** When the ledger's first snapshot was attempted, milliseconds since the epoch; null without an attempt. */
export async function readFirstAttempt(db: Database): Promise<number | null> {
  const { first } = await db
    .selectFrom('snapshot')
    .select((of) => of.fn.min('taken_at').as('first'))
    .executeTakeFirstOrThrow();
  return first?.getTime() ?? null;
}
