import { existsSync } from 'node:fs';
import {
  type ClientEvent,
  type DoctorReport,
  type EndpointFinding,
  endpointNames,
  inspectService,
  isApiError,
  parseBaseUrl,
  type RecipeBook,
  type RecordedAnswer,
} from '@answershare/core';
import { createBotHost, toClientOptions } from '../../collect/host.ts';
import {
  formatKeyNotice,
  type LearntService,
  mergeRecipes,
  readLearnt,
  saveLearnt,
} from '../../collect/service-profile.ts';
import { workerThread } from '../../collect/worker-thread.ts';
import type { Service } from '../../settings/services.ts';
import type { Store } from '../../store/store.ts';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import type { Context } from '../io/context.ts';
import { confirmRecipes, inspectEndpoints } from '../io/doctor-recipes.ts';
import { type ConfiguredService, formatDoctorReport } from '../io/doctor-report.ts';
import { readRecordings } from '../io/input.ts';
import { findSettingsFile, resolveTarget } from '../io/target.ts';

export interface DoctorOptions {
  readonly config?: string;
  readonly url?: string;
  readonly keyEnv?: string;
  readonly service?: string;
  readonly quick?: boolean;
  readonly json?: boolean;
  /** Asks the user about each unclear or assumed recipe. */
  readonly confirm?: boolean;
  /** Files with recorded answers, instead of a service. */
  readonly offline?: readonly string[];
}

/**
 * Detects the dialect of a service and prints a config snippet. Sends at most 14 requests, for three websites; with `--quick`
 * 2, with `--offline` none. Each endpoint whose answers do not name their website costs one more. So does a refusal of both
 * windows at once.
 */
export async function diagnoseService(context: Context, options: DoctorOptions): Promise<ExitCode> {
  const recipeLedger = options.confirm === true ? await openRecipeLedger(context, options) : null;
  const { report, url, configured } = options.offline
    ? await inspectRecordedAnswers(context, options.offline, options)
    : await inspectConfiguredService(context, options, recipeLedger?.learnt.recipes ?? {});
  const open = endpointNames.filter((endpoint) => configured.recipes?.[endpoint] === undefined);
  const found = await inspectEndpoints(context, report, open);
  const confirmed = recipeLedger === null ? {} : await confirmRecipes(context, found);
  const inspected = found.map((one) => {
    const known = confirmed[one.endpoint]?.[0];
    return known === undefined ? one : { ...one, known, status: known.status };
  });
  const names = Object.keys(confirmed);
  if (recipeLedger !== null && names.length > 0) {
    const profile = recipeLedger.learnt.profile ?? report.profile;
    const recipes = { ...recipeLedger.learnt.recipes, ...confirmed };
    await saveLearnt(recipeLedger.store.db, recipeLedger.service, { profile, recipes });
    context.notice(
      `Kept as confirmed in ${recipeLedger.place}: ${names.join(', ')}. The next "answershare snapshot" reads by them.`,
    );
  }
  if (options.json === true) context.writeJson({ ...report, samples: undefined, inspected });
  else context.report(formatDoctorReport(report, url, configured, inspected));
  const isRight = ({ endpoint, ok }: EndpointFinding): boolean => ok || confirmed[endpoint] !== undefined;
  if (!report.endpoints.every(isRight) || report.endpoints.length === 0) return 1;
  if (options.offline === undefined) context.next('snapshot', options);
  return 0;
}

/** The place where confirmed recipes are saved. */
interface RecipeLedger {
  readonly store: Store;
  readonly service: Service;
  readonly learnt: LearntService;
  /** For messages. */
  readonly place: string;
}

async function openRecipeLedger(context: Context, options: DoctorOptions): Promise<RecipeLedger> {
  if (options.offline)
    throw new UsageError('--confirm calls the service, so it excludes --offline. Omit one of them.');
  const file = findSettingsFile(options.config);
  if (!existsSync(file))
    throw new UsageError(
      '--confirm keeps recipes in the store that the settings name. Write settings with "answershare init".',
    );
  const settings = context.settings(file);
  const store = await context.store(settings.store);
  const place = 'folder' in settings.store ? settings.store.folder : 'the PostgreSQL database';
  const service = resolveTarget(context, options);
  return { store, service, place, learnt: await readLearnt(store.db, service) };
}

interface InspectedService {
  readonly report: DoctorReport;
  readonly url: string | null;
  readonly configured: ConfiguredService;
}

async function inspectConfiguredService(
  context: Context,
  options: DoctorOptions,
  learnt: RecipeBook,
): Promise<InspectedService> {
  const { form: _configured, ...target } = resolveTarget(context, options);
  const quick = options.quick === true;
  context.notice(formatKeyNotice(target.url));
  let requests = 0;
  const emit = ({ type }: ClientEvent): void => {
    if (type !== 'request') return;
    requests += 1;
    context.progress(requests, quick ? 2 : 16, 'requests at most');
  };
  const report = await inspectService(
    { ...toClientOptions(target), recipes: mergeRecipes(target.recipes, learnt) },
    createBotHost({ ended: context.ended, atOnce: true, emit }),
    { quick, several: !quick },
  );
  return { url: target.url, configured: target, report };
}

async function inspectRecordedAnswers(
  context: Context,
  files: readonly string[],
  { url, quick }: DoctorOptions,
): Promise<InspectedService> {
  if (url !== undefined || quick === true)
    throw new UsageError('--offline sends no request, so it excludes --url and --quick. Omit those.');
  if (files.some((file) => /^-./.test(file)))
    throw new UsageError(
      `--offline takes files, not options. Name the files after it: --offline authority.json analytics.json`,
    );
  const answers = await readRecordings(context, files);
  const report = await workerThread.run('inspectAnswers', [answers], context.ended);
  return { url: findRecordedAddress(answers), configured: {}, report };
}

/** The service address in the recordings; null if it is missing, ambiguous or invalid. */
function findRecordedAddress(answers: readonly RecordedAnswer[]): string | null {
  const found = new Set(
    answers.flatMap(({ url }) => (url === undefined ? [] : [url.replace(/\/api\/v1\/.*$/, '')])),
  );
  const [only] = found;
  if (found.size !== 1 || only === undefined) return null;
  try {
    return parseBaseUrl(only, { insecure: true });
  } catch (thrown) {
    if (isApiError(thrown)) return null;
    throw thrown;
  }
}
