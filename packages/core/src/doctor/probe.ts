import { type DialectProfile, toDialect, toParameterForm } from '../dialects/profile.ts';
import { type ApiError, type FaultKind, isApiError } from '../errors/api-error.ts';
import type { Exchange } from '../exchange/effect.ts';
import type { RateState } from '../quota/limits-recipe.ts';
import type { Reading, ReadingTrace } from '../recipes/read-by-recipe.ts';
import type { RecipeBook } from '../recipes/recipe.ts';
import { readAndLearn, readTogether } from '../request/learn-recipes.ts';
import { buildRequest, encodeQuery, type Query, toWebsiteId, type WebsiteQuery } from '../request/request.ts';
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
  sampled: DoctorReport['sampled'];
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
  question: Query,
  outcome: ServiceAnswer | ApiError,
): Exchange<Reading<unknown> | null> {
  const about = { endpoint: question.endpoint, website: toWebsiteId(question), status: outcome.status };
  if (isApiError(outcome)) {
    const { message: summary, kind: fault } = outcome;
    inspection.findings.push({ ...about, ok: false, summary, fault, trace: null });
    return null;
  }
  const { endpoint } = question;
  const bodies = [...(inspection.samples[endpoint] ?? []), outcome.body];
  inspection.samples = { ...inspection.samples, [endpoint]: bodies };
  inspection.sampled = { ...inspection.sampled, [endpoint]: [about.website] };
  const reading = yield* readAndLearn(inspection.session, endpoint, outcome.body);
  inspection.findings.push({ ...about, ...toReadFinding(endpoint, reading) });
  return reading;
}

type ReadFinding = Pick<EndpointFinding, 'ok' | 'summary' | 'fault' | 'trace'>;

function toReadFinding(endpoint: Endpoint, reading: Reading<unknown>): ReadFinding {
  const { ok, summary, trace } = createSample(endpoint, reading);
  return { ok, summary, trace, fault: ok ? null : 'shape' };
}

/**
 * Samples other websites of each endpoint that answered, and reads all bodies by what they show together. Another website's
 * body that is not read is a finding of its own.
 */
export function* sampleWebsites(inspection: Inspection, ids: readonly string[]): Exchange<void> {
  const { session } = inspection;
  for (const [at, first] of [...inspection.findings.entries()]) {
    const { endpoint, website } = first;
    const [body] = inspection.samples[endpoint] ?? [];
    if (endpoint === 'websites' || body === undefined) continue;
    const others: { id: string; body: unknown; status: number }[] = [];
    for (const id of ids) {
      if (inspection.over || id === website) continue;
      const about = { endpoint, website: id };
      const question = (
        endpoint === 'analytics' ? { ...about, window: { last: 30 } } : about
      ) as WebsiteQuery;
      const form = toDialect(toParameterForm(session.profile, endpoint) ?? 1);
      const window = toDialect(session.profile.window.form ?? 1);
      const { query } = encodeQuery(question, form, window, session.host.now());
      const outcome = yield* sendProbe(inspection, question, query);
      if (!isApiError(outcome)) others.push({ id, body: outcome.body, status: outcome.status });
    }
    if (others.length === 0) continue;
    const bodies = [body, ...others.map((one) => one.body)];
    inspection.samples = { ...inspection.samples, [endpoint]: bodies };
    inspection.sampled = { ...inspection.sampled, [endpoint]: [website, ...others.map(({ id }) => id)] };
    const [own, ...readings] = yield* readTogether(session, endpoint, bodies);
    if (own !== undefined) inspection.findings[at] = { ...first, ...toReadFinding(endpoint, own) };
    others.forEach(({ id, status }, index) => {
      const reading = readings[index];
      if (reading?.ok === false)
        inspection.findings.push({ endpoint, website: id, status, ...toReadFinding(endpoint, reading) });
    });
  }
}

/** The outcome of one endpoint and how its body was read. */
export interface EndpointFinding {
  readonly endpoint: Endpoint;
  /** The id of the website that was asked about; null for the list, and for a recorded answer. */
  readonly website: string | null;
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
  /** The ids of the websites of these bodies, in their order. */
  readonly sampled: Readonly<Partial<Record<Endpoint, readonly (string | null)[]>>>;
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
