import type { FaultKind } from './api-error.ts';
import type { Subject } from './subject.ts';

interface Details {
  readonly status?: number;
  readonly code?: string | null;
  readonly retryAt?: number | null;
  readonly said?: string;
  /** The next step in place of the usual one; for `shape` alone. */
  readonly hint?: string;
}

const clock = (epochMs: number): string =>
  `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The host of an address, which alone is shown to people. */
export function hostOf(baseUrl: string): string {
  return /^[a-z]+:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(baseUrl)?.[1] ?? baseUrl;
}

/** One plain sentence for each kind of fault, and the next step. */
export function sentenceFor(
  kind: FaultKind,
  subject: Subject,
  details: Details,
): { readonly message: string; readonly hint: string } {
  const host = hostOf(subject.baseUrl);
  const until = details.retryAt ? ` until ${clock(details.retryAt)}` : '';
  const isFine = (details.status ?? 500) < 300;
  const isOtherRefusal = !isFine && [400, 422, undefined].indexOf(details.status) < 0;
  const website = subject.website === null ? '' : ` "${subject.website}"`;
  const tell = (message: string, hint: string): { message: string; hint: string } => ({
    message: `${message} ${hint}`,
    hint,
  });
  switch (kind) {
    case 'auth.missing':
      return tell('The service got no API key.', 'Set the key.');
    case 'auth.invalid':
      return tell(
        'The service refuses this API key: it is revoked, mistyped or of another service.',
        'Create a new key under Settings > API Keys.',
      );
    case 'forbidden':
      return tell(
        `This key may not read ${subject.endpoint}: its scope or plan lacks it.`,
        "Ask the workspace owner to check the key's scopes and the plan.",
      );
    case 'bad_request':
      return isOtherRefusal
        ? tell(
            `The service refused the request for ${subject.endpoint} (${details.status}${details.code ? ` ${details.code}` : ''}).`,
            'Check the service address, then run doctor and report its output.',
          )
        : tell(
            `The service did not understand the request for ${subject.endpoint}${details.code ? ` (${details.code})` : ''}.`,
            'Run doctor to see which Form the service speaks.',
          );
    case 'not_found':
      if (subject.endpoint === 'websites') {
        return tell(
          `${host} has no list of websites at this address (${details.status ?? 404}).`,
          'Check the service address; it ends before /api/v1.',
        );
      }
      return tell(`No website${website} for this key.`, 'Check the id against the list of websites.');
    case 'burst':
      return tell(
        `Too many requests in this minute; the service wants none${until || ' for a while'}.`,
        'Try again then.',
      );
    case 'daily':
      return tell(
        `The day's requests for this key are used up${until || ''}.`,
        'Wait, or use a larger plan.',
      );
    case 'server':
      return tell(
        `The service failed (${(isFine && details.code) || (details.status ?? 500)}) while reading ${subject.endpoint}.`,
        'Try again later.',
      );
    case 'transport':
      return tell(
        `The service at ${host} could not be reached (${details.said ?? 'no answer'}).`,
        'Check the address and that it is running.',
      );
    case 'timeout':
      return tell(`The service at ${host} did not answer in time.`, 'Try again later.');
    case 'bad_body':
      return (details.status ?? 0) >= 300
        ? tell(
            `${host} answered ${details.status} with ${details.said ?? 'no JSON'} instead of an error of this API.`,
            'Check the service address.',
          )
        : tell(
            `${host} answered with ${details.said ?? 'no JSON'} instead of JSON.`,
            'Check the service address, or try again if a proxy stands between.',
          );
    case 'shape':
      return tell(
        `The answer for ${subject.endpoint} could not be read: ${details.said ?? 'unknown shape'}.`,
        details.hint ?? 'Run doctor and report its output.',
      );
    case 'pending':
      return tell(`Another request for ${subject.endpoint} is still under way.`, 'Recalculate in a minute.');
    case 'paused':
      return tell('Requests are paused, and no answer to this is kept.', 'Continue requests.');
    case 'budget':
      return tell(
        `${details.said ?? 'The requests of this minute are used up'}${until}; nothing was sent for ${subject.endpoint}.`,
        'Try again then.',
      );
    case 'window':
    case 'unexpected':
      return tell(
        `The service answered ${details.status ?? 'strangely'} for ${subject.endpoint}.`,
        'Run doctor and report its output.',
      );
  }
}
