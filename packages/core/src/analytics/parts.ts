import type { Cell } from '../reading/cells.ts';
import { isEngine } from '../reading/engines.ts';
import { oneOf } from '../reading/names.ts';

/** A part of the traffic: what comes by one way, visits of AI assistants alone, or who is logged in (Matomo's `nb_users`). */
export const partOfTraffic = oneOf(
  'ai aitraffic aivisit aivisitor aireferral aivisibility llm* organic* paid* direct* referral* social* email* bot* nbuser',
);

const all = oneOf(
  '(all|total|overall|combined|any)(engine|platform|source|device|channel|country|page|user|visitor|traffic|visit|session|segment)?',
);

/** True for a text that stands for everything: `All users`, `(all)`, `/*`, a dash. */
export const wholes = (text: string): boolean => all(text) || /^(\W*\*|-)$/.test(text);

const parts = oneOf(
  'path page pagetitle title url country city engine platform source referrer channel* medium segment campaign audience cohort (traffic|visitor|user)(type|source|kind|category|segment) device browser os event keyword competitor',
);

/** Fields that are of the website where they stand around rows. */
const traits = oneOf('locale language');

/** Fields that name a part only where they hold the word for one. */
const kinds = oneOf('type kind category group report');

/** What counts visitors, which is no way by which they come. */
const counters = oneOf(
  'ga\\d* google*analytics* matomo plausible fathom posthog umami cloudflare adobe*analytics (server|access|web)log pixel tracker script api',
);

const urls = oneOf('url');

/** True for an address of a website and not of a page. */
export const isSite = (text: string): boolean => /^(https?:\/\/)?[\w-]+(\.[\w-]+)+\/?$/i.test(text);

const named = ({ name }: Cell, text: string): boolean =>
  parts(name) ? !counters(text) && !(urls(name) && isSite(text)) : kinds(name) && partOfTraffic(text);

/** True where an entry around rows says that it is a part of the whole. */
export const isOfPart = (cell: Cell): boolean => typeof cell.value === 'string' && named(cell, cell.value);

/** The same of a row, whose engines are parts of a day that are added. */
export const isPart = (cell: Cell): boolean =>
  typeof cell.value === 'string' &&
  (named(cell, cell.value) || traits(cell.name)) &&
  !wholes(cell.value) &&
  !isEngine(cell.value);
