import { authority } from '../data/authority.ts';
import { feedOfDay, hasData } from '../data/citations.ts';
import { type Day, dateOf, dayOfDate, daysIn, lastDays, overlap, type Span } from '../data/days.ts';
import { ENGINES } from '../data/engines.ts';
import { shareOfVoice } from '../data/share-of-voice.ts';
import type { Site } from '../data/site.ts';
import { traffic } from '../data/traffic.ts';
import type { Json } from './spelling.ts';

/**
 * The bodies of the five endpoints in camelCase. The specification shows none of their fields (§2), so all of them
 * are ours (undecided item 2). Shares are percents with one decimal; days are UTC dates.
 */

/** Citations and competitors look back this many days, the present one included. */
const LOOK_BACK_DAYS = 30;

export function websitesBody(sites: readonly Site[]): Json {
  return { websites: sites.map(({ id, name, domain, createdAt }) => ({ id, name, domain, createdAt })) };
}

export function analyticsBody(seed: number, site: Site, span: Span, today: Day): Json {
  const known = overlap(span, { first: dayOfDate(site.createdAt) ?? 0, last: today });
  return {
    websiteId: site.id,
    ...bounds(span),
    days: traffic(seed, site, known).map(({ day, visitors, pageviews, aiCitations }) => ({
      date: dateOf(day),
      visitors,
      pageviews,
      aiCitations,
    })),
  };
}

export function citationsBody(seed: number, site: Site, today: Day): Json {
  const span = lastDays(LOOK_BACK_DAYS, today);
  const feed = daysIn(span)
    .reverse()
    .flatMap((day) => feedOfDay(seed, site, day));
  const engines = ENGINES.map(({ name }) => ({
    engine: name,
    count: feed.filter((citation) => citation.engine === name).length,
  }));
  return {
    websiteId: site.id,
    ...bounds(span),
    total: feed.length,
    engines: hasData(site, today) ? engines : [],
    citations: feed.map(({ day, engine, url, title, query }) => ({
      date: dateOf(day),
      engine,
      url,
      title,
      query,
    })),
  };
}

export function competitorsBody(seed: number, site: Site, today: Day): Json {
  const span = lastDays(LOOK_BACK_DAYS, today);
  const { own, rivals, totalMentions } = shareOfVoice(seed, site, span);
  return {
    websiteId: site.id,
    ...bounds(span),
    shareOfVoice: own.shareOfVoice,
    mentions: own.mentions,
    totalMentions,
    competitors: rivals.map(({ name, domain, shareOfVoice: share, mentions }) => ({
      name,
      domain,
      shareOfVoice: share,
      mentions,
    })),
  };
}

export function authorityBody(seed: number, site: Site, today: Day): Json {
  const { score, components, updated } = authority(seed, site, today);
  return {
    websiteId: site.id,
    score,
    maxScore: 100,
    updatedAt: updated === null ? null : dateOf(updated),
    components: components.map(({ name, score: part, weight }) => ({ name, score: part, weight })),
  };
}

function bounds(span: Span): { from: string; to: string } {
  return { from: dateOf(span.first), to: dateOf(span.last) };
}
