import { existsSync } from 'node:fs';
import {
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
import { clientOptions } from '../../collect/client-options.ts';
import { nodeHost } from '../../collect/host.ts';
import { announcement } from '../../collect/known-hosts.ts';
import { learntAbout } from '../../collect/learnt.ts';
import { Complaint, type ExitCode } from '../../complaint.ts';
import { counted } from '../../counted.ts';
import type { Context } from '../context.ts';
import { clockFrom, isDate } from '../time.ts';
import { type Called, callWords } from './call-words.ts';
import { endpointNamed } from './endpoint-names.ts';
import { limitHeaders, limitsIn } from './limit-headers.ts';
import { settingsFile } from './settings-file.ts';
import { whomToAsk } from './whom.ts';

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

type Window = { readonly last: number } | { readonly from: string; readonly to: string };

/** What can be wrong with a window by itself, whatever the Form. */
function windowFrom(text: string): Window | string {
  const days = /^([1-9]\d{0,3})d$/.exec(text);
  if (days) return { last: Number(days[1]) };
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    return '--window is no window; write it as 30d or 2026-11-01..2026-11-07.';
  const odd = [...new Set([from, to])].filter((day) => !isDate(day));
  if (odd.length > 0) return `--window: ${odd.join(' and ')} is in no calendar.`;
  return from > to ? '--window starts after its end; exchange the two dates.' : { from, to };
}

const forms = { 1: 1, 2: 2, auto: 'auto' } as const;

interface Asking {
  readonly endpoint: Endpoint;
  readonly window: Window | null;
  /** `auto`: what the store has learnt. */
  readonly form: 1 | 2 | 'auto' | undefined;
  readonly clock: () => number;
}

/** The options checked. Throws one complaint with all that is wrong. */
function askingOf(word: string, { website, window, param, form, now }: CallOptions): Asking {
  const faults: string[] = [];
  const checked = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (thrown) {
      if (!(thrown instanceof Complaint)) throw thrown;
      faults.push(thrown.message);
      return null;
    }
  };
  const endpoint = checked(() => endpointNamed(word));
  if (endpoint === 'websites' && website !== undefined) faults.push('websites takes no --website.');
  if (endpoint !== null && endpoint !== 'analytics' && window !== undefined)
    faults.push(`${endpoint} takes no --window.`);
  const read = window === undefined ? null : windowFrom(window);
  if (typeof read === 'string') faults.push(read);
  if (form !== undefined && !Object.hasOwn(forms, form))
    faults.push('--form is no Form; write 1, 2 or auto.');
  if (param.some((text) => !/^[^=]+=/.test(text))) faults.push('--param is no name=value.');
  const clock = checked(() => clockFrom(now));
  const saidOtherwise = param.some((text) => /^website_?id=/i.test(text));
  if (endpoint !== null && endpoint !== 'websites' && website === undefined && !saidOtherwise)
    faults.push(
      `${endpoint} is asked about one website: add --website ID ("answershare call websites" lists the ids). To see what the service says without one, write --website "".`,
    );
  if (faults.length > 0 || endpoint === null || clock === null || typeof read === 'string')
    throw new Complaint(faults.join('\n'), 2);
  return { endpoint, window: read, form: forms[form as keyof typeof forms], clock };
}

/** A window that the Form cannot say is a fault of the command line. */
function worded(...asked: Parameters<typeof planSingleRequest>): ReturnType<typeof planSingleRequest> {
  try {
    return planSingleRequest(...asked);
  } catch (thrown) {
    if (isApiError(thrown) && thrown.kind === 'window') throw new Complaint(`--window: ${thrown.message}`, 2);
    throw thrown;
  }
}

/** The website that an address asks about, in the words of either Form. */
function websiteIn(address: string): string | null {
  const { searchParams } = new URL(address);
  return searchParams.get('websiteId') ?? searchParams.get('website_id');
}

/** The window that an address asks for, in the words of either Form. */
function windowIn(address: string): string {
  const { searchParams } = new URL(address);
  const said = ['period', 'from', 'to'].filter((name) => searchParams.has(name));
  return said.map((name) => `${name}=${searchParams.get(name)}`).join('&') || 'nothing';
}

