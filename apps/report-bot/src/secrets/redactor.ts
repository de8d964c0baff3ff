import { redact } from '@answershare/core';
import { suspicion } from './suspicion.ts';
import { anyWriting, base64Pattern, insideBase64 } from './writings.ts';

/** Takes the secrets of this process out of all that leaves it: texts that are printed, kept or mailed. */
export interface Redactor {
  /** Takes a value out of every text from now on. */
  hide(secret: string | null | undefined): void;
  /** The text without what was hidden, however it is written there, and without any API key. */
  redact(text: string): string;
}

const mark = '[redacted]';

/** A secret that is shorter could be a part of any word, and a shorter one yet any word. */
const [shortestPart, shortest] = [8, 4];

/** Without its public prefix a key of this length is still told from words. */
const shortestBare = 12;

export function openRedactor(): Redactor {
  const hidden = new Set<string>();
  let texts: RegExp | null = null;
  let encoded: RegExp | null = null;
  let mayHold = suspicion([]);
  return {
    hide: (secret) => {
      const forms = formsOf(secret?.trim() ?? '').filter((form) => !hidden.has(form));
      if (forms.length === 0) return;
      for (const form of forms) hidden.add(form);
      // A longer secret may begin with a shorter one, as a key with its prefix does not.
      const secrets = [...hidden].sort((a, b) => b.length - a.length);
      texts = alternatives(secrets.map(bounded), 'gi');
      mayHold = suspicion(secrets);
      encoded = alternatives(secrets.flatMap(insideBase64).map(base64Pattern), 'g');
    },
    redact: (text) => {
      if (texts === null || !mayHold(text)) return redact(text);
      const clean = text.replace(texts, mark);
      return redact(encoded === null ? clean : withoutRuns(clean, encoded));
    },
  };
}

function alternatives(patterns: readonly string[], flags: string): RegExp | null {
  return patterns.length === 0 ? null : new RegExp(patterns.join('|'), flags);
}

/** The public beginnings of keys (specification §5) are words of our own hints and no secret. */
const isKeyPrefix = (text: string): boolean =>
  ['rs_live_', 'rs_test_', 'rsc_live_', 'rsc_test_'].some((prefix) => prefix.startsWith(text));

function formsOf(secret: string): readonly string[] {
  if (secret.length < shortest || isKeyPrefix(secret)) return [];
  const bare = secret.replace(/^rsc?_(live|test)_/, '');
  return bare === secret || bare.length < shortestBare ? [secret] : [secret, bare];
}

function bounded(secret: string): string {
  const pattern = `(?:${anyWriting(secret)})`;
  return secret.length < shortestPart ? `(?<![A-Za-z0-9])${pattern}(?![A-Za-z0-9])` : pattern;
}

const base64 = /[A-Za-z0-9+/_=-]/;

/** Takes out the whole run of base64 around each match: what stands beside a secret may be the user's name. */
function withoutRuns(text: string, found: RegExp): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { index, 0: match } of text.matchAll(found)) {
    if (index < done) continue;
    let [start, end] = [index, index + match.length];
    while (start > done && base64.test(text.charAt(start - 1))) start -= 1;
    while (end < text.length && base64.test(text.charAt(end))) end += 1;
    pieces.push(text.slice(done, start), mark);
    done = end;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}
