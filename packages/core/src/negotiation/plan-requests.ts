import { paths } from '../dialects/forms.ts';
import { type DialectProfile, isParameterMixed, otherForm, toDialect } from '../dialects/profile.ts';
import { isApiError } from '../errors/api-error.ts';
import { encodeQuery, type Query, type RequestForms, type WebsiteQuery } from '../request/request.ts';
import { maxOf } from '../resources/min-max.ts';
import {
  type Facts,
  firstForm,
  isCheck,
  isStep,
  nextStep,
  type Sign,
  type Step,
  toFacts,
  toRequestForms,
  unknownWebsiteId,
  withWidestWindow,
} from './steps.ts';

interface PlannedRequest {
  /** Path and query; null if the Form cannot express the window. */
  readonly path: string | null;
  /** The preceding outcome. */
  readonly when: string;
}

/** The possible requests of one query in order, without retries after limits or failures. */
export interface RequestPlan {
  readonly requests: readonly PlannedRequest[];
  readonly atMost: number;
}

function toPath(question: Query, { website, window }: RequestForms, nowMs: number): string | null {
  try {
    return (
      paths[question.endpoint] + encodeQuery(question, toDialect(website), toDialect(window), nowMs).query
    );
  } catch (thrown) {
    if (isApiError(thrown) && thrown.kind === 'window') return null;
    throw thrown;
  }
}

const signTexts: Readonly<Record<Sign, string>> = {
  unnamed: 'the answer does not name the website',
  foreign: 'the answer is about another website',
  'wrong name': 'the refusal means the name',
  'bad request': 'it is refused as a bad request',
  'not found': 'it is 404 for a website of the list',
  forbidden: 'it is forbidden',
  'no words': 'the Form has no words for the window',
  fault: 'it fails',
  own: 'it is answered',
};

const stepTexts: Readonly<Record<Step, string>> = {
  first: 'first request',
  check: 'check of the name',
  other: 'other name',
  widest: 'widest window',
  'check other': 'check of the other name',
};

/** Describes an outcome of a step. A check is answered with `own`. */
const formatSign = (step: Step, sign: Sign): string =>
  isCheck(step) ? 'it is answered too' : signTexts[sign];

const joinWithOr = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')}, or ${words[words.length - 1]}`;

/** Describes the preceding outcomes, grouped by step. */
const formatCondition = (causes: ReadonlyMap<string, readonly string[]>): string =>
  [...causes]
    .map(([after, shows]) => (after === '' ? joinWithOr(shows) : `${after}: ${joinWithOr(shows)}`))
    .join('; ');

/** True if an answer leaves the Form of the window unknown. */
function isWindowUnknown(profile: DialectProfile, { endpoint }: WebsiteQuery, isOther: boolean): boolean {
  if (endpoint !== 'analytics') return false;
  const isReopened = isOther && !profile.window.configured && !isParameterMixed(profile, endpoint);
  return profile.window.form === null || isReopened;
}

function listSigns(step: Step, path: string | null, { isHonored: isHeeded }: Facts): readonly Sign[] {
  if (path === null) return ['no words'];
  return (Object.keys(signTexts) as readonly Sign[]).filter((sign) =>
    sign === 'unnamed' || sign === 'foreign'
      ? !isCheck(step) && !(step === 'first' && isHeeded)
      : sign !== 'no words',
  );
}

/**
 * The requests that a client with this profile may send for a query without a cache, and their largest number. Follows the
 * steps of {@link Step}.
 */
export function planRequests(question: Query, profile: DialectProfile, nowMs: number): RequestPlan {
  if (question.endpoint === 'websites')
    return { requests: [{ path: paths.websites, when: 'first' }], atMost: 1 };
  const form = firstForm(profile, question);
  const facts = toFacts(profile, question, form, true);
  const requests = new Map<string | null, Map<string, string[]>>();
  const add = (path: string | null, after: string, shows: string): void => {
    const causes = requests.get(path) ?? new Map<string, string[]>();
    requests.set(path, causes);
    const words = causes.get(after) || [];
    causes.set(after, words.includes(shows) ? words : [...words, shows]);
  };

  /** Adds the requests from a step on; returns the largest number sent. */
  function walk(about: WebsiteQuery, step: Step, after: string, shows: string, first: Sign | null): number {
    const forms = toRequestForms(step, profile, about, form, first);
    const path = toPath(isCheck(step) ? { ...about, website: unknownWebsiteId } : about, forms, nowMs);
    add(path, after, shows);
    const counts = listSigns(step, path, facts).map((sign) => {
      const next = nextStep(step, sign, facts);
      if (isStep(next))
        return walk(
          next === 'widest' ? withWidestWindow(about) : about,
          next,
          stepTexts[step],
          formatSign(step, sign),
          step === 'first' ? sign : first,
        );
      if (next !== 'answer' || !isWindowUnknown(profile, about, forms.website !== form)) return 0;
      add(
        toPath(about, { ...forms, window: otherForm(forms.window) }, nowMs),
        stepTexts[step],
        'days of the window are missing',
      );
      return 1;
    });
    return maxOf([0, ...counts]) + (path === null ? 0 : 1);
  }
  const atMost = walk(question, 'first', '', 'first', null);
  return {
    requests: [...requests].map(([path, causes]) => ({ path, when: formatCondition(causes) })),
    atMost,
  };
}
