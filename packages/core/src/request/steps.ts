import { type DialectProfile, isParameterMixed, otherForm, toParameterForm } from '../dialects/profile.ts';
import { namesOtherParameter, recogniseParameter, rejectsParameter } from '../dialects/recognise-form.ts';
import type { ApiError } from '../errors/api-error.ts';
import { widestWindow } from '../query/window.ts';
import type { WebsiteQuery } from './request.ts';

/**
 * A step of the negotiation that finds the parameter names of an endpoint. The Forms name the website and the window
 * differently (specification §4), and a service may mix them.
 *
 * The known name is tried first, else `websiteId`, because both Forms specify the answers to it (§4). No request has both
 * names. An answer without its website is checked once per endpoint, by an unknown website. A refusal that may concern the
 * name leads to one try of the other name.
 *
 * | step          | sign                                  | next                                                |
 * |---------------|---------------------------------------|-----------------------------------------------------|
 * | `first`       | `own`                                 | answer                                              |
 * |               | `unnamed`                             | `check`; `other` if that name is honoured           |
 * |               | `foreign`, `wrong name`               | `other`; with a configured Form: fault              |
 * |               | `bad request`                         | `other` if neither name is known; else fault        |
 * |               | `not found`                           | the same, if the list contains the website          |
 * | `check`       | answered                              | `other`; with a configured Form: fault              |
 * |               | refused                               | answer of `first`                                   |
 * | `other`       | `own`                                 | answer                                              |
 * |               | `unnamed`                             | `check other`                                       |
 * |               | `foreign`                             | fault                                               |
 * |               | `not found`                           | its fault; the first fault if a Form is known       |
 * |               | `no words`                            | `widest` if no Form is known; else first fault      |
 * |               | `bad request`, `wrong name`           | first fault                                         |
 * | `widest`      | as `other`                            | as `other`; an answer is the fault of the window    |
 * | `check other` | answered                              | fault                                               |
 * |               | refused                               | answer of `other`                                   |
 * | any           | `fault`, and `forbidden` except checks | its fault                                          |
 */
export type Step = 'first' | 'check' | 'other' | 'widest' | 'check other';

export const isStep = (to: Step | End): to is Step =>
  to === 'first' || to === 'other' || to === 'widest' || isCheck(to);

/** How a query ends: with the answer, as ignored, or with the first or last fault. */
export type End = 'answer' | 'ignored' | 'first fault' | 'last fault';

/** What the outcome of a request shows. The first three are answers. */
export type Sign =
  /** About the requested website. */
  | 'own'
  /** Without a statement of its website. */
  | 'unnamed'
  /** About another website. */
  | 'foreign'
  /** Refused because of the parameter's name. */
  | 'wrong name'
  | 'bad request'
  | 'not found'
  | 'forbidden'
  /** The Form cannot express the window; nothing was sent. */
  | 'no words'
  | 'fault';

export const signs: readonly Sign[] = [
  'unnamed',
  'foreign',
  'wrong name',
  'bad request',
  'not found',
  'forbidden',
  'no words',
  'fault',
  'own',
];

/** Facts about an endpoint before a step. */
export interface Facts {
  /** The Form of the website parameter is configured. */
  readonly isFixed: boolean;
  /** The Form of some endpoint is known. */
  readonly isKnown: boolean;
  /** The endpoint honours the first name. */
  readonly isHonored: boolean;
  readonly isOtherHonored: boolean;
  /** The endpoint refused a website by both names. */
  readonly isRefusedByBoth: boolean;
  /** The list of websites contains the website. */
  readonly isListed: boolean;
}

export function toFacts(
  profile: DialectProfile,
  { endpoint }: WebsiteQuery,
  first: 1 | 2,
  isListed: boolean,
): Facts {
  const honored = profile.parameterOf?.[endpoint];
  return {
    isFixed: profile.websiteParameter.configured === true,
    isKnown: profile.websiteParameter.form !== null,
    isHonored: honored === first,
    isOtherHonored: honored === otherForm(first),
    isRefusedByBoth: profile.refusedBoth?.includes(endpoint) === true,
    isListed,
  };
}

