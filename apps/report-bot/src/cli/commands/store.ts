import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDatabaseUrl } from '../../settings/schema.ts';
import type { StoreLocation } from '../../settings/settings.ts';
import { readLedger, writeLedger } from '../../store/ledger-rows.ts';
import { migrate } from '../../store/migrations.ts';
import { recordPlace } from '../../store/restored.ts';
import { countWorkers, formatLocation, markMoved, readMove, withDatabase } from '../../store/store.ts';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';

interface MoveOptions extends CommonOptions {
  readonly to?: string;
  readonly toEnv?: string;
}

/** Copies the ledger to an empty place. The old one stays, marked, so that no process starts with it by mistake. */
export async function moveLedger(context: Context, options: MoveOptions): Promise<ExitCode> {
  const now = parseClock(options.now)();
  const { store: from } = context.settings(options.config);
  const to = parsePlace(context, options);
  if ('folder' in from && !existsSync(from.folder))
    throw new UserError(`There is no ledger in ${formatLocation(from)}.`);
  await context.closeStores();
  const counts = await withDatabase(from, (source) =>
    withDatabase(to, async (target) => {
      await migrate(source.db);
      const place = formatLocation(to);
      const moved = await readMove(source.db);
      if (moved !== null && moved !== place)
        throw new UserError(`The ledger in ${formatLocation(from)} was moved to ${moved} before.`);
      // A process that starts now sees the mark; one that has started is counted.
      if (moved === null) await markMoved(source.db, place, now);
      try {
        if ((await countWorkers(source.db)) > 0)
          throw new UserError(`A process uses ${formatLocation(from)}. Stop it first.`);
        await migrate(target.db);
        const located = await target.locate();
        return await readLedger(source.db, now, (found) =>
          writeLedger(target.db, found, place, async (transaction) => {
            await markMoved(transaction, null, now);
            await recordPlace(transaction, located);
          }),
        );
      } catch (thrown) {
        if (moved === null) await markMoved(source.db, null, now);
        throw thrown;
      }
    }),
  );
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (options.json === true) context.writeJson({ to: formatLocation(to), rows, tables: counts });
  else {
    const setting = 'url' in to ? 'DATABASE_URL to its address' : `store.folder to ${to.folder}`;
    context.report(
      `${pluralize(rows, 'row')} moved to ${formatLocation(to)} and compared, ${counts.delivery ?? 0} of them deliveries. Set ${setting}. The ledger in ${formatLocation(from)} is kept, and no process starts with it.`,
    );
  }
  return 0;
}

function parsePlace(context: Context, { config, to, toEnv }: MoveOptions): StoreLocation {
  if ((to === undefined) === (toEnv === undefined))
    throw new UsageError('Name the new place with --to, or the variable with its address with --to-env.');
  const text = to ?? context.variables(dirname(config)).values[toEnv ?? ''] ?? '';
  if (text === '') throw new UsageError('The variable of --to-env is not set.');
  if (toEnv === undefined && URL.parse(text)?.password)
    throw new UsageError(
      'Other users of this machine can see a password on the command line. Put the address into a variable, and name that with --to-env.',
    );
  if (!isDatabaseUrl(text)) {
    if (toEnv === undefined && !text.includes('://')) return { folder: resolve(text) };
    throw new UsageError(
      'The new place is neither a folder nor a PostgreSQL address such as postgres://user@host/database.',
    );
  }
  context.hide(text);
  return { url: text };
}
