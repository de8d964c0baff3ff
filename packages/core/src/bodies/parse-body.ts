import {
  type BodyLimits,
  beyondLimit,
  bodyLimits,
  hasMoreBytes,
  hasMoreNames,
  type LimitName,
  measure,
} from './limits.ts';

export type ParsedBody =
  | { readonly ok: true; readonly body: unknown }
  | {
      readonly ok: false;
      readonly what: string;
      /** The limit that the body passes. */
      readonly limit?: LimitName;
    };

function beyond(limit: LimitName, limits: BodyLimits): ParsedBody {
  return { ok: false, what: beyondLimit(limit, limits), limit };
}

/** A body of which the host read the beginning alone. */
export function truncatedBody(limits: BodyLimits): ParsedBody {
  return beyond('bytes', limits);
}

/**
 * Parses a body; what is not JSON is told by what it looks like. A leading byte order mark is ignored (RFC 8259 §8.1). A
 * parser may limit size and nesting (RFC 8259 §9): a body beyond a limit is refused before anything reads it.
 */
export function parseBody(text: string, limits = bodyLimits): ParsedBody {
  if (hasMoreBytes(text, limits.bytes)) return beyond('bytes', limits);
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const isNested = /^\s*[[{]/.test(json);
  const { depth, fields } = isNested ? measure(json, limits.depth) : { depth: 0, fields: 0 };
  if (depth > limits.depth) return beyond('depth', limits);
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    const trimmed = json.trim();
    if (trimmed === '') return { ok: false, what: 'an empty body' };
    if (/^</.test(trimmed)) return { ok: false, what: 'an HTML page' };
    return { ok: false, what: isNested ? 'a JSON body that breaks off' : 'a body that is not JSON' };
  }
  const isLong = fields > limits.names && hasMoreNames(body, limits.names);
  return isLong ? beyond('names', limits) : { ok: true, body };
}
