/** A limit: so many requests in each fixed window. The first window starts with the first request. */
export interface Gate {
  readonly perWindow: number;
  readonly windowMs: number;
}

/** Where one request stands in its window. */
export interface Place {
  readonly refused: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts requests on the machine's steady clock; the headers are those of specification §7 and §8, in seconds. */
export function openGate({ perWindow, windowMs }: Gate): { take(): Place } {
  let opened: number | null = null;
  let window = -1;
  let used = 0;
  return {
    take() {
      const at = performance.now();
      opened ??= at;
      const current = Math.floor((at - opened) / windowMs);
      if (current !== window) [window, used] = [current, 0];
      const refused = used >= perWindow;
      if (!refused) used += 1;
      const seconds = String(Math.ceil((opened + (window + 1) * windowMs - at) / 1000));
      return {
        refused,
        headers: {
          'x-ratelimit-limit': String(perWindow),
          'x-ratelimit-remaining': String(perWindow - used),
          'x-ratelimit-reset': seconds,
          ...(refused ? { 'retry-after': seconds } : {}),
        },
      };
    },
  };
}

/** The 429 of specification §7, whose message holds the wait. */
export function refusal({ headers }: Place): Response {
  const message = `Too many requests: retry in ${headers['retry-after']} seconds.`;
  return Response.json(
    { error: { code: 'rate_limited', message } },
    { status: 429, headers: { ...headers } },
  );
}
