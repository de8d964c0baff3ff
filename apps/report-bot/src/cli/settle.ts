import { Complaint, type ExitCode } from '../complaint.ts';
import { counted } from '../counted.ts';
import { settleUncertain, type Uncertain } from '../store/uncertain.ts';
import type { Context } from './context.ts';
import { weekFrom } from './time.ts';

export interface SettleOptions {
  readonly as: string;
  readonly all?: boolean;
  readonly week?: string;
}

/**
 * An operator's decision on one uncertain mail, or on all of a week: it arrived (`sent`), or it is to be sent again
 * (`ready`, same Message-ID).
 */
export async function settle(
  context: Context,
  file: string,
  id: string | undefined,
  options: SettleOptions,
  clock: () => number,
): Promise<0 | ExitCode> {
  const { as } = options;
  if (as !== 'sent' && as !== 'ready')
    throw new Complaint('--as must be sent (it arrived) or ready (send it again).', 2);
  const which = uncertainFrom(id, options);
  const settings = context.settings(file);
  const store = await context.store(settings.store);
  const settled = await settleUncertain(store.db, which, as, clock());
  if (settled.length === 0) {
    const what = 'week' in which ? `of week ${which.week}` : 'with that id';
    throw new Complaint(`There is no uncertain delivery ${what}. See the ids with "answershare list".`);
  }
  for (const { digestId, recipient } of settled)
    context.write(
      as === 'sent'
        ? `${digestId} to ${recipient} is settled as sent.`
        : `${digestId} to ${recipient} is ready; the next run sends it again with the same Message-ID.`,
    );
  if ('week' in which) context.write(`${counted(settled.length, 'mail')} of ${which.week} settled.`);
  return 0;
}

function uncertainFrom(id: string | undefined, options: SettleOptions): Uncertain {
  const week = weekFrom(options.week);
  if (id !== undefined && options.all !== true && week === null) return { digestId: id };
  if (id === undefined && options.all === true && week !== null) return { week };
  throw new Complaint(
    'Name one mail by its id, or all uncertain mails of a week with --all --week 2026-W47. The ids are in "answershare list".',
    2,
  );
}
