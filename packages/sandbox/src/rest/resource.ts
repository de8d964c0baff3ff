import { dayOf } from '../data/days.ts';
import type { ApiKey } from '../tenants/keys.ts';
import type { Endpoint } from '../tenants/scopes.ts';
import type { World } from '../world.ts';
import type { ApiRequest } from './answer.ts';
import { analyticsBody, authorityBody, citationsBody, competitorsBody, websitesBody } from './bodies.ts';
import { badRequest, notFound, type Refusal } from './refusal.ts';
import { analyticsSpan } from './span-parameters.ts';
import type { Json } from './spelling.ts';
import { websitesOf } from './websites-of.ts';

/** The body of an endpoint for a caller who may read it: parameters first, then the owner (undecided item 19). */
export function resource(
  world: World,
  key: ApiKey,
  endpoint: Endpoint,
  query: ApiRequest['query'],
  now: number,
): { body: Json } | Refusal {
  const sites = websitesOf(world, key);
  const today = dayOf(now);
  if (endpoint === 'websites') return { body: websitesBody(sites) };

  const parameter = world.form === 1 ? 'websiteId' : 'website_id';
  const id = query.get(parameter) ?? '';
  if (id === '') {
    return badRequest(
      `The parameter ${parameter} is missing: send the id of one of the websites of /api/v1/websites.`,
    );
  }
  const span = endpoint === 'analytics' ? analyticsSpan(world.form, query, today) : null;
  if (span !== null && 'code' in span) return span;
  const site = sites.find((candidate) => candidate.id === id);
  if (site === undefined) {
    return notFound(`No website of this team has the id sent as ${parameter}: /api/v1/websites lists them.`);
  }
  if (span !== null) return { body: analyticsBody(world.seed, site, span, today) };
  if (endpoint === 'citations') return { body: citationsBody(world.seed, site, today) };
  if (endpoint === 'competitors') return { body: competitorsBody(world.seed, site, today) };
  return { body: authorityBody(world.seed, site, today) };
}
