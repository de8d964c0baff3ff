import { kindOfCode } from '../dialects/codes.ts';
import { isObject, type JsonObject } from '../reading/json.ts';

/** What an error answer says; null for what it does not. */
export interface ErrorBody {
  readonly code: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
}

const text = (value: unknown): string | null =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    ? String(value).trim()
    : null;

const first = (object: JsonObject, names: readonly string[]): string | null =>
  names.reduce<string | null>((found, name) => found ?? text(object[name]), null);

const messages = ['message', 'error_description', 'detail', 'title', 'description', 'reason'];
const ids = ['request_id', 'requestId', 'trace_id', 'traceId'];

/** The messages of a list or a map of errors, each once. */
function listed(errors: unknown): string | null {
  const entries = Array.isArray(errors)
    ? errors
    : isObject(errors)
      ? Object.keys(errors).map((key) => errors[key])
      : [];
  const told = entries.map((entry) => (isObject(entry) ? first(entry, messages) : text(entry)));
  return told.filter((one, at) => one !== null && told.indexOf(one) === at).join('; ') || null;
}

/**
 * Reads an error body: `{error:{code,message}}` (specification §2, fixed), and what proxies and other services send
 * instead: code and message at the root, the error as a text or as a code, lists and maps of errors, problem details
 * (RFC 9457). Null where it tells neither a code nor a message.
 */
export function readErrorBody(body: unknown): ErrorBody | null {
  if (!isObject(body)) return null;
  const inner = isObject(body.error) ? body.error : body;
  const word = text(body.error);
  const only: unknown = Array.isArray(body.errors) && body.errors.length === 1 ? body.errors[0] : null;
  const isCode = word !== null && kindOfCode(word) !== null;
  const code = text(inner.code) ?? (isCode ? word : null) ?? (isObject(only) ? text(only.code) : null);
  const message = first(inner, messages) ?? (isCode ? null : word) ?? listed(body.errors);
  if (code === null && message === null) return null;
  return { code, message, requestId: first(inner, ids) ?? first(body, ids) };
}
