import { type Kysely, sql } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';

/** PostgreSQL 13 is the oldest version that these statements must run on. */
const first: Migration = {
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

/** When a loop last looked, when a question or a mail may be tried again, and how long the bot was there to try. */
const loops: Migration = {
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
 * Of the citations that were read only the counts stay. `items` was the last field, and inside a JSON string its quotes
 * would be escaped. The text is cut because PostgreSQL's json refuses \u0000 and half surrogates.
 */
const figures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update snapshot
      set parsed = left(parsed, strpos(parsed, ',"items":[') - 1) || '}'
      where endpoint = 'citations' and strpos(parsed, ',"items":[') > 0`.execute(db);
  },
};

/** The recipes that were learnt of a service, and what an answer showed to have changed in the shape of bodies. */
const recipes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('learnt').addColumn('recipes', 'text').execute();
    await db.schema.alterTable('snapshot').addColumn('changed', 'text').execute();
  },
};

/** Every migration, in the order they apply. */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({
    '2026-11-21-ledger': first,
    '2026-11-23-loops': loops,
    '2026-11-24-figures': figures,
    '2026-11-25-recipes': recipes,
  }),
};
