import { type DialectProfile, isParameterMixed, otherForm, toParameterForm } from '../dialects/profile.ts';
import { namesOtherParameter, recogniseParameter, rejectsParameter } from '../dialects/recognise-form.ts';
import type { ApiError } from '../errors/api-error.ts';
import { widestWindow } from '../query/window.ts';
import type { RequestForms, WebsiteQuery } from '../request/request.ts';

/**
 * A step of the negotiation that finds the parameter names of an endpoint. The Forms name the website and the window
 * differently (specification §4), and a service may mix them.
 *
 * The known name is tried first, else `websiteId`, because both Forms specify the answers to it (§4). No request has both
 * names. An answer without its website is checked once per endpoint, by an unknown website. A refusal that may concern the
 * name leads to one try of the other name.
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

const isAnswered = (sign: Sign | null): boolean => sign === 'own' || sign === 'unnamed' || sign === 'foreign';

export const isCheck = (step: Step | End): step is 'check' | 'check other' =>
  step === 'check' || step === 'check other';

type Transition = Step | End | ((facts: Facts) => Step | End);

/** Only a Form that is not configured leaves another name to try. */
const unlessFixed =
  (otherwise: End) =>
  ({ isFixed }: Facts): Step | End =>
    isFixed ? otherwise : 'other';

/** A refusal may mean the name until the endpoint honours one or has refused both. */
const ifNameOpen = (facts: Facts): Step | End =>
  facts.isHonored || facts.isRefusedByBoth ? 'last fault' : unlessFixed('last fault')(facts);

const failed = { forbidden: 'last fault', 'no words': 'last fault', fault: 'last fault' } as const;

const refusedCheck = {
  ...failed,
  'wrong name': 'answer',
  'bad request': 'answer',
  'not found': 'answer',
  forbidden: 'answer',
} as const;

const afterOther = {
  ...failed,
  own: 'answer',
  unnamed: 'check other',
  foreign: 'ignored',
  'wrong name': 'first fault',
  'bad request': 'first fault',
  'not found': ({ isKnown }: Facts) => (isKnown ? 'first fault' : 'last fault'),
  'no words': ({ isKnown }: Facts) => (isKnown ? 'first fault' : 'widest'),
} as const;

/** What follows the sign of a step. The answer of `widest` is the fault of the window. */
const transitions: Readonly<Record<Step, Readonly<Record<Sign, Transition>>>> = {
  first: {
    ...failed,
    own: 'answer',
    unnamed: (facts) => (facts.isOtherHonored ? unlessFixed('ignored')(facts) : 'check'),
    foreign: unlessFixed('ignored'),
    'wrong name': unlessFixed('last fault'),
    'bad request': ifNameOpen,
    'not found': (facts) => (facts.isListed ? ifNameOpen(facts) : 'last fault'),
  },
  check: {
    ...refusedCheck,
    own: unlessFixed('ignored'),
    unnamed: unlessFixed('ignored'),
    foreign: unlessFixed('ignored'),
  },
  other: afterOther,
  widest: { ...afterOther, 'no words': 'first fault' },
  'check other': { ...refusedCheck, own: 'ignored', unnamed: 'ignored', foreign: 'ignored' },
};

/** The next step or end. */
export function nextStep(step: Step, sign: Sign, facts: Facts): Step | End {
  const next = transitions[step][sign];
  return typeof next === 'function' ? next(facts) : next;
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

/** A website that no team has: honoured parameters answer 404 not_found (specification §4). */
export const unknownWebsiteId = 'answershare-asks-who-is-there';

/** The query with the widest window, for analytics. */
export const withWidestWindow = (question: WebsiteQuery): WebsiteQuery =>
  question.endpoint === 'analytics' ? { ...question, window: widestWindow } : question;

/** The Form of the name that is tried first. */
export const firstForm = (profile: DialectProfile, { endpoint }: WebsiteQuery): 1 | 2 =>
  toParameterForm(profile, endpoint) ?? 1;

/**
 * The Forms of a step's request. If the first name was answered but not honoured, the window is not in doubt.
 */
export function toRequestForms(
  step: Step,
  profile: DialectProfile,
  { endpoint }: WebsiteQuery,
  form: 1 | 2,
  first: Sign | null,
): RequestForms {
  const { form: window } = profile.window;
  if (step === 'first' || step === 'check') return { website: form, window: window ?? form };
  const other = otherForm(form);
  const isKnownWindow = isParameterMixed(profile, endpoint) && (isAnswered(first) || window !== null);
  return { website: other, window: isKnownWindow ? (window ?? form) : other };
}
