import { existsSync } from 'node:fs';
import {
  type DoctorReport,
  type EndpointFinding,
  inspectService,
  isApiError,
  parseBaseUrl,
  type RecipeBook,
  type RecordedAnswer,
} from '@answershare/core';
import { clientOptions } from '../collect/client-options.ts';
import { nodeHost } from '../collect/host.ts';
import { announcement } from '../collect/known-hosts.ts';
import { keepLearnt, type Learnt, learntAbout, recipesToUse } from '../collect/learnt.ts';
import { Complaint, type ExitCode } from '../complaint.ts';
import { theReadingThread } from '../reading/reading-thread.ts';
import type { Store } from '../store/store.ts';
import type { Context } from './context.ts';
import { confirmRecipes } from './meeting/confirm.ts';
import { endpointNames } from './meeting/endpoint-names.ts';
import { inspect } from './meeting/inspected.ts';
import { readRecordings } from './meeting/recordings.ts';
import { reportWords } from './meeting/report-words.ts';
import { settingsFile } from './meeting/settings-file.ts';
import type { Kept } from './meeting/settings-to-paste.ts';
import { whomToAsk } from './meeting/whom.ts';

export interface DoctorOptions {
  readonly config?: string;
  readonly url?: string;
  readonly keyEnv?: string;
  readonly quick?: boolean;
  readonly json?: boolean;
  /** Asks a person about each recipe that is unclear or assumed. */
  readonly confirm?: boolean;
  /** Files of kept answers, in place of a service. */
  readonly offline?: readonly string[];
}

/**
 * Finds out what a service speaks and prints what to put into the settings. At most 6 requests, one more
 * for each endpoint whose answers do not name their website, and one more where both windows at once are refused; quick 2. None with `--offline`, which takes kept answers.
 */
export async function doctor(context: Context, options: DoctorOptions): Promise<0 | ExitCode> {
  const ledger = options.confirm === true ? await openLedger(context, options) : null;
  const { report, url, kept } = options.offline
    ? await fromRecordings(context, options.offline, options)
    : await fromService(context, options, ledger?.learnt.recipes ?? {});
  const open = endpointNames.filter((endpoint) => kept.recipes?.[endpoint] === undefined);
  const found = await inspect(context, report, open);
  const confirmed = ledger === null ? {} : await confirmRecipes(context, sampledWebsite(report), found);
  const inspected = found.map((one) => {
    const known = confirmed[one.endpoint]?.[0];
    return known === undefined ? one : { ...one, known, status: known.status };
  });
  const names = Object.keys(confirmed);
  if (ledger !== null && url !== null && names.length > 0) {
    const profile = ledger.learnt.profile ?? report.profile;
    const recipes = { ...ledger.learnt.recipes, ...confirmed };
    await keepLearnt(ledger.store.db, url, { profile, recipes });
    context.notice(
      `Kept as confirmed in ${ledger.place}: ${names.join(', ')}. The next "answershare snapshot" reads by them.`,
    );
  }
  context.write(
    options.json === true
      ? JSON.stringify({ ...report, samples: undefined, inspected })
      : reportWords(report, url, kept, inspected),
  );
  const isRight = ({ endpoint, ok }: EndpointFinding): boolean => ok || confirmed[endpoint] !== undefined;
  return report.endpoints.every(isRight) && report.endpoints.length > 0 ? 0 : 1;
}

/** Where confirmed recipes are kept. */
interface Ledger {
  readonly store: Store;
  readonly learnt: Learnt;
  /** For people. */
  readonly place: string;
}

async function openLedger(context: Context, options: DoctorOptions): Promise<Ledger> {
  if (options.offline)
    throw new Complaint('--confirm asks the service, so it does not go with --offline. Leave one away.', 2);
  const file = settingsFile(options.config);
  if (!existsSync(file))
    throw new Complaint(
      '--confirm keeps recipes in the store that the settings name. Write settings with "answershare init".',
      2,
    );
  const settings = context.settings(file);
  const store = await context.store(settings.store);
  const place = 'folder' in settings.store ? settings.store.folder : 'the PostgreSQL database';
  return { store, place, learnt: await learntAbout(store.db, whomToAsk(context, options).url) };
}

/** The name of the website that a doctor asks about. */
function sampledWebsite({ websites }: DoctorReport): string {
  const website = websites.find(({ domain }) => domain !== null) ?? websites[0];
  return website?.name ?? website?.domain ?? website?.id ?? 'the website';
}

interface Visited {
  readonly report: DoctorReport;
  readonly url: string | null;
  readonly kept: Kept;
}

async function fromService(context: Context, options: DoctorOptions, learnt: RecipeBook): Promise<Visited> {
  const { form: _configured, ...whom } = whomToAsk(context, options);
  const quick = options.quick === true;
  context.notice(announcement(whom.url));
  const report = await inspectService(
    { ...clientOptions(whom), recipes: recipesToUse(whom.recipes, learnt) },
    nodeHost({ ended: context.ended, atOnce: true }),
    {
      quick,
    },
  );
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
