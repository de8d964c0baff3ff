import { counted } from '../limits/limits.ts';
import { allowance } from '../limits/plans.ts';
import type { Quirks } from '../quirks/table.ts';
import { type ApiKey, hasKeyFormat } from '../tenants/keys.ts';
import { usageOf, type World } from '../world.ts';
import { axesOf } from './axes.ts';
import { invalidKey, lackingScope, NO_HEADER, type Refusal } from './refusal.ts';

/** The token of `Authorization: Bearer <token>`; null when the header is missing or of another scheme. */
export function bearerToken(authorization: string | null): string | null {
  const match = /^bearer(?: +(.*))?$/i.exec(authorization?.trim() ?? '');
  return match === null ? null : (match[1] ?? '');
}

/** The known key of a request, revoked ones included; null when the token is none of ours. */
export function knownKey(world: World, authorization: string | null): ApiKey | null {
  const token = bearerToken(authorization);
  return token === null ? null : (world.keys.get(token) ?? null);
}

const BAD_FORMAT = invalidKey(
  'The API key has the wrong format: send the whole key, from rs_live_ or rs_test_ on.',
);

const NO_BEARER: Refusal = {
  ...NO_HEADER,
  message: 'The Authorization header has no Bearer token: send "Authorization: Bearer <API_KEY>".',
};

/** Undecided item 23. */
const OTHER_SCHEME: Readonly<Record<Quirks['otherScheme'], Refusal>> = {
  unauthorized: NO_BEARER,
  'invalid-key': BAD_FORMAT,
};
const EMPTY_TOKEN: Readonly<Record<Quirks['emptyToken'], Refusal>> = {
  'invalid-key': BAD_FORMAT,
  unauthorized: NO_BEARER,
};
const LOWER_BEARER: Readonly<Record<Quirks['lowerBearer'], Refusal | null>> = {
  accepted: null,
  unauthorized: NO_BEARER,
  'invalid-key': BAD_FORMAT,
};

const CONTENT_TOKEN =
  'This is a token of the Content API (rsc_live_): this API takes keys with rs_live_ or rs_test_.';

/** Undecided item 32: whether a key has ended that was used so often today. */
const ENDED: Readonly<Record<Quirks['revocation'], (callsToday: number) => boolean>> = {
  'by-call': () => false,
  'mid-run': (callsToday) => callsToday >= 3,
};

/** Who calls (specification §5.1 to §5.4), or why nobody does. A token is never repeated in a message. */
export function authenticate(world: World, authorization: string | null, now: number): ApiKey | Refusal {
  const sent = authorization?.trim() ?? '';
  if (sent === '') return NO_HEADER;
  const token = bearerToken(sent);
  if (token === null) return OTHER_SCHEME[world.quirks.otherScheme];
  const lower = sent.startsWith('bearer') ? LOWER_BEARER[world.quirks.lowerBearer] : null;
  if (lower !== null) return lower;
  if (token === '') return EMPTY_TOKEN[world.quirks.emptyToken];
  if (token.startsWith('rsc_live_')) return contentToken(world);
  if (!hasKeyFormat(token)) return BAD_FORMAT;
  const key = world.keys.get(token);
  if (key === undefined) return invalidKey('The API key is not known: create one under Settings, API Keys.');
  if (key.revoked || ENDED[world.quirks.revocation](callsToday(world, key, now)))
    return invalidKey('The API key was revoked: use another one, or create it under Settings, API Keys.');
  return key;
}

/** Undecided item 24. */
function contentToken(world: World): Refusal {
  const refusals: Record<Quirks['contentToken'], () => Refusal> = {
    'invalid-key': () => invalidKey(CONTENT_TOKEN),
    forbidden: () => lackingScope(axesOf(world).codes, CONTENT_TOKEN),
  };
  return refusals[world.quirks.contentToken]();
}

function callsToday(world: World, key: ApiKey, now: number): number {
  return counted(usageOf(world, key), now, allowance(axesOf(world).names, key, world.quirks)).day;
}
