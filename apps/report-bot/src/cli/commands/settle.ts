import { type DeliverySelection, resolveDeliveries } from '../../store/ledger.ts';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { type CommonOptions, parseClock, parseWeek } from '../io/options.ts';

interface SettleOptions extends CommonOptions {
  readonly as: string;
  readonly all?: boolean;
  readonly refused?: boolean;
  readonly week?: string;
}

/**
 * Resolves one uncertain mail, or all of a week: `sent` if it arrived, `ready` to send it again with the same
 * Message-ID. With `refused`, makes refused ones or a withdrawn one ready instead.
 */
export async function settleMails(
  context: Context,
  id: string | undefined,
  options: SettleOptions,
): Promise<ExitCode> {
  const clock = parseClock(options.now);
  const { as } = options;
  if (as !== 'sent' && as !== 'ready')
    throw new UsageError('--as must be sent (it arrived) or ready (send it again).');
  if (options.refused === true && as === 'sent')
    throw new UsageError('--refused goes with --as ready: a refused mail did not arrive.');
  const which = parseSelection(id, options);
  const from = options.refused === true ? 'refused' : 'uncertain';
  const settings = context.settings(options.config);
  const store = await context.store(settings.store);
  const settled = await resolveDeliveries(store.db, which, from, as, clock());
  if (settled.length === 0) {
    const what = 'week' in which ? `of week ${which.week}` : 'with that id';
    const hint = from === 'refused' ? '' : ' A refused or withdrawn one needs --refused.';
    const kind = from === 'refused' ? 'refused delivery that can be sent again' : 'uncertain delivery';
    throw new UserError(`There is no ${kind} ${what}.${hint} See the ids with "answershare list".`);
  }
  if (options.json === true) {
    const mails = settled.map(({ digestId, recipient }) => ({ id: digestId, recipient, state: as }));
    context.writeJson({ settled: mails });
    return 0;
  }
  for (const { digestId, recipient } of settled)
    context.report(
      as === 'sent'
        ? `${digestId} to ${recipient} is settled as sent.`
        : `${digestId} to ${recipient} is ready; the next run sends it again with the same Message-ID.`,
    );
  if ('week' in which) context.report(`${pluralize(settled.length, 'mail')} of ${which.week} settled.`);
  context.next(as === 'ready' ? 'run' : 'list', options);
  return 0;
}

function parseSelection(id: string | undefined, options: SettleOptions): DeliverySelection {
  const week = parseWeek(options.week);
  if (id !== undefined && options.all !== true && week === null) return { digestId: id };
  if (id === undefined && options.all === true && week !== null) return { week };
  throw new UsageError(
    'Name one mail by its id, or all mails of a week with --all --week 2026-W47. The ids are in "answershare list".',
  );
}
