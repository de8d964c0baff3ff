import type { Answer, ApiRequest } from '../rest/answer.ts';
import { knownKey } from '../rest/authentication.ts';
import { errorBody, serverError } from '../rest/refusal.ts';
import { endpointOf, serve } from '../rest/service.ts';
import type { World } from '../world.ts';
import { type Fault, isOnTheWay, takeFault } from './fault.ts';
import { proxyPage } from './proxy-pages.ts';

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
  if (fault !== null && isOnTheWay(fault)) return [{ answer: stopped(fault), fault }, left];
  const [answer, next] = serve(left, request, now);
  return [{ answer: fault === null ? answer : disturbed(answer, fault), fault }, next];
}

function stopped(fault: Fault): Answer | null {
  return fault.fault === 'html' || fault.fault === 'html502' ? proxyPage(fault.fault) : null;
}

function disturbed(answer: Answer, fault: Fault): Answer {
  if (fault.fault === 'cut')
    return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
  if (fault.fault !== 'status') return answer;
  const { 'Retry-After': _, Allow: __, ...headers } = answer.headers;
  const refusal = serverError(fault.status);
  return { ...answer, headers, status: fault.status, code: refusal.code, body: errorBody(refusal) };
}
