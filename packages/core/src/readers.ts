import { readAnalytics } from './analytics/read-analytics.ts';
import { readAuthority } from './authority/read-authority.ts';
import { readCitations } from './citations/read-citations.ts';
import { readCompetitors } from './competitors/read-competitors.ts';
import type { Endpoint } from './dialects/dialect.ts';
import type { ReadingOptions } from './reading/reader.ts';
import type { Reading } from './reading/trace.ts';
import { readWebsites } from './websites/read-websites.ts';

/** The reader of each endpoint's body. */
export const readers: Readonly<
  Record<Endpoint, (body: unknown, options?: ReadingOptions) => Reading<unknown>>
> = {
  websites: readWebsites,
  analytics: readAnalytics,
  citations: readCitations,
  competitors: readCompetitors,
  authority: readAuthority,
};
