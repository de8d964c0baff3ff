import {
  type DoctorReport,
  doctorAsync,
  isApiError,
  parseBaseUrl,
  type RecordedAnswer,
} from '@answershare/core';
import { clientOptions } from '../collect/client-options.ts';
import { nodeHost } from '../collect/host.ts';
import { announcement } from '../collect/known-hosts.ts';
import { Complaint, type ExitCode } from '../complaint.ts';
import { theReadingThread } from '../reading/reading-thread.ts';
import type { Context } from './context.ts';
import { endpointNames } from './meeting/endpoint-names.ts';
import { inspect } from './meeting/inspected.ts';
import { readRecordings } from './meeting/recordings.ts';
import { reportWords } from './meeting/report-words.ts';
import type { Kept } from './meeting/settings-to-paste.ts';
import { whomToAsk } from './meeting/whom.ts';

export interface DoctorOptions {
  readonly config?: string;
  readonly url?: string;
  readonly keyEnv?: string;
  readonly quick?: boolean;
  readonly json?: boolean;
  /** Files of kept answers, in place of a service. */
  readonly offline?: readonly string[];
}

/**
 * Finds out what a service speaks and prints what to put into the settings. At most 6 requests, one more
 * for each endpoint whose answers do not name their website, and one more where both windows at once are refused; quick 2. None with `--offline`, which takes kept answers.
 */
export async function doctor(context: Context, options: DoctorOptions): Promise<0 | ExitCode> {
  const { report, url, kept } = options.offline
    ? await fromRecordings(context, options.offline, options)
    : await fromService(context, options);
  const open = endpointNames.filter((endpoint) => kept.recipes?.[endpoint] === undefined);
  const inspected = await inspect(context, report, open);
  context.write(
    options.json === true
      ? JSON.stringify({ ...report, samples: undefined, inspected })
      : reportWords(report, url, kept, inspected),
  );
  return report.endpoints.every((endpoint) => endpoint.ok) && report.endpoints.length > 0 ? 0 : 1;
}

interface Visited {
  readonly report: DoctorReport;
  readonly url: string | null;
  readonly kept: Kept;
}

async function fromService(context: Context, options: DoctorOptions): Promise<Visited> {
  const { form: _configured, ...whom } = whomToAsk(context, options);
  const quick = options.quick === true;
  context.notice(announcement(whom.url));
  const report = await doctorAsync(clientOptions(whom), nodeHost({ ended: context.ended, atOnce: true }), {
    quick,
  });
  return { url: whom.url, kept: whom, report };
}

async function fromRecordings(
  context: Context,
  files: readonly string[],
  { url, quick }: DoctorOptions,
): Promise<Visited> {
  if (url !== undefined || quick === true)
    throw new Complaint(
      '--offline asks nobody, so it goes with neither --url nor --quick. Leave those away.',
      2,
    );
  if (files.some((file) => /^-./.test(file)))
    throw new Complaint(
      `--offline takes files, and what begins with "-" is none. Name them after it: --offline authority.json analytics.json`,
      2,
    );
  const answers = await readRecordings(context, files);
  const report = await theReadingThread.run('recorded', [answers], context.ended);
  return { url: addressOf(answers), kept: {}, report };
}

/** The service's address as the recordings tell it; null where they do not, tell several, or what is none. */
function addressOf(answers: readonly RecordedAnswer[]): string | null {
  const found = new Set(
    answers.flatMap(({ url }) => (url === undefined ? [] : [url.replace(/\/api\/v1\/.*$/, '')])),
  );
  const [only] = found;
  if (found.size !== 1 || only === undefined) return null;
  try {
    return parseBaseUrl(only, true);
  } catch (thrown) {
    if (isApiError(thrown)) return null;
    throw thrown;
  }
}
