import {
  type CalendarDate,
  type HttpOutcome,
  type HttpRequest,
  isGatewayKey,
  parseBody,
  redact,
} from '@answershare/core';
import type { Connection } from '../connection/connection.ts';
import type { LedgerDay } from '../ports/action-context.ts';

declare global {
  // Documented by Google (reference/url-fetch/url-fetch-app, default 360), absent from
  // @types/google-apps-script 2.0.13.
  namespace GoogleAppsScript.URL_Fetch {
    interface URLFetchRequestOptions {
      timeoutSeconds?: number;
    }
    interface URLFetchRequest {
      timeoutSeconds?: number;
    }
  }
}

type Response = GoogleAppsScript.URL_Fetch.HTTPResponse;

function toOptions(
  { headers, timeoutMs }: HttpRequest,
  leftMs = timeoutMs,
): GoogleAppsScript.URL_Fetch.URLFetchRequestOptions {
  return {
    method: 'get',
    headers: { ...headers },
    muteHttpExceptions: true,
    // A redirect could send the key to another host.
    followRedirects: false,
    timeoutSeconds: Math.max(1, Math.floor(Math.min(timeoutMs, leftMs) / 1000)),
  };
}

function toOutcome(response: Response): HttpOutcome {
  const headers: Record<string, string> = {};
  const all = response.getAllHeaders() as Record<string, string | string[]>;
  for (const name of Object.keys(all)) {
    const value = all[name];
    headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  const text = response.getContentText('UTF-8');
  return { ok: true, status: response.getResponseCode(), headers, text };
}

function toFailure(thrown: unknown): HttpOutcome & { ok: false } {
  const message = redact(thrown instanceof Error ? thrown.message : String(thrown));
  return { ok: false, kind: /^(exception: )?timeout/i.test(message) ? 'timeout' : 'transport', message };
}

const maxSequentialMs = 8_000;
/** A slow request may not take the time of the others. */
const sequentialMs = 3_000;
const maxFailures = 3;

/** Sends requests one after another, so that a broken one fails alone; stops if the service seems down. */
function sendSequentially(requests: readonly HttpRequest[]): readonly HttpOutcome[] {
  const until = Date.now() + maxSequentialMs;
  let failures = 0;
  return requests.map((request): HttpOutcome => {
    if (failures >= maxFailures || Date.now() > until) {
      return { ok: false, kind: 'transport', message: 'the requests before it failed' };
    }
    try {
      const outcome = toOutcome(UrlFetchApp.fetch(request.url, toOptions(request, sequentialMs)));
      failures = 0;
      return outcome;
    } catch (thrown) {
      failures += 1;
      return toFailure(thrown);
    }
  });
}

let hasFetchAllThrown = false;

/**
 * Sends all requests with one fetchAll, which returns answers in order. It throws as a whole if one request finds no
 * answer, and all answers are lost. All then count as failed, and retries of this execution go separately.
 */
export function sendRequests(requests: readonly HttpRequest[]): readonly HttpOutcome[] {
  if (hasFetchAllThrown) return sendSequentially(requests);
  try {
    return UrlFetchApp.fetchAll(requests.map((request) => ({ url: request.url, ...toOptions(request) }))).map(
      toOutcome,
    );
  } catch (thrown) {
    hasFetchAllThrown = requests.length > 1;
    const outcome = toFailure(thrown);
    return requests.map(() => outcome);
  }
}

const historyMs = 20_000;

const isDay = (value: unknown): value is LedgerDay =>
  typeof (value as { readonly date?: unknown } | null)?.date === 'string';

/** The days of a body; none of one that is not a gateway's. */
function readDays(text: string): readonly LedgerDay[] {
  const parsed = parseBody(text);
  const { days } = (parsed.ok ? (parsed.body ?? {}) : {}) as { readonly days?: unknown };
  return Array.isArray(days) ? days.filter(isDay) : [];
}

/**
 * The days that a gateway's ledger has of each website, from a date on; none where the file is connected to the service itself,
 * which has no history, and for a website whose days do not come.
 */
export function readGatewayHistory(
  { key, baseUrl }: Pick<Connection, 'key' | 'baseUrl'>,
  websites: readonly string[],
  from: CalendarDate,
): readonly (readonly LedgerDay[])[] {
  if (!isGatewayKey(key)) return [];
  const requests = websites.map((id) => ({
    url: `${baseUrl}/api/v1/history?website_id=${encodeURIComponent(id)}&from=${from}`,
    headers: { Authorization: `Bearer ${key}` },
    timeoutMs: historyMs,
  }));
  return sendRequests(requests).map((outcome) => readDays(outcome.ok ? outcome.text : '{}'));
}
