import { type ClientOptions, type HttpOutcome, type SyncClient, syncClient } from '../../src/index.ts';
import { learnFew } from './sandbox-recipes.ts';

/** The answer to a request, by its address. */
export type Answers = (url: URL, serial: number) => Partial<Extract<HttpOutcome, { ok: true }>>;

export const start = Date.parse('2026-11-21T05:00:00Z');

export interface ScriptedService {
  /** Another client of the same service and clock; those with `shares` have one cache. */
  client(options?: Partial<ClientOptions>, shares?: boolean): SyncClient;
  /** Addresses asked so far. */
  readonly asked: URL[];
  pass(ms: number): void;
}

/** A service that answers by a function, and a clock that waits and `pass` move. */
export function startScriptedService(answers: Answers): ScriptedService {
  const asked: URL[] = [];
  const kept = new Map<string, string>();
  let at = start;
  return {
    asked,
    pass: (ms) => {
      at += ms;
    },
    client: (options = {}, shares = false) =>
      syncClient(
        { baseUrl: 'https://api.example.com', key: 'rs_live_abcdefgh', retries: 0, ...options },
        {
          send: (requests) =>
            requests.map(({ url }) => {
              asked.push(new URL(url));
              const answer = answers(new URL(url), asked.length);
              return { ok: true, status: 200, headers: {}, text: '{}', ...answer };
            }),
          wait: (ms) => {
            at += ms;
          },
          now: () => at,
          random: () => 0,
          learn: learnFew,
          ...(shares
            ? {
                cache: {
                  get: (keys) => keys.map((key) => kept.get(key) ?? null),
                  put: (entries) => {
                    for (const { key, text } of entries) kept.set(key, text);
                  },
                },
              }
            : {}),
        },
      ),
  };
}

/** The error of a call; null if it succeeds. */
export function faultOf(call: () => unknown): unknown {
  try {
    call();
    return null;
  } catch (thrown) {
    return thrown;
  }
}
