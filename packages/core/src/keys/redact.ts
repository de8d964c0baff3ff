import { closingQuote } from '../json/parse-json.ts';
import { openPart } from './api-key.ts';

const placeholder = '[redacted]';

/** Start of a JSON escape (RFC 8259 §7), a percent-encoding (RFC 3986 §2.1) or an HTML character reference. */
const escapePattern = /[\\%&]/;
const asciiEscape =
  /\\+u00([0-7][0-9a-f])|\\+(?=["'/\\])|%([0-7][0-9a-f])|&#0*(\d{2,3});|&#x0*([0-7][0-9a-f]);|&amp;/gi;

/** Decodes one level of escapes of ASCII characters. */
function unescapeOnce(text: string): string {
  return text.replace(
    asciiEscape,
    (match, json?: string, percent?: string, decimal?: string, hex?: string) => {
      if (decimal !== undefined) return Number(decimal) < 0x80 ? String.fromCharCode(Number(decimal)) : match;
      const code = json ?? percent ?? hex;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return match === '&amp;' ? '&' : '';
    },
  );
}

/** Nested encodings to decode, such as JSON in a URL in a page. */
const maxDecodingSteps = 4;

/** A shorter key without its prefix could be a word, so only the full key is redacted. */
const minBareLength = 12;

/** Redacts a key in texts, in any encoding. */
export interface HiddenKey {
  /** Any text; unchanged if it does not contain the key. */
  inText(text: string): string;
  /** A JSON text, string by string, so that other strings stay byte for byte. */
  inJson(text: string): string;
}

/**
 * Redacts a key with and without its prefix, also JSON-escaped, percent-encoded, as character references, or in
 * combinations.
 */
export function createHiddenKey(key: string): HiddenKey {
  const bareKey = key.replace(openPart, '');
  const secrets = bareKey.length >= minBareLength ? [key, bareKey] : [key];
  const hasSecret = (text: string): boolean => secrets.some((secret) => text.includes(secret));
  const replaceSecrets = (text: string): string =>
    secrets.reduce((clean, secret) => clean.split(secret).join(placeholder), text);

  const inText = (text: string): string => {
    let clean = hasSecret(text) ? replaceSecrets(text) : text;
    let decoded = clean;
    for (let step = 0; step < maxDecodingSteps && escapePattern.test(decoded); step++) {
      decoded = unescapeOnce(decoded);
      if (!hasSecret(decoded)) continue;
      decoded = replaceSecrets(decoded);
      clean = decoded;
    }
    return clean;
  };

  /** Redacts a JSON string literal. */
  const inToken = (token: string): string => {
    let value: string;
    try {
      value = String(JSON.parse(token));
    } catch {
      return inText(token);
    }
    const clean = inText(value);
    return clean === value ? token : JSON.stringify(clean);
  };

  const inJson = (text: string): string => {
    if (!escapePattern.test(text)) return hasSecret(text) ? replaceSecrets(text) : text;
    const pieces: string[] = [];
    let copiedTo = 0;
    for (let open = text.indexOf('"'); open >= 0; ) {
      const end = closingQuote(text, open) + 1;
      const token = text.slice(open, end);
      const clean = hasSecret(token) || escapePattern.test(token) ? inToken(token) : token;
      if (clean !== token) {
        pieces.push(text.slice(copiedTo, open), clean);
        copiedTo = end;
      }
      open = text.indexOf('"', end);
    }
    const clean = copiedTo === 0 ? text : pieces.join('') + text.slice(copiedTo);
    return hasSecret(clean) ? replaceSecrets(clean) : clean;
  };

  return { inText, inJson };
}

const tokenPattern = /(?<![a-z])rsc?_(?:live|test)_(?!\[redacted\])[^\s"'<>&,;)\]}\\]+/g;
// Neither crosses the end of a JSON string, so that JSON stays JSON.
const bearerPattern = /\b(Bearer\s+)[^\s"'<>,;\\]+/gi;
const credentialsPattern = /\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"]*:)[^\s@/"]+@/gi;

/** Redacts keys, bearer tokens, passwords in URLs and `secrets` in a text. Secrets under 4 characters stay. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length >= 4) clean = clean.split(secret).join('[redacted]');
  }
  return clean
    .replace(tokenPattern, (token) => `${/^rsc?_(?:live|test)_/.exec(token)?.[0] || ''}[redacted]`)
    .replace(bearerPattern, '$1[redacted]')
    .replace(credentialsPattern, '$1[redacted]@');
}
