import { dialectOf, parameterFormOf } from '../dialects/profile.ts';
import type { HttpRequest } from '../exchange/effect.ts';
import type { Endpoint } from '../resources/endpoint.ts';
import { checkedId } from '../websites/website-id.ts';
import { planWindow } from '../windows/resolve.ts';
import type { AnalyticsWindow } from '../windows/window.ts';
import type { ClientOptions } from './options.ts';
import { queryText, requestFor } from './request.ts';
import { openSession } from './session.ts';

/** One thing to ask; what is null is left out of the request, so that the service's own answer to that shows. */
export interface SingleQuery {
  readonly endpoint: Endpoint;
  readonly website: string | null;
  readonly window: AnalyticsWindow | null;
}

/**
 * The request for one question, for whoever sends it himself: nothing is learnt, tried again or kept. What is not known
 * of the dialect is worded as Form 1.
 * @throws ApiError for an address or a key of wrong format, and for a window that the Form cannot say
 */
export function planSingleRequest(options: ClientOptions, asked: SingleQuery, nowMs: number): HttpRequest {
  const session = openSession(options);
  const form = parameterFormOf(session.profile, asked.endpoint) ?? 1;
  const dialect = dialectOf(session.profile.window.form ?? form);
  const website =
    asked.website === null ? [] : [[dialectOf(form).websiteParameter, checkedId(asked.website)] as const];
  const window = asked.window === null ? [] : planWindow(asked.window, dialect, nowMs).parameters;
  return requestFor(session, asked, queryText([...website, ...window]));
}
