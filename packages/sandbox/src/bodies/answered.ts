import type { Site } from '../data/site.ts';
import { axesOf } from '../rest/axes.ts';
import type { Question } from '../rest/question.ts';
import type { Subject } from '../rest/subject.ts';
import type { Today } from '../rest/today.ts';
import { websitesOf } from '../rest/websites-of.ts';
import type { ApiKey } from '../tenants/keys.ts';
import type { Endpoint } from '../tenants/scopes.ts';
import type { World } from '../world.ts';
import {
  analyticsBody,
  authorityBody,
  type Body,
  citationsBody,
  competitorsBody,
  type Shown,
  type View,
  websitesBody,
} from './bodies.ts';
import { ENVELOPES } from './envelopes.ts';
import { withExtras } from './extras.ts';
import { NESTING } from './nesting.ts';
import { paged } from './pages.ts';
import { isObject, type Json, spelled } from './spelling.ts';
import { publicId } from './website-ids.ts';

/** The main list of each body; null: the body is one thing. */
const MAIN_LIST: Readonly<Record<Endpoint, string | null>> = {
  websites: 'websites',
  analytics: 'days',
  citations: 'citations',
  competitors: 'competitors',
  authority: null,
};

/** The body that a checked question is answered with, in the shape in force. */
export function bodyOf(world: World, key: ApiKey, question: Question, today: Today): Json {
  const { quirks, seed } = world;
  const { body, list } = plain(world, key, question, { quirks, seed, today });
  const dressed = paged(question.page, withExtras(quirks, seed, body), list);
  const named = spelled(quirks, axesOf(world).names, NESTING[quirks.nesting].rows(dressed));
  const held = isObject(named) ? ENVELOPES[quirks.envelope](named, list) : named;
  return NESTING[quirks.nesting].whole(held);
}

function plain(
  world: World,
  key: ApiKey,
  question: Question,
  view: View,
): { body: Body; list: string | null } {
  const sites = websitesOf(world, key);
  const { endpoint, subject } = question;
  if (subject === null) return { body: websitesBody(view, sites), list: MAIN_LIST.websites };
  if (subject.of === 'each') {
    const each = sites.map((site) => about(question, view, { id: publicId(view, site), sites: [site] }));
    return { body: { websites: each }, list: 'websites' };
  }
  const shown = subject.of === 'team' ? { id: null, sites } : oneOf(subject, view, sites);
  return { body: about(question, view, shown), list: MAIN_LIST[endpoint] };
}

function oneOf(subject: Subject, view: View, sites: readonly Site[]): Shown {
  const isAsked = (site: Site): boolean => subject.of === 'one' && publicId(view, site) === subject.id;
  const shown = subject.of === 'first' ? sites.slice(0, 1) : sites.filter(isAsked);
  const [first] = shown;
  const isNamed = first !== undefined && view.quirks.websiteEcho === 'id';
  return { id: isNamed ? publicId(view, first) : null, sites: shown };
}

function about({ endpoint, window }: Question, view: View, shown: Shown): Body {
  if (window !== null) return analyticsBody(view, shown, window);
  if (endpoint === 'citations') return citationsBody(view, shown);
  if (endpoint === 'competitors') return competitorsBody(view, shown);
  return authorityBody(view, shown);
}
