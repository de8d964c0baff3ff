import { type Authority, authority } from '../data/authority.ts';
import { feedOfDay, hasData } from '../data/citations.ts';
import { type Day, dateOf, dayOfDate, daysIn, lastDays, overlap, type Span } from '../data/days.ts';
import { ENGINES } from '../data/engines.ts';
import type { Site } from '../data/site.ts';
import { trafficOfDay } from '../data/traffic.ts';
import type { Quirks } from '../quirks/table.ts';
import { partOf, type Today } from '../rest/today.ts';
import type { Window } from '../rest/windows.ts';
import { authorityFigures } from './authority-scale.ts';
import { ENGINE_NAMES } from './engine-names.ts';
import type { Json } from './spelling.ts';
import { voiceFigures } from './voice.ts';
import { publicId } from './website-ids.ts';

/**
 * The bodies of the five endpoints in camelCase, flat, each list under its own name. The specification shows none of
 * their fields (§2), so all of them are ours (undecided item 2). Days are UTC dates.
 */
export interface View {
  readonly quirks: Quirks;
  readonly seed: number;
  readonly today: Today;
}

/** What a body is about: one website under its id, or several put together under none. */
export interface Shown {
  readonly id: string | null;
  readonly sites: readonly Site[];
}

export type Body = Readonly<Record<string, Json>>;

/** Citations and competitors look back this many days, the present one included. */
const LOOK_BACK_DAYS = 30;

export function websitesBody(view: View, sites: readonly Site[]): Body {
  return {
    websites: sites.map((site) => {
      const { name, domain, createdAt } = site;
      return { id: publicId(view, site), name, domain, createdAt };
    }),
  };
}

export function analyticsBody(view: View, shown: Shown, window: Window): Body {
  const days = shownDays(view, window.days, firstDay(shown.sites));
  return { ...about(shown), ...bounds(window.named), days: days.flatMap((day) => dayRow(view, shown, day)) };
}

export function citationsBody(view: View, shown: Shown): Body {
  const span = lastDays(LOOK_BACK_DAYS, view.today.day);
  const feed = shownDays(view, span, span.first)
    .reverse()
    .flatMap((day) => shown.sites.flatMap((site) => feedPart(view, site, day)));
  const counts = ENGINES[view.quirks.engines].map(({ name }) => ({
    engine: ENGINE_NAMES[view.quirks.engineNames](name, `count ${name}`),
    count: feed.filter((citation) => citation.engine === name).length,
  }));
  const known = shown.sites.some((site) => hasData(site, view.today.day));
  return {
    ...about(shown),
    ...bounds(span),
    total: feed.length,
    engines: known ? counts : [],
    citations: feed.map(({ day, engine, url, title, query }, i) => ({
      date: dateOf(day),
      engine: ENGINE_NAMES[view.quirks.engineNames](engine, `${day} ${url} ${feed.length - i}`),
      url,
      title,
      query,
    })),
  };
}

export function competitorsBody(view: View, shown: Shown): Body {
  const span = lastDays(LOOK_BACK_DAYS, view.today.day);
  const counted = view.today.part === 0 ? { ...span, last: span.last - 1 } : span;
  return { ...about(shown), ...bounds(span), ...voiceFigures(view.quirks, view.seed, shown.sites, counted) };
}

export function authorityBody(view: View, shown: Shown): Body {
  const found = shown.sites.map((site) => authority(view.seed, site, view.today.day));
  const [first] = found;
  const merged = first !== undefined && found.length === 1 ? first : mean(found);
  return {
    ...about(shown),
    updatedAt: merged.updated === null ? null : dateOf(merged.updated),
    ...authorityFigures(view.quirks, merged),
  };
}

function about({ id }: Shown): Body {
  return id === null ? {} : { websiteId: id };
}

function bounds(span: Span): { from: string; to: string } {
  return { from: dateOf(span.first), to: dateOf(span.last) };
}

/** The days of a span that the data has: none before the first and none after today. */
function shownDays({ today }: View, span: Span, first: Day): Day[] {
  return daysIn(overlap(span, { first, last: today.part === 0 ? today.day - 1 : today.day }));
}

function firstDay(sites: readonly Site[]): Day {
  return Math.min(...sites.map((site) => dayOfDate(site.createdAt) ?? 0));
}

/** So much of a website's feed as the day has passed: analytics counts the same ones. */
function feedPart(view: View, site: Site, day: Day) {
  const feed = feedOfDay(view.seed, site, day, ENGINES[view.quirks.engines]);
  return feed.slice(0, Math.floor(feed.length * partOf(view.today, day)));
}

/** One row with the figures of all websites that have the day; nothing when none has. */
function dayRow(view: View, { sites }: Shown, day: Day): Json[] {
  const part = partOf(view.today, day);
  const engines = ENGINES[view.quirks.engines];
  const found = sites.flatMap((site) => trafficOfDay(view.seed, site, day, engines) ?? []);
  if (found.length === 0) return [];
  const sum = (field: 'visitors' | 'pageviews' | 'aiCitations') =>
    found.reduce((total, row) => total + Math.floor(row[field] * part), 0);
  return [
    {
      date: dateOf(day),
      visitors: sum('visitors'),
      pageviews: sum('pageviews'),
      aiCitations: sum('aiCitations'),
    },
  ];
}

/** The score of several websites as one: the mean of those that have one, and of each component. */
function mean(found: readonly Authority[]): Authority {
  const scored = found.filter(({ score }) => score !== null);
  const [first] = scored;
  if (first === undefined) return { score: null, components: [], updated: null };
  const average = (figures: readonly number[]) =>
    Math.round(figures.reduce((total, figure) => total + figure, 0) / figures.length);
  const components = first.components.map((component, i) => ({
    ...component,
    score: average(scored.map((one) => one.components[i]?.score ?? 0)),
  }));
  const score = Math.round(components.reduce((total, part) => total + part.score * part.weight, 0));
  return { score, components, updated: first.updated };
}
