export type JsonObject = { readonly [name: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type ParsedBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly what: string };

/** Parses a body; what is not JSON is told by what it looks like. A leading byte order mark is ignored (RFC 8259 §8.1). */
export function parseBody(text: string): ParsedBody {
  try {
    return { ok: true, body: JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as unknown };
  } catch {
    const trimmed = text.trim();
    if (trimmed === '') return { ok: false, what: 'an empty body' };
    if (/^</.test(trimmed)) return { ok: false, what: 'an HTML page' };
    return {
      ok: false,
      what: /^[[{]/.test(trimmed) ? 'a JSON body that breaks off' : 'a body that is not JSON',
    };
  }
}
