import { type ApiKey, hasKeyFormat } from '../tenants/keys.ts';
import type { World } from '../world.ts';
import { invalidKey, NO_HEADER, type Refusal } from './refusal.ts';

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

/** Who calls (specification §5.1 to §5.4), or why nobody does. A token is never repeated in a message. */
export function authenticate(world: World, authorization: string | null): ApiKey | Refusal {
  const token = bearerToken(authorization);
  if (token === null) return NO_HEADER;
  if (token.startsWith('rsc_live_')) {
    return invalidKey(
      'This is a token of the Content API (rsc_live_): this API takes keys with rs_live_ or rs_test_.',
    );
  }
  if (!hasKeyFormat(token)) {
    return invalidKey('The API key has the wrong format: send the whole key, from rs_live_ or rs_test_ on.');
  }
  const key = world.keys.get(token);
  if (key === undefined) return invalidKey('The API key is not known: create one under Settings, API Keys.');
  if (key.revoked)
    return invalidKey('The API key was revoked: use another one, or create it under Settings, API Keys.');
  return key;
}
