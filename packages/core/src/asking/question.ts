import type { AnalyticsWindow } from '../windows/window.ts';

/** A question about one website. */
export type WebsiteQuestion =
  | { readonly endpoint: 'analytics'; readonly website: string; readonly window: AnalyticsWindow }
  | { readonly endpoint: 'citations' | 'competitors' | 'authority'; readonly website: string };

/** One thing to ask the service. */
export type Question = { readonly endpoint: 'websites' } | WebsiteQuestion;

export function websiteOf(question: Question): string | null {
  return question.endpoint === 'websites' ? null : question.website;
}
