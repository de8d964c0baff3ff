import { buildBody } from '../bodies/body.ts';
import { COUNTS, countCall } from '../limits/limits.ts';
import { findAllowance } from '../limits/plans.ts';
import { type ApiErrorResponse, errorBody, pathNotFound } from '../query/api-errors.ts';
import { toAxes } from '../query/axes.ts';
import { parseQuery } from '../query/query.ts';
import { readServiceDay } from '../query/windows.ts';
import { overlayQuirks } from '../quirks/quirks.ts';
import { type ApiKey, ENDPOINTS, type ScopedEndpoint } from '../tenants/keys.ts';
import { readUsage, type SandboxWorld, setUsage } from '../world/world.ts';
import { authenticate, findKnownKey } from './authentication.ts';
import { type ApiCall, findError, readStatuses } from './checks.ts';
import type { ApiRequest, ApiResponse } from './exchange.ts';
import { createLimitHeaders, RETRY_AFTER } from './limit-headers.ts';
import {
  answerPreflight,
  createCorsHeaders,
  JSON_TYPE,
  STRANGE_PATHS,
  VALIDATED,
  VERSION_SIGNS,
  type WrittenAnswer,
} from './response-headers.ts';

const PREFIX = '/api/v1';

/** The endpoint a path names; null for any other path. */
export function toEndpoint(path: string): ScopedEndpoint | null {
  return ENDPOINTS.find((endpoint) => path === `${PREFIX}/${endpoint}`) ?? null;
}

/** What the service says before headers are added: a refusal, or the JSON text of a body. */
type ServedSentence = { readonly text: string } | ApiErrorResponse;

/**
 * The service: a world, a request and an instant (milliseconds since 1970) give an answer and the next world. Its
 * checks come in the order header, key, then that of `order`. `failure` takes the place of what it would have said.
 */
export function serveCall(
  lasting: SandboxWorld,
  request: ApiRequest,
  now: number,
  failure: ApiErrorResponse | null = null,
): [ApiResponse, SandboxWorld] {
  const world = { ...lasting, quirks: overlayQuirks(lasting.quirks, request.quirks) };
  const early = answerPreflight(world.quirks, request);
  if (early !== null) return [early, lasting];
  if (request.path !== PREFIX && !request.path.startsWith(`${PREFIX}/`)) {
    const said = failure ?? pathNotFound(`Nothing is here: the API is under ${PREFIX}.`);
    return [buildAnswer(world, null, now, said, null), lasting];
  }
  const caller = authenticate(world, request.authorization, now);
  const stranger = 'status' in caller;
  const said = stranger ? caller : describeTo(world, caller, request, now);
  const given = failure ?? said;
  const limit = findLimit(said);
  const key = findKnownKey(world, request.authorization);
  const counts =
    key !== null &&
    COUNTS[world.quirks.countedAnswers]({
      status: 'status' in given ? given.status : 200,
      authenticated: !stranger,
      limited: limit !== null,
    });
  const next = counts ? counting(world, key, now) : world;
  const answer = { ...buildAnswer(next, key, now, given, limit), counted: counts };
  return [VALIDATED[world.quirks.etag](answer, request), { ...next, quirks: lasting.quirks }];
}

function describeTo(world: SandboxWorld, key: ApiKey, request: ApiRequest, now: number): ServedSentence {
  const endpoint = toEndpoint(request.path);
  const today = readServiceDay(world.quirks, now);
  const question =
    endpoint === null
      ? pathNotFound('There is no such endpoint.')
      : parseQuery(world, endpoint, request.query, today.day);
  const call: ApiCall = { world, axes: toAxes(world), key, request, endpoint, question, now };
  const refusal = findError(call);
  if (refusal !== null) return refusal;
  return 'code' in question ? question : { text: JSON.stringify(buildBody(world, key, question, today)) };
}

function findLimit(said: ServedSentence): 'minute' | 'day' | null {
  return 'limit' in said ? (said.limit ?? null) : null;
}

function counting(world: SandboxWorld, key: ApiKey, now: number): SandboxWorld {
  const allowed = findAllowance(toAxes(world).names, key, world.quirks);
  return setUsage(world, key, countCall(readUsage(world, key), now, allowed));
}

function buildAnswer(
  world: SandboxWorld,
  key: ApiKey | null,
  now: number,
  said: ServedSentence,
  limit: 'minute' | 'day' | null,
): ApiResponse {
  const { quirks } = world;
  const status = 'text' in said ? 200 : said.status;
  const { type, body } = writeBody(world, said);
  const standings = readStatuses(world, key, now);
  const waits = 'limit' in said && said.limit ? RETRY_AFTER[quirks.retryAfter](standings[said.limit]) : [];
  return {
    status,
    headers: {
      'Content-Type': type,
      ...createLimitHeaders(toAxes(world), quirks, standings, { status, limit }),
      ...(waits.length === 0 ? {} : { 'Retry-After': waits }),
      ...(status === 405 ? { Allow: 'GET' } : {}),
      ...VERSION_SIGNS[quirks.versions],
      ...createCorsHeaders(quirks),
    },
    body,
    code: 'text' in said ? null : said.code,
    counted: false,
  };
}

function writeBody(world: SandboxWorld, said: ServedSentence): WrittenAnswer {
  if ('text' in said) return { type: JSON_TYPE, body: said.text };
  if (said.strange) return STRANGE_PATHS[world.quirks.unknownPath](said);
  return { type: JSON_TYPE, body: errorBody(said) };
}
