import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { axisNames, type DoctorReport, doctorAsync, type LimitState } from '@answershare/core';
import { nodeHost } from '../collect/host.ts';
import { Complaint, type ExitCode } from '../complaint.ts';
import { keyFault } from '../settings/key-fault.ts';
import type { Context } from './context.ts';

export interface DoctorOptions {
  readonly url?: string;
  readonly quick?: boolean;
  readonly json?: boolean;
}

/** Finds out what the live service speaks and prints what to put into the settings. At most 6 requests, quick 2. */
export async function doctor(context: Context, file: string, options: DoctorOptions): Promise<0 | ExitCode> {
  const service = whom(context, file, options);
  const report = await doctorAsync({ baseUrl: service.url, key: service.key }, nodeHost(), {
    quick: options.quick === true,
  });
  context.write(options.json === true ? JSON.stringify(report) : inWords(report, service.url));
  return report.endpoints.every((endpoint) => endpoint.ok) && report.endpoints.length > 0 ? 0 : 1;
}

/** The settings file where there is one; `--url` and the environment win. */
function whom(context: Context, file: string, options: DoctorOptions): { url: string; key: string } {
  const environment = context.environment(dirname(file));
  const key = environment.ANSWERSHARE_API_KEY;
  context.hide(key);
  const url = options.url ?? environment.ANSWERSHARE_URL;
  if (url === undefined && existsSync(file)) return context.settings(file).service;
  if (url === undefined)
    throw new Complaint(
      'No address to ask: give --url, set ANSWERSHARE_URL, or write a settings file with "answershare init".',
      2,
    );
  if (key === undefined || key === '') {
    throw new Complaint(
      'No API key: set the environment variable ANSWERSHARE_API_KEY. Create a key under Settings, API Keys.',
      2,
    );
  }
  const fault = keyFault(key, 'ANSWERSHARE_API_KEY');
  if (fault !== null) throw new Complaint(fault, 2);
  return { url, key };
}

function inWords(report: DoctorReport, url: string): string {
  const lines = [`Form: ${report.form === null ? 'nothing told it' : report.form}`];
  for (const name of axisNames) {
    const axis = report.profile[name];
    lines.push(`  ${name}: ${axis.form === null ? 'unknown' : `Form ${axis.form}`}`);
    const signs = axis.evidence.map(
      ({ form, seen }) => `    ${seen}${form === axis.form ? '' : `, which spoke for Form ${form}`}`,
    );
    lines.push(...new Set(signs));
  }
  lines.push('Answers:');
  for (const { endpoint, status, ok, summary, trace } of report.endpoints) {
    lines.push(`  ${ok ? 'ok  ' : 'FAIL'} ${endpoint} ${status ?? 'no answer'}: ${summary}`);
    for (const [field, found] of Object.entries(trace?.fields ?? {})) {
      lines.push(`         ${field} <- ${found.pointer} (${found.provenance})`);
    }
    for (const words of trace?.coerced ?? []) lines.push(`         changed: ${words}`);
    for (const words of trace?.notes ?? []) lines.push(`         note: ${words}`);
    if (trace !== null && trace.unmatched.length > 0)
      lines.push(`         not read: ${trace.unmatched.join(', ')}`);
  }
  lines.push(`Requests spent: ${report.spent}`);
  lines.push(`Quota left: ${left(report.rate.minute, 'this minute')}; ${left(report.rate.day, 'today')}`);
  if (report.clockSkewMs !== null && Math.abs(report.clockSkewMs) > 60_000) {
    lines.push(
      `This machine's clock is ${Math.round(Math.abs(report.clockSkewMs) / 1000)} s ${report.clockSkewMs < 0 ? 'ahead of' : 'behind'} the service's.`,
    );
  }
  lines.push(
    'For the settings file:',
    'service:',
    `  url: ${url}`,
    '  key: $' + '{ANSWERSHARE_API_KEY}',
    `  form: ${toPaste(report)}`,
  );
  return lines.join('\n');
}

/** A Form is only pinned where both axes that requests depend on were told; else the client goes on finding out. */
function toPaste({ form, profile }: DoctorReport): string {
  const untold = (['websiteParameter', 'window'] as const).filter((name) => profile[name].form === null);
  if (untold.length > 0) return `auto    # unknown: ${untold.join(', ')}`;
  return form === 1 || form === 2 ? String(form) : 'auto';
}

function left(limit: LimitState, when: string): string {
  if (limit.remaining === null) return `not told for ${when}`;
  return `${limit.remaining}${limit.limit === null ? '' : ` of ${limit.limit}`} ${when}`;
}
