import { z } from 'zod';
import type { Form } from '../quirks/quirk.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { WEBHOOK_QUIRKS as SWITCHES } from '../quirks/webhook-quirks.ts';

/** The encoding of a MAC. */
export type Encoding = Exclude<Quirks['webhookEncoding'], 'scheme'>;

export type SchemeName = Quirks['webhookScheme'];

/** Where a delivery carries its timestamp, and whether it counts seconds or milliseconds since 1970. */
interface TimePlace {
  readonly unit: 's' | 'ms';
  readonly in: 'header' | 'signature' | 'body';
  /** The name of the header or body field; empty in the signature header. */
  readonly name: string;
}

/**
 * A way to sign a delivery with HMAC-SHA256 under X-Service-Signature. `content`, `lead` and `item` are templates over
 * {id}, {timestamp}, {url}, {body} and {signature}.
 */
export interface Scheme {
  /** The services that sign this way. */
  readonly after: string;
  readonly content: string;
  readonly encoding: Encoding;
  /** `text`: the secret's UTF-8 bytes; `base64`: the decoded part after `whsec_`. */
  readonly key: 'text' | 'base64';
  /** Once, before the signatures. */
  readonly lead: string;
  /** Each signature. */
  readonly item: string;
  /** Separator of signatures, while an old and a new secret both sign. */
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
 * Published schemes; the specification names neither content nor encoding (undecided item 34). Without a list format of
 * its own, a scheme joins signatures as an HTTP list (RFC 9110 §5.6.1).
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

/** The wire format of deliveries: the switches of item 34 for one endpoint or one call. */
const signingProfileSchema = z.strictObject({
  scheme: SWITCHES.webhookScheme.schema,
  encoding: SWITCHES.webhookEncoding.schema,
  names: SWITCHES.webhookNames.schema,
  payload: SWITCHES.webhookPayload.schema,
  case: SWITCHES.webhookCase.schema,
  ids: SWITCHES.webhookIds.schema,
  retries: SWITCHES.webhookRetries.schema,
});

/** An omitted trait keeps its value. */
export const partialProfile = signingProfileSchema.partial();

export type SigningProfile = z.output<typeof signingProfileSchema>;

/** The profile of an endpoint that sets no trait. */
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

export function adaptProfile(base: SigningProfile, wanted: z.output<typeof partialProfile>): SigningProfile {
  return signingProfileSchema.parse({ ...base, ...wanted });
}

export function findScheme({ scheme, encoding }: SigningProfile): Scheme {
  const row: Scheme = SCHEMES[scheme];
  return encoding === 'scheme' ? row : { ...row, encoding };
}

export function writesSnake({ case: wanted }: SigningProfile, form: Form): boolean {
  return wanted === 'form' ? form === 2 : wanted === 'snake';
}
