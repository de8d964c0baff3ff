import type { ExitCode } from '../complaint.ts';
import { counted } from '../counted.ts';
import { nextTimes } from '../schedule/cron.ts';
import { deliveries } from '../store/ledger.ts';
import { recentRuns } from '../store/runs.ts';
import type { Context } from './context.ts';
import { bothTimes, utc } from './time.ts';

/** Schedules with their next time, the last runs, and each delivery's state. Exit code 1 while one is uncertain. */
export async function list(
  context: Context,
  file: string,
  clock: () => number,
  json: boolean,
): Promise<0 | ExitCode> {
  const settings = context.settings(file);
  const store = await context.store(settings.store);
  const now = clock();
  const schedules = settings.schedules.map((schedule) => ({
    id: schedule.id,
    next:
      nextTimes(schedule.cron, schedule.timezone, now, 1).map((time) =>
        bothTimes(time, schedule.timezone),
      )[0] ?? 'never',
    recipients: schedule.recipients.length,
  }));
  const runs = (await recentRuns(store.db)).map((run) => ({
    schedule: run.schedule_id,
    week: run.period_key,
    state: run.state,
    reason: run.reason,
    planned: utc(run.planned_at.getTime()),
  }));
  const sent = (await deliveries(store.db)).map((line) => ({
    id: line.digest_id,
    schedule: line.schedule_id,
    week: line.period_key,
    recipient: line.recipient,
    state: line.state,
    attempts: line.attempts,
    smtpCode: line.smtp_code,
    reason: line.reason,
    messageId: line.message_id,
    changed: utc(line.changed_at.getTime()),
  }));
  const doubt = sent.some((line) => line.state === 'uncertain');
  if (json) context.write(JSON.stringify({ schedules, runs, deliveries: sent }));
  else {
    context.write('Schedules:');
    for (const one of schedules) {
      context.write(`  ${one.id}: next ${one.next}, ${counted(one.recipients, 'recipient')}`);
    }
    context.write(runs.length === 0 ? 'No runs yet.' : 'Runs:');
    for (const one of runs)
      context.write(
        `  ${one.schedule} ${one.week} ${one.state}${because(one.reason)}, planned ${one.planned}`,
      );
    context.write(sent.length === 0 ? 'No deliveries yet.' : 'Deliveries:');
    for (const one of sent) {
      context.write(
        `  ${one.schedule} ${one.week} ${one.recipient} ${one.state}${because(one.reason)}, ${one.changed}, id ${one.id}`,
      );
    }
  }
  return doubt ? 1 : 0;
}

function because(reason: string | null): string {
  return reason === null ? '' : ` (${reason})`;
}
