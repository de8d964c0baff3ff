import { normalizeName } from '../json/json.ts';
import { findHeader, parseBodyObject, signatureHeaders, type WebhookDelivery } from './delivery.ts';
import { base64Bytes, hexBytes, utf8Text } from './encodings.ts';
import { recogniseForm, signatureForms } from './signature-scheme.ts';

/** Other algorithms by signature length in bytes. */
const ownersByLength: Readonly<Record<number, string>> = {
  16: 'MD5 has',
  20: 'SHA-1 has',
  48: 'SHA-384 has',
  64: 'SHA-512 has, or an Ed25519 signature',
  128: 'an RSA signature has',
  256: 'an RSA signature has',
  384: 'an RSA signature has',
  512: 'an RSA signature has',
};

/** Describes a text that is not an HMAC-SHA256, without quoting it; `isKnown` for a known format. */
function describeText(text: string): readonly [holds: string, isKnown: boolean] {
  if (/^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(text))
    return ['a JSON Web Signature (RFC 7515), which signs what it carries and not the body itself', true];
  const bytes = hexBytes(text) ?? base64Bytes(text);
  const inner = bytes === null ? null : utf8Text(bytes);
  if (inner !== null && hexBytes(inner)?.length === 32)
    return ['the hex digits of an HMAC-SHA256 written in base64 once more, which no scheme here reads', true];
  const length = bytes?.length ?? Math.floor((text.replace(/=+$/, '').length * 3) / 4);
  const isEcdsa = bytes !== null && length > 67 && length < 73 && bytes[0] === 0x30;
  const hash = isEcdsa ? 'an ECDSA signature has' : ownersByLength[length];
  const asMany = hash === undefined ? '' : `, as many as ${hash}`;
  return [`${length} bytes where an HMAC-SHA256 has 32${asMany}`, hash !== undefined];
}

/** Describes the signature headers without an HMAC-SHA256, without quoting values. */
export function strangeSignatures(headers: WebhookDelivery['headers']): readonly string[] {
  return signatureHeaders(headers).map((header) => {
    const value = findHeader(headers, header) ?? '';
    const { candidates } = signatureForms[recogniseForm(value)](value);
    const texts = candidates.map((text) => text.replace(/^\w{1,10}=(?=[^=])/, ''));
    const known = texts.map(describeText).find(([, isKnown]) => isKnown);
    return `The header ${header} holds ${(known ?? describeText(texts[0] ?? ''))[0]}.`;
  });
}

/** Fields of a body with a signature or the secret itself. */
const bodySignatureFields = [
  'signature',
  'sig',
  'hmac',
  'mac',
  'passcode',
  'secret',
  'token',
  'verificationtoken',
];

/** Describes possible signatures outside signature headers, without quoting values. */
export function unnamedSignatures(delivery: WebhookDelivery, secrets: readonly string[]): readonly string[] {
  const { headers } = delivery;
  const found: string[] = [];
  for (const header of Object.keys(headers)) {
    const value = findHeader(headers, header) ?? '';
    const bare = value.replace(/^(Bearer|Basic|Token) +/i, '');
    if (bare !== '' && secrets.some((secret) => secret === bare || secret === value))
      found.push(
        `The header ${header} holds the secret itself, so nothing signs the body: compare it, and ask the API for what a delivery says.`,
      );
    else if (/webhook|verification|digest|auth/i.test(header) && describeText(bare)[1])
      found.push(`The header ${header} holds ${describeText(bare)[0]}.`);
  }
  const fields = Object.keys(parseBodyObject(delivery) ?? {});
  const field = fields.find((name) => bodySignatureFields.includes(normalizeName(name)));
  if (field !== undefined)
    found.push(
      `The body's field ${JSON.stringify(field)} may hold it: no scheme that can be pinned signs there.`,
    );
  return found;
}