export const isAnswered = (sign: Sign): boolean => sign === 'own' || sign === 'unnamed' || sign === 'foreign';

export const isCheck = (step: Step | End): step is 'check' | 'check other' =>
  step === 'check' || step === 'check other';

function afterCheck(step: Step, sign: Sign, { isFixed }: Facts): Step | End {
  if (isAnswered(sign)) return step === 'check' && !isFixed ? 'other' : 'ignored';
  return sign === 'fault' || sign === 'no words' ? 'last fault' : 'answer';
}

function afterFirst(sign: Sign, facts: Facts): Step | End {
  const { isFixed } = facts;
  if (sign === 'unnamed' && !facts.isOtherHonored) return 'check';
  if (isAnswered(sign)) return isFixed ? 'ignored' : 'other';
  if (isFixed) return 'last fault';
  if (sign === 'wrong name') return 'other';
  const mayMeanName = sign === 'bad request' || (sign === 'not found' && facts.isListed);
  return mayMeanName && !facts.isHonored && !facts.isRefusedByBoth ? 'other' : 'last fault';
}

function afterOther(step: Step, sign: Sign, { isKnown }: Facts): Step | End {
  if (sign === 'unnamed') return 'check other';
  if (sign === 'foreign') return 'ignored';
  if (sign === 'not found' && !isKnown) return 'last fault';
  return sign === 'no words' && step === 'other' && !isKnown ? 'widest' : 'first fault';
}

/** The next step or end; see the table of {@link Step}. */
export function nextStep(step: Step, sign: Sign, facts: Facts): Step | End {
  if (isCheck(step)) return afterCheck(step, sign, facts);
  if (sign === 'own') return 'answer';
  if (sign === 'fault' || sign === 'forbidden') return 'last fault';
  return step === 'first' ? afterFirst(sign, facts) : afterOther(step, sign, facts);
}

/** The sign of a fault after a request with a Form's name. */
export function toFaultSign(form: 1 | 2, { kind, status, code, raw }: ApiError): Sign {
  if (kind === 'window') return 'no words';
  if (status === null || kind === 'bad_body') return 'fault';
  const sign = recogniseParameter(form, status, code, 0);
  if (
    (rejectsParameter(status) && namesOtherParameter(form, raw)) ||
    (sign !== null && sign[1].form !== form)
  )
    return 'wrong name';
  if (kind === 'not_found') return 'not found';
  if (kind === 'bad_request') return 'bad request';
  return kind === 'forbidden' ? 'forbidden' : 'fault';
}

/** The Forms of the two parameters of a request. */
export interface RequestForms {
  readonly website: 1 | 2;
  readonly window: 1 | 2;
}

/** A website that no team has: honoured parameters answer 404 not_found (specification §4). */
export const unknownWebsiteId = 'answershare-asks-who-is-there';

/** The query with the widest window, for analytics. */
export const withWidestWindow = (question: WebsiteQuery): WebsiteQuery =>
  question.endpoint === 'analytics' ? { ...question, window: widestWindow } : question;

/** The Form of the name that is tried first. */
export const firstForm = (profile: DialectProfile, { endpoint }: WebsiteQuery): 1 | 2 =>
  toParameterForm(profile, endpoint) ?? 1;

/**
 * The Forms of a step's request. `isIgnored`: the first name was answered but not honoured, so the window is not in doubt.
 */
export function toRequestForms(
  step: Step,
  profile: DialectProfile,
  { endpoint }: WebsiteQuery,
  form: 1 | 2,
  isIgnored: boolean,
): RequestForms {
  const { form: window } = profile.window;
  if (step === 'first' || step === 'check') return { website: form, window: window ?? form };
  const other = otherForm(form);
  const isKnownWindow = isParameterMixed(profile, endpoint) && (isIgnored || window !== null);
  return { website: other, window: isKnownWindow ? (window ?? form) : other };
}
