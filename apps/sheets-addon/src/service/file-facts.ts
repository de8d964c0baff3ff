import type { Ask } from '../asks/ask.ts';
import type { DiagnosisRow } from './diagnosis.ts';
import type { Explanation } from './explanation.ts';
import type { StatusFacts } from './status-facts.ts';
import type { ChangeAnswer, ChangesAsked } from './tracked-changes.ts';

/** What a file knows without asking the service. */
export interface FileFacts {
  status(): StatusFacts;
  /** @throws Refusal, ApiError */
  explain(ask: Ask): Explanation;
  diagnose(): readonly DiagnosisRow[];
  /** At no request, but for the list of websites where one is not given by its id. @throws Refusal without a history */
  changes(asked: ChangesAsked): readonly ChangeAnswer[];
}
