import { computeAuthority } from '../data/authority.ts';
import { drawCitedPage, type Engine, hasData, listFeed } from '../data/citations.ts';
import { DAY_MS, type DayNumber, lastDays, toDate, toDay, weekday } from '../data/days.ts';
import { createDraw, drawLetters, drawPoisson, fnv1a } from '../data/random.ts';
import { computeShareOfVoice } from '../data/share-of-voice.ts';
import type { Site } from '../data/site.ts';
import type { Json } from '../query/json.ts';
import { EVENT_KINDS, type SandboxEventKind } from './kinds.ts';

export interface WebhookEvent {
  readonly kind: SandboxEventKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly website: { readonly id: string; readonly name: string; readonly domain: string };
  /** In camelCase; the fields are ours. */
  readonly details: Readonly<Record<string, Json>>;
}

interface EventGenerator {
  /** How often it happens to the website on a day. */
  count(seed: number, site: Site, day: DayNumber, engines: readonly Engine[]): number;
  /** The n-th event of the day. An `n` beyond the count is valid, for events on demand. */
  details(
    seed: number,
    site: Site,
    day: DayNumber,
    n: number,
    engines: readonly Engine[],
  ): Record<string, Json>;
}

/** Events agree with the API: citations match the feed, scores and shares match the day. */
const EVENT_GENERATORS: Readonly<Record<SandboxEventKind, EventGenerator>> = {
  newCitation: {
    count: (seed, site, day, engines) => listFeed(seed, site, day, engines).length,
    details(seed, site, day, n, engines) {
      const drawn = {
        engine: 'ChatGPT',
        ...drawCitedPage(site, n, createDraw(seed, site.domain, day, 'cited', n)()),
      };
      const { engine, url, title, query } = listFeed(seed, site, day, engines)[n] ?? drawn;
      return { date: toDate(day), engine, url, title, query };
    },
  },
  backlinkVerified: {
    count: (seed, site, day) => drawCount(seed, site, day, 'backlinks', 0.4),
    details(seed, site, day, n) {
      const next = createDraw(seed, site.domain, day, 'backlink', n);
      const target = drawCitedPage(site, Math.floor(next() * site.topics.length * 3), next());
      const source = `https://${drawLetters(6, 36, next)}-weekly.example/links/${Math.floor(next() * 900) + 100}`;
      return { sourceUrl: source, targetUrl: target.url, verifiedAt: toDate(day) };
    },
  },
  authorityScoreChange: {
    count(seed, site, day) {
      if (weekday(day) !== 0) return 0;
      const [before, after] = [day - 7, day].map((monday) => computeAuthority(seed, site, monday).score);
      return before !== after ? 1 : 0;
    },
    details: (seed, site, day) => ({
      previousScore: computeAuthority(seed, site, day - 7).score,
      score: computeAuthority(seed, site, day).score,
      maxScore: 100,
      updatedAt: toDate(day),
    }),
  },
  crawlComplete: {
    count: (_, site, day) => (hasData(site, day) && weekday(day) === fnv1a(site.domain) % 7 ? 1 : 0),
    details(seed, site, day) {
      const next = createDraw(seed, site.domain, day, 'crawl');
      const pages = 40 + Math.floor(next() * 400);
      return { pages, changedPages: Math.floor(next() * pages * 0.2), durationSeconds: pages * 2 };
    },
  },
  contentRefreshed: {
    count: (seed, site, day) => drawCount(seed, site, day, 'refreshes', 0.25),
    details(seed, site, day, n) {
      const next = createDraw(seed, site.domain, day, 'refresh', n);
      const { url, title } = drawCitedPage(site, Math.floor(next() * site.topics.length * 3), next());
      return { url, title, refreshedAt: toDate(day) };
    },
  },
  competitorAlert: {
    count: (seed, site, day) => listOvertakingCompetitors(seed, site, day).length,
    details(seed, site, day, n) {
      const { own, competitors } = computeShareOfVoice(seed, site, lastDays(30, day));
      const competitor = listOvertakingCompetitors(seed, site, day)[n] ?? competitors[0];
      return {
        competitor: competitor === undefined ? null : { name: competitor.name, domain: competitor.domain },
        competitorShareOfVoice: competitor?.shareOfVoice ?? null,
        shareOfVoice: own.shareOfVoice,
      };
    },
  },
};

function drawCount(seed: number, site: Site, day: DayNumber, what: string, mean: number): number {
  return hasData(site, day) ? drawPoisson(mean, createDraw(seed, site.domain, day, what)) : 0;
}

/** The competitors whose 30-day mentions exceed the own brand's on this day, but not on the day before. */
function listOvertakingCompetitors(seed: number, site: Site, day: DayNumber) {
  const before = computeShareOfVoice(seed, site, lastDays(30, day - 1));
  const { own, competitors } = computeShareOfVoice(seed, site, lastDays(30, day));
  return competitors.filter((competitor) => {
    const mentionsBefore =
      before.competitors.find(({ domain }) => domain === competitor.domain)?.mentions ?? 0;
    return competitor.mentions > own.mentions && mentionsBefore <= before.own.mentions;
  });
}

/** All events of a website on one UTC day in chronological order. The result is deterministic. */
export function listEvents(
  seed: number,
  site: Site,
  day: DayNumber,
  engines: readonly Engine[],
): WebhookEvent[] {
  return EVENT_KINDS.flatMap((kind) =>
    Array.from({ length: EVENT_GENERATORS[kind].count(seed, site, day, engines) }, (_, n) => {
      const second = Math.floor(createDraw(seed, site.domain, day, 'event', kind, n)() * 86_400);
      return toEvent(kind, day * DAY_MS + second * 1_000, site, (generator) =>
        generator.details(seed, site, day, n, engines),
      );
    }),
  ).sort((a, b) => a.at - b.at);
}

/** Creates an event at an instant (milliseconds since 1970). */
export function createEvent(
  kind: SandboxEventKind,
  seed: number,
  site: Site,
  at: number,
  engines: readonly Engine[],
): WebhookEvent {
  return toEvent(kind, at, site, (generator) => generator.details(seed, site, toDay(at), 0, engines));
}

function toEvent(
  kind: SandboxEventKind,
  at: number,
  { id, name, domain }: Site,
  details: (generator: EventGenerator) => Record<string, Json>,
): WebhookEvent {
  return { kind, at, website: { id, name, domain }, details: details(EVENT_GENERATORS[kind]) };
}
