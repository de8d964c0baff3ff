import { ServiceFault } from '../protocol/errors.ts';
import type { FetchRequest, FetchResult } from '../protocol/host-calls.ts';
import { limits } from '../protocol/limits.ts';
import type { Counters } from './call-counters.ts';
import type { HostClock } from './clock.ts';
import { type OutgoingRequest, toOutgoingRequest } from './fetch-request.ts';
import { createAgents, type HttpAgents, type RawResponse, sendRaw } from './http-exchange.ts';

const redirectCodes = new Set([301, 302, 303, 307, 308]);

/** Sends the requests of a UrlFetchApp call in parallel; results keep the order. */
export class UrlFetch {
  readonly #agents: HttpAgents = createAgents();
  readonly #allowlist: readonly string[] | null;
  readonly #origins: Readonly<Record<string, string>>;
  readonly #counters: () => Counters;
  readonly #clock: HostClock;
  #inFlight = 0;

  constructor(
    allowlist: readonly string[] | null,
    origins: Readonly<Record<string, string>>,
    counters: () => Counters,
    clock: HostClock,
  ) {
    this.#allowlist = allowlist;
    this.#origins = origins;
    this.#counters = counters;
    this.#clock = clock;
  }

  /** Throws ServiceFault for the first request that Google refuses. */
  prepare(requests: FetchRequest[]): OutgoingRequest[] {
    return requests.map((request) => toOutgoingRequest(request, this.#allowlist));
  }

  send(requests: OutgoingRequest[], ended: AbortSignal): Promise<FetchResult[]> {
    return Promise.all(requests.map((request) => this.#fetchOne(request, ended)));
  }

  async #fetchOne(request: OutgoingRequest, ended: AbortSignal): Promise<FetchResult> {
    const counters = this.#counters();
    this.#inFlight++;
    counters.maxInFlight = Math.max(counters.maxInFlight, this.#inFlight);
    const milliseconds = (request.options.timeoutSeconds ?? limits.fetchTimeoutDefault.value) * 1000;
    const timeout = AbortSignal.timeout(milliseconds);
    const answered = new AbortController();
    const overdue = new AbortController();
    // The host's clock can pass the timeout while no real time passes.
    void this.#clock.sleep(milliseconds, answered.signal).then(() => overdue.abort());
    try {
      const raw = await this.#follow(request, AbortSignal.any([ended, timeout, overdue.signal]));
      return { response: { code: raw.code, headers: raw.headers, base64: raw.body.toString('base64') } };
    } catch (error) {
      return { failure: describeError(error, request.url.origin, timeout.aborted || overdue.signal.aborted) };
    } finally {
      answered.abort();
      this.#inFlight--;
    }
  }

  async #follow(request: OutgoingRequest, signal: AbortSignal): Promise<RawResponse> {
    let { url, headers, body } = request;
    let method = request.options.method.toUpperCase();
    for (let hop = 0; ; hop++) {
      const { validateHttpsCertificates } = request.options;
      const raw = await sendRaw(this.#agents, {
        url: this.#reach(url),
        method,
        headers,
        body,
        validateHttpsCertificates,
        signal,
      });
      const location = raw.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
      if (!request.options.followRedirects || !redirectCodes.has(raw.code) || location === undefined)
        return raw;
      if (hop === limits.fetchRedirects.value || !URL.canParse(location, url.href)) {
        throw new ServiceFault(`Unexpected error: ${url.origin}`);
      }
      url = new URL(location, url);
      // RFC 9110 §15.4: 307 and 308 repeat the request, others become a GET.
      if (raw.code !== 307 && raw.code !== 308 && method !== 'HEAD') {
        method = 'GET';
        body = null;
        headers = Object.fromEntries(
          Object.entries(headers).filter(([name]) => name !== 'content-type' && name !== 'content-length'),
        );
      }
    }
  }

  /** The redirected address: the same path at another origin, if set. */
  #reach(url: URL): URL {
    const other = this.#origins[url.origin];
    return other === undefined ? url : new URL(url.pathname + url.search, other);
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }
}

/** Google's messages (public logs), with the origin only: path or query may contain a secret. */
function describeError(error: unknown, origin: string, timedOut: boolean): string {
  if (error instanceof ServiceFault) return error.message;
  if (timedOut) return `Timeout: ${origin}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `DNS error: ${origin}`;
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_VERIFY/.test(code)) return `SSL Error ${origin}`;
  if (/^(ECONN|EHOST|ENET|EPIPE|ETIMEDOUT)/.test(code)) return `Address unavailable: ${origin}`;
  return `Unexpected error: ${origin}`;
}
