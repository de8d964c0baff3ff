import { writeLedgerFile } from '../../store/ledger-file.ts';
import { readLedger } from '../../store/ledger-rows.ts';
import type { ExitCode } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';

/** Writes the whole ledger to a new file, also while `start` runs. */
export async function backUpLedger(
  context: Context,
  file: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const clock = parseClock(options.now);
  const { store: location } = context.settings(options.config);
  const { db } = await context.store(location);
  const rows = await readLedger(db, clock(), (found) => writeLedgerFile(file, found));
  if (options.json === true) context.writeJson({ file, rows });
  else
    context.report(
      `${pluralize(rows, 'row')} written to ${file}. It holds mail addresses: keep it as private as the ledger.`,
    );
  return 0;
}
