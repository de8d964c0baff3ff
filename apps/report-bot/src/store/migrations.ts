import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, type MigrationResultSet, Migrator } from 'kysely/migration';
import { isDiskFull, toDiskFullError, UserError } from '../system/errors.ts';
import { explainFault, isServerFault } from './postgres-faults.ts';
import type { Database } from './tables.ts';

/** The statements of each migration, in order. PostgreSQL 13 is the oldest supported version. */
const statements: Readonly<Record<string, readonly string[]>> = {
  '2026-11-21-ledger': [
    `create table run (id text primary key, schedule_id text not null, period_key text not null, state text not null,
      reason text, planned_at timestamptz not null, constraint run_once unique (schedule_id, period_key))`,
    `create table snapshot (website_id text not null, endpoint text not null, day text not null, raw text, parsed text,
      taken_at timestamptz not null, form text, failure text,
      constraint snapshot_once primary key (website_id, endpoint, day))`,
    `create table digest (id text primary key, run_id text not null references run (id), recipient_hash text not null,
      recipient text not null, recipient_name text, subject text not null, html text not null, text text not null,
      attachments text not null, sha256 text not null, composed_at timestamptz not null,
      constraint digest_once unique (run_id, recipient_hash))`,
    `create table delivery (digest_id text primary key references digest (id), state text not null,
      attempts integer not null, fence integer not null, worker integer, message_id text not null, smtp_code integer,
      reason text, next_attempt_at timestamptz, changed_at timestamptz not null)`,
    `create table audit (id serial primary key, at timestamptz not null, subject text not null, event text not null,
      detail text)`,
    'create table learnt (service text primary key, profile text not null)',
    'create sequence worker as integer',
  ],
  // When a loop last ran, when a question or a mail may be retried, and the uptime.
  '2026-11-23-loops': [
    `create table task (name text primary key, looked_at timestamptz not null, present_s integer not null default 0,
      not_before timestamptz)`,
    'create table schedule (id text primary key, looked_at timestamptz not null, timetable text not null)',
    'alter table snapshot add column next_attempt_at timestamptz',
    'alter table run add column since_s integer not null default 0',
    'alter table delivery add column attempted_at timestamptz, add column since_s integer not null default 0',
  ],
  // Keeps only the counts of stored citations. `items` was the last field, and JSON escapes quotes inside strings.
  // The text is cut because PostgreSQL's json rejects \u0000 and half surrogates.
  '2026-11-24-figures': [
    `update snapshot set parsed = left(parsed, strpos(parsed, ',"items":[') - 1) || '}'
      where endpoint = 'citations' and strpos(parsed, ',"items":[') > 0`,
  ],
  '2026-11-25-recipes': [
    'alter table learnt add column recipes text',
    'alter table snapshot add column changed text',
  ],
  '2026-11-26-windows': ['alter table snapshot add column window_days integer'],
  // Images apart from the mails that share them. No earlier mail has one.
  '2026-11-27-images': [
    `create table image (cid text primary key, filename text not null, content_type text not null,
      content text not null)`,
  ],
  '2026-11-28-channels': ['alter table digest add column channel text'],
  '2026-11-29-cited-pages': ['alter table snapshot add column cited_pages text'],
  '2026-11-30-alerts': [
    `create table alert (id text not null, website_id text not null, checked_at timestamptz not null, held_on text,
      constraint alert_once primary key (id, website_id))`,
  ],
  '2026-12-01-copies': ['alter table digest add column copies text'],
  '2026-12-02-data-until': ['alter table run add column data_until timestamptz'],
  // Attachments among the images of mails, which keep their rows.
  '2026-12-03-files': [
    'alter table image rename to file',
    "alter table file add column disposition text not null default 'inline'",
  ],
  // The key's row is created on first use, because a build ships an empty database.
  '2026-12-04-web-copy-key': ['create table web_copy_key (id integer primary key, value text not null)'],
  // Bodies apart from the digests that share them. An earlier digest keeps its own, which has no placeholder.
  '2026-12-05-bodies': [
    'create table body (id text primary key, html text not null, text text not null, attachments text not null)',
    'insert into body select id, html, text, attachments from digest',
    `alter table digest add column body_id text references body (id),
      add column inserts text not null default '[]'`,
    'update digest set body_id = id',
    `alter table digest alter column body_id set not null, alter column inserts drop default, drop column html,
      drop column text, drop column attachments, drop column sha256`,
  ],
  '2026-12-06-withheld': [
    `create table withheld (run_id text not null, recipient_hash text not null, recipient text not null,
      reason text not null, constraint withheld_once primary key (run_id, recipient_hash))`,
  ],
  '2026-12-07-parameters': ['alter table run add column parameters text'],
  '2026-12-08-faults': ['alter table snapshot add column fault text'],
  // What confirms a clock, and the place of the database, which differs for a restored copy.
  '2026-12-09-evidence': ['alter table task add column service_time timestamptz, add column place text'],
  // The status of each host, and indexes of what each minute asks for. Most deliveries are sent.
  '2026-12-10-service': [
    'set local statement_timeout = 0',
    'create table status (host text primary key, at timestamptz not null, report text not null)',
    `create table notice (cause text not null, subject text not null, day text not null,
      is_over boolean not null default false, constraint notice_once primary key (cause, subject, day))`,
    "create index delivery_open on delivery (state) where state <> 'sent'",
    'create index snapshot_day on snapshot (day)',
    'create index snapshot_taken on snapshot (taken_at)',
    'create index snapshot_failed on snapshot (taken_at) where failure is not null',
    'create index run_planned on run (planned_at)',
    'create index digest_body on digest (body_id)',
    'create index audit_at on audit using brin (at)',
  ],
  // Events that people note.
  '2026-12-11-notes': [
    `create table note (day text not null, text text not null, website text not null, noted_at timestamptz not null,
      constraint note_once primary key (day, text, website))`,
  ],
  // Who recognises a repeat of a mail that it may have accepted, and for how long.
  '2026-12-12-repeats': [
    'alter table delivery add column repeat_by text, add column repeat_until timestamptz',
  ],
  '2026-12-12-suppressions': [
    `create table suppression (recipient_hash text primary key, recipient text not null, reason text not null,
      source text not null, at timestamptz not null)`,
    `create table bounce (recipient_hash text primary key, count integer not null, attempt text not null,
      at timestamptz not null)`,
  ],
  '2026-12-13-service-events': [
    `create table service_event (key text primary key, kind text not null, wire_name text, website text,
      day text not null, received_at timestamptz not null)`,
    'create index service_event_day on service_event (day)',
  ],
  // Keys of the gateway, their use, and the answers that its processes share. A lost cache costs requests, no figure.
  '2026-12-20-gateway': [
    `create table gateway_key (id text primary key, hash text not null unique, name text not null, websites text,
      per_minute integer not null, per_day integer not null, created_at timestamptz not null,
      expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz)`,
    `create table gateway_use (key_id text not null references gateway_key (id), span text not null,
      requests integer not null, constraint gateway_use_once primary key (key_id, span))`,
    'create unlogged table shared_answer (key text primary key, text text not null, until timestamptz not null)',
    'create unlogged table shared_lock (name text primary key, owner text not null, until timestamptz not null)',
  ],
  // The deliveries of a run in the order of "list", and the services that `start` asked before.
  '2026-12-21-list': [
    'set local statement_timeout = 0',
    'create index digest_recipient on digest (run_id, recipient) include (id)',
    "create index audit_host on audit (subject) where event = 'first_request'",
  ],
};

