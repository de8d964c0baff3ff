import { parseMailbox } from '../../settings/addresses.ts';
import {
  formatSuppression,
  listSuppressions,
  type SuppressionReason,
  suppress,
  unsuppress,
} from '../../store/suppression-list.ts';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import type { Context } from '../io/context.ts';
import { formatUtc } from '../io/format.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';

interface AddOptions extends CommonOptions {
  readonly reason: SuppressionReason;
}

/** Prints the addresses that get no mail, and why. */
export async function printSuppressions(context: Context, options: CommonOptions): Promise<ExitCode> {
  const { db } = await context.store(context.settings(options.config).store);
  const rows = await listSuppressions(db);
  if (options.json === true) {
    const suppressions = rows.map(({ recipient: address, reason, source, at }) => ({
      address,
      reason,
      source,
      at: formatUtc(at.getTime()),
    }));
    context.writeJson({ suppressions });
  } else if (rows.length === 0) context.report('No address is suppressed.');
  for (const row of options.json === true ? [] : rows)
    context.report(`${row.recipient}: ${formatSuppression(row)}`);
  return 0;
}

/** Suppresses addresses: no schedule and no alert sends to them. */
export const addSuppressions = (context: Context, addresses: readonly string[], options: AddOptions) =>
  change(context, addresses, options, {
    work: (db, address, now) => suppress(db, address, options.reason, 'command', now),
    done: 'gets no more mails',
    idle: 'is suppressed already',
  });

/** Lets addresses get mails again. */
export const removeSuppressions = (context: Context, addresses: readonly string[], options: CommonOptions) =>
  change(context, addresses, options, {
    work: unsuppress,
    done: 'gets mails again, from the next digest on',
    idle: 'is not suppressed',
  });

interface Change {
  readonly work: typeof unsuppress;
  readonly done: string;
  readonly idle: string;
}

async function change(
  context: Context,
  addresses: readonly string[],
  options: CommonOptions,
  { work, done, idle }: Change,
): Promise<ExitCode> {
  const mailboxes = addresses.map((text) => {
    const parsed = parseMailbox(text);
    if ('why' in parsed) throw new UsageError(`An address ${parsed.why}.`);
    return parsed.address;
  });
  const { db } = await context.store(context.settings(options.config).store);
  const changed: string[] = [];
  for (const address of mailboxes) {
    const isChanged = await work(db, address, parseClock(options.now)());
    if (isChanged) changed.push(address);
    if (options.json !== true) context.report(`${address} ${isChanged ? done : idle}.`);
  }
  if (options.json === true) context.writeJson({ changed });
  context.next('suppressions list', options);
  return 0;
}
