import type { Endpoint } from '../resources/endpoint.ts';

/** What a request was about, for the sentence that tells of its failure. */
export interface Subject {
  readonly endpoint: Endpoint;
  readonly website: string | null;
  readonly baseUrl: string;
}
