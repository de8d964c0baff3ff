import type { HttpOutcome } from '../exchange/effect.ts';
import { toText } from '../json/json.ts';
import {
  type BodyLimits,
  bodyLimits,
  type ParsedBody,
  parseBody,
  truncatedBody,
} from '../json/parse-json.ts';
import { type HiddenKey, redact } from '../keys/redact.ts';

/** Servers accept 8 KB to 16 KB of headers in total (RFC 9110 §5.4 sets no limit). */
const maxHeaderLength = 8_192;

/** Characters of an oversized body that are kept for display. */
const maxExcerptLength = 20_000;

/** An outcome without the key, and its parsed body. */
export interface RedactedOutcome {
  readonly outcome: HttpOutcome;
  readonly parsed: ParsedBody;
}

const emptyBody: ParsedBody = { ok: false, what: 'an empty body' };

export function parseOutcome(outcome: HttpOutcome, limits: BodyLimits = bodyLimits): ParsedBody {
  if (!outcome.ok) return emptyBody;
  return outcome.truncated ? truncatedBody(limits) : parseBody(outcome.text, limits);
}

/**
 * Redacts the key in headers, body and message, in any encoding, and parses the body. Returns the same outcome if it
 * contains no key.
 */
export function redactOutcome(
  outcome: HttpOutcome,
  key: HiddenKey,
  limits: BodyLimits = bodyLimits,
): RedactedOutcome {
  if (!outcome.ok) {
    const message = redact(key.inText(toText(outcome.message)));
    return { outcome: message === outcome.message ? outcome : { ...outcome, message }, parsed: emptyBody };
  }
  const headers: Record<string, string> = {};
  let changed = false;
  for (const name of Object.keys(outcome.headers)) {
    const value = outcome.headers[name] || '';
    const clean = key.inText(value.length > maxHeaderLength ? value.slice(0, maxHeaderLength) : value);
    headers[name] = clean;
    changed = changed || clean !== value;
  }
  const first = parseOutcome(outcome, limits);
  const truncated = !first.ok && first.limit === 'bytes';
  const received = truncated ? outcome.text.slice(0, maxExcerptLength) : outcome.text;
  const text = first.ok ? key.inJson(received) : key.inText(key.inJson(received));
  const parsed = first.ok && text !== received ? parseBody(text, limits) : first;
  if (!changed && text === outcome.text) return { outcome, parsed };
  return { outcome: { ...outcome, headers: changed ? headers : outcome.headers, text, truncated }, parsed };
}
