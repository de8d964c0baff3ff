import type { DialectProfile } from '../dialects/profile.ts';
import { ApiError } from '../errors/api-error.ts';
import { isSecureAddress } from '../keys/api-key.ts';
import type { PlanName } from '../quota/budget.ts';
import type { RecipeBook } from '../recipes/recipe.ts';

export interface ClientOptions {
  /** The service's address, without `/api/v1`. */
  readonly baseUrl: string;
  /** `rs_live_…` or `rs_test_…`; both are production credentials (specification §5, Form 2). */
  readonly key: string;
  /** Lets the key go over http to another machine, where anyone on the way can read it. Default false. */
  readonly insecure?: boolean;
  /** Which Form the service speaks; `auto` finds out from its answers. Default `auto`. */
  readonly form?: 'auto' | 1 | 2;
  /** What an earlier session learnt. A `form` that is given counts before it. */
  readonly profile?: DialectProfile;
  /** Time for one call with its waits and retries, milliseconds. Default 25,000. */
  readonly deadlineMs?: number;
  /** When every call has to be over, milliseconds since the epoch, whatever is left of its own time. Default: never. */
  readonly until?: number;
  /** Time for one request, milliseconds. Default 12,000. */
  readonly timeoutMs?: number;
  /** Retries of a failed request; each costs quota. Default 2; 0 means one request. */
  readonly retries?: number;
  /** How long an answer is good for, seconds; only with a cache. Default 21,600. */
  readonly freshSeconds?: number;
  /** How much longer an answer may stand in for a fault that will pass, seconds; only with a cache. Default 604,800. */
  readonly staleSeconds?: number;
  /** The most bytes of an answer's body. A longer one is refused unread. Default 2,000,000. */
  readonly maxBodyBytes?: number;
  /** Answers that came before this are no longer fresh, milliseconds since the epoch: what a refresh asks for. Default 0. */
  readonly freshFrom?: number;
  /** No request goes out; an older answer is given where one is kept. Only with a cache. Default false. */
  readonly paused?: boolean;
  /** How the bodies of each endpoint are read. Default: the host infers it. */
  readonly recipes?: RecipeBook;
  /** The plan of the key, for the pace before the first answer; the headers correct it. Default: found out. */
  readonly plan?: PlanName;
}

/**
 * The address without trailing slash and without the path that the client appends itself.
 * @throws ApiError for no address, and without `insecure` for http to another machine
 */
export function parseBaseUrl(text: string, insecure = false): string {
  const trimmed = text
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')
    .replace(/\/+$/, '');
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(trimmed)) {
    throw new ApiError({
      kind: 'transport',
      owner: 'caller',
      message:
        'The service address is no http or https address without user name and query, such as https://api.example.com.',
      hint: 'Correct the service address.',
    });
  }
  if (!insecure && !isSecureAddress(trimmed)) {
    throw new ApiError({
      kind: 'transport',
      owner: 'caller',
      message:
        'The service address is http to another machine, so others could read the key on the way. Use an https address.',
      hint: 'Use an https address.',
    });
  }
  return trimmed;
}
