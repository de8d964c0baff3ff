import { classify, type Endpoint, singleRequest } from '@answershare/core';
import { nodeHost } from '../../collect/host.ts';
import { Complaint, type ExitCode } from '../../complaint.ts';
import type { Context } from '../context.ts';
import { clockFrom } from '../time.ts';
import { type Called, callWords } from './call-words.ts';
import { endpointNamed } from './endpoint-names.ts';
import { limitHeaders } from './limit-headers.ts';
import { whomToAsk } from './whom.ts';

export interface CallOptions {
  readonly config: string;
  readonly website?: string;
  readonly window?: string;
  readonly param: readonly string[];
  readonly form?: string;
  readonly url?: string;
  readonly keyEnv?: string;
  readonly now?: string;
  readonly raw?: boolean;
  readonly json?: boolean;
}

type Window = { readonly last: number } | { readonly from: string; readonly to: string };

function windowFrom(text: string): Window {
  const days = /^([1-9]\d{0,3})d$/.exec(text);
  if (days) return { last: Number(days[1]) };
  const range = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text);
  if (range) return { from: range[1] ?? '', to: range[2] ?? '' };
  throw new Complaint(`--window "${text}" is no window; write it as 30d or 2026-11-01..2026-11-07.`, 2);
}

function formFrom(text: string | undefined): 1 | 2 | undefined {
  if (text === undefined) return undefined;
  if (text !== '1' && text !== '2') throw new Complaint(`--form "${text}" is no Form; write 1 or 2.`, 2);
  return text === '1' ? 1 : 2;
}

/** All that is wrong with the options, at once. */
function optionFaults(endpoint: Endpoint, { website, window, param }: CallOptions): string[] {
  const faults: string[] = [];
  if (endpoint === 'websites' && website !== undefined) faults.push('websites takes no --website.');
  if (endpoint !== 'analytics' && window !== undefined) faults.push(`${endpoint} takes no --window.`);
  for (const text of param) if (!/^[^=]+=/.test(text)) faults.push(`--param "${text}" is no name=value.`);
  return faults;
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

/**
 * Sends one request, never a second one, and shows what came back. Ends with 0 for a 2xx. Without `--website` an endpoint
 * that needs one is asked without, which shows the service's own answer to that; so does analytics without `--window`.
 */
export async function call(context: Context, word: string, options: CallOptions): Promise<0 | ExitCode> {
  const endpoint = endpointNamed(word);
  const faults = optionFaults(endpoint, options);
  if (faults.length > 0) throw new Complaint(faults.join('\n'), 2);
  const window = options.window === undefined ? null : windowFrom(options.window);
  const clock = clockFrom(options.now);
  const { url, key, form: configured } = whomToAsk(context, options.config, options);
  const form = formFrom(options.form) ?? configured;
  const website = options.website ?? null;
  const worded = singleRequest({ baseUrl: url, key, form }, { endpoint, website, window }, clock());
  const request = { ...worded, url: withParameters(worded.url, options.param) };
  const began = performance.now();
  const [outcome] = await nodeHost().send([request]);
  const ms = Math.round(performance.now() - began);
  if (outcome === undefined) throw new Error('no outcome for a request');
  if (!outcome.ok) {
    throw new Complaint(
      `${request.url} could not be asked (${outcome.message}). Whether the request counts is unknown. Check the address and the network.`,
    );
  }
  const { status, headers, text: body } = outcome;
  const at = clock();
  const subject = { endpoint, website, baseUrl: url };
  const fault = classify(outcome, subject, at);
  const called: Called = {
    endpoint,
    method: 'GET',
    url: request.url,
    status,
    ms,
    at,
    headers,
    body,
    spent: 1,
    limits: limitHeaders(headers, at),
    fault: fault === null ? null : { kind: fault.kind, code: fault.code, words: fault.message },
  };
  if (options.json === true) context.write(JSON.stringify(called));
  else if (options.raw === true) context.write(body.replace(/\n$/, ''));
  else context.write(callWords(called).join('\n'));
  return status >= 200 && status < 300 ? 0 : 1;
}
