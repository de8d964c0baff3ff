import { skewMs } from '../../schedule/clock.ts';
import { isRepeatable, type LedgerEntry, listDeliveries } from '../../store/ledger.ts';
import { listRecentRuns } from '../../store/runs.ts';
import { listWithheldReaders } from '../../store/withheld.ts';
import type { ExitCode } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { formatCondition, formatNextTime, formatRepeat, formatUtc } from '../io/format.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';
import { describeSelections, formatSelections } from '../io/selections.ts';

/** Prints schedules with their next time, recent runs and deliveries. Exits 1 if a delivery is uncertain or a week held. */
export async function listState(context: Context, options: CommonOptions): Promise<ExitCode> {
  const clock = parseClock(options.now);
  const settings = context.settings(options.config);
  const store = await context.store(settings.store);
  const now = clock();
  const schedules = settings.schedules.map((schedule) => ({
    id: schedule.id,
    next: formatNextTime(schedule, now),
    recipients: schedule.recipients.length,
    copies: schedule.copies.cc.length + schedule.copies.bcc.length,
    channels: schedule.channels.map(({ id }) => id),
    ...describeSelections(schedule),
  }));
  const alerts = settings.alerts.map((alert) => ({
    id: alert.id,
    condition: formatCondition(alert),
    recipients: alert.recipients.length,
    channels: alert.channels.map(({ id }) => id),
    ...describeSelections(alert),
  }));
  const runs = (await listRecentRuns(store.db)).map((run) => ({
    schedule: run.schedule_id,
    week: run.period_key,
    state: run.state,
    reason: run.reason,
    planned: formatUtc(run.planned_at.getTime()),
    future: run.planned_at.getTime() > now + skewMs,
  }));
  const deliveries = await listDeliveries(store.db);
  const sent = deliveries.map((line) => ({
    id: line.digest_id,
    schedule: line.schedule_id,
    week: line.period_key,
    recipient: line.recipient,
    state: line.state,
    attempts: line.attempts,
    smtpCode: line.smtp_code,
    reason: line.reason,
    messageId: line.message_id,
    changed: formatUtc(line.changed_at.getTime()),
  }));
  const withheld = await listWithheldReaders(store.db);
  const hasUncertain = sent.some((line) => line.state === 'uncertain');
  if (options.json === true) context.writeJson({ schedules, alerts, runs, deliveries: sent, withheld });
  else {
    context.report('Schedules:');
    for (const one of schedules) {
      const copies = one.copies === 0 ? [] : [`${one.copies} by cc or bcc`];
      const to = [pluralize(one.recipients, 'recipient'), ...copies, ...one.channels];
      context.report(`  ${one.id}: next ${one.next}, ${to.join(', ')}`);
      for (const line of formatSelections(one)) context.report(`    ${line}`);
    }
    if (alerts.length > 0) context.report('Alerts:');
    for (const one of alerts) {
      const to = [pluralize(one.recipients, 'recipient'), ...one.channels];
      context.report(`  ${one.id}: ${one.condition}, ${to.join(', ')}`);
      for (const line of formatSelections(one)) context.report(`    ${line}`);
    }
    context.report(runs.length === 0 ? 'No runs yet.' : 'Runs:');
    for (const one of runs) context.report(`  ${formatRun(one)}`);
    for (const line of formatDeliveries(deliveries)) context.report(line);
    if (withheld.length > 0) context.report('Without a mail in a week with mails to others:');
    for (const { schedule, week, recipient, reason } of withheld)
      context.report(`  ${schedule} ${week} ${recipient} (${reason.replace(/\.$/, '')})`);
  }
  return hasUncertain || runs.some(({ state }) => state === 'held') ? 1 : 0;
}

interface ListedRun {
  readonly schedule: string;
  readonly week: string;
  readonly state: string;
  readonly reason: string | null;
  readonly planned: string;
  /** True if a clock that was ahead planned it. */
  readonly future: boolean;
}

const formatRun = ({ schedule, week, state, reason, planned, future }: ListedRun): string =>
  `${schedule} ${week} ${state}${formatReasonSuffix(reason)}, planned ${planned}${future ? ', in the future: it does not count' : ''}`;

function formatDeliveries(deliveries: readonly LedgerEntry[]): string[] {
  if (deliveries.length === 0) return ['No deliveries yet.'];
  const refused = deliveries.find(isRepeatable);
  return [
    'Deliveries:',
    ...deliveries.map((line) => {
      const { schedule_id: schedule, period_key: week, recipient, state, digest_id: id } = line;
      const reason = formatReasonSuffix(line.reason);
      return `  ${schedule} ${week} ${recipient} ${state}${reason}, ${formatUtc(line.changed_at.getTime())}, id ${id}`;
    }),
    ...(refused === undefined
      ? []
      : [
          `The bot does not send a refused mail again by itself. ${formatRepeat(`--all --week ${refused.period_key}`)}`,
        ]),
  ];
}

function formatReasonSuffix(reason: string | null): string {
  return reason === null ? '' : ` (${reason})`;
}
