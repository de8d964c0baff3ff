import { type HttpOutcome, type HttpRequest, redact } from '@answershare/core';

type Response = GoogleAppsScript.URL_Fetch.HTTPResponse;

function toGoogle({ url, headers, timeoutMs }: HttpRequest): GoogleAppsScript.URL_Fetch.URLFetchRequest {
  return {
    url,
    method: 'get',
    headers: { ...headers },
    muteHttpExceptions: true,
    // A redirect could carry the key to another host.
    followRedirects: false,
    timeoutSeconds: Math.max(1, Math.floor(timeoutMs / 1000)),
  };
}

function answered(response: Response): HttpOutcome {
  const headers: Record<string, string> = {};
  const all = response.getAllHeaders() as Record<string, string | string[]>;
  for (const name of Object.keys(all)) {
    const value = all[name];
    headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return { ok: true, status: response.getResponseCode(), headers, text: response.getContentText('UTF-8') };
}

function failed(thrown: unknown): HttpOutcome & { ok: false } {
  const message = redact(thrown instanceof Error ? thrown.message : String(thrown));
  return { ok: false, kind: /^(exception: )?timeout/i.test(message) ? 'timeout' : 'transport', message };
}

/**
 * Sends all requests with one fetchAll, which answers in their order. It throws as a whole where a single one finds no
 * answer, and the others' answers are lost; so all count as failed, and the client tries each again by itself.
 */
export function send(requests: readonly HttpRequest[]): readonly HttpOutcome[] {
  try {
    return UrlFetchApp.fetchAll(requests.map(toGoogle)).map(answered);
  } catch (thrown) {
    const outcome = failed(thrown);
    return requests.map(() => outcome);
  }
}
