import {
  readAnalytics,
  readAuthority,
  readCitations,
  readCompetitors,
  readWebsites,
} from '../../src/index.ts';

export const readers = {
  websites: readWebsites,
  analytics: readAnalytics,
  citations: readCitations,
  competitors: readCompetitors,
  authority: readAuthority,
};

export type ReaderName = keyof typeof readers;
