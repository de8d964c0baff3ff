import { readInstant } from '../calendar/instant.ts';
import {
  type AxisName,
  addEvidence,
  type DialectProfile,
  type Evidence,
  toForm,
  unknownProfile,
} from '../dialects/profile.ts';
import {
  asksWindow,
  findAskedParameter,
  findAskedWebsite,
  isMisunderstood,
  recogniseCode,
  recogniseHeaders,
  recogniseParameter,
  recogniseWindow,
} from '../dialects/recognise-form.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { HeaderSample } from '../exchange/effect.ts';
import { classifyFault, readOutcomeLimits } from '../faults/classify-fault.ts';
import { parseBody } from '../json/parse-json.ts';
import { type LimitsRecipe, specifiedLimits, unknownRateState } from '../quota/limits-recipe.ts';
import { type Reading, readByRecipes, unclear } from '../recipes/read-by-recipe.ts';
import type { KnownRecipe, RecipeBook, Recognition } from '../recipes/recipe.ts';
import { adoptRecipe } from '../recipes/recipe-book.ts';
import type { Endpoint, ResourceValues, Website } from '../resources/resources.ts';
import type { DoctorReport, EndpointFinding, Samples } from './probe.ts';
import { createSample } from './probe.ts';

/** One recorded answer. */
export interface RecordedAnswer {
  readonly endpoint: Endpoint;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as received. */
  readonly body: string;
  /** The requested URL, without key; it shows the Form of the parameters. */
  readonly url?: string;
  /** Time of receipt by the client's clock, milliseconds since the epoch. */
  readonly at?: number;
}

const parseRecordedBody = (answer: RecordedAnswer): unknown => {
  const parsed = parseBody(answer.body);
  return parsed.ok ? parsed.body : null;
};

const toOutcome = (answer: RecordedAnswer) => ({ ...answer, ok: true, text: answer.body }) as const;

const findWebsiteOf = ({ url }: RecordedAnswer): string | null =>
  url === undefined ? null : findAskedWebsite(url);

function findFault(answer: RecordedAnswer, at: number): ApiError | null {
  const subject = { endpoint: answer.endpoint, website: null, baseUrl: 'the recorded service' };
  return classifyFault(toOutcome(answer), subject, at);
}

/** Infers a recipe from several bodies of one endpoint. */
export type Learn = (endpoint: Endpoint, bodies: readonly unknown[]) => Recognition;

/** Infers the limit headers from samples. */
export type LearnLimits = (samples: readonly HeaderSample[], known: LimitsRecipe) => LimitsRecipe;

/** What the recorded bodies show together. */
interface LearntRecipes {
  readonly recipes: RecipeBook;
  readonly samples: Samples;
  readonly sampled: DoctorReport['sampled'];
  /** Why an endpoint has no clear recipe. */
  readonly reasons: Readonly<Partial<Record<Endpoint, string>>>;
}

function learnFrom(answers: readonly RecordedAnswer[], learn: Learn, at: number): LearntRecipes {
  const samples: Partial<Record<Endpoint, unknown[]>> = {};
  const sampled: Partial<Record<Endpoint, (string | null)[]>> = {};
  for (const answer of answers) {
    if (findFault(answer, at) !== null) continue;
    const { endpoint } = answer;
    samples[endpoint] = [...(samples[endpoint] ?? []), parseRecordedBody(answer)];
    sampled[endpoint] = [...(sampled[endpoint] ?? []), findWebsiteOf(answer)];
  }
  const recipes: Partial<Record<Endpoint, readonly KnownRecipe[]>> = {};
  const reasons: Partial<Record<Endpoint, string>> = {};
  for (const endpoint of Object.keys(samples) as Endpoint[]) {
    const recognition = learn(endpoint, samples[endpoint] ?? []);
    const adopted = adoptRecipe([], recognition, at);
    if (adopted === null) reasons[endpoint] = recognition.reason;
    else recipes[endpoint] = adopted;
  }
  return { recipes, samples, sampled, reasons };
}

function readBody<K extends Endpoint>(
  { recipes, reasons }: LearntRecipes,
  endpoint: K,
  body: unknown,
): Reading<ResourceValues[K]> {
  const known = recipes[endpoint];
  return known ? readByRecipes(endpoint, known, body) : unclear(reasons[endpoint] ?? '');
}

