import { base64Bytes, hexBytes, type SignatureEncoding, utf8Bytes } from './encodings.ts';

/** A parsed signature header. */
export interface SignatureText {
  /** Signatures as written, in order; several while a sender rotates its secret. */
  readonly candidates: readonly string[];
  /** The time in the header; null if its form has none or repeats it. */
  readonly timestamp: string | null;
}

type Reader = (value: string) => SignatureText;

const splitSignatures = (value: string): readonly string[] =>
  value.split(/[\s,]+/).filter((part) => part !== '');

const prefixReader =
  (...prefixes: readonly string[]): Reader =>
  (value) => {
    const candidates: string[] = [];
    for (const part of splitSignatures(value)) {
      const prefix = prefixes.find((one) => part.toLowerCase().startsWith(one));
      if (prefix !== undefined) candidates.push(part.slice(prefix.length));
    }
    return { candidates, timestamp: null };
  };

const pairReader =
  (separator: string, time: string, signature: string): Reader =>
  (value) => {
    const found = value.split(separator).map((part) => part.trim());
    const valuesOf = (name: string): readonly string[] =>
      found.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
    const times = valuesOf(time);
    return { candidates: valuesOf(signature), timestamp: times.length === 1 ? (times[0] ?? null) : null };
  };

/** Standard Webhooks: `v1,<signature>`, separated by spaces; other versions are other schemes. */
const versionReader: Reader = (value) => ({
  candidates: value
    .split(/,?\s+/)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => part.slice(3)),
  timestamp: null,
});

/** Layouts of signature headers, most specific first; the last accepts any text. */
export const signatureForms = {
  't=,v1=': pairReader(',', 't', 'v1'),
  'ts=;h1=': pairReader(';', 'ts', 'h1'),
  'v1,': versionReader,
  'sha256=': prefixReader('sha256=', 'hmac-sha256='),
  'v0=': prefixReader('v0='),
  plain: (value) => ({ candidates: splitSignatures(value), timestamp: null }),
} as const satisfies Readonly<Record<string, Reader>>;

export type SignatureForm = keyof typeof signatureForms;

export const signatureFormNames = Object.keys(signatureForms) as readonly SignatureForm[];

/** True if the signature header of a form contains the time. */
export function carriesTime(form: SignatureForm): boolean {
  return form === 't=,v1=' || form === 'ts=;h1=';
}

/** The form of a header's value. */
export function recogniseForm(value: string): SignatureForm {
  return signatureFormNames.find((form) => signatureForms[form](value).candidates.length > 0) ?? 'plain';
}

/** The signed contents in use; each ends with the body's bytes. */
export const contentTemplates = [
  '{body}',
  '{timestamp}.{body}',
  '{id}.{timestamp}.{body}',
  'v0:{timestamp}:{body}',
  '{timestamp}:{body}',
  '{url}{body}',
] as const;

export type ContentTemplate = (typeof contentTemplates)[number];

/** The parts of a delivery for a template; null if absent. */
export interface SignedParts {
  readonly timestamp: string | null;
  readonly id: string | null;
  readonly url: string | null;
}

export function signsPart(template: ContentTemplate, part: keyof SignedParts): boolean {
  return template.includes(`{${part}}`);
}

/** The signed bytes; null if a part of the template is absent. */
export function signedContent(
  template: ContentTemplate,
  parts: SignedParts,
  body: Uint8Array,
): Uint8Array | null {
  let before = template.slice(0, -'{body}'.length);
  for (const part of ['id', 'timestamp', 'url'] as const) {
    if (!signsPart(template, part)) continue;
    const value = parts[part];
    if (value === null) return null;
    before = before.split(`{${part}}`).join(value);
  }
  const start = utf8Bytes(before);
  const content = new Uint8Array(start.length + body.length);
  content.set(start, 0);
  content.set(body, start.length);
  return content;
}

/**
 * How a secret becomes key bytes. A `whsec_` secret is text for Stripe but base64 for Standard Webhooks, so the scheme
 * states the reading.
 */
export type KeyReadingName = 'utf8' | 'base64-after-whsec_' | 'base64' | 'hex';

const secretPrefix = 'whsec_';

const keyReaders: Readonly<Record<KeyReadingName, (secret: string) => Uint8Array | null>> = {
  utf8: utf8Bytes,
  'base64-after-whsec_': (secret) =>
    secret.startsWith(secretPrefix) ? base64Bytes(secret.slice(secretPrefix.length)) : null,
  base64: base64Bytes,
  hex: hexBytes,
};

export const keyReadingNames = Object.keys(keyReaders) as readonly KeyReadingName[];

/** The key bytes; null if the secret is empty or malformed. */
export function keyBytes(secret: string, reading: KeyReadingName): Uint8Array | null {
  const bytes = keyReaders[reading](secret);
  return bytes === null || bytes.length === 0 ? null : bytes;
}

/** The plausible readings of a secret: as text, and by its format. */
export function plausibleReadings(secret: string): readonly KeyReadingName[] {
  if (secret.startsWith(secretPrefix)) return ['utf8', 'base64-after-whsec_'];
  if (/^[0-9a-f]{32,}$/i.test(secret) && secret.length % 2 === 0) return ['utf8', 'hex'];
  return secret.length >= 22 && base64Bytes(secret) !== null ? ['utf8', 'base64'] : ['utf8'];
}

type TimeUnit = 's' | 'ms';

/** Where a delivery states its sending time, as an integer. */
export type TimestampSource =
  | { readonly from: 'header'; readonly name: string; readonly unit: TimeUnit }
  | { readonly from: 'signature'; readonly unit: TimeUnit }
  | { readonly from: 'body'; readonly field: string; readonly unit: TimeUnit };

/**
 * How a service signs its deliveries, as JSON for settings. The specification (§6) states only HMAC-SHA256 and the header's
 * name; `diagnose` finds the rest from one captured delivery. A scheme is pinned: verification never tries another.
 */
export interface SignatureScheme {
  readonly content: ContentTemplate;
  readonly encoding: SignatureEncoding;
  readonly key: KeyReadingName;
  /** Name of the signature header. */
  readonly header: string;
  readonly form: SignatureForm;
  /** Null without a sending time; then only a store of ids or body hashes prevents a replay. */
  readonly timestamp: TimestampSource | null;
  /** Largest deviation of the time in either direction, seconds. */
  readonly toleranceSeconds: number;
  /** Name of the header with the delivery's id; null without one. */
  readonly idHeader: string | null;
}

/** Standard Webhooks, svix, Stripe and Slack all allow five minutes. */
export const usualToleranceSeconds = 300;

/** The header's name in the specification (§6). */
export const usualSignatureHeader = 'x-service-signature';

/** Most signatures compared per header; a sender that rotates its secret sends two. */
export const maxCandidates = 8;
