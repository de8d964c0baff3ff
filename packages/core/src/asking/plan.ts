import { type Dialect, paths } from '../dialects/dialect.ts';
import {
  type DialectProfile,
  dialectOf,
  isParameterMixed,
  otherForm,
  parameterFormOf,
} from '../dialects/profile.ts';
import { isApiError } from '../errors/api-error.ts';
import { nobody } from './heeded.ts';
import type { Question, WebsiteQuestion } from './question.ts';
import { wordQuestion } from './request.ts';

export interface PlannedRequest {
  /** Path and query under the service's address; null where the Form has no words for the window. */
  readonly path: string | null;
  /** After which answer it is sent. */
  readonly when: string;
}

/** The requests of one question in their order; retries after a limit or a failure are not among them. */
export interface RequestPlan {
  readonly requests: readonly PlannedRequest[];
  readonly atMost: number;
}

function pathOf(question: Question, website: Dialect, window: Dialect, nowMs: number): string | null {
  try {
    return paths[question.endpoint] + wordQuestion(question, website, window, nowMs).query;
  } catch (thrown) {
    if (isApiError(thrown) && thrown.kind === 'window') return null;
    throw thrown;
  }
}

/** After which refusals the other name is tried. */
function refusalsOf({ parameterOf, refusedBoth }: DialectProfile, endpoint: WebsiteQuestion['endpoint']) {
  if (parameterOf?.[endpoint] !== undefined || refusedBoth?.includes(endpoint))
    return 'it is refused with 400 bad_request or with the other name';
  return 'it is refused with 4xx, for 404 only where the list has the website';
}

/** The Form of the window next to the other name. A refusal may mean the window too; a name that is ignored does not. */
export function windowOfOther(
  profile: DialectProfile,
  endpoint: WebsiteQuestion['endpoint'],
  form: 1 | 2,
  isIgnored: boolean,
): 1 | 2 {
  const { form: window } = profile.window;
  return isParameterMixed(profile, endpoint) && (isIgnored || window !== null)
    ? (window ?? form)
    : otherForm(form);
}

/**
 * What a client with this profile would ask, without a cache: the first request, what is tried after which answer, and what
 * all of it costs at most.
 */
export function plan(question: Question, profile: DialectProfile, nowMs: number): RequestPlan {
  const form = parameterFormOf(profile, question.endpoint) ?? 1;
  const other = otherForm(form);
  const window = profile.window.form ?? form;
  const path = (about: Question, name: 1 | 2, days: 1 | 2) =>
    pathOf(about, dialectOf(name), dialectOf(days), nowMs);
  const requests: PlannedRequest[] = [{ path: path(question, form, window), when: 'first' }];
  if (question.endpoint === 'websites') return { requests, atMost: 1 };
  const about = { ...question, website: nobody };
  const isHeeded = profile.parameterOf?.[question.endpoint] === form;
  if (!isHeeded)
    requests.push({
      path: path(about, form, form),
      when: 'the answer does not hold the id: is the name heeded?',
    });
  const isDaily = question.endpoint === 'analytics';
  const missing = 'days of the window are missing';
  const isWindowOpen = isDaily && profile.window.form === null;
  if (isWindowOpen) requests.push({ path: path(question, form, otherForm(window)), when: missing });
  if (profile.websiteParameter.configured) return { requests, atMost: requests.length };
  const ignored = windowOfOther(profile, question.endpoint, form, true);
  const refused = windowOfOther(profile, question.endpoint, form, false);
  const isSame = !isDaily || ignored === refused;
  const unheeded = 'the first name is not heeded';
  const refusals = refusalsOf(profile, question.endpoint);
  const when = isSame && !isHeeded ? `${refusals}; or ${unheeded}` : refusals;
  requests.push({ path: path(question, other, refused), when });
  if (!isSame && !isHeeded) requests.push({ path: path(question, other, ignored), when: unheeded });
  requests.push({
    path: path(about, other, other),
    when: 'the answer to the other name does not hold the id',
  });
  const isReopened =
    isWindowOpen || (isDaily && !profile.window.configured && !isParameterMixed(profile, question.endpoint));
  if (isReopened)
    requests.push({
      path: path(question, other, otherForm(refused)),
      when: `${missing} after the other name`,
    });
  // First, its check, the other name, its check, one other window.
  return { requests, atMost: (isHeeded ? 3 : 4) + (isReopened ? 1 : 0) };
}
