import type { DialectProfile } from '../dialects/profile.ts';
import { ApiError } from '../errors/api-error.ts';
import { isSecureAddress } from '../keys/api-key.ts';
import type { PlanName } from '../quota/plans.ts';
import type { RecipeBook } from '../recipes/recipe.ts';

export interface ClientOptions {
  /** The service's address, without `/api/v1`. */
  readonly baseUrl: string;
  /** `rs_live_…` or `rs_test_…`; both are production credentials (specification §5, Form 2). */
  readonly key: string;
  /** Allows sending the key over http to another host, readable on the way. Default false. */
  readonly insecure?: boolean;
  /** The Form of the service; `auto` infers it from answers. Default `auto`. */
  readonly form?: 'auto' | 1 | 2;
  /** Knowledge of an earlier session. `form` takes precedence. */
  readonly profile?: DialectProfile;
  /** Time for one call including waits and retries, milliseconds. Default 25,000. */
  readonly deadlineMs?: number;
  /** Latest deadline of every call, milliseconds since the epoch. Default: none. */
  readonly until?: number;
  /** Time for one request, milliseconds. Default 12,000. */
  readonly timeoutMs?: number;
  /** Retries of a failed request; each costs quota. Default 2; 0 means one request. */
  readonly retries?: number;
  /** Freshness of an answer, seconds; only with a cache. Default 21,600. */
  readonly freshSeconds?: number;
  /** Additional time in which a stale answer may replace a transient fault, seconds; only with a cache. Default 604,800. */
  readonly staleSeconds?: number;
  /** Most bytes of a body; a longer one is a fault. Default 2,000,000. */
  readonly maxBodyBytes?: number;
  /** Answers from before this time count as stale, to force a refresh; milliseconds since the epoch. Default 0. */
  readonly freshFrom?: number;
  /** Sends no requests and returns cached answers, also stale ones. Only with a cache. Default false. */
  readonly paused?: boolean;
  /** Known recipes by endpoint. Default: inferred by the host. */
  readonly recipes?: RecipeBook;
  /** The plan of the key, for pacing before the first answer; headers correct it. Default: unknown. */
  readonly plan?: PlanName;
}

/** Host names may be international (RFC 5890); an IPv6 address has brackets (RFC 3986 section 3.2.2). */
const addressFormat =
  /^https?:\/\/(?:\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*\.?)(?::\d+)?(?:\/[^\s?#]*)?$/iu;

/**
 * The service address without trailing slash and `/api/v1`.
 * @throws ApiError for an invalid URL, or for http to another host without `insecure`
 */
export function parseBaseUrl(
  text: string,
  { insecure = false }: Pick<ClientOptions, 'insecure'> = {},
): string {
  const trimmed = text
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')
    .replace(/\/+$/, '');
  if (!addressFormat.test(trimmed)) {
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
