import { skewMs } from '../../schedule/clock.ts';
import { listAudit } from '../../store/audit.ts';
import { type DeliveryFilter, isRepeatable, type LedgerEntry, listDeliveries } from '../../store/ledger.ts';
import { listOpenDeliveries } from '../../store/open-work.ts';
import { listRecentRuns } from '../../store/runs.ts';
import type { Store } from '../../store/store.ts';
import type { Database, DeliveryState, RunRow } from '../../store/tables.ts';
import { listWithheldReaders } from '../../store/withheld.ts';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import { dropPeriod, pluralize } from '../../system/text.ts';
import { lateMs } from '../../watch/bot-status.ts';
import type { Context } from '../io/context.ts';
import { formatCondition, formatNextReport, formatRepeat, formatUtc } from '../io/format.ts';
import { type CommonOptions, parseClock, parseWeek } from '../io/options.ts';
import { describeSelections, formatSelections } from '../io/selections.ts';

/** More than some years of many schedules have. */
const maxRuns = 100_000;

interface ListOptions extends CommonOptions {
  readonly week?: string;
  readonly state?: DeliveryState;
  readonly limit: string;
  readonly audit?: string;
}

/**
 * Prints schedules with their next time, recent runs and deliveries. Exits 1 if a delivery is uncertain or past due, or a
 * week held.
 */
export async function listState(context: Context, options: ListOptions): Promise<ExitCode> {
  const clock = parseClock(options.now);
  const week = parseWeek(options.week) ?? undefined;
  const limit = Number(options.limit);
  if (!/^[1-9]\d{0,6}$/.test(options.limit)) throw new UsageError('--limit is not a whole number from 1.');
  const settings = context.settings(options.config);
  const store = await context.store(settings.store);
  const now = clock();
  if (options.audit !== undefined) return printAudit(context, store, options.audit, options.json === true);
  const schedules = settings.schedules.map((schedule) => ({
    id: schedule.id,
    next: formatNextReport(schedule, now),
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
  const recent = await listRecentRuns(store.db, week);
  const runs = recent.map((run) => ({
    schedule: run.schedule_id,
    week: run.period_key,
    state: run.state,
    reason: run.reason,
    planned: formatUtc(run.planned_at.getTime()),
    future: run.planned_at.getTime() > now + skewMs,
  }));
  const found = await readDeliveries(store.db, recent, { week, state: options.state, limit: limit + 1 });
  const deliveries = found.slice(0, limit);
  const isCut = found.length > limit;
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
  if (options.json === true)
    context.writeJson({
      schedules,
      alerts,
      runs,
      deliveries: sent,
      withheld,
      ...(isCut ? { limited: limit } : {}),
    });
  else {
    for (const line of formatAudiences(schedules, alerts)) context.report(line);
    context.report(runs.length === 0 ? 'No runs yet.' : 'Runs:');
    for (const one of runs) context.report(`  ${formatRun(one)}`);
    for (const line of formatDeliveries(deliveries)) context.report(line);
    if (isCut) context.report(`There are more than ${limit}; use --limit, --week or --state to see others.`);
    if (withheld.length > 0) context.report('Without a mail in a week with mails to others:');
    for (const { schedule, week, recipient, reason } of withheld)
      context.report(`  ${schedule} ${week} ${recipient} (${dropPeriod(reason)})`);
  }
  const isPastDue = (await listOpenDeliveries(store.db)).some(
    ({ state, reason, since }) =>
      state === 'uncertain' || (state === 'ready' && (reason !== null || now - since > lateMs)),
  );
  return isPastDue || runs.some(({ state }) => state === 'held') ? 1 : 0;
}

/**
 * The first deliveries; without a state those of the listed runs. Most of a large ledger is sent and lies behind the limit, so
 * that it is read run by run. The other states have an index.
 */
async function readDeliveries(
  db: Database,
  recent: readonly RunRow[],
  { week, state, limit }: Required<Pick<DeliveryFilter, 'week' | 'state' | 'limit'>>,
): Promise<readonly LedgerEntry[]> {
  if (state !== undefined && state !== 'sent') return listDeliveries(db, { week, state, limit });
  const found: LedgerEntry[] = [];
  for (const { id: runId } of state === undefined ? recent : await listRecentRuns(db, week, maxRuns)) {
    if (found.length >= limit) break;
    found.push(...(await listDeliveries(db, { runId, state, limit: limit - found.length })));
  }
  return found;
}

type ListedAudience = Parameters<typeof formatSelections>[0] & {
  readonly id: string;
  readonly recipients: number;
  readonly channels: readonly string[];
};
type ListedSchedule = ListedAudience & { readonly next: string; readonly copies: number };
type ListedAlert = ListedAudience & { readonly condition: string };

const formatAudiences = (
  schedules: readonly ListedSchedule[],
  alerts: readonly ListedAlert[],
): readonly string[] => [
  'Schedules:',
  ...schedules.flatMap((one) => {
    const copies = one.copies === 0 ? [] : [`${one.copies} by cc or bcc`];
    const to = [pluralize(one.recipients, 'recipient'), ...copies, ...one.channels];
    return [`  ${one.id}: next ${one.next}, ${to.join(', ')}`, ...indent(one)];
  }),
  ...(alerts.length === 0 ? [] : ['Alerts:']),
  ...alerts.flatMap((one) => {
    const to = [pluralize(one.recipients, 'recipient'), ...one.channels];
    return [`  ${one.id}: ${one.condition}, ${to.join(', ')}`, ...indent(one)];
  }),
];

const indent = (one: Parameters<typeof formatSelections>[0]): readonly string[] =>
  formatSelections(one).map((line) => `    ${line}`);

/** Prints the transitions of a delivery and its run. */
async function printAudit(context: Context, store: Store, id: string, json: boolean): Promise<ExitCode> {
  const trail = (await listAudit(store.db, id)).map(({ at, subject, event, detail }) => ({
    at: formatUtc(at.getTime()),
    subject,
    event,
    detail,
  }));
  if (trail.length === 0)
    throw new UserError('There is no delivery with that id. See the ids with "answershare list".');
  if (json) context.writeJson({ audit: trail });
  else
    for (const { at, subject, event, detail } of trail)
      context.report(`${at} ${subject === id ? '' : 'its run: '}${event}${formatReasonSuffix(detail)}`);
  return 0;
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
