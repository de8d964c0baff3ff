export interface BodyLimits {
  /** UTF-8 bytes. */
  readonly bytes: number;
  /** Nesting levels of lists and objects. */
  readonly depth: number;
  /** Distinct field names in the whole body. */
  readonly names: number;
}

/**
 * A feed of 5,000 citations has 1 MB, five names and three levels; ten years of days keyed by date have 3,653 names. Reading
 * by a recipe takes under 1 µs a name, inference up to 2 ms.
 */
export const bodyLimits: BodyLimits = { bytes: 2_000_000, depth: 64, names: 4_000 };

export type LimitName = keyof BodyLimits;

const formatCount = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** Describes a body beyond a limit, as a phrase. */
function formatExceededLimit(limit: LimitName, limits: BodyLimits): string {
  const most = formatCount(limits[limit]);
  return {
    bytes: `a body of more than ${most} bytes`,
    depth: `a body that nests deeper than ${most} levels`,
    names: `a body with more than ${most} different names`,
  }[limit];
}

/** The next step for a body beyond a limit. */
export function formatLimitAdvice(limit: LimitName): string {
  return limit === 'bytes'
    ? 'Raise maxBodyBytes where the client has that setting, or ask the service for shorter answers.'
    : 'Report it to the service.';
}

/** True if the text has more than `most` UTF-8 bytes (RFC 3629 §3). */
function hasMoreBytes(text: string, most: number): boolean {
  if (text.length * 3 <= most) return false;
  let bytes = 0;
  for (let at = 0; at < text.length && bytes <= most; at++) {
    const code = text.charCodeAt(at);
    const isPair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (isPair) at++;
    bytes += isPair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  return bytes > most;
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The index of the closing quote of a string; the text's length if it never closes. */
export function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (text.charCodeAt(escapes - 1) === backslash) escapes--;
    if ((at - escapes) % 2 === 0) return at;
  }
  return text.length;
}

/** Nesting depth and number of fields of a JSON text; stops beyond `depthLimit`. */
function measure(text: string, depthLimit: number): { readonly depth: number; readonly fields: number } {
  let level = 0;
  let depth = 0;
  let fields = 0;
  for (let at = 0; at < text.length && depth <= depthLimit; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = closingQuote(text, at);
    else if (code === colon) fields++;
    else if (code === openList || code === openObject) depth = Math.max(depth, ++level);
    else if (code === closeList || code === closeObject) level--;
  }
  return { depth, fields };
}

/** True if a value has more than `most` distinct field names. */
function hasMoreNames(body: unknown, most: number): boolean {
  const names = new Set<string>();
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const entry of value as unknown[]) if (typeof entry === 'object') pending.push(entry);
      continue;
    }
    for (const name of Object.keys(value)) {
      names.add(name);
      pending.push((value as Readonly<Record<string, unknown>>)[name]);
    }
    if (names.size > most) return true;
  }
  return false;
}

export type ParsedBody =
  | { readonly ok: true; readonly body: unknown }
  | {
      readonly ok: false;
      readonly what: string;
      /** The exceeded limit. */
      readonly limit?: LimitName;
    };

function exceededBody(limit: LimitName, limits: BodyLimits): ParsedBody {
  return { ok: false, what: formatExceededLimit(limit, limits), limit };
}

/** The result for a body that the host cut off. */
export function truncatedBody(limits: BodyLimits): ParsedBody {
  return exceededBody('bytes', limits);
}

/**
 * Parses a body, ignoring a byte order mark (RFC 8259 §8.1), and describes one that is not JSON. Size and nesting limits
 * (RFC 8259 §9) apply before anything reads it.
 */
export function parseBody(text: string, limits = bodyLimits): ParsedBody {
  if (hasMoreBytes(text, limits.bytes)) return exceededBody('bytes', limits);
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const isNested = /^\s*[[{]/.test(json);
  const { depth, fields } = isNested ? measure(json, limits.depth) : { depth: 0, fields: 0 };
  if (depth > limits.depth) return exceededBody('depth', limits);
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    const trimmed = json.trim();
    if (trimmed === '') return { ok: false, what: 'an empty body' };
    if (trimmed.startsWith('<')) return { ok: false, what: 'an HTML page' };
    return { ok: false, what: isNested ? 'a JSON body that breaks off' : 'a body that is not JSON' };
  }
  const isLong = fields > limits.names && hasMoreNames(body, limits.names);
  return isLong ? exceededBody('names', limits) : { ok: true, body };
}
