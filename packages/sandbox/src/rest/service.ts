import { bodyOf } from '../bodies/answered.ts';
import { COUNTS } from '../limits/counted-answers.ts';
import { countCall } from '../limits/limits.ts';
import { allowance } from '../limits/plans.ts';
import { overlaid } from '../quirks/table.ts';
import type { ApiKey } from '../tenants/keys.ts';
import { ENDPOINTS, type Endpoint } from '../tenants/scopes.ts';
import { usageOf, type World, withUsage } from '../world.ts';
import type { Answer, ApiRequest } from './answer.ts';
import { authenticate, knownKey } from './authentication.ts';
import { axesOf } from './axes.ts';
import { type Call, standingsOf } from './call.ts';
import { refusalOf } from './checks.ts';
import { corsHeaders, preflight } from './cors.ts';
import { VERSION_SIGNS } from './deprecation.ts';
import { limitHeaders } from './limit-headers.ts';
import { questionOf } from './question.ts';
import { errorBody, noSuchPath, type Refusal } from './refusal.ts';
import { RETRY_AFTER } from './retry-after.ts';
import { JSON_TYPE, STRANGE_PATHS, type Written } from './strange-paths.ts';
import { todayOf } from './today.ts';
import { VALIDATED } from './validators.ts';

const PREFIX = '/api/v1';

/** The endpoint a path names; null for any other path. */
export function endpointOf(path: string): Endpoint | null {
  return ENDPOINTS.find((endpoint) => path === `${PREFIX}/${endpoint}`) ?? null;
}

/** What the service says before headers are added: a refusal, or the JSON text of a body. */
type Said = { readonly text: string } | Refusal;

/**
 * The service: a world, a request and an instant (milliseconds since 1970) give an answer and the next world. Its
 * checks come in the order header, key, then that of `order`. `failure` takes the place of what it would have said.
 */
export function serve(
  lasting: World,
  request: ApiRequest,
  now: number,
  failure: Refusal | null = null,
): [Answer, World] {
  const world = { ...lasting, quirks: overlaid(lasting.quirks, request.quirks) };
  const early = preflight(world.quirks, request);
  if (early !== null) return [early, lasting];
  if (request.path !== PREFIX && !request.path.startsWith(`${PREFIX}/`)) {
    const said = failure ?? noSuchPath(`Nothing is here: the API is under ${PREFIX}.`);
    return [answered(world, null, now, said, null), lasting];
  }
  const caller = authenticate(world, request.authorization, now);
  const stranger = 'status' in caller;
  const said = stranger ? caller : saidTo(world, caller, request, now);
  const given = failure ?? said;
  const limit = limitOf(said);
  const key = knownKey(world, request.authorization);
  const counts =
    key !== null &&
    COUNTS[world.quirks.countedAnswers]({
      status: 'status' in given ? given.status : 200,
      authenticated: !stranger,
      limited: limit !== null,
    });
  const next = counts ? counting(world, key, now) : world;
  const answer = { ...answered(next, key, now, given, limit), counted: counts };
  return [VALIDATED[world.quirks.etag](answer, request), { ...next, quirks: lasting.quirks }];
}

function saidTo(world: World, key: ApiKey, request: ApiRequest, now: number): Said {
  const endpoint = endpointOf(request.path);
  const today = todayOf(world.quirks, now);
  const question =
    endpoint === null
      ? noSuchPath('There is no such endpoint.')
      : questionOf(world, endpoint, request.query, today.day);
  const call: Call = { world, axes: axesOf(world), key, request, endpoint, question, now };
  const refusal = refusalOf(call);
  if (refusal !== null) return refusal;
  return 'code' in question ? question : { text: JSON.stringify(bodyOf(world, key, question, today)) };
}

function limitOf(said: Said): 'minute' | 'day' | null {
  return 'limit' in said ? (said.limit ?? null) : null;
}

function counting(world: World, key: ApiKey, now: number): World {
  const allowed = allowance(axesOf(world).names, key, world.quirks);
  return withUsage(world, key, countCall(usageOf(world, key), now, allowed));
}

function answered(
  world: World,
  key: ApiKey | null,
  now: number,
  said: Said,
  limit: 'minute' | 'day' | null,
): Answer {
  const { quirks } = world;
  const status = 'text' in said ? 200 : said.status;
  const { type, body } = written(world, said);
  const standings = standingsOf(world, key, now);
  const waits = 'limit' in said && said.limit ? RETRY_AFTER[quirks.retryAfter](standings[said.limit]) : [];
  return {
    status,
    headers: {
      'Content-Type': type,
      ...limitHeaders(axesOf(world), quirks, standings, { status, limit }),
      ...(waits.length === 0 ? {} : { 'Retry-After': waits }),
      ...(status === 405 ? { Allow: 'GET' } : {}),
      ...VERSION_SIGNS[quirks.versions],
      ...corsHeaders(quirks),
    },
    body,
    code: 'text' in said ? null : said.code,
    counted: false,
  };
}

function written(world: World, said: Said): Written {
  if ('text' in said) return { type: JSON_TYPE, body: said.text };
  if (said.strange) return STRANGE_PATHS[world.quirks.unknownPath](said);
  return { type: JSON_TYPE, body: errorBody(said) };
}
