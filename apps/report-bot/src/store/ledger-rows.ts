import { sql } from 'kysely';
import { UserError } from '../system/errors.ts';
import { isOwnTable, latestMigration, migrate, recreateTables } from './migrations.ts';
import type { Database, Tables } from './tables.ts';

/** What processes share for hours only. */
type SharedTable = 'shared_answer' | 'shared_lock';

/** All tables that are kept. A row refers only to rows of tables before its own. */
const ledgerTables = Object.keys({
  run: true,
  body: true,
  digest: true,
  delivery: true,
  withheld: true,
  file: true,
  audit: true,
  snapshot: true,
  learnt: true,
  task: true,
  schedule: true,
  alert: true,
  note: true,
  suppression: true,
  bounce: true,
  service_event: true,
  notice: true,
  status: true,
  web_copy_key: true,
  gateway_key: true,
  gateway_use: true,
} satisfies Record<Exclude<keyof Tables, SharedTable>, true>) as (keyof Tables)[];

/** The sequences, which all versions have. */
const sequences = ['worker', 'audit_id_seq'];

interface LedgerHead {
  /** The last migration of the tables. */
  readonly migration: string;
  /** When the rows were read, ISO 8601. */
  readonly at: string;
  readonly sequences: Readonly<Record<string, number>>;
}

/** Some rows of one table, each as JSON. */
export interface RowBatch {
  readonly table: string;
  readonly rows: readonly string[];
}

/** A whole ledger, in the same form for both engines. */
export interface LedgerRows {
  readonly head: LedgerHead;
  readonly batches: AsyncIterable<RowBatch>;
}

/** A batch has about so many characters, because a row may have half a million. */
const batchSize = 2_000_000;
const maxBatchRows = 500;

/**
 * Reads all rows as they were at one instant. Writers of PostgreSQL go on meanwhile; those of a folder wait.
 * @param use consumes the batches before it returns
 */
export function readLedger<T>(db: Database, now: number, use: (rows: LedgerRows) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await prepareSession(transaction);
      const values: Record<string, number> = {};
      for (const name of sequences) {
        const { rows } = await sql<{
          last: number;
        }>`select last_value::integer as last from ${sql.table(name)}`.execute(transaction);
        values[name] = rows[0]?.last ?? 1;
      }
      const head = { migration: latestMigration, at: new Date(now).toISOString(), sequences: values };
      return use({ head, batches: readBatches(transaction) });
    });
}

/** A text of an instant is the same on each server only in one zone. A large ledger takes longer than one statement may. */
async function prepareSession(transaction: Database): Promise<void> {
  for (const [name, value] of Object.entries({ timezone: 'UTC', statement_timeout: '0' }))
    await sql`set local ${sql.raw(name)} = ${sql.lit(value)}`.execute(transaction);
}

async function* readBatches(transaction: Database): AsyncGenerator<RowBatch> {
  for (const table of ledgerTables) {
    await sql`declare ledger_rows no scroll cursor for select row_to_json(${sql.table(table)})::text as line
      from ${sql.table(table)}`.execute(transaction);
    for (let wanted = 1; ; ) {
      const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(wanted)} from ledger_rows`.execute(
        transaction,
      );
      if (rows.length === 0) break;
      yield { table, rows: rows.map(({ line }) => line) };
      const size = rows.reduce((sum, { line }) => sum + line.length, 0) / rows.length;
      wanted = Math.min(maxBatchRows, Math.max(1, Math.floor(batchSize / size)));
    }
    await sql`close ledger_rows`.execute(transaction);
  }
}

/**
 * Writes a ledger into a database without rows, all of it or nothing. Each stored row is compared with the one that was read.
 * @param finish runs in the same transaction, or after the migration of an earlier version's rows
 * @param place names the database in messages
 * @returns the number of rows by table
 */
export async function writeLedger(
  db: Database,
  { head, batches }: LedgerRows,
  place: string,
  finish: (transaction: Database) => Promise<void>,
): Promise<Readonly<Record<string, number>>> {
  await migrate(db);
  await assertEmpty(db, place);
  const isCurrent = head.migration === latestMigration;
  if (!isCurrent) await recreateTables(db, head.migration);
  const written = await db.transaction().execute(async (transaction) => {
    await prepareSession(transaction);
    const counts: Record<string, number> = {};
    for await (const { table, rows } of batches) {
      await insertRows(transaction, table, rows);
      counts[table] = (counts[table] ?? 0) + rows.length;
    }
    for (const name of sequences)
      await sql`select setval(${name}::regclass, ${head.sequences[name] ?? 1}::integer)`.execute(transaction);
    if (isCurrent) await finish(transaction);
    return counts;
  });
  if (!isCurrent) {
    await migrate(db);
    await db.transaction().execute(finish);
  }
  return written;
}

async function insertRows(transaction: Database, table: string, lines: readonly string[]): Promise<void> {
  if (!isOwnTable(table)) throw new UserError(`No version of answershare has the table ${table}.`);
  const name = sql.table(table);
  const { rows } = await sql<{ equal: number }>`
    with read as (select unnest(${lines}::text[]) as line),
      stored as (insert into ${name} select entry.* from read, json_populate_record(null::${name}, line::json) as entry
        returning row_to_json(${name})::text as line)
    select count(*)::integer as equal from stored where line in (select line from read)`.execute(transaction);
  if (rows[0]?.equal !== lines.length)
    throw new UserError(
      `Rows of the table ${table} are not stored as they were read, so nothing was written. Both databases must have the encoding UTF8.`,
    );
}

/** Throws for a database with rows of a ledger. */
async function assertEmpty(db: Database, place: string): Promise<void> {
  for (const table of ledgerTables) {
    const found = await db.selectFrom(table).select(sql`1`.as('one')).limit(1).execute();
    if (found.length > 0)
      throw new UserError(
        `The ledger in ${place} is not empty: its table ${table} has rows. Name an empty folder or a new database, or move the folder away first. Nothing was changed.`,
      );
  }
}
