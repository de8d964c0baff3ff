import { type Dialect, paths } from '../dialects/forms.ts';
import { toDialect, toParameterForm } from '../dialects/profile.ts';
import type { HttpRequest } from '../exchange/effect.ts';
import { assertWebsiteId } from '../query/website.ts';
import { type AnalyticsWindow, planWindow, type WindowPlan } from '../query/window.ts';
import type { CurrentEndpoint, Endpoint } from '../resources/resources.ts';
import type { ClientOptions } from './options.ts';
import { openSession, type Session } from './session.ts';

export type WebsiteQuery =
  | { readonly endpoint: 'analytics'; readonly website: string; readonly window: AnalyticsWindow }
  | { readonly endpoint: CurrentEndpoint; readonly website: string };

export type Query = { readonly endpoint: 'websites' } | WebsiteQuery;

export function toWebsiteId(question: Query): string | null {
  return question.endpoint === 'websites' ? null : question.website;
}

/** The Forms of the two parameters of a request. */
export interface RequestForms {
  readonly website: 1 | 2;
  readonly window: 1 | 2;
}

/** A query string in a dialect. */
interface EncodedQuery {
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
  for (const parameter of plan?.parameters || []) parameters.push(parameter);
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

/** A query for one request. Null parts are omitted, to show the service's answer to that. */
interface SingleQuery {
  readonly endpoint: Endpoint;
  readonly website: string | null;
  readonly window: AnalyticsWindow | null;
}

/**
 * The request of one query for callers who send it themselves, without learning, retries or cache. An unknown dialect
 * defaults to Form 1.
 * @throws ApiError for an invalid address or key, or a window that the Form cannot express
 */
export function planSingleRequest(options: ClientOptions, asked: SingleQuery, nowMs: number): HttpRequest {
  const session = openSession(options, { now: () => nowMs, random: () => 0 });
  const form = toParameterForm(session.profile, asked.endpoint) ?? 1;
  const dialect = toDialect(session.profile.window.form ?? form);
  const website =
    asked.website === null
      ? []
      : [[toDialect(form).websiteParameter, assertWebsiteId(asked.website)] as const];
  const window = asked.window === null ? [] : planWindow(asked.window, dialect, nowMs).parameters;
  return buildRequest(session, asked, formatQueryString([...website, ...window]));
}
