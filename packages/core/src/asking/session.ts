import { type BodyLimits, bodyLimits } from '../bodies/limits.ts';
import { configuredProfile, type DialectProfile, unknownProfile } from '../dialects/profile.ts';
import { ApiError } from '../errors/api-error.ts';
import { parseKey } from '../keys/api-key.ts';
import { fingerprint } from '../keys/fingerprint.ts';
import { type HiddenKey, hiddenKey } from '../keys/hidden-key.ts';
import { isSecureAddress } from '../keys/secure-address.ts';
import type { Breaker } from '../quota/breaker.ts';
import { type Pacer, startingPacer } from '../quota/pacer.ts';
import { type PlanName, plans } from '../quota/plans.ts';
import type { DeltaSample } from '../quota/reset.ts';
import type { RecipeBook } from '../recipes/known-recipe.ts';
import type { Endpoint } from '../resources/endpoint.ts';

export interface ClientOptions {
  /** The service's address, without `/api/v1`. */
  readonly baseUrl: string;
  /** `rs_live_…` or `rs_test_…`; both are production credentials (specification §5, Form 2). */
  readonly key: string;
  /** Lets the key go over http to another machine, where anyone on the way can read it. Default false. */
  readonly insecure?: boolean;
  /** Which Form the service speaks; `auto` finds out from its answers. Default `auto`. */
  readonly form?: 'auto' | 1 | 2;
  /** What an earlier session learnt. A `form` that is given counts before it. */
  readonly profile?: DialectProfile;
  /** Time for one call with its waits and retries, milliseconds. Default 25,000. */
  readonly deadlineMs?: number;
  /** When every call has to be over, milliseconds since the epoch, whatever is left of its own time. Default: never. */
  readonly until?: number;
  /** Time for one request, milliseconds. Default 12,000. */
  readonly timeoutMs?: number;
  /** Retries of a failed request; each costs quota. Default 2; 0 means one request. */
  readonly retries?: number;
  /** How long an answer is good for, seconds; only with a cache. Default 21,600. */
  readonly freshSeconds?: number;
  /** How much longer an answer may stand in for a fault that will pass, seconds; only with a cache. Default 604,800. */
  readonly staleSeconds?: number;
  /** The most bytes of an answer's body. A longer one is refused unread. Default 2,000,000. */
  readonly maxBodyBytes?: number;
  /** Answers that came before this are no longer fresh, milliseconds since the epoch: what a refresh asks for. Default 0. */
  readonly freshFrom?: number;
  /** No request goes out; an older answer is given where one is kept. Only with a cache. Default false. */
  readonly paused?: boolean;
  /** How the bodies of each endpoint are read. Default: the host infers it. */
  readonly recipes?: RecipeBook;
  /** The plan of the key, for the pace before the first answer; the headers correct it. Default: found out. */
  readonly plan?: PlanName;
}

/** One client's standing with one service: who asks, how to word it, how long to try. */
export interface Session {
  readonly baseUrl: string;
  readonly key: string;
  /** Stands for address and key in cache keys. */
  readonly identity: string;
  readonly deadlineMs: number;
  readonly until: number;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly freshSeconds: number;
  readonly staleSeconds: number;
  readonly freshFrom: number;
  readonly paused: boolean;
  readonly limits: BodyLimits;
  readonly hidden: HiddenKey;
  /** Learnt while asking. */
  profile: DialectProfile;
  recipes: RecipeBook;
  /** Different bodies of each endpoint, from which recipes are inferred. */
  samples: Readonly<Partial<Record<Endpoint, readonly unknown[]>>>;
  pacer: Pacer;
  breaker: Breaker;
  /** The last reset that came as a delta: the next one tells its unit. */
  delta: DeltaSample | null;
  /** Endpoints of which a question finds out whether they honour the website parameter. */
  readonly checking: Set<Endpoint>;
  /** Ids of the team's list of websites, as far as it was read. */
  listed: readonly string[];
  /** What was said already and is not said again. */
  readonly said: string[];
}

/**
 * The address without trailing slash and without the path that the client appends itself.
 * @throws ApiError for no address, and without `insecure` for http to another machine
 */
export function parseBaseUrl(text: string, insecure = false): string {
  const trimmed = text
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')
    .replace(/\/+$/, '');
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(trimmed)) {
    throw new ApiError({
      kind: 'transport',
      owner: 'caller',
      message:
        'The service address is no http or https address without user name and query, such as https://api.example.com.',
      hint: 'Correct the service address.',
    });
  }
  if (!insecure && !isSecureAddress(trimmed)) {
    throw new ApiError({
      kind: 'transport',
      owner: 'caller',
      message:
        'The service address is http to another machine, so others could read the key on the way. Use an https address.',
      hint: 'Use an https address.',
    });
  }
  return trimmed;
}

/** @throws ApiError for a key of wrong format (`auth.*`) or an address that is refused, before anything is sent. */
export function openSession(options: ClientOptions): Session {
  const baseUrl = parseBaseUrl(options.baseUrl, options.insecure);
  const key = parseKey(options.key);
  if (!key.ok)
    throw new ApiError({ kind: key.kind, owner: 'caller', message: key.complaint, hint: 'Set a valid key.' });
  const form = options.form ?? 'auto';
  return {
    baseUrl,
    key: key.key,
    identity: fingerprint(`${baseUrl}\n${key.key}`),
    deadlineMs: options.deadlineMs ?? 25_000,
    until: options.until ?? Number.POSITIVE_INFINITY,
    timeoutMs: options.timeoutMs ?? 12_000,
    retries: options.retries ?? 2,
    freshSeconds: options.freshSeconds ?? 21_600,
    staleSeconds: options.staleSeconds ?? 604_800,
    freshFrom: options.freshFrom ?? 0,
    paused: options.paused ?? false,
    recipes: options.recipes ?? {},
    samples: {},
    limits: { ...bodyLimits, bytes: options.maxBodyBytes ?? bodyLimits.bytes },
    hidden: hiddenKey(key.key),
    pacer: startingPacer(options.plan ? plans[options.plan].perMinute : null),
    breaker: {},
    delta: null,
    checking: new Set(),
    listed: [],
    said: [],
    profile: { ...(options.profile ?? unknownProfile), ...(form === 'auto' ? {} : configuredProfile(form)) },
  };
}

/** When a call that begins now has to be over, milliseconds since the epoch. */
export function deadlineFrom({ deadlineMs, until }: Session, now: number): number {
  return Math.min(now + deadlineMs, until);
}
