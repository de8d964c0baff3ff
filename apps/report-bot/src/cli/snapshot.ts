import { type Collected, collect } from '../collect/collect.ts';
import { announcement, isNewHost } from '../collect/known-hosts.ts';
import type { ExitCode } from '../complaint.ts';
import { counted } from '../counted.ts';
import type { Context } from './context.ts';

/** Takes the day's snapshot of every website that a schedule names. */
export async function snapshot(
  context: Context,
  file: string,
  clock: () => number,
  json: boolean,
): Promise<0 | ExitCode> {
  const now = clock();
  const settings = context.settings(file);
  const store = await context.store(settings.store);
  const { url } = settings.service;
  if (await isNewHost(store.db, url, now)) context.notice(announcement(url));
  const collected = await collect(
    store,
    settings,
    now,
    context.ended,
    json ? undefined : (line) => context.complain(line),
  );
  if (json) context.write(JSON.stringify(collected));
  else for (const line of snapshotWords(collected)) context.write(line);
  return collected.failures.length === 0 && collected.stopped === null ? 0 : 1;
}

/** One line for the day, one for each failure, one for an early end. */
export function snapshotWords(collected: Collected): string[] {
  const { day, websites, answers, kept, requests, failures, stopped } = collected;
  const lines = [
    `Snapshot of ${day}: ${counted(websites, 'website')}, ${counted(answers, 'new answer')}, ${kept} kept, ${counted(requests, 'request')}.`,
  ];
  for (const failure of failures) lines.push(`  ${failure.website} ${failure.endpoint}: ${failure.reason}`);
  if (stopped !== null) lines.push(`Stopped: ${stopped}`);
  return lines;
}
