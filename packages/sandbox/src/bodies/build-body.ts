import type { Site } from '../data/site.ts';
import { toAxes } from '../query/axes.ts';
import { isObject, type Json, spellKeys } from '../query/json.ts';
import { paginate, type ResourceQuery, type WebsiteSubject } from '../query/query.ts';
import { listCallerWebsites, toPublicId } from '../query/websites.ts';
import type { ServiceDay } from '../query/windows.ts';
import type { ApiKey, ScopedEndpoint } from '../tenants/keys.ts';
import type { SandboxWorld } from '../world/world.ts';
import { addExtras, ENVELOPES, NESTING } from './envelopes.ts';
import {
  analyticsBody,
  authorityBody,
  type BodyView,
  type BodyWithPage,
  citationsBody,
  competitorsBody,
  type ShownSpan,
  websitesBody,
} from './resource-bodies.ts';

/** The main list of each body; null if the body has none. */
const MAIN_LISTS: Readonly<Record<ScopedEndpoint, string | null>> = {
  websites: 'websites',
  analytics: 'days',
  citations: 'citations',
  competitors: 'competitors',
  authority: null,
};

/** The response body of a valid query, in the shape that the switches select. */
export function buildBody(world: SandboxWorld, key: ApiKey, query: ResourceQuery, today: ServiceDay): Json {
  const { quirks, seed } = world;
  const { body, list } = buildQueryBody(world, key, query, { quirks, seed, today });
  const paged = paginate(query.page, addExtras(quirks, seed, body), list);
  const renamed = spellKeys(quirks, toAxes(world).names, NESTING[quirks.nesting].rows(paged));
  const wrapped = isObject(renamed) ? ENVELOPES[quirks.envelope](renamed, list) : renamed;
  return NESTING[quirks.nesting].whole(wrapped);
}

function buildQueryBody(
  world: SandboxWorld,
  key: ApiKey,
  query: ResourceQuery,
  view: BodyView,
): { body: BodyWithPage; list: string | null } {
  const sites = listCallerWebsites(world, key);
  const { endpoint, subject } = query;
  if (subject === null) return { body: websitesBody(view, sites), list: MAIN_LISTS.websites };
  if (subject.of === 'each') {
    const each = sites.map((site) =>
      buildResourceBody(query, view, { id: toPublicId(view, site), sites: [site] }),
    );
    return { body: { websites: each }, list: 'websites' };
  }
  const shown = subject.of === 'team' ? { id: null, sites } : selectSites(subject, view, sites);
  return { body: buildResourceBody(query, view, shown), list: MAIN_LISTS[endpoint] };
}

function selectSites(subject: WebsiteSubject, view: BodyView, sites: readonly Site[]): ShownSpan {
  const isSelected = (site: Site): boolean => subject.of === 'one' && toPublicId(view, site) === subject.id;
  const shown = subject.of === 'first' ? sites.slice(0, 1) : sites.filter(isSelected);
  const [first] = shown;
  const isNamed = first !== undefined && view.quirks.websiteEcho === 'id';
  return { id: isNamed ? toPublicId(view, first) : null, sites: shown };
}

function buildResourceBody(
  { endpoint, window }: ResourceQuery,
  view: BodyView,
  shown: ShownSpan,
): BodyWithPage {
  if (window !== null) return analyticsBody(view, shown, window);
  if (endpoint === 'citations') return citationsBody(view, shown);
  if (endpoint === 'competitors') return competitorsBody(view, shown);
  return authorityBody(view, shown);
}
