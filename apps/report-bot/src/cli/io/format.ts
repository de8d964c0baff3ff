import {
  type Analytics,
  type Authority,
  type Citations,
  type Competitors,
  type Endpoint,
  type FieldPointer,
  figureOf,
  maxOf,
  type Reading,
  type ReadingTrace,
  type Recipe,
  trafficFields,
  type Website,
} from '@answershare/core';
import { stringify } from 'yaml';
import type { TestedDraft, TestedRecognition } from '../../collect/worker.ts';
import type { ForecastEvent } from '../../delivery/forecast.ts';
import type { RunEvent } from '../../delivery/run-digests.ts';
import { listNextTimes } from '../../schedule/cron.ts';
import { listNextReports, type Timetable } from '../../schedule/due.ts';
import { eventWords } from '../../settings/events-and-goals.ts';
import type { Alert } from '../../settings/settings.ts';
import { isRepeatable } from '../../store/ledger.ts';
import { dropPeriod, pluralize } from '../../system/text.ts';

/** `Mon 23 Nov 2026 09:00 Europe/Berlin (2026-11-23T08:00:00Z)`. */
export function formatLocalTime(time: number, zone: string): string {
  const parts: Record<string, string> = {};
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  for (const { type, value } of format.formatToParts(time)) parts[type] = value;
  const local = `${parts.weekday} ${parts.day} ${parts.month} ${parts.year} ${parts.hour}:${parts.minute}`;
  return `${local} ${zone} (${formatUtc(time)})`;
}

/** `2026-11-23T08:00:00Z`. */
export function formatUtc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

const jsonTokens = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g;

/** Pretty-prints JSON and keeps every number and repeated field. `JSON.parse` would round an id of 20 digits. */
export function formatJson(json: string): string {
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return json.trim().replace(jsonTokens, (token) => {
    if (token.startsWith('"')) return JSON.stringify(JSON.parse(token));
    if (token === ',') return `,${line()}`;
    if (token === ':') return ': ';
    if (/^\s/.test(token)) return '';
    if (token.length > 1) return token.charAt(0) + token.slice(-1);
    const opens = token === '{' || token === '[';
    depth += opens ? 1 : -1;
    return opens ? token + line() : line() + token;
  });
}

/** The next time of a schedule, for people. */
interface NextDigest {
  readonly schedule: string;
  /** {@link formatLocalTime}; `never` if the schedule never comes due. */
  readonly next: string;
}

export function listNextDigests(schedules: readonly Timetable[], now: number): readonly NextDigest[] {
  return schedules.map((schedule) => ({ schedule: schedule.id, next: formatNextReport(schedule, now) }));
}

export function formatNextDigests(digests: readonly NextDigest[]): readonly string[] {
  return digests.map(({ schedule, next }) => `Next digest of ${schedule}: ${next}`);
}

/** The next time of a cron expression in its zone; `never` without one. */
export function formatNextTime(
  { cron, timezone }: Pick<Timetable, 'cron' | 'timezone'>,
  now: number,
): string {
  const [time] = listNextTimes(cron, timezone, now, 1);
  return time === undefined ? 'never' : formatLocalTime(time, timezone);
}

/** The next time of a schedule that reports another period; `never` without one. */
export function formatNextReport(schedule: Timetable, now: number): string {
  const [next] = listNextReports(schedule, now, 1);
  return next === undefined ? 'never' : formatLocalTime(next.time, schedule.timezone);
}

/** The condition of an alert: `share below 30 %, again after 7 days without it`. */
export function formatCondition({ figure, condition, days }: Alert): string {
  const what =
    condition.kind === 'event'
      ? `${figure} at ${condition.events?.map((kind) => eventWords[kind]).join(' or ') ?? 'each event'} of the service`
      : condition.kind === 'changes'
        ? `${figure} ${condition.direction === 'any' ? 'changes' : `goes ${condition.direction}`} clearly`
        : `${figure} clearly ${condition.kind} ${figureOf(figure).unit === 'share' ? formatPercent(condition.threshold) : formatNumber(condition.threshold)}`;
  return `${what}, again after ${pluralize(days, 'day')} without it`;
}