const createMigration = (texts: readonly string[]): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const text of texts) await sql.raw(text).execute(db);
  },
});

export const migrations: MigrationProvider = {
  getMigrations: async () =>
    Object.fromEntries(Object.entries(statements).map(([name, texts]) => [name, createMigration(texts)])),
};

/** The newest of this version. */
export const latestMigration = Object.keys(statements).at(-1) ?? '';

const ownTables = new Set(
  Object.values(statements).flatMap((texts) =>
    texts.flatMap(
      (text) => /^(?:create (?:unlogged )?table|alter table \w+ rename to) (\w+)/.exec(text)?.[1] ?? [],
    ),
  ),
);

/** True for a table of this version or of an earlier one. */
export const isOwnTable = (name: string): boolean => ownTables.has(name);

/** Applies missing migrations. Throws a {@link UserError} if one fails. */
export async function migrate(db: Database): Promise<void> {
  await finishMigration(db, (migrator) => migrator.migrateToLatest());
}

/** Creates the tables of an empty ledger anew, as an earlier version left them. */
export async function recreateTables(db: Database, migration: string): Promise<void> {
  if (!Object.hasOwn(statements, migration)) throw new UserError(newerSchemaMessage);
  const names = [...ownTables, 'kysely_migration', 'kysely_migration_lock'].map((name) => sql.table(name));
  await sql`drop table if exists ${sql.join(names)} cascade`.execute(db);
  await sql`drop sequence if exists worker`.execute(db);
  await finishMigration(db, (migrator) => migrator.migrateTo(migration));
}

async function finishMigration(
  db: Database,
  apply: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<void> {
  const { error } = await apply(new Migrator({ db, provider: migrations }));
  if (isDiskFull(error)) throw toDiskFullError(error);
  if (error === undefined) return;
  if (!isServerFault(error) && (await readSchemaState(db)) === 'newer')
    throw new UserError(newerSchemaMessage);
  throw new UserError(`The tables could not be brought up to date: ${explainFault(error)} Nothing was sent.`);
}

export const newerSchemaMessage =
  'The tables are of a newer version of answershare, and this one changes nothing in them. Install that version again.';

/** The tables of a database, compared with the migrations of this version. */
export type SchemaState = 'none' | 'older' | 'current' | 'newer';

export async function readSchemaState(db: Database): Promise<SchemaState> {
  const { rows: found } = await sql<{ table: string | null }>`
    select to_regclass('kysely_migration')::text as table`.execute(db);
  if (found[0]?.table == null) return 'none';
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const known = Object.keys(statements);
  if (rows.some(({ name }) => !known.includes(name))) return 'newer';
  return rows.length < known.length ? 'older' : 'current';
}
