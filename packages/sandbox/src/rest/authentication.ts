import { readCounts } from '../limits/limits.ts';
import { type ApiErrorResponse, invalidKey, missingScope, NO_HEADER } from '../query/api-errors.ts';
import { toAxes } from '../query/axes.ts';
import { readAllowance, readUsage } from '../query/usage.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';
import { type ApiKey, hasKeyFormat } from '../tenants/keys.ts';
import type { SandboxWorld } from '../world/world.ts';

/** The token of `Authorization: Bearer <token>`; null if the header is missing or has another scheme. */
export function readBearerToken(authorization: string | null): string | null {
  const match = /^bearer(?: +(.*))?$/i.exec(authorization?.trim() ?? '');
  return match === null ? null : (match[1] ?? '');
}

/** The key of a request, even a revoked one; null if the token is unknown. */
export function findKnownKey(world: SandboxWorld, authorization: string | null): ApiKey | null {
  const token = readBearerToken(authorization);
  return token === null ? null : (world.keys.get(token) ?? null);
}

const BAD_FORMAT = invalidKey(
  'The API key has the wrong format: send the whole key, from rs_live_ or rs_test_ on.',
);

const NO_BEARER: ApiErrorResponse = {
  ...NO_HEADER,
  message: 'The Authorization header has no Bearer token: send "Authorization: Bearer <API_KEY>".',
};

/** Undecided item 23. */
const OTHER_SCHEME: QuirkTable<'otherScheme', ApiErrorResponse> = {
  unauthorized: NO_BEARER,
  'invalid-key': BAD_FORMAT,
};
const EMPTY_TOKEN: QuirkTable<'emptyToken', ApiErrorResponse> = {
  'invalid-key': BAD_FORMAT,
  unauthorized: NO_BEARER,
};
const LOWER_BEARER: QuirkTable<'lowerBearer', ApiErrorResponse | null> = {
  accepted: null,
  unauthorized: NO_BEARER,
  'invalid-key': BAD_FORMAT,
};

const CONTENT_TOKEN =
  'This is a token of the Content API (rsc_live_): this API takes keys with rs_live_ or rs_test_.';

/** Undecided item 32: whether a key expires after this many calls today. */
const HAS_ENDED: QuirkTable<'revocation', (callsToday: number) => boolean> = {
  'by-call': () => false,
  'mid-run': (callsToday) => callsToday >= 3,
};

/** Finds the caller's key (specification §5.1 to §5.4) or the error. No message contains a token. */
export function authenticate(
  world: SandboxWorld,
  authorization: string | null,
  now: number,
): ApiKey | ApiErrorResponse {
  const header = authorization?.trim() ?? '';
  if (header === '') return NO_HEADER;
  const token = readBearerToken(header);
  if (token === null) return OTHER_SCHEME[world.quirks.otherScheme];
  const lower = header.startsWith('bearer') ? LOWER_BEARER[world.quirks.lowerBearer] : null;
  if (lower !== null) return lower;
  if (token === '') return EMPTY_TOKEN[world.quirks.emptyToken];
  if (token.startsWith('rsc_live_')) return rejectContentToken(world);
  if (!hasKeyFormat(token)) return BAD_FORMAT;
  const key = world.keys.get(token);
  if (key === undefined) return invalidKey('The API key is not known: create one under Settings, API Keys.');
  if (key.revoked || HAS_ENDED[world.quirks.revocation](countCallsToday(world, key, now)))
    return invalidKey('The API key was revoked: use another one, or create it under Settings, API Keys.');
  return key;
}

/** Undecided item 24. */
function rejectContentToken(world: SandboxWorld): ApiErrorResponse {
  const errors: Record<Quirks['contentToken'], () => ApiErrorResponse> = {
    'invalid-key': () => invalidKey(CONTENT_TOKEN),
    forbidden: () => missingScope(toAxes(world).codes, CONTENT_TOKEN),
  };
  return errors[world.quirks.contentToken]();
}

function countCallsToday(world: SandboxWorld, key: ApiKey, now: number): number {
  return readCounts(readUsage(world, key), now, readAllowance(world, key)).day;
}
