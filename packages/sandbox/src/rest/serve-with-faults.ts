import { errorBody, serverError } from '../query/api-errors.ts';
import { isTransportFault, type PlannedFault, type SandboxFaultKind, takeFault } from '../world/fault.ts';
import type { SandboxWorld } from '../world/world.ts';
import { findKnownKey } from './authentication.ts';
import type { ApiRequest, ApiResponse } from './exchange.ts';
import { serveCall, toEndpoint } from './service.ts';

const LOGIN_PAGE = `<!doctype html>
<html><head><title>Sign in</title></head>
<body><h1>Sign in to continue</h1><form method="post"><input name="user"><input name="password" type="password"></form></body></html>
`;

function createGatewayPage(text: string): string {
  return `<html>
<head><title>${text}</title></head>
<body><center><h1>${text}</h1></center></body></html>
`;
}

/** Pages of a proxy in front of the service, without the service's headers. */
const PROXY_PAGES: Readonly<Partial<Record<SandboxFaultKind, ApiResponse>>> = {
  html: toPageResponse(200, LOGIN_PAGE),
  html502: toPageResponse(502, createGatewayPage('502 Bad Gateway')),
  html503: toPageResponse(503, createGatewayPage('503 Service Unavailable')),
  html504: toPageResponse(504, createGatewayPage('504 Gateway Timeout')),
};

function toPageResponse(status: number, body: string): ApiResponse {
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body,
    code: null,
    counted: false,
  };
}

/** The response (null if none is sent) and the fault that occurred (null if none). */
export interface ServedOutcome {
  readonly answer: ApiResponse | null;
  readonly fault: PlannedFault | null;
}

/** Serves a request with the planned faults; returns the outcome and the next world. */
export function serveWithFaults(
  world: SandboxWorld,
  request: ApiRequest,
  now: number,
): [ServedOutcome, SandboxWorld] {
  const key = findKnownKey(world, request.authorization)?.label ?? null;
  const [fault, faults] = takeFault(world.faults, { endpoint: toEndpoint(request.path), key });
  const left = { ...world, faults };
  if (fault === null) {
    const [answer, next] = serveCall(left, request, now);
    return [{ answer, fault }, next];
  }
  if (isTransportFault(fault)) return [{ answer: PROXY_PAGES[fault.fault] ?? null, fault }, left];
  const failure = fault.fault === 'status' ? serverError(fault.status) : null;
  const [answer, next] = serveCall(left, request, now, failure);
  const change = RESPONSE_CHANGES[fault.fault];
  return [{ answer: change === undefined ? answer : change(answer, fault, now), fault }, next];
}

const BYTE_ORDER_MARK = '\ufeff';

/** Two Retry-After values in seconds; the proxy added the second. */
const RETRY_AFTER_TWICE = ['2', '5'];

const PROXY_LIMIT_ERROR = {
  status: 429,
  code: 'rate_limited',
  message: `Too many requests in this minute; retry in ${RETRY_AFTER_TWICE[0]} seconds.`,
};

/** Faults that change the response. All others are in the transport. */
const RESPONSE_CHANGES: Readonly<
  Partial<Record<SandboxFaultKind, (answer: ApiResponse, fault: PlannedFault, now: number) => ApiResponse>>
> = {
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
    status: PROXY_LIMIT_ERROR.status,
    code: PROXY_LIMIT_ERROR.code,
    body: errorBody(PROXY_LIMIT_ERROR),
    headers: { ...answer.headers, 'Retry-After': RETRY_AFTER_TWICE },
  }),
};
