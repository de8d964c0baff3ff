import type { Endpoint } from '../dialects/dialect.ts';

/** What a request was about, for the sentence that tells of its failure. */
export interface Subject {
  readonly endpoint: Endpoint;
  readonly website: string | null;
  readonly baseUrl: string;
}
