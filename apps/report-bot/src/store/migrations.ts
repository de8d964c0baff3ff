import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { isDiskFull, toDiskFullError, UserError } from '../system/errors.ts';
import { explainFault, isServerFault } from './postgres-faults.ts';
import type { Database } from './tables.ts';

/** PostgreSQL 13 is the oldest supported version. */
const createTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('run')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('schedule_id', 'text', (column) => column.notNull())
      .addColumn('period_key', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('planned_at', 'timestamptz', (column) => column.notNull())
      .addUniqueConstraint('run_once', ['schedule_id', 'period_key'])
      .execute();
    await db.schema
      .createTable('snapshot')
      .addColumn('website_id', 'text', (column) => column.notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('raw', 'text')
      .addColumn('parsed', 'text')
      .addColumn('taken_at', 'timestamptz', (column) => column.notNull())
      .addColumn('form', 'text')
      .addColumn('failure', 'text')
      .addPrimaryKeyConstraint('snapshot_once', ['website_id', 'endpoint', 'day'])
      .execute();
    await db.schema
      .createTable('digest')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('run_id', 'text', (column) => column.notNull().references('run.id'))
      .addColumn('recipient_hash', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('recipient_name', 'text')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('html', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('attachments', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('composed_at', 'timestamptz', (column) => column.notNull())
      .addUniqueConstraint('digest_once', ['run_id', 'recipient_hash'])
      .execute();
    await db.schema
      .createTable('delivery')
      .addColumn('digest_id', 'text', (column) => column.primaryKey().references('digest.id'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('fence', 'integer', (column) => column.notNull())
      .addColumn('worker', 'integer')
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('smtp_code', 'integer')
      .addColumn('reason', 'text')
      .addColumn('next_attempt_at', 'timestamptz')
      .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('audit')
      .addColumn('id', 'serial', (column) => column.primaryKey())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('detail', 'text')
      .execute();
    await db.schema
      .createTable('learnt')
      .addColumn('service', 'text', (column) => column.primaryKey())
      .addColumn('profile', 'text', (column) => column.notNull())
      .execute();
    await sql`create sequence worker as integer`.execute(db);
  },
};

/** When a loop last ran, when a question or a mail may be retried, and the uptime. */
const addLoopTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('task')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('looked_at', 'timestamptz', (column) => column.notNull())
      .addColumn('present_s', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('not_before', 'timestamptz')
      .execute();
    await db.schema
      .createTable('schedule')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('looked_at', 'timestamptz', (column) => column.notNull())
      .addColumn('timetable', 'text', (column) => column.notNull())
      .execute();
    await db.schema.alterTable('snapshot').addColumn('next_attempt_at', 'timestamptz').execute();
    await db.schema
      .alterTable('run')
      .addColumn('since_s', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('delivery')
      .addColumn('attempted_at', 'timestamptz')
      .addColumn('since_s', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/**
 * Keeps only the counts of stored citations. `items` was the last field, and JSON escapes quotes inside strings.
 * The text is cut because PostgreSQL's json rejects \u0000 and half surrogates.
 */
const addFigures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update snapshot
      set parsed = left(parsed, strpos(parsed, ',"items":[') - 1) || '}'
      where endpoint = 'citations' and strpos(parsed, ',"items":[') > 0`.execute(db);
  },
};

/** Learnt recipes, and observed changes of body shapes. */
const addRecipes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('learnt').addColumn('recipes', 'text').execute();
    await db.schema.alterTable('snapshot').addColumn('changed', 'text').execute();
  },
};

/** The days that an answer covers; unknown for earlier answers. */
const addWindows: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('snapshot').addColumn('window_days', 'integer').execute();
  },
};

/** Images apart from the mails that share them. No earlier mail has one. */
const addImages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('image')
      .addColumn('cid', 'text', (column) => column.primaryKey())
      .addColumn('filename', 'text', (column) => column.notNull())
      .addColumn('content_type', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .execute();
  },
};

/** The kind of a channel; null for a mail. */
const addChannels: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('digest').addColumn('channel', 'text').execute();
  },
};

/** The cited pages of an answer; unknown for earlier answers. */
const addCitedPages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('snapshot').addColumn('cited_pages', 'text').execute();
  },
};

/** When alerts were checked, and when their conditions held. */
const addAlerts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('alert')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('website_id', 'text', (column) => column.notNull())
      .addColumn('checked_at', 'timestamptz', (column) => column.notNull())
      .addColumn('held_on', 'text')
      .addPrimaryKeyConstraint('alert_once', ['id', 'website_id'])
      .execute();
  },
};

/** Further addresses of a mail; null without any. */
const addCopies: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('digest').addColumn('copies', 'text').execute();
  },
};

/** The last instant of a run's snapshots; null for its `planned_at`. */
const addDataUntil: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('run').addColumn('data_until', 'timestamptz').execute();
  },
};

/** Attachments among the images of mails, which keep their rows. */
const addFiles: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('image').renameTo('file').execute();
    await db.schema
      .alterTable('file')
      .addColumn('disposition', 'text', (column) => column.notNull().defaultTo('inline'))
      .execute();
  },
};

/** The key of web copies. Its row is created on first use, because a build ships an empty database. */
const addWebCopyKey: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('web_copy_key')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};

/** Bodies apart from the digests that share them. An earlier digest keeps its own, which has no placeholder. */
const addBodies: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('body')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('html', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('attachments', 'text', (column) => column.notNull())
      .execute();
    await sql`insert into body select id, html, text, attachments from digest`.execute(db);
    await db.schema
      .alterTable('digest')
      .addColumn('body_id', 'text', (column) => column.references('body.id'))
      .addColumn('inserts', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await sql`update digest set body_id = id`.execute(db);
    await db.schema
      .alterTable('digest')
      .alterColumn('body_id', (column) => column.setNotNull())
      .alterColumn('inserts', (column) => column.dropDefault())
      .dropColumn('html')
      .dropColumn('text')
      .dropColumn('attachments')
      .dropColumn('sha256')
      .execute();
  },
};

/** Who gets no digest in a run, and why. */
const addWithheld: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('withheld')
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('recipient_hash', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('withheld_once', ['run_id', 'recipient_hash'])
      .execute();
  },
};

/** What decided the digest of a run; unknown for earlier runs. */
const addParameters: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('run').addColumn('parameters', 'text').execute();
  },
};

/** The kind of a failure with its parameters; unknown for earlier ones. */
const addFaults: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('snapshot').addColumn('fault', 'text').execute();
  },
};

/** What confirms a clock, and the place of the database, which differs for a restored copy. */
const addEvidence: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('task')
      .addColumn('service_time', 'timestamptz')
      .addColumn('place', 'text')
      .execute();
  },
};

/** All migrations, in order. */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({
    '2026-11-21-ledger': createTables,
    '2026-11-23-loops': addLoopTables,
    '2026-11-24-figures': addFigures,
    '2026-11-25-recipes': addRecipes,
    '2026-11-26-windows': addWindows,
    '2026-11-27-images': addImages,
    '2026-11-28-channels': addChannels,
    '2026-11-29-cited-pages': addCitedPages,
    '2026-11-30-alerts': addAlerts,
    '2026-12-01-copies': addCopies,
    '2026-12-02-data-until': addDataUntil,
    '2026-12-03-files': addFiles,
    '2026-12-04-web-copy-key': addWebCopyKey,
    '2026-12-05-bodies': addBodies,
    '2026-12-06-withheld': addWithheld,
    '2026-12-07-parameters': addParameters,
    '2026-12-08-faults': addFaults,
    '2026-12-09-evidence': addEvidence,
  }),
};

/** Applies missing migrations. Throws a {@link UserError} if one fails. */
export async function migrate(db: Database): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrations }).migrateToLatest();
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
  const known = Object.keys(await migrations.getMigrations());
  if (rows.some(({ name }) => !known.includes(name))) return 'newer';
  return rows.length < known.length ? 'older' : 'current';
}
