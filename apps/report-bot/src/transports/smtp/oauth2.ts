import { parseBody } from '@answershare/core';
import { readBodyText } from '@answershare/core/node';
import { z } from 'zod';
import type { SmtpSettings } from '../../settings/mail-senders.ts';
import { readError } from '../../system/errors.ts';
import { createFetchOptions } from '../../system/proxy.ts';
import { createRedactor, type Redactor } from '../../system/redactor.ts';
import { dropPeriod } from '../../system/text.ts';

type OAuth2Settings = NonNullable<SmtpSettings['oauth2']>;

/** Its message is one clause with the next step. */
export class TokenError extends Error {}

const maxMs = 20_000;

/** A token is replaced so long before it ends. */
const marginMs = 60_000;

interface Token {
  readonly value: string;
  readonly until: number;
  readonly redactor: Redactor;
}

const tokens = new Map<OAuth2Settings, Token>();

/** A text of a mail server, which may echo the token of a login. */
export const redactTokens = (text: string): string =>
  [...tokens.values()].reduce((clean, { redactor }) => redactor.redact(clean), text);

/** Lets the next login ask for a new token. */
export function expireToken(oauth2: OAuth2Settings): void {
  const token = tokens.get(oauth2);
  if (token !== undefined) tokens.set(oauth2, { ...token, until: 0 });
}

/** An access token, of the mailbox by its refresh token, else of the application (RFC 6749 §4.4, §6). Kept while it is valid. */
export async function requestToken(oauth2: OAuth2Settings, late?: AbortSignal): Promise<string> {
  const known = tokens.get(oauth2);
  if (known !== undefined && known.until > Date.now()) return known.value;
  const { tokenUrl, clientId, clientSecret, refreshToken, scope } = oauth2;
  const form = new URLSearchParams({
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    ...(scope === undefined ? {} : { scope }),
    ...(refreshToken === undefined
      ? { grant_type: 'client_credentials' }
      : { grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  const service = `the token service ${URL.parse(tokenUrl)?.host}`;
  const timeout = AbortSignal.timeout(maxMs);
  const signal = late === undefined ? timeout : AbortSignal.any([timeout, late]);
  const answer = await postForm(tokenUrl, form, signal).catch((thrown) => {
    const { code, message } = readError(thrown);
    const why = timeout.aborted ? `it did not answer within ${maxMs / 1000} seconds` : (code ?? message);
    throw new TokenError(`${service} was not reached: ${why}; check smtp.oauth2.tokenUrl`);
  });
  const body = parseBody(answer);
  const { data } = tokenSchema.safeParse(body.ok ? body.body : null);
  if (data === undefined) {
    const fault = faultSchema.safeParse(body.ok ? body.body : null).data;
    const stated = fault === undefined ? 'the answer holds none' : Object.values(fault).join(': ');
    const words = dropPeriod(stated.replace(/\s+/g, ' ').slice(0, 300));
    throw new TokenError(
      `${service} gave no token: ${words}; check clientId, the secrets and scope of smtp.oauth2`,
    );
  }
  const redactor = createRedactor();
  redactor.hide(data.access_token);
  const until = Date.now() + data.expires_in * 1_000 - marginMs;
  tokens.set(oauth2, { value: data.access_token, until, redactor });
  return data.access_token;
}

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().min(0).default(0),
});

/** RFC 6749 §5.2. */
const faultSchema = z.object({ error: z.string(), error_description: z.string().optional() });

async function postForm(url: string, body: URLSearchParams, signal: AbortSignal): Promise<string> {
  const options = await createFetchOptions(url);
  const response = await fetch(url, { method: 'POST', body, redirect: 'error', signal, ...options });
  return (await readBodyText(response)).text;
}
