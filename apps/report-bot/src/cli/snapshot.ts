import { collect } from '../collect/collect.ts';
import { futureWords } from '../collect/daily.ts';
import { announcement, isNewHost } from '../collect/known-hosts.ts';
import { snapshotWords } from '../collect/snapshot-words.ts';
import { Complaint, type ExitCode } from '../complaint.ts';
import { counted } from '../counted.ts';
import { dayIn } from '../schedule/iso-week.ts';
import { forgetFutureSnapshots } from '../store/snapshots.ts';
import type { Context } from './context.ts';

export interface SnapshotOptions {
  readonly json?: boolean;
  readonly forgetFuture?: boolean;
}

/** Takes the day's snapshot of every website that a schedule names, or removes the snapshots that lie in the future. */
export async function snapshot(
  context: Context,
  file: string,
  clock: () => number,
  options: SnapshotOptions,
): Promise<0 | ExitCode> {
  const now = clock();
  const settings = context.settings(file);
  const store = await context.store(settings.store);
  const json = options.json === true;
  if (options.forgetFuture === true) {
    const rows = await forgetFutureSnapshots(store.db, now);
    context.write(json ? JSON.stringify({ forgotten: rows }) : `Removed ${counted(rows, 'answer')}.`);
    return 0;
  }
  const { url } = settings.service;
  if (await isNewHost(store.db, url, now)) context.notice(announcement(url));
  const { ended, late } = context;
  const report = json ? undefined : (line: string): void => context.complain(line);
  const order = { now, day: dayIn(now, 'UTC'), patient: false, ending: { ended, late }, report };
  const collected = await collect(store, settings, order);
  if (collected === null)
    throw new Complaint('Another process takes a snapshot at this moment. Run the command again later.');
  if (collected.websites === 0 && collected.gone.length > 0)
    throw new Complaint(collected.gone.join('\n'), 2);
  const future = await futureWords(store, now);
  if (json) context.write(JSON.stringify(collected));
  else {
    for (const line of snapshotWords(collected)) context.write(line);
    if (future !== null) context.complain(future);
  }
  const { failures, gone, stopped } = collected;
  return failures.length === 0 && gone.length === 0 && stopped === null ? 0 : 1;
}
