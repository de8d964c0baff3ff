import { allotment, countCall, UNUSED } from '../limits/limits.ts';
import { allowance, mayCall, UNKNOWN_CALLER } from '../limits/plans.ts';
import type { ApiKey } from '../tenants/keys.ts';
import { ENDPOINTS, type Endpoint } from '../tenants/scopes.ts';
import { usageOf, type World, withUsage } from '../world.ts';
import type { Answer, ApiRequest } from './answer.ts';
import { authenticate, knownKey } from './authentication.ts';
import { limitHeaders } from './limit-headers.ts';
import { errorBody, lacking, METHOD_NOT_ALLOWED, notFound, type Refusal, tooMany } from './refusal.ts';
import { resource } from './resource.ts';
import { type Json, spelled } from './spelling.ts';

const PREFIX = '/api/v1';

/** The endpoint a path names; null for any other path. */
export function endpointOf(path: string): Endpoint | null {
  return ENDPOINTS.find((endpoint) => path === `${PREFIX}/${endpoint}`) ?? null;
}

/**
 * The service: a world, a request and an instant (milliseconds since 1970) give an answer and the next world.
 * Order of checks (undecided item 19): header, key, limits, path and method, plan and scope, parameters, owner.
 */
export function serve(world: World, request: ApiRequest, now: number): [Answer, World] {
  if (request.path !== PREFIX && !request.path.startsWith(`${PREFIX}/`)) {
    return [refused(world, null, now, notFound(`Nothing is here: the API is under ${PREFIX}.`)), world];
  }
  const caller = authenticate(world, request.authorization);
  if ('status' in caller) {
    return [refused(world, knownKey(world, request.authorization), now, caller), world];
  }
  const { exhausted, ...standings } = allotment(usageOf(world, caller), now, allowance(world.form, caller));
  if (exhausted !== null) {
    const seconds = standings[exhausted].resetSeconds;
    const answer = refused(world, caller, now, tooMany(world.form, exhausted, seconds), exhausted);
    return [{ ...answer, headers: { ...answer.headers, 'Retry-After': String(seconds) } }, world];
  }
  const next = withUsage(world, caller, countCall(usageOf(world, caller), now));
  const found = read(next, caller, request, now);
  const answer = 'body' in found ? given(next, caller, now, found.body) : refused(next, caller, now, found);
  return [{ ...answer, counted: true }, next];
}

function read(world: World, key: ApiKey, request: ApiRequest, now: number): { body: Json } | Refusal {
  const endpoint = endpointOf(request.path);
  if (endpoint === null) {
    return notFound(`There is no such endpoint: ${PREFIX} has ${ENDPOINTS.join(', ')}.`);
  }
  if (request.method !== 'GET') return METHOD_NOT_ALLOWED;
  if (!mayCall(world.form, key.plan)) {
    const first = world.form === 1 ? 'Starter' : 'Growth';
    return lacking(
      world.form,
      `The ${key.plan} plan of this key has no API access: it starts with the ${first} plan.`,
    );
  }
  if (!key.scopes.includes(`${endpoint}:read`)) {
    return lacking(world.form, `The key lacks the scope ${endpoint}:read: use a key that has it.`);
  }
  return resource(world, key, endpoint, request.query, now);
}

function given(world: World, key: ApiKey, now: number, body: Json): Answer {
  return {
    status: 200,
    headers: headersFor(world, key, now, null),
    body: JSON.stringify(spelled(world.form, body)),
    code: null,
    counted: true,
  };
}

function refused(
  world: World,
  key: ApiKey | null,
  now: number,
  refusal: Refusal,
  exhausted: 'minute' | 'day' | null = null,
): Answer {
  const allow = refusal.status === 405 ? { Allow: 'GET' } : {};
  return {
    status: refusal.status,
    headers: { ...headersFor(world, key, now, exhausted), ...allow },
    body: errorBody(refusal),
    code: refusal.code,
    counted: false,
  };
}

function headersFor(
  world: World,
  key: ApiKey | null,
  now: number,
  exhausted: 'minute' | 'day' | null,
): Record<string, string> {
  const usage = key === null ? UNUSED : usageOf(world, key);
  const allowed = key === null ? UNKNOWN_CALLER : allowance(world.form, key);
  return {
    'Content-Type': 'application/json; charset=utf-8',
    ...limitHeaders(world.form, allotment(usage, now, allowed), exhausted),
  };
}
