import { formatUtcTime } from '../calendar/instant.ts';
import type { Endpoint } from '../resources/resources.ts';
import { ApiError, type ApiErrorFields, type FaultKind, type FaultOwner, type Subject } from './api-error.ts';

/** Fields of a fault that its sentence does not determine. `hint` replaces the usual next step, only for `shape`. */
export interface FaultDetails extends Partial<Omit<ApiErrorFields, 'kind' | 'owner' | 'message' | 'status'>> {
  readonly status?: number;
  /** The variable part of the sentence. */
  readonly detail?: string;
}

/** The host of a URL; error sentences show nothing else of it. */
export function toHost(baseUrl: string): string {
  return /^[a-z]+:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(baseUrl)?.[1] ?? baseUrl;
}

interface SentenceFields extends FaultDetails {
  readonly host: string;
  readonly endpoint: string;
  /** ` "ws_1"`, or empty. */
  readonly website: string;
  /** ` until 2026-11-21 05:00:42 UTC`, or empty. */
  readonly until: string;
}

type Sentence = readonly [message: string, hint: string];

const formatUnexpected = ({ status, endpoint }: SentenceFields): Sentence => [
  `The service answered ${status ?? 'strangely'} for ${endpoint}.`,
  'Run doctor and report its output.',
];

const sentences: Readonly<Record<FaultKind, (fields: SentenceFields) => Sentence>> = {
  'auth.missing': () => ['The service got no API key.', 'Set the key.'],
  'auth.invalid': () => [
    'The service refuses this API key: it is revoked, mistyped or of another service.',
    'Create a new key under Settings > API Keys.',
  ],
  forbidden: ({ endpoint }) => [
    `This key may not read ${endpoint}: its scope or plan lacks it.`,
    "Ask the workspace owner to check the key's scopes and the plan.",
  ],
  bad_request: ({ endpoint, status = 400, code }) =>
    status < 300 || status === 400 || status === 422
      ? [
          `The service did not understand the request for ${endpoint}${code ? ` (${code})` : ''}.`,
          'Run doctor to see which Form the service speaks.',
        ]
      : [
          `The service refused the request for ${endpoint} (${status}${code ? ` ${code}` : ''}).`,
          'Check the service address, then run doctor and report its output.',
        ],
  not_found: ({ endpoint, host, website, status = 404 }) =>
    endpoint === 'websites'
      ? [
          `${host} has no list of websites at this address (${status}).`,
          'Check the service address; it ends before /api/v1.',
        ]
      : [`No website${website} for this key.`, 'Check the id against the list of websites.'],
  burst: ({ until }) => [
    `Too many requests in this minute; the service wants none${until || ' for a while'}.`,
    'Try again then.',
  ],
  daily: ({ until }) => [
    `The day's requests for this key are used up${until}.`,
    'Wait, or use a larger plan.',
  ],
  server: ({ endpoint, status = 500, code }) => [
    `The service failed (${(status < 300 && code) || status}) while reading ${endpoint}.`,
    'Try again later.',
  ],
  transport: ({ host, detail = 'no answer' }) => [
    `The service at ${host} could not be reached (${detail}).`,
    'Check the address and that it is running.',
  ],
  timeout: ({ host }) => [`The service at ${host} did not answer in time.`, 'Try again later.'],
  bad_body: ({ host, status = 0, detail = 'no JSON' }) =>
    status >= 300
      ? [
          `${host} answered ${status} with ${detail} instead of an error of this API.`,
          'Check the service address.',
        ]
      : [
          `${host} answered with ${detail} instead of JSON.`,
          'Check the service address, or try again if a proxy answered.',
        ],
  shape: ({ endpoint, detail = 'unknown shape', hint = 'Run doctor and report its output.' }) => [
    `The answer for ${endpoint} could not be read: ${detail}.`,
    hint,
  ],
  pending: ({ endpoint }) => [
    `Another request for ${endpoint} is still under way.`,
    'Recalculate in a minute.',
  ],
  paused: () => ['Requests are paused, and no answer to this is kept.', 'Continue requests.'],
  budget: ({ endpoint, until, detail = 'The requests of this minute are used up' }) => [
    `${detail}${until}; nothing was sent for ${endpoint}.`,
    'Try again then.',
  ],
  window: formatUnexpected,
  unexpected: formatUnexpected,
};

/** One plain sentence for each kind of fault, with the next step. */
export function formatSentence(
  kind: FaultKind,
  { baseUrl, endpoint, website }: Subject,
  details: FaultDetails,
): { readonly message: string; readonly hint: string } {
  const [message, hint] = sentences[kind]({
    ...details,
    endpoint,
    host: toHost(baseUrl),
    website: website === null ? '' : ` "${website}"`,
    until: details.retryAt ? ` until ${formatUtcTime(details.retryAt)}` : '',
  });
  return { message: `${message} ${hint}`, hint };
}

type Requester = Pick<Subject, 'baseUrl'>;

/** Creates a fault that the client itself detects. */
export function createOwnFault(
  session: Requester,
  endpoint: Endpoint,
  kind: FaultKind,
  owner: FaultOwner,
  details: FaultDetails = {},
): ApiError {
  const { detail: _, ...fields } = details;
  const sentence = formatSentence(kind, { endpoint, website: null, baseUrl: session.baseUrl }, details);
  return new ApiError({ kind, owner, ...fields, ...sentence });
}

/** The caller has paused requests. Nothing was sent. */
export function pausedFault(session: Requester, endpoint: Endpoint): ApiError {
  return createOwnFault(session, endpoint, 'paused', 'caller');
}

/** The answer to another caller's request did not arrive in time. Nothing was sent. */
export function pendingFault(session: Requester, endpoint: Endpoint): ApiError {
  return createOwnFault(session, endpoint, 'pending', 'network', { retryable: true });
}
