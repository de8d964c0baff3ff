import { axisNames, type DoctorReport, type LimitState } from '@answershare/core';
import { figureWords } from './figure-words.ts';
import type { Inspected } from './inspected.ts';
import { traceWords } from './reading-words.ts';
import { type Kept, settingsToPaste } from './settings-to-paste.ts';

/** A doctor's report for a person: the Form with its signs, each answer with its fields, the quota, the figures of recipes that a person has to confirm, the lines to paste. */
export function reportWords(
  report: DoctorReport,
  url: string | null,
  kept: Kept,
  inspected: readonly Inspected[],
): string {
  const lines = [`Form: ${report.form === null ? 'nothing told it' : report.form}`];
  for (const name of axisNames) {
    const axis = report.profile[name];
    lines.push(`  ${name}: ${axis.form === null ? 'unknown' : `Form ${axis.form}`}`);
    const signs = axis.evidence.map(
      ({ form, seen }) => `    ${seen}${form === axis.form ? '' : `, which spoke for Form ${form}`}`,
    );
    for (const sign of new Set(signs)) lines.push(sign);
  }
  lines.push('Answers:');
  for (const { endpoint, status, ok, summary, trace } of report.endpoints) {
    lines.push(`  ${ok ? 'ok  ' : 'FAIL'} ${endpoint} ${status ?? 'no answer'}: ${summary}`);
    if (trace === null) continue;
    lines.push(`         recipe: ${trace.status}`, ...traceWords(trace, '         '));
  }
  lines.push(`Requests spent: ${report.spent}`);
  lines.push(`Quota left: ${quotaWords(report)}`);
  lines.push(clockWords(report));
  for (const line of inspected.flatMap(draftFigures)) lines.push(line);
  const pasted = settingsToPaste(report, url, kept, inspected);
  return [...lines, 'For the settings file:', ...pasted].join('\n');
}

/** What each draft of an unclear endpoint would give. */
function draftFigures({ endpoint, recognised, status }: Inspected): string[] {
  if (status !== null || recognised.drafts.length === 0) return [];
  return [
    `Unclear: ${endpoint}. Compare with your dashboard, and confirm with "answershare doctor --confirm":`,
    ...recognised.drafts.flatMap(({ assumes, readings }, index) => [
      `  ${index + 1}: ${readings.map((reading) => figureWords(endpoint, reading)).join(' | ')}`,
      ...assumes.map((words) => `     assumes: ${words}`),
    ]),
  ];
}

/** The service's clock beside this machine's, always told. */
function clockWords({ clockSkewMs: skewMs, spent }: DoctorReport): string {
  if (skewMs === null && spent === 0)
    return 'Clock: no kept answer has both a Date and the time when it came.';
  if (skewMs === null) return 'Clock: the service sends no Date.';
  if (Math.abs(skewMs) <= 60_000) return "Clock: within a minute of the service's.";
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  return `This machine's clock is ${seconds} s ${skewMs < 0 ? 'ahead of' : 'behind'} the service's.`;
}

/** What is left; nothing where the visit ended at a limit, whatever the last answer before it told. */
function quotaWords({ endpoints, rate }: DoctorReport): string {
  const isOver = (kind: 'burst' | 'daily'): boolean =>
    endpoints.some(({ status, fault }) => status === 429 && fault === kind);
  return [
    isOver('burst') ? 'none this minute' : left(rate.minute, 'this minute'),
    isOver('daily') ? 'none today' : left(rate.day, 'today'),
  ].join('; ');
}

function left(limit: LimitState, when: string): string {
  if (limit.remaining === null) return `not told for ${when}`;
  return `${limit.remaining}${limit.limit === null ? '' : ` of ${limit.limit}`} ${when}`;
}
