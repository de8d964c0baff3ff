import { holdRestored, type PlanEvent } from '../../delivery/plan-runs.ts';
import { openLedgerFile } from '../../store/ledger-file.ts';
import { writeLedger } from '../../store/ledger-rows.ts';
import { markCopy, recordPlace } from '../../store/restored.ts';
import { formatLocation, withDatabase } from '../../store/store.ts';
import type { ExitCode } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { formatRunEvent } from '../io/format.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';

/** Writes a backup into an empty ledger. What came due after it waits for a person, who knows whether it was sent. */
export async function restoreLedger(
  context: Context,
  file: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const now = parseClock(options.now)();
  const { store: location, schedules, alerts } = context.settings(options.config);
  const found = await openLedgerFile(file);
  const { at } = found.head;
  await context.closeStores();
  const counts = await withDatabase(location, ({ db }) =>
    writeLedger(db, found, formatLocation(location), (transaction) => markCopy(transaction, at)),
  );
  const store = await context.store(location, 'exclusive');
  const events: PlanEvent[] = [];
  await holdRestored(store, { schedules, alerts, now }, (event) => events.push(event));
  await recordPlace(store.db, store.place);
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (options.json === true) context.writeJson({ file, at, rows, events });
  else {
    context.report(`${pluralize(rows, 'row')} of ${at} restored into ${formatLocation(location)}.`);
    for (const event of events) context.report(formatRunEvent(event));
  }
  context.next('list', options);
  return 0;
}
