import { accessSync, constants, existsSync, opendirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import type { StoreLocation } from '../settings/settings.ts';
import { assertFreeSpace, UserError } from '../system/errors.ts';
import type { OpenDatabase } from './database.ts';
import { newerSchemaMessage, readSchemaState } from './migrations.ts';
import { explainFolderFault, FolderInUseError } from './pglite.ts';
import { explainFault, isServerFault } from './postgres-faults.ts';
import { formatLocation, openDatabase, readMove } from './store.ts';
import type { Database } from './tables.ts';

/** What a command would find that opens the store. */
export interface StoreInspection {
  readonly ok: boolean;
  readonly message: string;
  /** Null if the store has no tables, or its tables cannot be used. */
  readonly db: Database | null;
  close(): Promise<void>;
}

const report = (ok: boolean, message: string): StoreInspection => {
  return { ok, message, db: null, close: async () => undefined };
};

/** Opens the store without a migration. It creates no folder and no table. */
export async function inspectStore(location: StoreLocation): Promise<StoreInspection> {
  if ('folder' in location && !existsSync(join(location.folder, 'database')))
    return inspectNewFolder(location.folder);
  let opened: OpenDatabase | null = null;
  try {
    opened = await openDatabase(location, []);
    await (await opened.hold()).close();
    const fault = 'url' in location ? await findServerFault(opened.db) : null;
    const place = formatLocation(location);
    const found = fault === null ? await describeTables(opened.db, place) : report(false, fault);
    if (found.db !== null) return { ...found, close: opened.close };
    await opened.close();
    return found;
  } catch (thrown) {
    await opened?.close();
    if (thrown instanceof FolderInUseError)
      return report(
        true,
        `the folder is in use by ${thrown.holder}, which is right while "answershare start" runs; it was not looked into`,
      );
    if (thrown instanceof UserError) return report(false, thrown.message);
    if (isServerFault(thrown)) return report(false, `PostgreSQL reports a fault: ${explainFault(thrown)}`);
    throw thrown;
  }
}

function inspectNewFolder(folder: string): StoreInspection {
  let above = resolve(folder);
  while (!existsSync(above)) above = dirname(above);
  try {
    opendirSync(above).closeSync();
    accessSync(above, constants.W_OK | constants.X_OK);
    assertFreeSpace(above, 80);
  } catch (thrown) {
    return report(false, thrown instanceof UserError ? thrown.message : explainFolderFault(folder, thrown));
  }
  return report(true, `the database in ${folder} is created by the first command that needs it`);
}

async function describeTables(db: Database, place: string): Promise<StoreInspection> {
  const state = await readSchemaState(db);
  if (state === 'newer') return report(false, newerSchemaMessage);
  if (state === 'none') return report(true, `${place}; the next start creates the tables`);
  const words =
    state === 'older' ? 'its tables are older, and the next start updates them' : 'its tables are current';
  const moved = state === 'current' ? await readMove(db) : null;
  if (moved !== null) return report(false, `the ledger was moved from ${place} to ${moved}`);
  return { ...report(true, `${place}; ${words}`), db };
}

/** Why the bot could not work with a server that answers; null if it could. */
async function findServerFault(db: Database): Promise<string | null> {
  const { rows } = await sql<{
    number: number;
    role: string;
    schema: string | null;
    is_read_only: boolean;
    may_create: boolean;
    may_write: boolean;
  }>`select current_setting('server_version_num')::integer as number, current_user::text as role,
    current_schema()::text as schema, current_setting('transaction_read_only') = 'on' as is_read_only,
    has_schema_privilege(current_schema(), 'create') as may_create,
    coalesce((select bool_and(has_table_privilege(found, right_name))
      from unnest(array['run', 'digest', 'delivery', 'snapshot']) name, to_regclass(name) found,
        unnest(array['select', 'insert', 'update', 'delete']) right_name where found is not null), true) as may_write`.execute(
    db,
  );
  const [server] = rows;
  if (server === undefined) return null;
  const { role, schema } = server;
  if (server.number < 130_000) return 'the server is older than PostgreSQL 13';
  if (schema === null) return `role "${role}" has no schema: correct its search_path`;
  if (server.is_read_only) return explainFault({ code: '25006', message: 'nothing can be written' });
  if (!server.may_write)
    return `role "${role}" may not read and write the tables in schema "${schema}": grant select, insert, update and delete`;
  if (!server.may_create && (await readSchemaState(db)) !== 'current')
    return `role "${role}" may not create the tables that the next start needs: grant create on schema "${schema}"`;
  return null;
}
