import { kindOfCode } from '../dialects/codes.ts';
import { isObject, type JsonObject } from '../reading/json.ts';
import { listed, oneOf } from '../reading/names.ts';

/** What an error answer says; null for what it does not. */
export interface ErrorBody {
  readonly code: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
}

/** So much of a message or a code is looked at. */
const longestText = 2_000;

const text = (value: unknown): string | null =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    ? String(value).slice(0, longestText).trim()
    : null;

const first = (object: JsonObject, names: readonly string[]): string | null =>
  names.reduce<string | null>((found, name) => found ?? text(object[name]), null);

const messages = listed('message error_description detail title description reason msg status_message');
const ids = listed('request_id requestId trace_id traceId correlationId');
const codes = listed('code error_code errorCode errorType error_type __type');

/** The messages of a list or a map of errors, each once. */
function joined(errors: unknown): string | null {
  const entries = Array.isArray(errors)
    ? errors
    : isObject(errors)
      ? Object.keys(errors).map((key) => errors[key])
      : [];
  const told = entries.map((entry) => (isObject(entry) ? first(entry, messages) : text(entry)));
  return told.filter((one, at) => one !== null && told.indexOf(one) === at).join('; ') || null;
}

/** A text that is a code and no sentence: `ratelimited`, `TooManyRequests`, `RATE_LIMIT_REACHED`. */
const isCode = (word: string): boolean =>
  kindOfCode(word) !== null || (/^[a-z]\w*$/i.test(word) && !/^[A-Z][a-z]+$/.test(word));

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
  const isWordCode = word !== null && isCode(word);
  const code =
    first(inner, inner === body ? codes : codes.concat('type')) ??
    (isWordCode ? word : null) ??
    (isObject(only) ? first(only, codes.concat('error')) : null);
  const message =
    first(inner, messages) ??
    joined(inner.message) ??
    joined(inner.detail) ??
    (isWordCode ? null : word) ??
    text(body.errors) ??
    joined(body.errors);
  if (code === null && message === null) return null;
  return { code, message, requestId: first(inner, ids) ?? first(body, ids) };
}

/** Fields that stand beside an error without being data. */
const besides = oneOf(
  'error code errorcode type errortype message errormessage errordescription msg statusmessage detail title description reason hint success ok status statuscode requestid traceid correlationid timestamp path instance documentation* doc*url help*',
);

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * The error of a body that holds an error with a code of the specification (§7) and nothing else: a refusal, also where the
 * status says that all is well. Null for an answer, and for one with data beside the error.
 */
export function refusalIn(body: unknown): ErrorBody | null {
  if (!isObject(body) || !Object.keys(body).every((name) => besides(name) || isEmpty(body[name])))
    return null;
  const error = readErrorBody(body);
  return error?.code && kindOfCode(error.code) !== null ? error : null;
}
