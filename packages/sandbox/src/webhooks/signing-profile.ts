import { z } from 'zod';
import type { Form } from '../quirks/quirk.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { WEBHOOK_QUIRKS as SWITCHES } from '../quirks/webhook-quirks.ts';

/** How the bytes of a MAC are written. */
export type Encoding = Exclude<Quirks['webhookEncoding'], 'scheme'>;

export type SchemeName = Quirks['webhookScheme'];

/** Where a time travels that the receiver may check; seconds or milliseconds since 1970. */
export interface TimePlace {
  readonly unit: 's' | 'ms';
  readonly in: 'header' | 'signature' | 'body';
  /** Of the header or the body's field; empty inside the signature header. */
  readonly name: string;
}

/**
 * One way to sign a delivery with HMAC-SHA256 under X-Service-Signature. `content` and the texts of the header are
 * templates over {id}, {timestamp}, {url}, {body} and {signature}.
 */
export interface Scheme {
  /** Who is known to sign in this way. */
  readonly after: string;
  readonly content: string;
  readonly encoding: Encoding;
  /** `text`: the secret's UTF-8 bytes as they stand; `base64`: what stands after `whsec_`, decoded. */
  readonly key: 'text' | 'base64';
  /** Written once, before the signatures. */
  readonly lead: string;
  /** Each signature. */
  readonly item: string;
  /** Between several signatures, while an old and a new secret both sign. */
  readonly between: string;
  readonly time: TimePlace | null;
  readonly idHeader: string;
}

const BODY_SCHEME = {
  content: '{body}',
  encoding: 'hex',
  key: 'text',
  lead: '',
  item: '{signature}',
  between: ', ',
  time: null,
  idHeader: 'X-Service-Delivery',
} as const satisfies Omit<Scheme, 'after'>;

/**
 * The schemes of services that publish theirs; the specification names neither content nor encoding (undecided
 * item 34). A scheme without a list of its own writes several signatures as an HTTP list (RFC 9110 §5.6.1).
 */
export const SCHEMES = {
  github: { ...BODY_SCHEME, after: 'GitHub', item: 'sha256={signature}' },
  linear: {
    ...BODY_SCHEME,
    after: 'Linear',
    time: { unit: 'ms', in: 'body', name: 'webhookTimestamp' },
  },
  shopify: { ...BODY_SCHEME, after: 'Shopify', encoding: 'base64' },
  square: { ...BODY_SCHEME, after: 'Square', content: '{url}{body}', encoding: 'base64' },
  standard: {
    ...BODY_SCHEME,
    after: 'Standard Webhooks, Svix',
    content: '{id}.{timestamp}.{body}',
    encoding: 'base64',
    key: 'base64',
    item: 'v1,{signature}',
    between: ' ',
    time: { unit: 's', in: 'header', name: 'Webhook-Timestamp' },
    idHeader: 'Webhook-Id',
  },
  stripe: {
    ...BODY_SCHEME,
    after: 'Stripe',
    content: '{timestamp}.{body}',
    lead: 't={timestamp},',
    item: 'v1={signature}',
    between: ',',
    time: { unit: 's', in: 'signature', name: '' },
  },
  slack: {
    ...BODY_SCHEME,
    after: 'Slack',
    content: 'v0:{timestamp}:{body}',
    item: 'v0={signature}',
    time: { unit: 's', in: 'header', name: 'X-Service-Request-Timestamp' },
  },
  paddle: {
    ...BODY_SCHEME,
    after: 'Paddle',
    content: '{timestamp}:{body}',
    lead: 'ts={timestamp};',
    item: 'h1={signature}',
    between: ';',
    time: { unit: 's', in: 'signature', name: '' },
  },
  ansvisor: {
    ...BODY_SCHEME,
    after: 'ansvisor',
    content: '{timestamp}.{body}',
    item: 'sha256={signature}',
    time: { unit: 'ms', in: 'header', name: 'X-Service-Timestamp' },
  },
} as const satisfies Record<SchemeName, Scheme>;

/** How deliveries look on the wire: the values of the switches of item 34, chosen for one endpoint or one order. */
export const signingProfileSchema = z.strictObject({
  scheme: SWITCHES.webhookScheme.schema,
  encoding: SWITCHES.webhookEncoding.schema,
  names: SWITCHES.webhookNames.schema,
  payload: SWITCHES.webhookPayload.schema,
  case: SWITCHES.webhookCase.schema,
  ids: SWITCHES.webhookIds.schema,
  retries: SWITCHES.webhookRetries.schema,
});

/** Any of its traits; those left out stay as they are. */
export const partialProfile = signingProfileSchema.partial();

export type SigningProfile = z.output<typeof signingProfileSchema>;

/** The manner of an endpoint that asks for nothing of its own. */
export function toSigningProfile(quirks: Quirks): SigningProfile {
  return {
    scheme: quirks.webhookScheme,
    encoding: quirks.webhookEncoding,
    names: quirks.webhookNames,
    payload: quirks.webhookPayload,
    case: quirks.webhookCase,
    ids: quirks.webhookIds,
    retries: quirks.webhookRetries,
  };
}

/** A manner with some of its traits replaced. */
export function adaptProfile(base: SigningProfile, wanted: z.output<typeof partialProfile>): SigningProfile {
  return signingProfileSchema.parse({ ...base, ...wanted });
}

/** The scheme of a manner with the encoding it asks for. */
export function findScheme({ scheme, encoding }: SigningProfile): Scheme {
  const row: Scheme = SCHEMES[scheme];
  return encoding === 'scheme' ? row : { ...row, encoding };
}

export function writesSnake({ case: wanted }: SigningProfile, form: Form): boolean {
  return wanted === 'form' ? form === 2 : wanted === 'snake';
}
