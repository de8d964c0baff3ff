import { type Authority, computeAuthority } from '../data/authority.ts';
import { ENGINES, hasData, listFeed } from '../data/citations.ts';
import { type DayNumber, type DaySpan, lastDays, listDays, overlap, parseDay, toDate } from '../data/days.ts';
import type { Site } from '../data/site.ts';
import { computeTraffic } from '../data/traffic.ts';
import type { Json } from '../query/json.ts';
import { toPublicId } from '../query/websites.ts';
import { type DayWindow, dayPart, type ServiceDay } from '../query/windows.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { describeShares, ENGINE_NAMES, scaleAuthority } from './shares-and-scores.ts';

/**
 * The bodies of the five endpoints in camelCase, without envelope. The specification shows no field (§2), so all are
 * ours (undecided item 2). Dates are UTC.
 */
export interface BodyView {
  readonly quirks: Quirks;
  readonly seed: number;
  readonly today: ServiceDay;
}

/** The websites of a body. Several websites are merged and have no id. */
export interface ShownSpan {
  readonly id: string | null;
  readonly sites: readonly Site[];
}

export type BodyWithPage = Readonly<Record<string, Json>>;

/** The number of days that citations and competitors cover, today included. */
const LOOK_BACK_DAYS = 30;

export function websitesBody(view: BodyView, sites: readonly Site[]): BodyWithPage {
  return {
    websites: sites.map((site) => {
      const { name, domain, createdAt } = site;
      return { id: toPublicId(view, site), name, domain, createdAt };
    }),
  };
}

export function analyticsBody(view: BodyView, shown: ShownSpan, window: DayWindow): BodyWithPage {
  const days = listShownDays(view, window.days, findFirstDay(shown.sites));
  return {
    ...describeSubject(shown),
    ...describeBounds(window.named),
    days: days.flatMap((day) => buildDayRow(view, shown, day)),
  };
}

export function citationsBody(view: BodyView, shown: ShownSpan): BodyWithPage {
  const span = lastDays(LOOK_BACK_DAYS, view.today.day);
  const feed = listShownDays(view, span, span.first)
    .reverse()
    .flatMap((day) => shown.sites.flatMap((site) => listFeedPart(view, site, day)));
  const counts = ENGINES[view.quirks.engines].map(({ name }) => ({
    engine: ENGINE_NAMES[view.quirks.engineNames](name, `count ${name}`),
    count: feed.filter((citation) => citation.engine === name).length,
  }));
  const known = shown.sites.some((site) => hasData(site, view.today.day));
  return {
    ...describeSubject(shown),
    ...describeBounds(span),
    total: feed.length,
    engines: known ? counts : [],
    citations: feed.map(({ day, engine, url, title, query }, i) => ({
      date: toDate(day),
      engine: ENGINE_NAMES[view.quirks.engineNames](engine, `${day} ${url} ${feed.length - i}`),
      url,
      title,
      query,
    })),
  };
}

export function competitorsBody(view: BodyView, shown: ShownSpan): BodyWithPage {
  const span = lastDays(LOOK_BACK_DAYS, view.today.day);
  const counted = view.today.part === 0 ? { ...span, last: span.last - 1 } : span;
  return {
    ...describeSubject(shown),
    ...describeBounds(span),
    ...describeShares(view.quirks, view.seed, shown.sites, counted),
  };
}

export function authorityBody(view: BodyView, shown: ShownSpan): BodyWithPage {
  const found = shown.sites.map((site) => computeAuthority(view.seed, site, view.today.day));
  const [first] = found;
  const merged = first !== undefined && found.length === 1 ? first : averageAuthority(found);
  return {
    ...describeSubject(shown),
    updatedAt: merged.updated === null ? null : toDate(merged.updated),
    ...scaleAuthority(view.quirks, merged),
  };
}

function describeSubject({ id }: ShownSpan): BodyWithPage {
  return id === null ? {} : { websiteId: id };
}

function describeBounds(span: DaySpan): { from: string; to: string } {
  return { from: toDate(span.first), to: toDate(span.last) };
}

/** The days of a span that have data. */
function listShownDays({ today }: BodyView, span: DaySpan, first: DayNumber): DayNumber[] {
  return listDays(overlap(span, { first, last: today.part === 0 ? today.day - 1 : today.day }));
}

function findFirstDay(sites: readonly Site[]): DayNumber {
  return Math.min(...sites.map((site) => parseDay(site.createdAt) ?? 0));
}

/** The part of the feed that the day has passed. Analytics counts the same citations. */
function listFeedPart(view: BodyView, site: Site, day: DayNumber) {
  const feed = listFeed(view.seed, site, day, ENGINES[view.quirks.engines]);
  return feed.slice(0, Math.floor(feed.length * dayPart(view.today, day)));
}

/** The summed figures of one day; empty without data. */
function buildDayRow(view: BodyView, { sites }: ShownSpan, day: DayNumber): Json[] {
  const part = dayPart(view.today, day);
  const engines = ENGINES[view.quirks.engines];
  const found = sites.flatMap((site) => computeTraffic(view.seed, site, day, engines) ?? []);
  if (found.length === 0) return [];
  const sum = (field: 'visitors' | 'pageviews' | 'aiCitations') =>
    found.reduce((total, row) => total + Math.floor(row[field] * part), 0);
  return [
    {
      date: toDate(day),
      visitors: sum('visitors'),
      pageviews: sum('pageviews'),
      aiCitations: sum('aiCitations'),
    },
  ];
}

/** The mean score and components of all websites that have a score. */
function averageAuthority(found: readonly Authority[]): Authority {
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
