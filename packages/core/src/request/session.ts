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
import type { HeaderSample } from '../exchange/effect.ts';
import { type BodyLimits, bodyLimits } from '../json/parse-json.ts';
import { fingerprintKey, parseKey } from '../keys/api-key.ts';
import { createHiddenKey, type HiddenKey } from '../keys/redact.ts';
import { plans } from '../quota/budget.ts';
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
import type { KnownRecipe, RecipeBook } from '../recipes/recipe.ts';
import type { Endpoint } from '../resources/resources.ts';
import { type ClientOptions, parseBaseUrl } from './options.ts';

/**
 * What one client knows while it asks one service: who asks, how to word it, how long to try. Options are fixed; the rest
 * changes by {@link applyEvent} alone.
 *
 * | event         | when                                              | changes             |
 * |---------------|---------------------------------------------------|---------------------|
 * | `departed`    | a request goes out                                | pacer               |
 * | `arrived`     | its answer came, or none                          | pacer               |
 * | `failed`      | a fault that other requests would meet again      | breaker             |
 * | `limited`     | the minute is used up; until when                 | pacer               |
 * | `waited`      | that wait is over                                 | pacer               |
 * | `postponed`   | a question is given up until later                | breaker             |
 * | `sign`        | an answer speaks for a Form on one axis           | profile             |
 * | `heeded`      | an endpoint honours a name of the parameter       | profile             |
 * | `form`        | the service takes the other name everywhere       | profile, forgotten  |
 * | `refusedBoth` | an endpoint refused a website by both names       | profile             |
 * | `headers`     | an answer's headers are inspected                 | headers, names      |
 * | `limits`      | headers of limits are others                      | profile             |
 * | `listed`      | the list of websites was read                     | listed              |
 * | `recipes`     | an endpoint's recipes are others                  | recipes             |
 * | `sampled`     | a body was seen                                   | samples             |
 * | `turn`        | a question begins or ends to find out a name      | checking            |
 * | `reported`    | something was reported that is reported once      | reported            |
 */
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
  readonly profile: DialectProfile;
  readonly recipes: RecipeBook;
  /** Different bodies of each endpoint, from which recipes are inferred. */
  readonly samples: Readonly<Partial<Record<Endpoint, readonly unknown[]>>>;
  readonly pacer: Pacer;
  readonly breaker: Breaker;
  /** Headers of several answers, from which the limits recipe is inferred. */
  readonly headers: readonly HeaderSample[];
  /** Names of all headers that were inspected. */
  readonly headerNames: ReadonlySet<string>;
  /** Endpoints of which a question finds out whether they honour the website parameter. */
  readonly checking: readonly Endpoint[];
  /** Ids of the team's list of websites, as far as it was read. */
  readonly listed: readonly string[];
  /** What was reported already and is not reported again. */
  readonly reported: readonly string[];
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
    identity: fingerprintKey(`${baseUrl}\n${key.key}`),
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
    hidden: createHiddenKey(key.key),
    pacer: startingPacer(options.plan ? plans[options.plan].perMinute : null),
    breaker: {},
    headers: [],
    headerNames: new Set(),
    checking: [],
    listed: [],
    reported: [],
    profile: { ...(options.profile ?? unknownProfile), ...(form === 'auto' ? {} : configuredProfile(form)) },
  };
}

/** When a call that begins now has to be over, milliseconds since the epoch. */
export function computeDeadline({ deadlineMs, until }: Session, now: number): number {
  return Math.min(now + deadlineMs, until);
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
  | { readonly type: 'reported'; readonly about: string };

/** The headers of so many answers are inspected together. */
const mostHeaderSamples = 8;

/** The fields that an event changes; see the table of {@link Session}. */
function reduceEvent(session: Session, event: SessionEvent): Partial<Session> {
  const { profile, pacer, breaker } = session;
  switch (event.type) {
    case 'sent':
      return { pacer: onSend(pacer, event.at) };
    case 'received':
      return { pacer: onResponse(pacer, event.minute, event.sentAt, event.at) };
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
        headers: [...session.headers, event.sample].slice(-mostHeaderSamples),
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
    case 'reported':
      return { reported: [...session.reported, event.about] };
  }
}

/** Changes what a session knows; nothing else writes to it. */
export function applyEvent(session: Session, event: SessionEvent): void {
  Object.assign(session, reduceEvent(session, event));
}
