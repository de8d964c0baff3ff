import type { DialectProfile } from '../dialects/profile.ts';
import { type ApiError, type FaultKind, isApiError } from '../errors/api-error.ts';
import { type Exchange, now } from '../exchange/effect.ts';
import type { RateState } from '../quota/limits-recipe.ts';
import type { Reading, ReadingTrace } from '../recipes/read-by-recipe.ts';
import type { RecipeBook } from '../recipes/recipe.ts';
import { readAndLearn } from '../request/learn-recipes.ts';
import { buildRequest, type Query } from '../request/request.ts';
import { type ServiceAnswer, sendRequest } from '../request/send-request.ts';
import type { Session } from '../request/session.ts';
import type {
  Analytics,
  Authority,
  Citations,
  Competitors,
  Endpoint,
  Website,
} from '../resources/resources.ts';

/** A doctor's visit under way. */
export interface Inspection {
  readonly session: Session;
  readonly findings: EndpointFinding[];
  samples: Samples;
  spent: number;
  last: ServiceAnswer | null;
  /** True after a fault of the key, of a limit or of the way there: nothing more is asked. */
  over: boolean;
}

function endsInspection(error: ApiError): boolean {
  return error.status === null || /^(auth\.|burst|daily)/.test(error.kind);
}

/** The fault that a request ended with, written down for the visit; anything else is thrown on. */
export function recordFault(inspection: Inspection, thrown: unknown, countedBefore = 0): ApiError {
  if (!isApiError(thrown)) throw thrown;
  inspection.spent += thrown.spent - countedBefore;
  inspection.over ||= endsInspection(thrown);
  return thrown;
}

/**
 * One request without retries. A fault is given back; one of the key, of a limit or of the way there ends the visit. A
 * fault of the list of websites, which comes first, is thrown.
 */
export function* sendProbe(
  inspection: Inspection,
  question: Query,
  query: string,
): Exchange<ServiceAnswer | ApiError> {
  const { session } = inspection;
  const request = buildRequest(session, question, query);
  try {
    const answer = yield* sendRequest(session, question, request, {
      deadline: (yield* now()) + session.timeoutMs,
      retries: 0,
    });
    inspection.spent += answer.spent;
    inspection.last = answer;
    return answer;
  } catch (thrown) {
    const error = recordFault(inspection, thrown);
    if (question.endpoint === 'websites') throw error;
    return error;
  }
}

/** Reads and writes down what an endpoint answered; gives back the reading, null for a fault. */
export function* recordFinding(
  inspection: Inspection,
  endpoint: Endpoint,
  outcome: ServiceAnswer | ApiError,
): Exchange<Reading<unknown> | null> {
  if (isApiError(outcome)) {
    const { status, message: summary, kind: fault } = outcome;
    inspection.findings.push({ endpoint, status, ok: false, summary, fault, trace: null });
    return null;
  }
  inspection.samples = {
    ...inspection.samples,
    [endpoint]: [...(inspection.samples[endpoint] ?? []), outcome.body],
  };
  const reading = yield* readAndLearn(inspection.session, endpoint, outcome.body);
  const { ok, summary, trace } = createSample(endpoint, reading);
  inspection.findings.push({
    endpoint,
    status: outcome.status,
    ok,
    summary,
    fault: ok ? null : 'shape',
    trace,
  });
  return reading;
}

/** What one endpoint answered and how its body was read. */
export interface EndpointFinding {
  readonly endpoint: Endpoint;
  readonly status: number | null;
  readonly ok: boolean;
  /** One sentence: what was read, or why not. */
  readonly summary: string;
  readonly fault: FaultKind | null;
  readonly trace: ReadingTrace | null;
}

export type Samples = Readonly<Partial<Record<Endpoint, readonly unknown[]>>>;

/** What a doctor's visit found out. */
export interface DoctorReport {
  /** The Form in force, `mixed` where the axes disagree, null where nothing could tell. */
  readonly form: 1 | 2 | 'mixed' | null;
  readonly profile: DialectProfile;
  readonly websites: readonly Website[];
  readonly endpoints: readonly EndpointFinding[];
  /** How the bodies are read, as far as that is known now. */
  readonly recipes: RecipeBook;
  /** The parsed bodies of each endpoint. */
  readonly samples: Samples;
  readonly spent: number;
  readonly rate: RateState;
  /** The service's clock less ours, milliseconds; null where it sent no Date header. */
  readonly clockSkewMs: number | null;
}

/** How one body was read, in one sentence. */
export interface BodySample {
  readonly ok: boolean;
  readonly summary: string;
  readonly trace: ReadingTrace | null;
}

const formatFigure = (value: number | null): string => (value === null ? 'none' : String(value));

const summaries: Readonly<Record<Endpoint, (value: never) => string>> = {
  websites: (list: readonly Website[]) => `${list.length} websites`,
  authority: (it: Authority) =>
    `score ${formatFigure(it.score)} of ${formatFigure(it.scale)}, ${it.components.length} components`,
  analytics: (it: Analytics) => `${it.days.length} days`,
  citations: (it: Citations) =>
    `total ${formatFigure(it.total)}, ${it.byEngine.length} engines, ${it.items.length} items`,
  competitors: (it: Competitors) =>
    `share of voice ${formatFigure(it.shareOfVoice)}, ${it.competitors.length} competitors`,
};

/** A reading of an endpoint's body in one sentence. */
export function createSample(endpoint: Endpoint, reading: Reading<unknown>): BodySample {
  if (!reading.ok) return { ok: false, summary: reading.reason, trace: null };
  return { ok: true, summary: summaries[endpoint](reading.value as never), trace: reading.trace };
}
