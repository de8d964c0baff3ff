/** One thing to look up. `days` is the analytics window that ends today. */
export type Question =
  | { readonly endpoint: 'websites' }
  | { readonly endpoint: 'analytics'; readonly website: string; readonly days: 7 | 30 | 90 }
  | { readonly endpoint: 'citations' | 'competitors' | 'authority'; readonly website: string };

export type Form = 1 | 2;

const dayMs = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The path and query of a question, for a client that knows nothing of the service (specification §4). */
export function pathOf(question: Question, form: Form, nowMs: number): string {
  const path = `/api/v1/${question.endpoint}`;
  if (question.endpoint === 'websites') return path;
  const site = `${path}?${form === 1 ? 'websiteId' : 'website_id'}=${encodeURIComponent(question.website)}`;
  if (question.endpoint !== 'analytics') return site;
  if (form === 2) return `${site}&period=${question.days}d`;
  return `${site}&from=${dateOf(nowMs - (question.days - 1) * dayMs)}&to=${dateOf(nowMs)}`;
}