/** Headers without the values of cookies: who has them may be taken for whoever got them. */
function withoutCookies(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, /cookie/i.test(name) ? '[redacted]' : value]),
  );
}

/** The address with further parameters; one of the same name is replaced, an empty value leaves it out. */
function withParameters(address: string, given: readonly string[]): string {
  const url = new URL(address);
  for (const text of given) {
    const at = text.indexOf('=');
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

/** A plan for a person: each request with what it follows. */
function planWords(url: string, { requests, atMost }: RequestPlan): string[] {
  const lines = requests.map(
    ({ path, when }, at) =>
      `${at + 1}. GET ${path === null ? '(no words for this window)' : url + path}\n   ${when}`,
  );
  return [...lines, `At most ${counted(atMost, 'request')}, retries not counted. Nothing was sent.`];
}

const profileOf = (form: 1 | 2 | 'auto' | undefined): DialectProfile =>
  form === 1 || form === 2 ? configuredProfile(form) : unknownProfile;

/** What snapshots have learnt of the service. */
async function storedProfile(context: Context, options: CallOptions, url: string): Promise<DialectProfile> {
  const file = settingsFile(options.config);
  if (!existsSync(file))
    throw new Complaint(
      '--form auto reads the store that the settings name. Write settings with "answershare init", or name the Form.',
      2,
    );
  const { db } = await context.store(context.settings(file).store);
  return (await learntAbout(db, url)).profile ?? unknownProfile;
}

/**
 * Sends one request, never a second one, and shows what came back. Ends with 0 for an answer that is no fault. With an empty
 * `--website` an endpoint that needs one is asked without, which shows the service's own answer to that; so does analytics
 * without `--window`.
 */
export async function call(context: Context, word: string, options: CallOptions): Promise<0 | ExitCode> {
  const { endpoint, window, form, clock } = askingOf(word, options);
  const { form: configured, ...whom } = whomToAsk(context, options);
  const { url, key, maxBodyBytes: bytes = bodyLimits.bytes } = whom;
  const website = options.website || null;
  const profile =
    form === 'auto' ? await storedProfile(context, options, url) : profileOf(form ?? configured);
  const said = { ...clientOptions(whom), profile };
  const first = worded(said, { endpoint, website, window }, clock());
  const request = { ...first, url: withParameters(first.url, options.param) };
  if (options.dryRun === true) {
    const planned =
      website === null && endpoint !== 'websites'
        ? { requests: [{ path: request.url.slice(url.length), when: 'first' }], atMost: 1 }
        : planRequests(
            { endpoint, website: website ?? '', window: window ?? { last: 90 } },
            profile,
            clock(),
          );
    context.write(options.json === true ? JSON.stringify(planned) : planWords(url, planned).join('\n'));
    return 0;
  }
  context.notice(announcement(url));
  const began = performance.now();
  const [given] = await nodeHost({ ended: context.ended, atOnce: true }).send([request]);
  const ms = Math.round(performance.now() - began);
  if (given === undefined) throw new Error('no outcome for a request');
  const { outcome, parsed } = redactOutcome(given, createHiddenKey(key), { ...bodyLimits, bytes });
  if (!outcome.ok) {
    throw new Complaint(
      `${request.url} could not be asked (${outcome.message}). ${outcome.sent === false ? 'Nothing was sent, so it cost no request.' : 'Whether the request counts is unknown.'} Check the address and the network.`,
    );
  }
  const { status, text: body } = outcome;
  const headers = withoutCookies(outcome.headers);
  const at = clock();
  const subject = { endpoint, website: websiteIn(request.url), baseUrl: url };
  const fault = classifyFault(outcome, subject, at, parsed, limitsIn(headers, at));
  const called: Called = {
    endpoint,
    method: 'GET',
    url: request.url,
    window: options.window === undefined ? null : { asked: options.window, sent: windowIn(request.url) },
    status,
    ms,
    at,
    headers,
    body,
    truncated: outcome.truncated === true,
    spent: 1,
    limits: limitHeaders(headers, at),
    fault: fault === null ? null : { kind: fault.kind, code: fault.code, words: fault.message },
  };
  if (options.json === true) context.write(JSON.stringify(called));
  else if (options.raw === true) context.write(body.replace(/\n$/, ''));
  else context.write(callWords(called).join('\n'));
  return fault === null ? 0 : 1;
}
