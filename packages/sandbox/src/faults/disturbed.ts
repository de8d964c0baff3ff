import type { Answer, ApiRequest } from '../rest/answer.ts';
import { knownKey } from '../rest/authentication.ts';
import { errorBody, serverError } from '../rest/refusal.ts';
import { endpointOf, serve } from '../rest/service.ts';
import type { World } from '../world.ts';
import { type Fault, type FaultKind, isOnTheWay, takeFault } from './fault.ts';
import { PROXY_PAGES } from './proxy-pages.ts';

/** What became of a request: the answer (null when none is given) and the fault that struck, if one did. */
export interface Outcome {
  readonly answer: Answer | null;
  readonly fault: Fault | null;
}

/** The service with its faults: as `serve`, a value in and a value out. */
export function serveDisturbed(world: World, request: ApiRequest, now: number): [Outcome, World] {
  const key = knownKey(world, request.authorization)?.label ?? null;
  const [fault, faults] = takeFault(world.faults, { endpoint: endpointOf(request.path), key });
  const left = { ...world, faults };
  if (fault === null) {
    const [answer, next] = serve(left, request, now);
    return [{ answer, fault }, next];
  }
  if (isOnTheWay(fault)) return [{ answer: PROXY_PAGES[fault.fault] ?? null, fault }, left];
  const failure = fault.fault === 'status' ? serverError(fault.status) : null;
  const [answer, next] = serve(left, request, now, failure);
  const change = CHANGES[fault.fault];
  return [{ answer: change === undefined ? answer : change(answer, fault, now), fault }, next];
}

const BYTE_ORDER_MARK = '\ufeff';

/** The two values of a Retry-After that a proxy has added a second time, in seconds. */
const RETRY_AFTER_TWICE = ['2', '5'];

const TOO_MANY = {
  status: 429,
  code: 'rate_limited',
  message: `Too many requests in this minute; retry in ${RETRY_AFTER_TWICE[0]} seconds.`,
};

/** Faults that change the answer itself; the others are in the way it is delivered. */
const CHANGES: Readonly<Partial<Record<FaultKind, (answer: Answer, fault: Fault, now: number) => Answer>>> = {
  cut: (answer) => ({ ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) }),
  bom: (answer) => ({ ...answer, body: `${BYTE_ORDER_MARK}${answer.body}` }),
  empty200: (answer) => ({ ...answer, status: 200, code: null, body: '' }),
  noContent: (answer) => ({ ...answer, status: 204, code: null, body: '' }),
  skewedDate: (answer, { skewSeconds }, now) => ({
    ...answer,
    headers: { ...answer.headers, Date: new Date(now + skewSeconds * 1000).toUTCString() },
  }),
  retryAfterTwice: (answer) => ({
    ...answer,
    status: TOO_MANY.status,
    code: TOO_MANY.code,
    body: errorBody(TOO_MANY),
    headers: { ...answer.headers, 'Retry-After': RETRY_AFTER_TWICE },
  }),
};
