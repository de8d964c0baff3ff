import type { DialectProfile } from '../dialects/profile.ts';
import { type ApiError, type FaultKind, isApiError } from '../errors/api-error.ts';
import type { Exchange } from '../exchange/effect.ts';
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

/** An inspection in progress. */
export interface Inspection {
  readonly session: Session;
  readonly findings: EndpointFinding[];
  samples: Samples;
  spent: number;
  last: ServiceAnswer | null;
  /** True after a fault of the key, a limit or the network: no more requests. */
  over: boolean;
}

function endsInspection(error: ApiError): boolean {
  return error.status === null || /^(auth\.|burst|daily)/.test(error.kind);
}

/** Records an ApiError of a request and returns it; rethrows anything else. */
export function recordFault(inspection: Inspection, thrown: unknown, countedBefore = 0): ApiError {
  if (!isApiError(thrown)) throw thrown;
  inspection.spent += thrown.spent - countedBefore;
  inspection.over ||= endsInspection(thrown);
  return thrown;
}

/** Sends one request without retries and returns a fault. Throws a fault of the list of websites, which comes first. */
export function* sendProbe(
  inspection: Inspection,
  question: Query,
  query: string,
): Exchange<ServiceAnswer | ApiError> {
  const { session } = inspection;
  const request = buildRequest(session, question, query);
  try {
    const answer = yield* sendRequest(session, question, request, {
      deadline: session.host.now() + session.timeoutMs,
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

/** Reads an answer and records the finding; returns the reading, null for a fault. */
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

/** The outcome of one endpoint and how its body was read. */
export interface EndpointFinding {
  readonly endpoint: Endpoint;
  readonly status: number | null;
  readonly ok: boolean;
  /** One sentence: what was read, or why it was not. */
  readonly summary: string;
  readonly fault: FaultKind | null;
  readonly trace: ReadingTrace | null;
}

export type Samples = Readonly<Partial<Record<Endpoint, readonly unknown[]>>>;

/** The result of an inspection. */
export interface DoctorReport {
  /** The Form in force; `mixed` if the axes disagree, null if unknown. */
  readonly form: 1 | 2 | 'mixed' | null;
  readonly profile: DialectProfile;
  readonly websites: readonly Website[];
  readonly endpoints: readonly EndpointFinding[];
  /** The recipes known after the inspection. */
  readonly recipes: RecipeBook;
  /** The parsed bodies of each endpoint. */
  readonly samples: Samples;
  readonly spent: number;
  readonly rate: RateState;
  /** The service's clock minus the local one, milliseconds; null without a Date header. */
  readonly clockSkewMs: number | null;
}

/** Summary of one body. */
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

/** Summarizes the reading of a body in one sentence. */
export function createSample(endpoint: Endpoint, reading: Reading<unknown>): BodySample {
  if (!reading.ok) return { ok: false, summary: reading.reason, trace: null };
  return { ok: true, summary: summaries[endpoint](reading.value as never), trace: reading.trace };
}
