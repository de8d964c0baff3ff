import { openPart, redact } from '@answershare/core';

/** A pattern that finds a text in all common encodings. */
function toEncodedFormsPattern(text: string): string {
  return [
    [...text].map(toCharacterPattern).join(''),
    ...(text.length >= minEncodedLength ? [toHex(text)] : []),
  ].join('|');
}

/**
 * The base64 forms of a text inside a longer one, such as `\0user\0password` of AUTH PLAIN (RFC 4616). There is
 * one form per byte offset, without the characters that neighbours change. None for a short text.
 */
function listBase64Forms(text: string): readonly string[] {
  if (text.length < minEncodedLength) return [];
  const length = Buffer.byteLength(text);
  return [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor(((before + length) * 8) / 6)),
  );
}

/** A pattern of base64 in its usual or URL-safe alphabet (RFC 4648), also in JSON or an address. */
function toBase64Pattern(text: string): string {
  return text.replace(/[+/]/g, (sign) => (sign === '+' ? '(?:[+-]|%2B)' : '(?:\\\\?/|_|%2F)'));
}

const minEncodedLength = 6;

/** Literal, escaped, JSON, percent (RFC 3986) and HTML forms, also nested. */
function toCharacterPattern(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = [...Array(character.length).keys()].map((at) => toPaddedHex(character.charCodeAt(at), 4));
  const plain = [
    character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'),
    units.map((unit) => `u${unit}`).join('\\\\{1,8}'),
    ...(code < 0x100 ? [`x${toPaddedHex(code, 2)}`] : []),
    ...(controlEscapes[character] ?? []),
  ];
  const percent = [...Buffer.from(character)].map((byte) => `%(?:25){0,4}${toPaddedHex(byte, 2)}`).join('');
  const named = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }[character];
  const html = [`#0{0,6}${code}`, `#x0{0,6}${code.toString(16)}`, ...(named === undefined ? [] : [named])];
  return `(?:\\\\{0,8}(?:${plain.join('|')})|${percent}|&(?:amp;){0,4}(?:${html.join('|')});${character === ' ' ? '|\\+' : ''})`;
}

const controlEscapes: Readonly<Record<string, readonly string[]>> = { '\n': ['n'], '\t': ['t'], '\r': ['r'] };

const toPaddedHex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

const toHex = (text: string): string => Buffer.from(text).toString('hex');

