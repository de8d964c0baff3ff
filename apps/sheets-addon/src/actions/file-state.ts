import { redact } from '@answershare/core';
import { findKeyRefusal, listUnreadAnswers } from '../connection/meter.ts';
import { findLearntAt } from '../connection/recipes.ts';
import type { ActionContext, KeyTrouble } from '../ports/action-context.ts';
import type { StatusFacts } from '../ports/file-facts.ts';
import type { PropertyStore } from '../ports/property-store.ts';
import type { CellFault } from '../ports/query.ts';
import { findHistoryLayout, historyRange } from '../tracking/history.ts';
import type { FigureAlert } from './alert-rule.ts';
import { readFigureAlerts } from './figure-alerts.ts';
import { listOwnFormulas } from './own-formulas.ts';
import { restoreFormulas } from './reenter-formulas.ts';
import { findNextRun, findStaleSince, type RefreshSchedule } from './schedule.ts';
import {
  listPlanChoices,
  readCurrentSchedule,
  readStoredHeartbeat,
  readStoredSchedule,
} from './set-schedule.ts';
import { readStoredReports } from './stored-reports.ts';

interface HistoryState {
  readonly tab: string;
  /** The latest day, `YYYY-MM-DD`; null without one. */
  readonly lastDay: string | null;
}

/** Location and extent of the history; null without a history, or without its headings. */
function readHistoryState({
  workbook,
  calendar,
}: Pick<ActionContext, 'workbook' | 'calendar'>): HistoryState | null {
  const named = workbook.named(historyRange);
  if (named === null) return null;
  const values = named.tab.values();
  const layout = findHistoryLayout(values);
  if ('missing' in layout) return { tab: named.tab.name, lastDay: null };
  const latest = values
    .slice(layout.headingRow)
    .map((row) => row[layout.columns.date - 1])
    .reduce<Date | null>(
      (last, cell) => (cell instanceof Date && (last === null || cell > last) ? cell : last),
      null,
    );
  return { tab: named.tab.name, lastDay: latest === null ? null : calendar.dateOfCell(latest) };
}

const runName = 'answershare.run';

/** Result of the last scheduled run. Google sends no mail if an add-on's trigger fails (guides: editor triggers). */
export interface ScheduledRun {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** One sentence per fault; empty if the run succeeded. */
  readonly faults: readonly string[];
}

const maxFaultLength = 300;

export function storeRun(properties: PropertyStore, { at, faults }: ScheduledRun): void {
  const shortFaults = faults.slice(0, 10).map((fault) => fault.slice(0, maxFaultLength));
  properties.set(runName, JSON.stringify({ at, faults: shortFaults }));
}

function readLastRun(properties: PropertyStore): ScheduledRun | null {
  const text = properties.get(runName);
  return text === null ? null : (JSON.parse(text) as ScheduledRun);
}

const formatValue = (value: number | null): string => (value === null ? 'unknown' : String(value));

