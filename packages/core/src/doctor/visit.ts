import { type Answer, attempt } from '../asking/attempt.ts';
import type { Query } from '../asking/question.ts';
import { readAnswer } from '../asking/read-answer.ts';
import { requestFor } from '../asking/request.ts';
import type { Session } from '../asking/session.ts';
import { type ApiError, isApiError } from '../errors/api-error.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import type { Reading } from '../recipes/reading.ts';
import type { Endpoint } from '../resources/endpoint.ts';
import type { EndpointFinding, Samples } from './report.ts';
import { specimenFrom } from './specimens.ts';

/** A doctor's visit under way. */
export interface Visit {
  readonly session: Session;
  readonly findings: EndpointFinding[];
  samples: Samples;
  spent: number;
  last: Answer | null;
  /** True after a fault of the key, of a limit or of the way there: nothing more is asked. */
  over: boolean;
}

function endsTheVisit(error: ApiError): boolean {
  return error.status === null || /^(auth\.|burst|daily)/.test(error.kind);
}

/** The fault that a request ended with, written down for the visit; anything else is thrown on. */
export function faultOf(visit: Visit, thrown: unknown, countedBefore = 0): ApiError {
  if (!isApiError(thrown)) throw thrown;
  visit.spent += thrown.spent - countedBefore;
  visit.over ||= endsTheVisit(thrown);
  return thrown;
}

/**
 * One request without retries. A fault is given back; one of the key, of a limit or of the way there ends the visit. A
 * fault of the list of websites, which comes first, is thrown.
 */
export function* inspect(visit: Visit, question: Query, query: string): Exchange<Answer | ApiError> {
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
    const error = faultOf(visit, thrown);
    if (question.endpoint === 'websites') throw error;
    return error;
  }
}

/** Reads and writes down what an endpoint answered; gives back the reading, null for a fault. */
export function* record(
  visit: Visit,
  endpoint: Endpoint,
  outcome: Answer | ApiError,
): Exchange<Reading<unknown> | null> {
  if (isApiError(outcome)) {
    const { status, message: summary, kind: fault } = outcome;
    visit.findings.push({ endpoint, status, ok: false, summary, fault, trace: null });
    return null;
  }
  visit.samples = { ...visit.samples, [endpoint]: [...(visit.samples[endpoint] ?? []), outcome.body] };
  const reading = yield* readAnswer(visit.session, endpoint, outcome.body);
  const { ok, summary, trace } = specimenFrom(endpoint, reading);
  visit.findings.push({ endpoint, status: outcome.status, ok, summary, fault: ok ? null : 'shape', trace });
  return reading;
}
