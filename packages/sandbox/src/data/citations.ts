import { type Day, dayOfDate } from './days.ts';
import type { Engine, EngineName } from './engines.ts';
import { draw, poisson, zipf } from './hash.ts';
import { citationsFactor, isMissing } from './incidents.ts';
import { cite } from './pages.ts';
import { direction, type Site } from './site.ts';
import { slowWalk, tide } from './walks.ts';

/** One citation of one of the website's pages in one engine's answer. */
export interface Citation {
  readonly day: Day;
  readonly engine: EngineName;
  readonly url: string;
  readonly title: string;
  readonly query: string;
}

/** Whether the website has data on a day: it exists by then, and it is not the one without data. */
export function hasData(site: Site, day: Day): boolean {
  return site.story !== 'empty' && day >= (dayOfDate(site.createdAt) ?? 0);
}

/** How often one engine cites the website on one day. */
export function citationCount(seed: number, site: Site, day: Day, engine: Engine): number {
  if (!hasData(site, day) || isMissing(site, day)) return 0;
  const drift = 0.25 * slowWalk([seed, site.domain, 'citations', engine.name], day, 28);
  const story = 0.45 * direction(site.story) * tide(day);
  const mean = site.citations * engine.part * Math.exp(drift + story) * citationsFactor(site, day);
  return poisson(mean, draw(seed, site.domain, day, 'citations', engine.name));
}

/** All engines' citations of one day: what analytics shows and what the feed lists. */
export function citationsOfDay(seed: number, site: Site, day: Day, engines: readonly Engine[]): number {
  return engines.reduce((sum, engine) => sum + citationCount(seed, site, day, engine), 0);
}

/** The feed's items of one day, in the order of the engines. */
export function feedOfDay(seed: number, site: Site, day: Day, engines: readonly Engine[]): Citation[] {
  return engines.flatMap((engine) =>
    Array.from({ length: citationCount(seed, site, day, engine) }, (_, n) => {
      const next = draw(seed, site.domain, day, 'citation', engine.name, n);
      return { day, engine: engine.name, ...cite(site, zipf(site.topics.length * 3, next), next()) };
    }),
  );
}