function toFinding(answer: RecordedAnswer, at: number, learnt: LearntRecipes): EndpointFinding {
  const { endpoint, status } = answer;
  const about = { endpoint, website: findWebsiteOf(answer), status };
  const fault = findFault(answer, at);
  if (fault !== null) return { ...about, ok: false, summary: fault.message, fault: fault.kind, trace: null };
  const { ok, summary, trace } = createSample(
    endpoint,
    readBody(learnt, endpoint, parseRecordedBody(answer)),
  );
  return { ...about, ok, summary, fault: ok ? null : 'shape', trace };
}

/** True for a refused website parameter: evidence of the Form, not a failure of the endpoint. */
const isParameterProbe = (answer: RecordedAnswer, at: number): boolean =>
  isMisunderstood(answer.status, findFault(answer, at)?.kind ?? null) &&
  answer.url !== undefined &&
  findAskedParameter(answer.url) !== null;

function listEvidence(
  answer: RecordedAnswer,
  at: number,
  learnt: LearntRecipes,
): readonly (readonly [AxisName, Evidence] | null)[] {
  const { endpoint, status, headers, url } = answer;
  const fault = findFault(answer, at);
  const code = fault?.code ?? null;
  const isAmbiguous = url !== undefined && isMisunderstood(status, fault?.kind ?? null) && asksWindow(url);
  const isPage = fault?.kind === 'bad_body' && status < 300;
  const asked = url === undefined || isAmbiguous || isPage ? null : findAskedParameter(url);
  const days =
    endpoint === 'analytics' && url !== undefined
      ? readBody(learnt, 'analytics', parseRecordedBody(answer))
      : null;
  const dates = days?.ok ? days.value.days.map(({ date }) => date) : [];
  return [
    recogniseHeaders(headers, at),
    code === null ? null : recogniseCode(code, at),
    asked === null ? null : recogniseParameter(asked, status, code, at),
    url === undefined ? null : recogniseWindow(url, dates, at),
  ];
}

/**
 * Reports on recorded answers without a request. Answers are inspected in order of time, with the evidence rules of a live
 * inspection.
 */
export function inspectRecordings(
  answers: readonly RecordedAnswer[],
  learn: Learn,
  learnLimits: LearnLimits = (_, known) => known,
): DoctorReport {
  const timeOf = (answer: RecordedAnswer): number => answer.at ?? readInstant(answer.headers.date ?? '') ?? 0;
  const ordered = answers.map((answer) => ({ answer, at: timeOf(answer) })).sort((a, b) => a.at - b.at);
  const learnt = learnFrom(
    ordered.map(({ answer }) => answer),
    learn,
    ordered[ordered.length - 1]?.at ?? 0,
  );
  const limits = learnLimits(
    ordered.map(({ answer: { headers }, at }) => ({ headers, at })),
    specifiedLimits,
  );
  let profile: DialectProfile = { ...unknownProfile, limits };
  for (const { answer, at } of ordered)
    for (const sign of listEvidence(answer, at, learnt))
      if (sign !== null) profile = addEvidence(profile, ...sign);
  const lists = ordered
    .filter(({ answer }) => answer.endpoint === 'websites' && answer.status === 200)
    .map(({ answer }) => readBody(learnt, 'websites', parseRecordedBody(answer)));
  const reading = lists[lists.length - 1];
  const websites: readonly Website[] = reading?.ok ? reading.value : [];
  const last = ordered[ordered.length - 1];
  const clocks = ordered
    .filter(({ answer }) => answer.at !== undefined && answer.headers.date !== undefined)
    .map(({ answer, at }) => ({ at, theirs: readInstant(answer.headers.date ?? '') }));
  const clock = clocks[clocks.length - 1];
  return {
    form: toForm(profile),
    profile,
    websites,
    endpoints: ordered
      .filter(({ answer, at }) => !isParameterProbe(answer, at))
      .map(({ answer, at }) => toFinding(answer, at, learnt)),
    recipes: learnt.recipes,
    samples: learnt.samples,
    sampled: learnt.sampled,
    spent: 0,
    rate: last === undefined ? unknownRateState : readOutcomeLimits(limits, toOutcome(last.answer), last.at),
    clockSkewMs: clock?.theirs === undefined || clock.theirs === null ? null : clock.theirs - clock.at,
  };
}
