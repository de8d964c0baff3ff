import { publicId } from '../bodies/website-ids.ts';
import { mayCall } from '../limits/plans.ts';
import type { Quirks } from '../quirks/table.ts';
import { ENDPOINTS } from '../tenants/scopes.ts';
import { type Call, standingsOf } from './call.ts';
import {
  lackingPlan,
  lackingScope,
  METHOD_NOT_ALLOWED,
  noSuchPath,
  notFound,
  type Refusal,
  tooMany,
} from './refusal.ts';
import { SCOPE_NAMES } from './scope-names.ts';
import { websitesOf } from './websites-of.ts';

/** What is asked of a call once its key is known; each gives a refusal or null. */
const CHECKS = { limits, path, permission, parameters, owner } satisfies Record<
  string,
  (call: Call) => Refusal | null
>;

/** The order of checks (undecided item 19). */
const ORDERS: Readonly<Record<Quirks['order'], readonly (keyof typeof CHECKS)[]>> = {
  'limits-first': ['limits', 'path', 'permission', 'parameters', 'owner'],
  'limits-last': ['path', 'permission', 'parameters', 'owner', 'limits'],
  'parameters-first': ['path', 'parameters', 'limits', 'permission', 'owner'],
};

/** The first refusal in the order in force, or null. */
export function refusalOf(call: Call): Refusal | null {
  for (const check of ORDERS[call.world.quirks.order]) {
    const refusal = CHECKS[check](call);
    if (refusal !== null) return refusal;
  }
  return null;
}

function limits({ world, axes, key, now }: Call): Refusal | null {
  const { exhausted, ...standings } = standingsOf(world, key, now);
  return exhausted === null ? null : tooMany(axes.codes, world.quirks, exhausted, standings[exhausted]);
}

function path({ endpoint, request }: Call): Refusal | null {
  if (endpoint === null) {
    return noSuchPath(`There is no such endpoint: /api/v1 has ${ENDPOINTS.join(', ')}.`);
  }
  return request.method === 'GET' ? null : METHOD_NOT_ALLOWED;
}

function permission({ world: { quirks }, axes, key, endpoint }: Call): Refusal | null {
  if (!mayCall(axes.names, key.plan, quirks)) {
    const first = axes.names === 1 ? 'Starter' : 'Growth';
    const message = `The ${key.plan} plan of this key has no API access: it starts with the ${first} plan.`;
    return lackingPlan(axes.codes, quirks, message);
  }
  const { name, held } = SCOPE_NAMES[quirks.scopes];
  if (endpoint === null || held(endpoint, key.scopes)) return null;
  return lackingScope(axes.codes, `The key lacks the scope ${name(endpoint)}: use a key that has it.`);
}

function parameters({ question }: Call): Refusal | null {
  return 'code' in question ? question : null;
}

function owner({ world, key, question }: Call): Refusal | null {
  if ('code' in question || question.subject?.of !== 'one') return null;
  const { id, parameter } = question.subject;
  if (websitesOf(world, key).some((site) => publicId(world, site) === id)) return null;
  return notFound(`No website of this team has the id sent as ${parameter}: /api/v1/websites lists them.`);
}
