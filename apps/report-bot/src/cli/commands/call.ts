import { existsSync } from 'node:fs';
import {
  type AnalyticsWindow,
  bodyLimits,
  classifyFault,
  configuredProfile,
  createHiddenKey,
  type DialectProfile,
  type Endpoint,
  isApiError,
  planRequests,
  planSingleRequest,
  type RequestPlan,
  redactOutcome,
  unknownProfile,
} from '@answershare/core';
import { createBotHost, toClientOptions } from '../../collect/host.ts';
import { formatKeyNotice, readLearnt } from '../../collect/service-profile.ts';
import type { Service } from '../../settings/services.ts';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import { type CallRecord, explainLimitHeaders, formatCall, readHeaderLimits } from '../io/call-report.ts';
import type { Context } from '../io/context.ts';
import { parseClock, parseEndpoint, parseWindow } from '../io/options.ts';
import { findSettingsFile, resolveTarget } from '../io/target.ts';

export interface CallOptions {
  readonly config?: string;
  readonly website?: string;
  readonly window?: string;
  readonly param: readonly string[];
  readonly form?: string;
  readonly url?: string;
  readonly keyEnv?: string;
  readonly now?: string;
  readonly raw?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const formOptions = { 1: 1, 2: 2, auto: 'auto' } as const;

interface CallQuestion {
  readonly endpoint: Endpoint;
  readonly window: AnalyticsWindow | null;
  /** `auto`: the dialect that the ledger has learnt. Undefined: that of the settings. */
  readonly form: 1 | 2 | 'auto' | undefined;
  readonly clock: () => number;
}

/** Parses the options. Throws one error that lists all faults. */
function parseCall(word: string, { website, window, param, form, now }: CallOptions): CallQuestion {
  const faults: string[] = [];
  const checked = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      faults.push(thrown.message);
      return null;
    }
  };
  const endpoint = checked(() => parseEndpoint(word));
  if (endpoint === 'websites' && website !== undefined) faults.push('websites takes no --website.');
  if (endpoint !== null && endpoint !== 'analytics' && window !== undefined)
    faults.push(`${endpoint} takes no --window.`);
  const clock = checked(() => parseClock(now));
  const read = window === undefined ? null : parseWindow(window, (clock ?? Date.now)());
  if (typeof read === 'string') faults.push(`--window: ${read}`);
  if (form !== undefined && !Object.hasOwn(formOptions, form))
    faults.push('--form is not a Form; write 1, 2 or auto.');
  if (param.some((text) => !/^[^=]+=/.test(text))) faults.push('--param is not name=value.');
  const hasWebsiteParameter = param.some((text) => /^website_?id=/i.test(text));
  if (endpoint !== null && endpoint !== 'websites' && website === undefined && !hasWebsiteParameter)
    faults.push(
      `${endpoint} needs a website: add --website ID ("answershare call websites" lists the ids). To see the service's answer without one, write --website "".`,
    );
  if (faults.length > 0 || endpoint === null || clock === null || typeof read === 'string')
    throw new UsageError(faults.join('\n'));
  return { endpoint, window: read, form: formOptions[form as keyof typeof formOptions], clock };
}

/** Plans the request. A window that the Form cannot express is a usage error. */
function planCall(...asked: Parameters<typeof planSingleRequest>): ReturnType<typeof planSingleRequest> {
  try {
    return planSingleRequest(...asked);
  } catch (thrown) {
    if (isApiError(thrown) && thrown.kind === 'window') throw new UsageError(`--window: ${thrown.message}`);
    throw thrown;
  }
}

/** The website parameter of an address, in either Form. */
function findWebsiteParameter(address: string): string | null {
  const { searchParams } = new URL(address);
  return searchParams.get('websiteId') ?? searchParams.get('website_id');
}

/** The window parameters of an address, in either Form. */
function formatWindowParameters(address: string): string {
  const { searchParams } = new URL(address);
  const names = ['period', 'from', 'to'].filter((name) => searchParams.has(name));
  return names.map((name) => `${name}=${searchParams.get(name)}`).join('&') || 'nothing';
}

/** Hides cookie values: they may identify a session. */
function redactCookies(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, /cookie/i.test(name) ? '[redacted]' : value]),
  );
}