/** Pads every column to its widest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => maxOf(rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** `digest`: schedule and week. */
export const formatTemplateFault = (digest: string, fault: string): string =>
  `${digest} has the built-in template, because ${fault} See "answershare check".`;

/** How to send refused mails again. `which`: an id, or the options for a week. */
export const formatRepeat = (which: string): string =>
  `When the reason is gone, send it again with "answershare settle ${which} --refused --as ready" and "answershare run".`;

export function formatRunEvent(event: RunEvent | ForecastEvent): string {
  if (event.type === 'delivery') {
    const reason = event.reason === null ? '' : `: ${event.reason}`;
    const state = event.state === 'ready' ? 'not sent yet' : event.state;
    const line = `${event.recipient} ${state}${reason}`;
    return isRepeatable({ state: event.state, smtp_code: event.smtpCode })
      ? `${dropPeriod(line)}. ${formatRepeat(event.digestId)}`
      : line;
  }
  if (event.type === 'recovered') {
    return `Found after a process that ended early: ${pluralize(event.ready, 'mail')} ready again, ${event.uncertain} uncertain.`;
  }
  if (event.type === 'clock') return `Nothing is planned: ${event.reason}`;
  if (event.type === 'restored')
    return `This ledger is a copy of ${event.since} that was put back. What came due after that is held, and ${pluralize(event.mails, 'mail')} became uncertain.`;
  const at = `${event.schedule} ${event.week}`;
  if (event.type === 'would-compose' || event.type === 'composed')
    return [
      `${at} ${event.type === 'composed' ? '' : 'would be '}composed: ${pluralize(event.digests, 'new digest')}.`,
      ...('nothingFor' in event && event.nothingFor !== undefined
        ? [`  ${dropPeriod(event.nothingFor)}.`]
        : []),
      ...('renamed' in event ? (event.renamed ?? []).map((note) => `  ${note}.`) : []),
      ...event.faults.map((fault) => formatTemplateFault(at, fault)),
    ].join('\n');
  if (event.type === 'would-send') return `Would send ${at} to ${event.recipient}: ${event.subject}`;
  if (event.type === 'would-wait') return `${at} would wait: ${event.reason}`;
  if (event.type === 'would-skip') return `${at} would be skipped: ${event.reason}`;
  if (event.type === 'held') return `${at} waits: ${event.reason}`;
  return `${at} ${event.type}${event.reason === null ? '.' : `: ${dropPeriod(event.reason)}.`}`;
}

/** The trace of a reading: one line per field, assumption and note. */
export function formatTrace(trace: ReadingTrace, indent: string): string[] {
  const fields = Object.entries(trace.fields);
  const width = Math.max(0, maxOf(fields.map(([field]) => field.length)));
  return [
    ...fields.map(([field, { pointer, codec }]) =>
      `${indent}${field.padEnd(width)} <- ${pointer} ${codec}`.trimEnd(),
    ),
    ...trace.assumes.map((words) => `${indent}assumed: ${words}`),
    ...trace.notes.map((words) => `${indent}note: ${words}`),
  ];
}

/** The values of a reading; lists by their first entries. */
function formatValues(value: unknown, indent: string): string[] {
  const shown = 3;
  const lines = (name: string, one: unknown): string[] => {
    if (!Array.isArray(one)) return [`${indent}${name}: ${JSON.stringify(one)}`];
    const first = one.slice(0, shown).map((entry) => `${indent}  ${JSON.stringify(entry)}`);
    const more = one.length > shown ? [`${indent}  and ${one.length - shown} more`] : [];
    return [`${indent}${name}: ${one.length}`, ...first, ...more];
  };
  if (Array.isArray(value)) return lines('rows', value);
  return Object.entries(value as object).flatMap(([name, one]) => lines(name, one));
}

/** A reading with values and trace, or the reason for its refusal. */
export function formatReading(kind: Endpoint, source: string, reading: Reading<unknown>): string[] {
  if (!reading.ok) return [`${kind} from ${source}: refused`, `  reason: ${reading.reason}`];
  return [
    `${kind} from ${source}: read`,
    `  recipe: ${reading.trace.status}`,
    ...formatTrace(reading.trace, '  '),
    'Values:',
    ...formatValues(reading.value, '  '),
  ];
}

