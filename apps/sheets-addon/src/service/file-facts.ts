import type { Ask } from '../asks/ask.ts';
import type { DiagnosisRow } from './diagnosis.ts';
import type { Explanation } from './explanation.ts';
import type { StatusFacts } from './status-facts.ts';

/** What a file knows without asking the service. */
export interface FileFacts {
  status(): StatusFacts;
  /** @throws Refusal, ApiError */
  explain(ask: Ask): Explanation;
  diagnose(): readonly DiagnosisRow[];
}