/** Adds query parameters. An existing one is replaced; an empty value removes it. */
function addParameters(address: string, parameters: readonly string[]): string {
  const url = new URL(address);
  for (const text of parameters) {
    const at = text.indexOf('=');
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

/** Formats a plan: each request with its condition. */
function formatPlan(url: string, { requests, atMost }: RequestPlan): string[] {
  const lines = requests.map(
    ({ path, when }, at) =>
      `${at + 1}. GET ${path === null ? '(no words for this window)' : url + path}\n   ${when}`,
  );
  return [...lines, `At most ${pluralize(atMost, 'request')}, retries not counted. Nothing was sent.`];
}

/**
 * The dialect of a call: the Form, or the one that the ledger has learnt of the service. Without a readable ledger it
 * is unknown, and {@link planSingleRequest} uses Form 1.
 */
async function findProfile(
  context: Context,
  { config }: CallOptions,
  service: Pick<Service, 'name' | 'url'>,
  form: 1 | 2 | 'auto',
): Promise<DialectProfile> {
  if (form !== 'auto') return configuredProfile(form);
  const file = findSettingsFile(config);
  if (!existsSync(file)) return unknownProfile;
  try {
    const { store } = context.settings(file);
    if ('folder' in store && !existsSync(store.folder)) return unknownProfile;
    const { db } = await context.store(store);
    return (await readLearnt(db, service)).profile ?? unknownProfile;
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    context.notice(`The learnt Form is unknown, so Form 1 is used; --form names another. ${thrown.message}`);
    return unknownProfile;
  }
}

/**
 * Sends exactly one request and prints the answer. Exits 0 unless the answer is a fault. An empty `--website`, or
 * analytics without `--window`, shows how the service answers an incomplete request.
 */
export async function callEndpoint(context: Context, word: string, options: CallOptions): Promise<ExitCode> {
  const { endpoint, window, form, clock } = parseCall(word, options);
  const { form: configured, ...target } = resolveTarget(context, options);
  const { url, key, maxBodyBytes: bytes = bodyLimits.bytes } = target;
  const website = options.website || null;
  const profile = await findProfile(context, options, target, form ?? configured);
  const first = planCall({ ...toClientOptions(target), profile }, { endpoint, website, window }, clock());
  const request = { ...first, url: addParameters(first.url, options.param) };
  if (options.dryRun === true) {
    const planned =
      website === null && endpoint !== 'websites'
        ? { requests: [{ path: request.url.slice(url.length), when: 'first' }], atMost: 1 }
        : planRequests(
            { endpoint, website: website ?? '', window: window ?? { last: 90 } },
            profile,
            clock(),
          );
    if (options.json === true) context.writeJson(planned);
    else context.report(formatPlan(url, planned).join('\n'));
    return 0;
  }
  context.notice(formatKeyNotice(url));
  const began = performance.now();
  const [answer] = await createBotHost({ ended: context.ended, atOnce: true }).send([request]);
  const ms = Math.round(performance.now() - began);
  if (answer === undefined) throw new Error('no outcome for a request');
  const { outcome, parsed } = redactOutcome(answer, createHiddenKey(key), { ...bodyLimits, bytes });
  if (!outcome.ok) {
    throw new UserError(
      `${request.url} could not be requested (${outcome.message}). ${outcome.sent === false ? 'Nothing was sent, so it cost no request.' : 'Whether the request counts is unknown.'} Check the address and the network.`,
    );
  }
  const { status, text: body } = outcome;
  const headers = redactCookies(outcome.headers);
  const at = clock();
  const subject = { endpoint, website: findWebsiteParameter(request.url), baseUrl: url };
  const fault = classifyFault(outcome, subject, at, parsed, readHeaderLimits(headers, at));
  const called: CallRecord = {
    endpoint,
    method: 'GET',
    url: request.url,
    window:
      options.window === undefined
        ? null
        : { asked: options.window, sent: formatWindowParameters(request.url) },
    status,
    ms,
    at,
    headers,
    body,
    truncated: outcome.truncated === true,
    spent: 1,
    limits: explainLimitHeaders({ ...outcome, headers }, at),
    fault: fault === null ? null : { kind: fault.kind, code: fault.code, words: fault.message },
  };
  if (options.json === true) context.write(JSON.stringify(called));
  else if (options.raw === true) context.write(body.replace(/\n$/, ''));
  else context.report(formatCall(called).join('\n'));
  return fault === null ? 0 : 1;
}
