import { type Dialect, paths } from '../dialects/forms.ts';
import type { HttpRequest } from '../exchange/effect.ts';
import { assertWebsiteId } from '../query/website.ts';
import { type AnalyticsWindow, planWindow, type WindowPlan } from '../query/window.ts';
import type { Endpoint } from '../resources/resources.ts';
import type { Session } from './session.ts';

export type WebsiteQuery =
  | { readonly endpoint: 'analytics'; readonly website: string; readonly window: AnalyticsWindow }
  | { readonly endpoint: 'citations' | 'competitors' | 'authority'; readonly website: string };

export type Query = { readonly endpoint: 'websites' } | WebsiteQuery;

export function toWebsiteId(question: Query): string | null {
  return question.endpoint === 'websites' ? null : question.website;
}

/** A query string in a dialect. */
export interface EncodedQuery {
  readonly query: string;
  readonly window: WindowPlan | null;
}

/** Formats parameters as a percent-encoded query string (RFC 3986 §2.1); empty without parameters. */
export function formatQueryString(parameters: readonly (readonly [name: string, value: string])[]): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return query === '' ? '' : `?${query}`;
}

/** Encodes a query in a dialect (specification §4). The website parameter and the window may use different Forms. */
export function encodeQuery(question: Query, website: Dialect, window: Dialect, nowMs: number): EncodedQuery {
  if (question.endpoint === 'websites') return { query: '', window: null };
  const parameters: (readonly [string, string])[] = [
    [website.websiteParameter, assertWebsiteId(question.website)],
  ];
  const plan = question.endpoint === 'analytics' ? planWindow(question.window, window, nowMs) : null;
  for (const parameter of plan?.parameters ?? []) parameters.push(parameter);
  return { query: formatQueryString(parameters), window: plan };
}

/** The HTTP request of an encoded query (specification §4 and §5). */
export function buildRequest(
  session: Session,
  { endpoint }: { readonly endpoint: Endpoint },
  query: string,
): HttpRequest {
  return {
    url: session.baseUrl + paths[endpoint] + query,
    headers: { authorization: `Bearer ${session.key}`, accept: 'application/json' },
    timeoutMs: session.timeoutMs,
    maxBodyBytes: session.limits.bytes,
  };
}