type FieldPlaces = Readonly<Record<string, FieldPointer>>;

const formatNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 4 });
const formatPercent = (share: number | null): string =>
  share === null ? 'unknown' : `${formatNumber(Number((share * 100).toFixed(4)))} %`;

/** The figures to compare with a dashboard, each with its pointer. */
function listFigures(endpoint: Endpoint, value: unknown, fields: FieldPlaces): string[] {
  const at = (name: string): string => (fields[name] === undefined ? '' : ` at ${fields[name].pointer}`);
  if (endpoint === 'authority') {
    const { score, scale } = value as Authority;
    const of = scale === null ? '' : ` of ${formatNumber(scale)}`;
    return [score === null ? 'authority unknown' : `authority ${formatNumber(score)}${of}${at('score')}`];
  }
  if (endpoint === 'competitors') {
    const { shareOfVoice, competitors } = value as Competitors;
    const [first] = competitors;
    const competitor =
      first && `the first competitor ${first.name} ${formatPercent(first.share)}${at('competitors.share')}`;
    return [
      `share of voice ${formatPercent(shareOfVoice)}${at('shareOfVoice')}`,
      ...(competitor ? [competitor] : []),
    ];
  }
  if (endpoint === 'citations') {
    const { total, atLeast, byEngine, items } = value as Citations;
    const from = at('total') || (items.length === total ? ', the number of rows' : '');
    const [first] = byEngine;
    const engine = first && `${formatNumber(first.count)} of ${first.engine}${at('byEngine.count')}`;
    const least = atLeast === undefined ? 'unknown' : `at least ${formatNumber(atLeast)}`;
    return [`${total === null ? least : formatNumber(total)} citations${from}`, ...(engine ? [engine] : [])];
  }
  if (endpoint === 'analytics') {
    const { days } = value as Analytics;
    const last = days[days.length - 1];
    if (last === undefined) return ['no days'];
    const counts = trafficFields.flatMap((name) =>
      last[name] === null ? [] : [`${formatNumber(last[name])} ${name}${at(name)}`],
    );
    return [`${pluralize(days.length, 'day')}, on ${last.date}`, ...counts];
  }
  const [first] = value as readonly Website[];
  const { length } = value as readonly Website[];
  return [
    `${length} websites${first === undefined ? '' : `, the first ${first.domain ?? first.name ?? first.id}`}${at('id')}`,
  ];
}

/** The figures of one body in one line. */
export function formatFigures(endpoint: Endpoint, reading: Reading<unknown>): string {
  return reading.ok ? listFigures(endpoint, reading.value, reading.trace.fields).join('; ') : reading.reason;
}

/** Recipes as lines of a settings file. */
function formatRecipes(recipes: readonly Recipe[]): string {
  const byKind = Object.fromEntries(recipes.map((recipe) => [recipe.kind, recipe]));
  return stringify({ service: { recipes: byKind } }, { lineWidth: 0 }).trimEnd();
}

function formatDraft(
  { recipe, assumes, readings }: TestedDraft,
  index: number,
  files: readonly string[],
): string[] {
  return [
    `Draft ${index + 1}:`,
    ...assumes.map((sentence) => `  assumes: ${sentence}`),
    ...readings.flatMap((reading, at) => [
      `  ${files[at]}:`,
      ...(reading.ok ? formatValues(reading.value, '    ') : [`    ${reading.reason}`]),
    ]),
    ...formatRecipes([recipe])
      .split('\n')
      .map((line) => `  ${line}`),
  ];
}

/** Each draft with assumptions, figures and lines for the settings file. */
export function formatDrafts(
  kind: Endpoint,
  files: readonly string[],
  { clear, drafts, reason }: TestedRecognition,
): string[] {
  if (drafts.length === 0) return [`${kind}: no recipe: ${reason}.`];
  const next =
    'Compare the figures of each draft with your dashboard, and paste the recipe of the one that is right.';
  return [
    clear ? `${kind}: clear. Compare the figures with your dashboard.` : `${kind}: unclear. ${next}`,
    ...drafts.flatMap((draft, index) => formatDraft(draft, index, files)),
  ];
}
