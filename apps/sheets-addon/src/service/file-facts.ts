import type { StatusFacts } from './status-facts.ts';

/** What a file knows without asking the service. */
export interface FileFacts {
  status(): StatusFacts;
}
