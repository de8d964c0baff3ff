import {
  type AxisName,
  addEvidence,
  addParameterEvidence,
  addRefusalOfBoth,
  configuredProfile,
  type DialectProfile,
  type Evidence,
  removeEvidence,
  unknownProfile,
} from '../dialects/profile.ts';
import { ApiError } from '../errors/api-error.ts';
import type { HeaderSample, Ports } from '../exchange/effect.ts';
import { type BodyLimits, bodyLimits } from '../json/parse-json.ts';
import { fingerprintKey, parseKey } from '../keys/api-key.ts';
import { createHiddenKey, type HiddenKey } from '../keys/redact.ts';
import type { LimitState, LimitsRecipe } from '../quota/limits-recipe.ts';
import {
  type Breaker,
  deferQuestion,
  onResponse,
  onSend,
  type Pacer,
  pausePacer,
  resumePacer,
  startingPacer,
  tripBreaker,
} from '../quota/pacer.ts';
import { plans } from '../quota/plans.ts';
import type { KnownRecipe, RecipeBook } from '../recipes/recipe.ts';
import type { Endpoint } from '../resources/resources.ts';
import { type ClientOptions, parseBaseUrl } from './options.ts';

/**
 * The state of one client of one service. Options are fixed; only {@link applyEvent} changes the rest.
 *
 * | event         | when                                            | changes             |
 * |---------------|-------------------------------------------------|---------------------|
 * | `sent`        | a request is sent                               | pacer               |
 * | `received`    | its answer arrives, or fails to                 | pacer, stated       |
 * | `failed`      | a fault would repeat for other requests         | breaker             |
 * | `paused`      | the minute's limit is used up until a time      | pacer               |
 * | `resumed`     | that pause is over                              | pacer               |
 * | `deferred`    | a query is given up until its retry time        | breaker             |
 * | `sign`        | an answer is evidence of a Form on one axis     | profile             |
 * | `honored`     | an endpoint honours a website parameter         | profile             |
 * | `form`        | the service takes the other name everywhere     | profile             |
 * | `refusedBoth` | an endpoint refuses a website by both names     | profile             |
 * | `headers`     | an answer's headers are inspected               | headers, names      |
 * | `limits`      | the limit headers are learnt                    | profile             |
 * | `websites`    | the list of websites is read                    | listed              |
 * | `recipes`     | an endpoint's recipes change                    | recipes             |
 * | `samples`     | a new body is read                              | samples             |
 * | `turn`        | a check of a website parameter starts or ends   | checking            |
 * | `claimed`     | the minute's entry lists the current claims     | ended               |
 * | `released`    | a claim of the minute's entry ends              | ended               |
 * | `reported`    | drift is reported, once per session             | reported            |
 */
export interface Session {
  readonly host: Ports;
  readonly baseUrl: string;
  readonly key: string;
  /** Digest of address and key for cache keys. */
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
  /** Learnt from answers. */
  readonly profile: DialectProfile;
  readonly recipes: RecipeBook;
  /** Distinct bodies by endpoint, for recipe inference. */
  readonly samples: Readonly<Partial<Record<Endpoint, readonly unknown[]>>>;
  readonly pacer: Pacer;
  /** The minute limit as the last answer stated it, and when its request was sent and ended; null before one. */
  readonly stated: {
    readonly minute: LimitState | null;
    readonly sentAt: number;
    readonly at: number;
  } | null;
  readonly breaker: Breaker;
  /** Headers of recent answers, for inference of limit headers. */
  readonly headers: readonly HeaderSample[];
  /** Names of all inspected headers. */
  readonly headerNames: ReadonlySet<string>;
  /** Endpoints with a check of the website parameter in progress. */
  readonly checking: readonly Endpoint[];
  /** Ids of the team's websites, once read. */
  readonly listed: readonly string[];
  /** Claims that ended since the minute's entry was written, by cache key: their expiry. */
  readonly ended: Readonly<Record<string, number>>;
  /** Drift that was reported and is not repeated. */
  readonly reported: readonly string[];
}

/** @throws ApiError for an invalid key (`auth.*`) or address, before any request */
export function openSession(options: ClientOptions, host: Ports): Session {
  const baseUrl = parseBaseUrl(options.baseUrl, options);
  const key = parseKey(options.key);
  if (!key.ok)
    throw new ApiError({ kind: key.kind, owner: 'caller', message: key.complaint, hint: 'Set a valid key.' });
  const form = options.form ?? 'auto';
  return {
    host,
    baseUrl,
    key: key.key,
    identity: fingerprintKey(`${baseUrl}\n${key.key}`),
    deadlineMs: options.deadlineMs ?? 25_000,
    until: options.until ?? Number.POSITIVE_INFINITY,
    timeoutMs: options.timeoutMs ?? 12_000,
    retries: options.retries ?? 2,
    freshSeconds: options.freshSeconds ?? 21_600,
    staleSeconds: options.staleSeconds ?? 604_800,
    freshFrom: options.freshFrom || 0,
    paused: options.paused ?? false,
    recipes: options.recipes || {},
    samples: {},
    limits: { ...bodyLimits, bytes: options.maxBodyBytes ?? bodyLimits.bytes },
    hidden: createHiddenKey(key.key),
    pacer: startingPacer(options.plan ? plans[options.plan].perMinute : null),
    stated: null,
    breaker: {},
    headers: [],
    headerNames: new Set(),
    checking: [],
    ended: {},
    listed: [],
    reported: [],
    profile: { ...(options.profile ?? unknownProfile), ...(form === 'auto' ? {} : configuredProfile(form)) },
  };
}

