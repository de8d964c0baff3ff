import { type DayNumber, parseDay } from './days.ts';
import { createDraw, drawPoisson, drawZipf } from './random.ts';
import { citationsFactor, isMissing, type Site, trendDirection } from './site.ts';
import { computeSlowWalk, seasonalTrend } from './trends.ts';

/** An AI engine with its share of a website's citations. */
export interface Engine {
  readonly name: EngineName;
  readonly part: number;
}

export type EngineName =
  | 'ChatGPT'
  | 'Google AI Overviews'
  | 'Perplexity'
  | 'Gemini'
  | 'Copilot'
  | 'Claude'
  | 'Grok'
  | 'DeepSeek'
  | 'Meta AI';

const STANDARD_ENGINES: readonly Engine[] = [
  { name: 'ChatGPT', part: 0.34 },
  { name: 'Google AI Overviews', part: 0.24 },
  { name: 'Perplexity', part: 0.18 },
  { name: 'Gemini', part: 0.11 },
  { name: 'Copilot', part: 0.08 },
  { name: 'Claude', part: 0.05 },
];

const ADDED_ENGINES: readonly Engine[] = [
  { name: 'Grok', part: 0.04 },
  { name: 'DeepSeek', part: 0.03 },
  { name: 'Meta AI', part: 0.03 },
];

/** The engines for each value of the switch `engines`. Added engines do not reduce the others. */
export const ENGINES = { standard: STANDARD_ENGINES, more: [...STANDARD_ENGINES, ...ADDED_ENGINES] } as const;

const PAGE_KINDS = [
  { path: 'guides', title: (topic: string) => `${capitalize(topic)}: the complete guide` },
  { path: 'compare', title: (topic: string) => `${capitalize(topic)} compared` },
  { path: 'answers', title: (topic: string) => `Questions about ${topic}, answered` },
] as const;

const QUESTIONS = [
  (topic: string) => `best ${topic}`,
  (topic: string) => `how to choose ${topic}`,
  (topic: string) => `${topic} for beginners`,
  (topic: string) => `what do experts say about ${topic}?`,
  (topic: string) => `${topic} price and quality`,
] as const;

/** The cited page of a rank (0 is cited most) and the question behind it. `chance` is in [0, 1). */
export function drawCitedPage(
  site: Site,
  rank: number,
  chance: number,
): { url: string; title: string; query: string } {
  const topic = site.topics[rank % site.topics.length] ?? 'this trade';
  const kind = PAGE_KINDS[Math.floor(rank / site.topics.length) % PAGE_KINDS.length] ?? PAGE_KINDS[0];
  const question = QUESTIONS[Math.floor(chance * QUESTIONS.length)] ?? QUESTIONS[0];
  const slug = topic.toLowerCase().replaceAll(' ', '-');
  return {
    url: new URL(`/${kind.path}/${slug}`, `https://${site.domain}`).href,
    title: kind.title(topic),
    query: question(topic),
  };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One citation of a page in an engine's answer. */
export interface Citation {
  readonly day: DayNumber;
  readonly engine: EngineName;
  readonly url: string;
  readonly title: string;
  readonly query: string;
}

/** False before the website's creation, and always for the website without data. */
export function hasData(site: Site, day: DayNumber): boolean {
  return site.trend !== 'empty' && day >= (parseDay(site.createdAt) ?? 0);
}

/** Counts by seed, engine and day with data. They depend on nothing else, and each body of 90 days needs hundreds. */
const counts = new WeakMap<Site, Map<string, number>>();

/** The citations of one engine on one day. Analytics and the feed both use this count. */
export function countCitations(seed: number, site: Site, day: DayNumber, engine: Engine): number {
  if (!hasData(site, day) || isMissing(site, day)) return 0;
  const known = counts.get(site) ?? new Map<string, number>();
  counts.set(site, known);
  const key = `${seed} ${engine.name} ${day}`;
  const count = known.get(key) ?? drawCount(seed, site, day, engine);
  known.set(key, count);
  return count;
}

function drawCount(seed: number, site: Site, day: DayNumber, engine: Engine): number {
  const drift = 0.25 * computeSlowWalk([seed, site.domain, 'citations', engine.name], day, 28);
  const trend = 0.45 * trendDirection(site.trend) * seasonalTrend(day);
  const mean = site.citations * engine.part * Math.exp(drift + trend) * citationsFactor(site, day);
  return drawPoisson(mean, createDraw(seed, site.domain, day, 'citations', engine.name));
}

/** The feed of one day, by engine. */
export function listFeed(seed: number, site: Site, day: DayNumber, engines: readonly Engine[]): Citation[] {
  return engines.flatMap((engine) =>
    Array.from({ length: countCitations(seed, site, day, engine) }, (_, n) => {
      const next = createDraw(seed, site.domain, day, 'citation', engine.name, n);
      return {
        day,
        engine: engine.name,
        ...drawCitedPage(site, drawZipf(site.topics.length * 3, next), next()),
      };
    }),
  );
}