function formatCounts(names: readonly string[]): string {
  const found: Record<string, number> = {};
  for (const name of names) found[name] = (found[name] ?? 0) + 1;
  const texts = Object.keys(found)
    .sort()
    .map((name) => `${name} ${found[name]}`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}

/** Formats what the add-on knows of itself for a report. Contains no key, no website, no figure of a website. */
export function formatAddonDiagnosis(context: ActionContext): { readonly text: string } {
  const { workbook, properties, connection, locale, formatInstant, now } = context;
  const status = connection.status();
  const facts = context.file.status();
  const calls = listOwnFormulas(workbook).flatMap((cell) => cell.calls.map(({ name }) => name));
  const schedule = readStoredSchedule(context);
  const run = readLastRun(properties);
  const lines = [
    `Answershare for Google Sheets, ${formatInstant(now())} (${workbook.zone}), locale ${locale}`,
    status === null
      ? 'Connection: none'
      : `Connection: ${facts.host}, Form ${facts.form ?? 'not known'}, ${facts.websites} websites, ${status.paused ? 'paused' : 'not paused'}`,
    `Last refresh: ${facts.last_refresh === null ? 'none' : formatInstant(facts.last_refresh)}`,
    facts.limits_seen === null
      ? 'Limits: unknown'
      : `Limits at ${formatInstant(facts.limits_seen)}: minute ${formatValue(facts.minute_left)} of ${formatValue(facts.minute_limit)}, day ${formatValue(facts.day_left)} of ${formatValue(facts.day_limit)}`,
    `State: ${facts.state}, requests today at least ${formatValue(facts.spent_today)}`,
    `Last fault: ${facts.last_fault === null ? 'none' : (/^\[\w+\]/.exec(facts.last_fault)?.[0] ?? '')} ${facts.last_fault_at === null ? '' : formatInstant(facts.last_fault_at)}`,
    `Tabs: ${workbook.tabs().length}`,
    `Formulas: ${formatCounts(calls)}`,
    `Reports: ${formatCounts(readStoredReports(context).map(({ kind }) => kind))}`,
    `History: ${readHistoryState(context)?.lastDay ?? 'none'}`,
    `Schedule: ${schedule.pace}, tracking ${schedule.tracking ? 'yes' : 'no'}, plan ${schedule.plan}, ${context.triggers.isAvailable ? 'possible' : 'not built in'}`,
    `Last run: ${run === null ? 'none' : `${formatInstant(run.at)}, ${run.faults.length} faults`}`,
  ];
  return { text: redact(lines.join('\n')) };
}

/** The key's limits as the sidebar shows them; null if unknown or outdated. */
export interface QuotaState {
  readonly minute: QuotaLimit;
  readonly day: QuotaLimit;
  /** Requests of this file today, a lower bound. */
  readonly spentToday: number | null;
  /** When the service stated it, milliseconds since the epoch; null for never. */
  readonly at: number | null;
}

interface QuotaLimit {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds since the epoch. */
  readonly resetAt: number | null;
}

/** The state that the sidebar loads on opening. Costs no request. */
export interface FileState {
  readonly paused: boolean;
  /** End of the last refresh that brought an answer, milliseconds since the epoch; 0 for none. */
  readonly refreshedAt: number;
  readonly zone: string;
  readonly reports: readonly {
    readonly range: string;
    readonly title: string;
    /** The tab if another report has the same title; else null. */
    readonly tab: string | null;
    readonly readAt: number;
    readonly fault: string | null;
  }[];
  readonly history: HistoryState | null;
  readonly schedule: RefreshSchedule & {
    readonly there: boolean;
    /** Whether it runs with this user's account. */
    readonly isOwn: boolean;
    /** Whether the build can mail a failure. */
    readonly canMail: boolean;
    /** Since when the trigger has not fired, milliseconds since the epoch; null if it fires. */
    readonly staleSince: number | null;
    /** About when it runs next, milliseconds since the epoch; null if it is off. */
    readonly nextRun: number | null;
  };
  /** Figures that a scheduled run checks. */
  readonly alerts: readonly FigureAlert[];
  readonly plans: typeof listPlanChoices;
  readonly run: ScheduledRun | null;
  readonly quota: QuotaState;
  /** Why the service rejects the key; null if it accepts it or the file does not know. */
  readonly refusal: CellFault | null;
  /** The last answer, since recipes were stored, that no recipe could read; null for none. */
  readonly unread: KeyTrouble | null;
  /** True if formulas of an aborted refresh were just restored. */
  readonly restored: boolean;
}

function toQuotaState(facts: StatusFacts): QuotaState {
  return {
    minute: { limit: facts.minute_limit, remaining: facts.minute_left, resetAt: facts.minute_reset },
    day: { limit: facts.day_limit, remaining: facts.day_left, resetAt: facts.day_reset },
    spentToday: facts.spent_today,
    at: facts.limits_seen,
  };
}

/** The key's limits alone, for the sidebar that watches them. */
export const readQuota = ({ file }: Pick<ActionContext, 'file'>): QuotaState => toQuotaState(file.status());

export function readFileState(context: ActionContext): FileState {
  const { properties, workbook, connection, triggers, mail } = context;
  const restored = restoreFormulas(context);
  const status = connection.status();
  const facts = context.file.status();
  const meter = context.meter();
  const schedule = readCurrentSchedule(context);
  const heartbeat = readStoredHeartbeat(context);
  const reports = readStoredReports(context);
  const isRepeated = (title: string): boolean => reports.filter((one) => one.title === title).length > 1;
  return {
    paused: status?.paused ?? false,
    refreshedAt: facts.last_refresh ?? 0,
    zone: workbook.zone,
    reports: reports.map(({ range, title, readAt, fault }) => ({
      range,
      title,
      tab: isRepeated(title) ? (workbook.named(range)?.tab.name ?? null) : null,
      readAt,
      fault,
    })),
    history: readHistoryState(context),
    schedule: {
      ...schedule,
      there: triggers.isAvailable,
      isOwn: schedule.trigger !== null && triggers.findOwn([schedule.trigger]) !== null,
      canMail: mail.isAvailable,
      staleSince: findStaleSince(schedule, heartbeat, context.now()),
      nextRun: findNextRun(schedule, heartbeat, context.now(), context.formatInstant),
    },
    alerts: readFigureAlerts(context),
    plans: listPlanChoices,
    run: readLastRun(properties),
    quota: toQuotaState(facts),
    refusal: meter === null ? null : findKeyRefusal(meter),
    unread: listUnreadAnswers(meter, findLearntAt(connection.recipes()))[0] ?? null,
    restored,
  };
}
