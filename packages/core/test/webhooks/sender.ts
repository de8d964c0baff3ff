import { createHash, createHmac } from 'node:crypto';
import type { ComputeHmac, SignatureScheme, WebhookDelivery } from '../../src/webhooks.ts';

export const hmac: ComputeHmac = (key, data) => createHmac('sha256', key).update(data).digest();
export const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();

/** 2026-11-21T09:00:00Z in seconds. */
export const sentSeconds = 1_795_251_600;
export const now = sentSeconds * 1000 + 1_000;
export const body = '{"type":"citation.new","data":{"websiteId":"ws_1","page":"/über-uns"}}';
export const url = 'https://hooks.example.com/in';

const base: SignatureScheme = {
  content: '{body}',
  encoding: 'hex',
  key: 'utf8',
  header: 'x-service-signature',
  form: 'plain',
  timestamp: null,
  toleranceSeconds: 300,
  idHeader: null,
};

/** How named services sign, under the header of our specification. */
export const schemes = {
  standard: {
    ...base,
    content: '{id}.{timestamp}.{body}',
    encoding: 'base64',
    key: 'base64-after-whsec_',
    form: 'v1,',
    timestamp: { from: 'header', name: 'webhook-timestamp', unit: 's' },
    idHeader: 'webhook-id',
  },
  stripe: {
    ...base,
    content: '{timestamp}.{body}',
    form: 't=,v1=',
    timestamp: { from: 'signature', unit: 's' },
  },
  github: { ...base, form: 'sha256=' },
  shopify: { ...base, encoding: 'base64' },
  slack: {
    ...base,
    content: 'v0:{timestamp}:{body}',
    form: 'v0=',
    timestamp: { from: 'header', name: 'x-request-timestamp', unit: 's' },
  },
  paddle: {
    ...base,
    content: '{timestamp}:{body}',
    form: 'ts=;h1=',
    timestamp: { from: 'signature', unit: 's' },
  },
  square: { ...base, content: '{url}{body}', encoding: 'base64' },
  ansvisor: {
    ...base,
    content: '{timestamp}.{body}',
    form: 'sha256=',
    timestamp: { from: 'header', name: 'x-service-timestamp', unit: 'ms' },
  },
  linear: { ...base },
} as const satisfies Readonly<Record<string, SignatureScheme>>;

export const secretFor = (scheme: SignatureScheme): string =>
  scheme.key === 'utf8' ? 'a plain secret, long enough' : 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export interface Sending {
  readonly secrets?: readonly string[];
  readonly body?: string | Uint8Array;
  readonly seconds?: number;
  readonly id?: string;
}

function keyOf(scheme: SignatureScheme, secret: string): Buffer {
  if (scheme.key === 'utf8') return Buffer.from(secret, 'utf8');
  if (scheme.key === 'hex') return Buffer.from(secret, 'hex');
  return Buffer.from(scheme.key === 'base64' ? secret : secret.replace(/^whsec_/, ''), 'base64');
}

/** Signs as a sender would, with Node's own crypto and nothing of core. */
export function sent(scheme: SignatureScheme, sending: Sending = {}): WebhookDelivery {
  const bytes = Buffer.from(sending.body ?? body);
  const seconds = sending.seconds ?? sentSeconds;
  const time = String(scheme.timestamp?.unit === 'ms' ? seconds * 1000 : seconds);
  const id = sending.id ?? 'msg_2f6a';
  const before = scheme.content
    .slice(0, -'{body}'.length)
    .replace('{id}', id)
    .replace('{timestamp}', time)
    .replace('{url}', url);
  const signatures = (sending.secrets ?? [secretFor(scheme)]).map((secret) =>
    createHmac('sha256', keyOf(scheme, secret)).update(before).update(bytes).digest(scheme.encoding),
  );
  const written: Record<SignatureScheme['form'], string> = {
    plain: signatures.join(','),
    'sha256=': signatures.map((one) => `sha256=${one}`).join(','),
    'v0=': signatures.map((one) => `v0=${one}`).join(','),
    'v1,': signatures.map((one) => `v1,${one}`).join(' '),
    't=,v1=': [`t=${time}`, ...signatures.map((one) => `v1=${one}`)].join(','),
    'ts=;h1=': [`ts=${time}`, ...signatures.map((one) => `h1=${one}`)].join(';'),
  };
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    [scheme.header]: written[scheme.form],
  };
  if (scheme.timestamp?.from === 'header') headers[scheme.timestamp.name] = time;
  if (scheme.idHeader !== null) headers[scheme.idHeader] = id;
  return { headers, body: bytes, ...(scheme.content === '{url}{body}' ? { url } : {}) };
}
