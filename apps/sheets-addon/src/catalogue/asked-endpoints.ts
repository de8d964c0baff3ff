import type { Endpoint } from '@answershare/core';

/** What each function that shows an answer asks for. */
export const explained: Readonly<Record<string, Endpoint>> = {
  WEBSITES: 'websites',
  CITATIONS: 'citations',
  CITATIONS_BY_ENGINE: 'citations',
  ANALYTICS: 'analytics',
  ANALYTICS_TOTAL: 'analytics',
  SHARE_OF_VOICE: 'competitors',
  COMPETITORS: 'competitors',
  AUTHORITY: 'authority',
  AUTHORITY_BREAKDOWN: 'authority',
};
