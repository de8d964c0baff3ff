import { parseBody } from '../json/parse-json.ts';
import type { WebhookDelivery } from './delivery.ts';
import { utf8Bytes, utf8Text } from './encodings.ts';

/** A delivery or secret as it may have been before a change in transit. */
export interface Suspicion {
  /** The meaning of a fit and the next step, one or two sentences. */
  readonly words: string;
  readonly delivery: WebhookDelivery;
  readonly secrets: readonly string[];
}

/** JSON as written by Python's json.dumps: with a space after `,` and `:`. */
function formatSpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatSpaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const object = value as Readonly<Record<string, unknown>>;
  const fields = Object.keys(object).map((name) => `${JSON.stringify(name)}: ${formatSpaced(object[name])}`);
  return `{${fields.join(', ')}}`;
}

const escapeNonAscii = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${`000${unit.charCodeAt(0).toString(16)}`.slice(-4)}`);

const reserializedText =
  'The signature fits the same JSON written another way, so something between the sender and you parsed the body and wrote it again. Verify the bytes as they come in, before any parser.';

/** Common changes of a body in transit. */
function listOtherBodies(text: string): readonly (readonly [words: string, text: string])[] {
  const trimmed = text.replace(/[\r\n]+$/, '');
  const found: (readonly [string, string])[] = [
    [
      'The signature fits when the trailing newline is dropped: something added it, an editor perhaps.',
      trimmed,
    ],
    ['The signature fits with a newline at the end: something cut it off.', `${trimmed}\n`],
    ['The signature fits with CRLF at the end: something cut it off.', `${trimmed}\r\n`],
    ['The signature fits without the byte order mark: something added it.', text.replace(/^\ufeff/, '')],
    ['The signature fits without white space around the body: something added it.', text.trim()],
    ['The signature fits with line ends of LF: something wrote them as CRLF.', text.replace(/\r\n/g, '\n')],
    [
      'The signature fits with line ends of CRLF: something wrote them as LF.',
      text.replace(/\r?\n/g, '\r\n'),
    ],
  ];
  const parsed = parseBody(text);
  if (!parsed.ok) return found;
  const compact = JSON.stringify(parsed.body);
  const variants = [
    compact,
    formatSpaced(parsed.body),
    JSON.stringify(parsed.body, null, 2),
    JSON.stringify(parsed.body, null, 4),
  ];
  for (const variant of variants) {
    for (const text of [
      variant,
      escapeNonAscii(variant),
      variant.replace(/\//g, '\\/'),
      escapeNonAscii(variant.replace(/\//g, '\\/')),
    ])
      found.push([reserializedText, text], [reserializedText, `${text}\n`]);
  }
  return found;
}

/** Common mistakes in copying a secret. */
function listOtherSecrets(secret: string): readonly (readonly [words: string, secret: string])[] {
  const trimmed = secret.trim();
  const prefix = /^[a-z]+(?:_[a-z]+)*_(?=.)/i.exec(trimmed)?.[0] ?? '';
  return [
    ['The secret fits without the white space around it: correct how it is kept.', trimmed],
    [
      'The secret fits without the quotes around it: correct how it is kept.',
      trimmed.replace(/^(["'])(.*)\1$/, '$2'),
    ],
    ['The secret fits without its prefix: give what follows it.', trimmed.slice(prefix.length)],
    ['The secret fits with a newline at its end: the sender keeps it so.', `${trimmed}\n`],
  ];
}

/** Differences between the sender's URL and that of a receiver behind a proxy. */
function listOtherUrls(url: string): readonly string[] {
  const [path = '', query] = url.split('?');
  const end = query === undefined ? '' : `?${query}`;
  const slashed = path.endsWith('/') ? `${path.slice(0, -1)}${end}` : `${path}/${end}`;
  const swapScheme = (one: string): string =>
    one.startsWith('https:') ? one.replace(/^https:/, 'http:') : one.replace(/^http:/, 'https:');
  return [slashed, path, swapScheme(url), swapScheme(slashed), swapScheme(path)];
}

/** Drops empty and repeated texts, and those equal to the first. */
function dropDuplicates(
  text: string,
  others: readonly (readonly [words: string, text: string])[],
): readonly (readonly [words: string, text: string])[] {
  const texts = others.map(([, other]) => other);
  return others.filter(([, other], at) => other !== text && other !== '' && texts.indexOf(other) === at);
}

/** Possible changes of a delivery that fits no scheme, likeliest first. */
export function listSuspicions(delivery: WebhookDelivery, secrets: readonly string[]): readonly Suspicion[] {
  const found: Suspicion[] = [];
  const text = utf8Text(delivery.body);
  for (const [words, body] of text === null ? [] : dropDuplicates(text, listOtherBodies(text)))
    found.push({ words, delivery: { ...delivery, body: utf8Bytes(body) }, secrets });
  secrets.forEach((secret, index) => {
    for (const [words, other] of dropDuplicates(secret, listOtherSecrets(secret)))
      found.push({ words, delivery, secrets: secrets.map((one, at) => (at === index ? other : one)) });
  });
  for (const url of delivery.url ? listOtherUrls(delivery.url) : []) {
    const words = `The signature fits the address ${url}: that is what the sender calls. Give the verifier this one.`;
    if (url !== delivery.url) found.push({ words, delivery: { ...delivery, url }, secrets });
  }
  return found;
}