/** The deadline of a call that starts now, milliseconds since the epoch. */
export function computeDeadline({ host, deadlineMs, until }: Session): number {
  return Math.min(host.now() + deadlineMs, until);
}

export type SessionEvent =
  | { readonly type: 'sent'; readonly at: number }
  | {
      readonly type: 'received';
      readonly minute: LimitState | null;
      readonly sentAt: number;
      readonly at: number;
    }
  | { readonly type: 'failed'; readonly endpoint: Endpoint; readonly error: ApiError; readonly at: number }
  | { readonly type: 'paused'; readonly until: number }
  | { readonly type: 'resumed'; readonly at: number }
  | { readonly type: 'deferred'; readonly question: string; readonly error: ApiError; readonly at: number }
  | { readonly type: 'sign'; readonly axis: AxisName; readonly evidence: Evidence }
  | { readonly type: 'honored'; readonly endpoint: Endpoint; readonly form: 1 | 2 }
  | { readonly type: 'form'; readonly endpoint: Endpoint; readonly evidence: Evidence }
  | { readonly type: 'refusedBoth'; readonly endpoint: Endpoint }
  | { readonly type: 'headers'; readonly sample: HeaderSample }
  | { readonly type: 'limits'; readonly limits: LimitsRecipe }
  | { readonly type: 'websites'; readonly ids: readonly string[] }
  | { readonly type: 'recipes'; readonly endpoint: Endpoint; readonly recipes: readonly KnownRecipe[] }
  | { readonly type: 'samples'; readonly endpoint: Endpoint; readonly samples: readonly unknown[] }
  | { readonly type: 'turn'; readonly endpoint: Endpoint; readonly isOver: boolean }
  | { readonly type: 'claimed' }
  | { readonly type: 'released'; readonly key: string; readonly until: number }
  | { readonly type: 'reported'; readonly about: string };

/** Most samples for one inference. */
const maxHeaderSamples = 8;

/** The changes of an event; see the table of {@link Session}. */
function reduceEvent(session: Session, event: SessionEvent): Partial<Session> {
  const { profile, pacer, breaker } = session;
  switch (event.type) {
    case 'sent':
      return { pacer: onSend(pacer, event.at) };
    case 'received': {
      const { minute, sentAt, at } = event;
      const next = onResponse(pacer, minute, sentAt, at);
      const isKnown = minute !== null && minute.remaining !== null;
      const isStated =
        (session.stated?.minute ?? null) !== null && (session.stated?.sentAt ?? 0) >= next.since;
      const stated = isKnown || !isStated ? { minute: isKnown ? minute : null, sentAt, at } : session.stated;
      return { pacer: next, stated };
    }
    case 'failed':
      return { breaker: tripBreaker(breaker, event.endpoint, event.error, event.at) };
    case 'paused':
      return { pacer: pausePacer(pacer, event.until) };
    case 'resumed':
      return { pacer: resumePacer(pacer, event.at) };
    case 'deferred':
      return { breaker: deferQuestion(breaker, event.question, event.error, event.at) };
    case 'sign':
      return { profile: addEvidence(profile, event.axis, event.evidence) };
    case 'honored':
      return { profile: addParameterEvidence(profile, event.endpoint, event.form) };
    case 'form': {
      const withoutWindow = profile.window.configured ? profile : removeEvidence(profile, 'window');
      const { parameterOf: _, ...withoutParameters } = removeEvidence(withoutWindow, 'websiteParameter');
      const honored = addParameterEvidence(withoutParameters, event.endpoint, event.evidence.form);
      return { profile: addEvidence(honored, 'websiteParameter', event.evidence) };
    }
    case 'refusedBoth':
      return { profile: addRefusalOfBoth(profile, event.endpoint) };
    case 'headers':
      return {
        headers: [...session.headers, event.sample].slice(-maxHeaderSamples),
        headerNames: new Set([...session.headerNames, ...Object.keys(event.sample.headers)]),
      };
    case 'limits':
      return { profile: { ...profile, limits: event.limits } };
    case 'websites':
      return { listed: event.ids };
    case 'recipes':
      return { recipes: { ...session.recipes, [event.endpoint]: event.recipes } };
    case 'samples':
      return { samples: { ...session.samples, [event.endpoint]: event.samples } };
    case 'turn':
      return {
        checking: event.isOver
          ? session.checking.filter((one) => one !== event.endpoint)
          : [...session.checking, event.endpoint],
      };
    case 'claimed':
      return { ended: {} };
    case 'released':
      return { ended: { ...session.ended, [event.key]: event.until } };
    case 'reported':
      return { reported: [...session.reported, event.about] };
  }
}

/** Applies an event; no other function changes a session. */
export function applyEvent(session: Session, event: SessionEvent): void {
  Object.assign(session, reduceEvent(session, event));
}
