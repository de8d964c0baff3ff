import type { Site } from './site.ts';

const KINDS = [
  { path: 'guides', title: (topic: string) => `${sentence(topic)}: the complete guide` },
  { path: 'compare', title: (topic: string) => `${sentence(topic)} compared` },
  { path: 'answers', title: (topic: string) => `Questions about ${topic}, answered` },
] as const;

const QUESTIONS = [
  (topic: string) => `best ${topic}`,
  (topic: string) => `how to choose ${topic}`,
  (topic: string) => `${topic} for beginners`,
  (topic: string) => `what do experts say about ${topic}?`,
  (topic: string) => `${topic} price and quality`,
] as const;

/** The page of the website at a rank (0 is cited most) and the question that led to it; `chance` is in [0, 1). */
export function cite(
  site: Site,
  rank: number,
  chance: number,
): { url: string; title: string; query: string } {
  const topic = site.topics[rank % site.topics.length] ?? 'this trade';
  const kind = KINDS[Math.floor(rank / site.topics.length) % KINDS.length] ?? KINDS[0];
  const question = QUESTIONS[Math.floor(chance * QUESTIONS.length)] ?? QUESTIONS[0];
  const slug = topic.toLowerCase().replaceAll(' ', '-');
  return {
    url: new URL(`/${kind.path}/${slug}`, `https://${site.domain}`).href,
    title: kind.title(topic),
    query: question(topic),
  };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
