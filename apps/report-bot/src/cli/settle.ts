import { Complaint, type ExitCode } from '../complaint.ts';
import { settleUncertain } from '../store/ledger.ts';
import type { Context } from './context.ts';

/** An operator's word on an uncertain mail: it arrived (`sent`), or it is to be sent again (`ready`, same Message-ID). */
export async function settle(
  context: Context,
  file: string,
  id: string,
  as: string | undefined,
  clock: () => number,
): Promise<0 | ExitCode> {
  if (as !== 'sent' && as !== 'ready')
    throw new Complaint('--as must be sent (it arrived) or ready (send it again).', 2);
  const settings = context.settings(file);
  const store = await context.store(settings.store);
  if (!(await settleUncertain(store.db, id, as, clock()))) {
    throw new Complaint(`There is no uncertain delivery "${id}". See the ids with "answershare list".`);
  }
  context.write(
    as === 'sent'
      ? `${id} is settled as sent.`
      : `${id} is ready; the next run sends it again with the same Message-ID.`,
  );
  return 0;
}
