import { type LimitStatuses, readLimitStatuses } from '../limits/limits.ts';
import { mayCall } from '../limits/plans.ts';
import {
  type ApiErrorResponse,
  limitExceeded,
  METHOD_NOT_ALLOWED,
  missingPlan,
  missingScope,
  notFound,
  pathNotFound,
} from '../query/api-errors.ts';
import type { FormAxes } from '../query/axes.ts';
import type { ResourceQuery } from '../query/query.ts';
import { readAllowance, readUsage } from '../query/usage.ts';
import { listCallerWebsites, toPublicId } from '../query/websites.ts';
import type { QuirkTable } from '../quirks/quirks.ts';
import { type ApiKey, ENDPOINTS, type KeyScope, type ScopedEndpoint } from '../tenants/keys.ts';
import type { SandboxWorld } from '../world/world.ts';
import type { ApiRequest } from './exchange.ts';

/** An authenticated call, for the checks. */
export interface ApiCall {
  readonly world: SandboxWorld;
  readonly axes: FormAxes;
  readonly key: ApiKey;
  readonly request: ApiRequest;
  /** Null for an unknown path. */
  readonly endpoint: ScopedEndpoint | null;
  /** The parsed query, or the error of its parameters. */
  readonly query: ResourceQuery | ApiErrorResponse;
  readonly now: number;
}

/** The limits of a key; without a key, Starter's unused ones. */
export function readStatuses(world: SandboxWorld, key: ApiKey | null, now: number): LimitStatuses {
  return readLimitStatuses(readUsage(world, key), now, readAllowance(world, key), world.quirks);
}

/** The name of a scope, and whether a key's scopes include it. */
interface ScopeNaming {
  readonly name: (endpoint: ScopedEndpoint) => string;
  readonly isHeld: (endpoint: ScopedEndpoint, scopes: readonly KeyScope[]) => boolean;
}

/** Undecided item 27. Internally a key has one scope per endpoint. */
const SCOPE_NAMES: QuirkTable<'scopes', ScopeNaming> = {
  colon: { name: (endpoint) => `${endpoint}:read`, isHeld: hasOwnScope },
  dotted: { name: (endpoint) => `${endpoint}.read`, isHeld: hasOwnScope },
  single: { name: () => 'read', isHeld: (_, scopes) => scopes.length > 0 },
  none: { name: () => '', isHeld: () => true },
};

function hasOwnScope(endpoint: ScopedEndpoint, scopes: readonly KeyScope[]): boolean {
  return scopes.includes(`${endpoint}:read`);
}

/** The checks of an authenticated call; each returns an error or null. */
const CHECKS = {
  limits: checkLimits,
  path: checkRoute,
  permission: checkPermission,
  parameters: checkParameters,
  owner: checkOwner,
} satisfies Record<string, (call: ApiCall) => ApiErrorResponse | null>;

/** Undecided item 19. */
const CHECK_ORDERS: QuirkTable<'order', readonly (keyof typeof CHECKS)[]> = {
  'limits-first': ['limits', 'path', 'permission', 'parameters', 'owner'],
  'limits-last': ['path', 'permission', 'parameters', 'owner', 'limits'],
  'parameters-first': ['path', 'parameters', 'limits', 'permission', 'owner'],
};

export function findError(call: ApiCall): ApiErrorResponse | null {
  for (const check of CHECK_ORDERS[call.world.quirks.order]) {
    const error = CHECKS[check](call);
    if (error !== null) return error;
  }
  return null;
}

function checkLimits({ world, axes, key, now }: ApiCall): ApiErrorResponse | null {
  const { exhausted, ...statuses } = readStatuses(world, key, now);
  return exhausted === null ? null : limitExceeded(axes.codes, world.quirks, exhausted, statuses[exhausted]);
}

function checkRoute({ endpoint, request }: ApiCall): ApiErrorResponse | null {
  if (endpoint === null) {
    return pathNotFound(`There is no such endpoint: /api/v1 has ${ENDPOINTS.join(', ')}.`);
  }
  return request.method === 'GET' ? null : METHOD_NOT_ALLOWED;
}

function checkPermission({ world: { quirks }, axes, key, endpoint }: ApiCall): ApiErrorResponse | null {
  if (!mayCall(axes.names, key.plan, quirks)) {
    const first = axes.names === 1 ? 'Starter' : 'Growth';
    const message = `The ${key.plan} plan of this key has no API access: it starts with the ${first} plan.`;
    return missingPlan(axes.codes, quirks, message);
  }
  const { name, isHeld } = SCOPE_NAMES[quirks.scopes];
  if (endpoint === null || isHeld(endpoint, key.scopes)) return null;
  return missingScope(axes.codes, `The key lacks the scope ${name(endpoint)}: use a key that has it.`);
}

function checkParameters({ query }: ApiCall): ApiErrorResponse | null {
  return 'code' in query ? query : null;
}

function checkOwner({ world, key, query }: ApiCall): ApiErrorResponse | null {
  if ('code' in query || query.subject?.of !== 'one') return null;
  const { id, parameter } = query.subject;
  if (listCallerWebsites(world, key).some((site) => toPublicId(world, site) === id)) return null;
  return notFound(`No website of this team has the id sent as ${parameter}: /api/v1/websites lists them.`);
}
