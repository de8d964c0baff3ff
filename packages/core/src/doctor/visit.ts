import { type Answer, attempt } from '../asking/attempt.ts';
import type { Question } from '../asking/question.ts';
import { requestFor } from '../asking/request.ts';
import { readingOf, type Session } from '../asking/session.ts';
import type { Endpoint } from '../dialects/dialect.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import { type ApiError, isApiError } from '../faults/api-error.ts';
import type { EndpointFinding } from './report.ts';
import { specimenOf } from './specimens.ts';

/** A doctor's visit under way. */
export interface Visit {
  readonly session: Session;
  readonly findings: EndpointFinding[];
  spent: number;
  last: Answer | null;
}

function endsTheVisit(error: ApiError, endpoint: Endpoint): boolean {
  return endpoint === 'websites' || error.status === null || /^(auth\.|burst|daily)/.test(error.kind);
}

/** One request without retries. A fault of one endpoint is given back; a fault of the key or of the way there is thrown. */
export function* inspect(visit: Visit, question: Question, query: string): Exchange<Answer | ApiError> {
  const { session } = visit;
  const request = requestFor(session, question, query);
  try {
    const answer = yield* attempt(session, question, request, {
      deadline: (yield* now()) + session.timeoutMs,
      retries: 0,
    });
    visit.spent += answer.spent;
    visit.last = answer;
    return answer;
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    visit.spent += thrown.spent;
    if (endsTheVisit(thrown, question.endpoint)) throw thrown;
    return thrown;
  }
}

/** Writes down what an endpoint answered; gives back the parsed body of an answer. */
export function record(visit: Visit, endpoint: Endpoint, outcome: Answer | ApiError): unknown {
  if (isApiError(outcome)) {
    const { status, message: summary, kind: fault } = outcome;
    visit.findings.push({ endpoint, status, ok: false, summary, fault, trace: null });
    return null;
  }
  const { body } = outcome;
  const { ok, summary, trace } = specimenOf[endpoint](body, readingOf(visit.session, endpoint));
  visit.findings.push({ endpoint, status: outcome.status, ok, summary, fault: ok ? null : 'shape', trace });
  return body;
}
