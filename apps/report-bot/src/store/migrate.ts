import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Complaint } from '../complaint.ts';
import { diskFull, isDiskFull } from '../disk-full.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

/** Applies the migrations that a database lacks. Throws a {@link Complaint} where one fails. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrations }).migrateToLatest();
  if (isDiskFull(error)) throw diskFull(error);
  if (error !== undefined) {
    throw new Complaint(
      `The tables could not be brought up to date: ${(error as Error).message}. Nothing was sent; check the database user's rights.`,
    );
  }
}
