import { setTimeout as sleep } from 'node:timers/promises';
import { type AsyncHost, bodyLimits, type HttpOutcome, type HttpRequest } from '../src/index.ts';

/** Ports that a program may replace or add; each has a default or is omitted. */
export interface NodeHostOptions
  extends Pick<AsyncHost, 'cache' | 'lock' | 'emit' | 'learn' | 'learnLimits'> {
  /** Milliseconds since the epoch. Default: the machine's clock. */
  readonly now?: () => number;
  /** Default: `fetch` of Node.js. */
  readonly fetch?: typeof fetch;
}

/** Reads at most so many bytes after decompression. Cancelling closes the connection. */
export async function readBodyText(
  { body }: Response,
  maxBytes = bodyLimits.bytes,
): Promise<{ readonly text: string; readonly truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let step = await reader?.read(); step?.value !== undefined; step = await reader?.read()) {
    chunks.push(step.value.subarray(0, maxBytes - length));
    length += step.value.byteLength;
    if (length > maxBytes) await reader?.cancel();
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), truncated: length > maxBytes };
}

/** Never follows redirects: the key must not travel to another address. */
async function sendOne(request: HttpRequest, send: typeof fetch): Promise<HttpOutcome> {
  const { url, headers, timeoutMs, maxBodyBytes } = request;
  const stop = new AbortController();
  const timer = setTimeout(
    () => stop.abort(new DOMException('No answer in time.', 'TimeoutError')),
    timeoutMs,
  );
  try {
    const response = await send(url, { headers, redirect: 'manual', signal: stop.signal });
    const body = await readBodyText(response, maxBodyBytes);
    return { ok: true, status: response.status, headers: Object.fromEntries(response.headers), ...body };
  } catch (thrown) {
    const { name, message, cause } = thrown as Error & { cause?: { code?: unknown } };
    const kind = name === 'TimeoutError' ? 'timeout' : 'transport';
    return { ok: false, kind, message: String(cause?.code ?? message) };
  } finally {
    clearTimeout(timer);
  }
}

/** The client's ports on Node.js: fetch, timers, clock and random numbers. */
export function nodeHost({ now = Date.now, fetch: send = fetch, ...parts }: NodeHostOptions = {}): AsyncHost {
  return {
    send: (requests) => Promise.all(requests.map((request) => sendOne(request, send))),
    wait: (ms) => sleep(ms),
    now,
    random: Math.random,
    ...parts,
  };
}

export interface MemoryCacheOptions {
  /** Default: 10,000. */
  readonly maxEntries?: number;
  /** Milliseconds since the epoch, as of the client. Default: the machine's clock. */
  readonly now?: () => number;
}

/** A cache for the clients of one process. A full one drops expired entries, then the oldest. */
export function memoryCache({
  maxEntries = 10_000,
  now = Date.now,
}: MemoryCacheOptions = {}): NonNullable<AsyncHost['cache']> {
  const kept = new Map<string, { readonly text: string; readonly until: number }>();
  const get = (key: string): string | null => {
    const entry = kept.get(key);
    return entry === undefined || entry.until <= now() ? null : entry.text;
  };
  return {
    get: async (keys) => keys.map(get),
    put: async (entries) => {
      const at = now();
      for (const { key, text, ttlSeconds } of entries) {
        kept.delete(key);
        kept.set(key, { text, until: at + ttlSeconds * 1000 });
      }
      if (kept.size > maxEntries) for (const [key, { until }] of kept) if (until <= at) kept.delete(key);
      for (const key of kept.keys()) {
        if (kept.size <= maxEntries) break;
        kept.delete(key);
      }
    },
  };
}
