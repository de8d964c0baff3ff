import { buildBody } from '../bodies/build-body.ts';
import { COUNTS, countCall } from '../limits/limits.ts';
import { type ApiErrorResponse, errorBody, pathNotFound } from '../query/api-errors.ts';
import { toAxes } from '../query/axes.ts';
import { parseQuery } from '../query/query.ts';
import { changeUsage, readAllowance } from '../query/usage.ts';
import { readServiceDay } from '../query/windows.ts';
import { overlayQuirks } from '../quirks/quirks.ts';
import { type ApiKey, ENDPOINTS, type ScopedEndpoint } from '../tenants/keys.ts';
import type { SandboxWorld } from '../world/world.ts';
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

/** The endpoint of a path; null for any other path. */
export function toEndpoint(path: string): ScopedEndpoint | null {
  return ENDPOINTS.find((endpoint) => path === `${PREFIX}/${endpoint}`) ?? null;
}

/** The result before headers: an error or the JSON text of a body. */
type ServedResult = { readonly text: string } | ApiErrorResponse;

/**
 * Serves a request at an instant (milliseconds since 1970); returns the response and the next world. Checks run in this
 * order: header, key, then the switch `order`. `failure` replaces the result.
 */
export function serveCall(
  lasting: SandboxWorld,
  request: ApiRequest,
  now: number,
  failure: ApiErrorResponse | null = null,
): [ApiResponse, SandboxWorld] {
  const world = { ...lasting, quirks: overlayQuirks(lasting.quirks, request.quirks) };
  const preflight = answerPreflight(world.quirks, request);
  if (preflight !== null) return [preflight, lasting];
  if (request.path !== PREFIX && !request.path.startsWith(`${PREFIX}/`)) {
    const result = failure ?? pathNotFound(`Nothing is here: the API is under ${PREFIX}.`);
    return [buildResponse(world, null, now, result, null), lasting];
  }
  const caller = authenticate(world, request.authorization, now);
  const isUnknownCaller = 'status' in caller;
  const result = isUnknownCaller ? caller : serveKey(world, caller, request, now);
  const sent = failure ?? result;
  const limit = findLimit(result);
  const key = findKnownKey(world, request.authorization);
  const counts =
    key !== null &&
    COUNTS[world.quirks.countedAnswers]({
      status: 'status' in sent ? sent.status : 200,
      authenticated: !isUnknownCaller,
      limited: limit !== null,
    });
  const next = counts ? addUsage(world, key, now) : world;
  const answer = { ...buildResponse(next, key, now, sent, limit), counted: counts };
  return [VALIDATED[world.quirks.etag](answer, request), { ...next, quirks: lasting.quirks }];
}

function serveKey(world: SandboxWorld, key: ApiKey, request: ApiRequest, now: number): ServedResult {
  const endpoint = toEndpoint(request.path);
  const today = readServiceDay(world.quirks, now);
  const query =
    endpoint === null
      ? pathNotFound('There is no such endpoint.')
      : parseQuery(world, endpoint, request.query, today.day);
  const call: ApiCall = { world, axes: toAxes(world), key, request, endpoint, query, now };
  const error = findError(call);
  if (error !== null) return error;
  return 'code' in query ? query : { text: JSON.stringify(buildBody(world, key, query, today)) };
}

function findLimit(result: ServedResult): 'minute' | 'day' | null {
  return 'limit' in result ? (result.limit ?? null) : null;
}

function addUsage(world: SandboxWorld, key: ApiKey, now: number): SandboxWorld {
  const allowed = readAllowance(world, key);
  return changeUsage(world, key, (usage) => countCall(usage, now, allowed));
}

function buildResponse(
  world: SandboxWorld,
  key: ApiKey | null,
  now: number,
  result: ServedResult,
  limit: 'minute' | 'day' | null,
): ApiResponse {
  const { quirks } = world;
  const status = 'text' in result ? 200 : result.status;
  const { type, body } = writeBody(world, result);
  const statuses = readStatuses(world, key, now);
  const retryAfter =
    'limit' in result && result.limit ? RETRY_AFTER[quirks.retryAfter](statuses[result.limit]) : [];
  return {
    status,
    headers: {
      'Content-Type': type,
      ...createLimitHeaders(toAxes(world), quirks, statuses, { status, limit }),
      ...(retryAfter.length === 0 ? {} : { 'Retry-After': retryAfter }),
      ...(status === 405 ? { Allow: 'GET' } : {}),
      ...VERSION_SIGNS[quirks.versions],
      ...createCorsHeaders(quirks),
    },
    body,
    code: 'text' in result ? null : result.code,
    counted: false,
  };
}

function writeBody(world: SandboxWorld, result: ServedResult): WrittenAnswer {
  if ('text' in result) return { type: JSON_TYPE, body: result.text };
  if (result.isRouteError) return STRANGE_PATHS[world.quirks.unknownPath](result);
  return { type: JSON_TYPE, body: errorBody(result) };
}
