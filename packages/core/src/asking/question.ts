import type { AnalyticsWindow } from '../windows/window.ts';

/** A question about one website. */
export type WebsiteQuery =
  | { readonly endpoint: 'analytics'; readonly website: string; readonly window: AnalyticsWindow }
  | { readonly endpoint: 'citations' | 'competitors' | 'authority'; readonly website: string };

/** One thing to ask the service. */
export type Query = { readonly endpoint: 'websites' } | WebsiteQuery;

export function websiteOf(question: Query): string | null {
  return question.endpoint === 'websites' ? null : question.website;
}