const escapes =
  /\\+(?:u00([0-9a-f]{2})|x([0-9a-f]{2}))?|%(?:25)*([0-9a-f]{2})|&(?:amp;)*(?:#0*(\d{2,3})|#x0*([0-9a-f]{2})|(amp|lt|gt|quot|apos));/gi;

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes escapes of ASCII characters and lower-cases the text. */
function decodeEscapes(text: string): string {
  if (!/[\\%&]/.test(text)) return text.toLowerCase();
  return text
    .replace(escapes, (_, ...[json, short, percent, decimal, hex, name]) => {
      if (name !== undefined) return namedEntities[(name as string).toLowerCase()] ?? '';
      if (decimal !== undefined) return String.fromCharCode(Number(decimal));
      const code = json ?? short ?? percent ?? hex;
      return code === undefined ? '' : String.fromCharCode(Number.parseInt(code as string, 16));
    })
    .toLowerCase();
}

/** The longest part of a secret without spaces and line ends, such as a line of a key in PEM. */
const findLongestRun = (secret: string): string =>
  secret.split(/[^\x21-\x7e]+/).reduce((longest, run) => (run.length > longest.length ? run : longest), '');

/**
 * A quick test that is true for every text that may contain a secret. The full patterns take some milliseconds per
 * text.
 */
function createSecretTest(secrets: readonly string[]): (text: string) => boolean {
  // Secrets without a simple form always need the full patterns.
  if (secrets.some((secret) => /[\\%&]/.test(secret) || findLongestRun(secret) === '')) return () => true;
  const needles = secrets.flatMap((secret) => [
    findLongestRun(secret).toLowerCase(),
    Buffer.from(secret).toString('hex'),
    ...listBase64Forms(secret).map((form) => form.toLowerCase()),
  ]);
  const signed = needles.filter((needle) => /[+/]/.test(needle));
  return (text) => {
    const plain = decodeEscapes(text);
    if (needles.some((needle) => plain.includes(needle))) return true;
    if (signed.length === 0) return false;
    const standard = plain.replaceAll('-', '+').replaceAll('_', '/');
    return signed.some((needle) => standard.includes(needle));
  };
}

/** Redacts the secrets of this process from all output, storage and mail. */
export interface Redactor {
  /** Redacts a value from all later texts. */
  hide(secret: string | null | undefined): void;
  /** The text without hidden values in any encoding, and without API keys. */
  redact(text: string): string;
}

const redactionMark = '[redacted]';

/** A shorter secret may be part of any word; below the second length it is ignored. */
const [minUnboundedLength, minSecretLength] = [8, 4];

/** A key of this length is hidden without its prefix too. */
const minBareKeyLength = 12;

export function createRedactor(): Redactor {
  const hidden = new Set<string>();
  let texts: RegExp | null = null;
  let encoded: RegExp | null = null;
  let mayHold = createSecretTest([]);
  return {
    hide: (secret) => {
      const forms = listSecretForms(secret?.trim() ?? '').filter((form) => !hidden.has(form));
      if (forms.length === 0) return;
      for (const form of forms) hidden.add(form);
      // Longest first: one secret may begin with another.
      const secrets = [...hidden].sort((a, b) => b.length - a.length);
      texts = toAlternation(secrets.map(toBoundedPattern), 'gi');
      mayHold = createSecretTest(secrets);
      encoded = toAlternation(secrets.flatMap(listBase64Forms).map(toBase64Pattern), 'g');
    },
    redact: (text) => {
      if (texts === null || !mayHold(text)) return redact(text);
      const clean = text.replace(texts, redactionMark);
      return redact(encoded === null ? clean : replaceBase64Runs(clean, encoded));
    },
  };
}

function toAlternation(patterns: readonly string[], flags: string): RegExp | null {
  return patterns.length === 0 ? null : new RegExp(patterns.join('|'), flags);
}

/** Public key prefixes (specification §5) occur in our hints and are not secret. */
const isKeyPrefix = (text: string): boolean =>
  ['rs_live_', 'rs_test_', 'rsc_live_', 'rsc_test_'].some((prefix) => prefix.startsWith(text));

function listSecretForms(secret: string): readonly string[] {
  if (secret.length < minSecretLength || isKeyPrefix(secret)) return [];
  const bare = secret.replace(openPart, '');
  return bare === secret || bare.length < minBareKeyLength ? [secret] : [secret, bare];
}

function toBoundedPattern(secret: string): string {
  const pattern = `(?:${toEncodedFormsPattern(secret)})`;
  return secret.length < minUnboundedLength ? `(?<![A-Za-z0-9])${pattern}(?![A-Za-z0-9])` : pattern;
}

const base64Character = /[A-Za-z0-9+/_=-]/;

/** Replaces the whole base64 run around each match: it may contain the user's name. */
function replaceBase64Runs(text: string, found: RegExp): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { index, 0: match } of text.matchAll(found)) {
    if (index < done) continue;
    let [start, end] = [index, index + match.length];
    while (start > done && base64Character.test(text.charAt(start - 1))) start -= 1;
    while (end < text.length && base64Character.test(text.charAt(end))) end += 1;
    pieces.push(text.slice(done, start), redactionMark);
    done = end;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

const secretVariableName = /KEY|PASS|SECRET|TOKEN|CREDENTIAL/i;

/** Shorter values are numbers, switches and words. */
const minVariableLength = 8;

/** Hides secret variables by name, and passwords in addresses. */
export function hideEnvironment(redactor: Redactor, values: Environment): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value.length < minVariableLength) continue;
    if (secretVariableName.test(name)) redactor.hide(value);
    hidePassword(redactor, value);
  }
}

/** Hides the password of an address such as DATABASE_URL. */
export function hidePassword(redactor: Redactor, address: string): void {
  const written = /^[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:([^\s/]+)@/i.exec(address)?.[1];
  if (written === undefined) return;
  redactor.hide(written);
  try {
    redactor.hide(decodeURIComponent(written));
  } catch (thrown) {
    if (!(thrown instanceof URIError)) throw thrown;
  }
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;
