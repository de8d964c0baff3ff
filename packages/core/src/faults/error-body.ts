import { toFaultKind } from '../dialects/recognise-form.ts';
import { isObject, type JsonObject, readText } from '../json/json.ts';

/** The fields of an error body; null if absent. */
export interface ErrorBody {
  readonly code: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
}

const maxTextLength = 2_000;

const readScalar = (value: unknown): string | null => readText(value)?.slice(0, maxTextLength).trim() ?? null;

function readFirst(object: JsonObject, names: readonly string[]): string | null {
  const name = names.find((one) => readScalar(object[one]) !== null);
  return name === undefined ? null : readScalar(object[name]);
}

const messageFields = [
  'message',
  'error_description',
  'detail',
  'title',
  'description',
  'reason',
  'msg',
  'status_message',
  'faultstring',
];
const requestIdFields = ['request_id', 'requestId', 'trace_id', 'traceId', 'correlationId'];
const codeFields = ['code', 'error_code', 'errorCode', 'errorType', 'error_type', '__type'];

const maxErrors = 20;

const toLetters = (word: string): string => word.toLowerCase().replace(/[^a-z\d]/g, '');

/** Prefixes a message with its field, unless it already names it. */
const withFieldName = (field: string, message: string | null): string | null =>
  message === null || /^(error|message)s?$/i.test(field) || toLetters(message).includes(toLetters(field))
    ? message
    : `${field}: ${message}`;

const toMessage = (entry: unknown): string | null =>
  Array.isArray(entry)
    ? joinMessages(entry)
    : isObject(entry)
      ? readFirst(entry, messageFields)
      : readScalar(entry);

/** The distinct messages of a list or map of errors. */
function joinMessages(errors: unknown): string | null {
  const found = Array.isArray(errors)
    ? errors.slice(0, maxErrors).map((entry) => (Array.isArray(entry) ? null : toMessage(entry)))
    : isObject(errors)
      ? Object.keys(errors)
          .slice(0, maxErrors)
          .map((field) => withFieldName(field, toMessage(errors[field])))
      : [];
  const distinct = new Set(found.filter((one) => one !== null));
  return [...distinct].join('; ').slice(0, maxTextLength) || null;
}

/**
 * True for a code instead of a sentence: `ratelimited`, `TooManyRequests`, `RATE_LIMIT_REACHED`; false for `Unauthorized`.
 */
const isCode = (word: string): boolean => /^[a-z][\w.-]*\w$/i.test(word) && !/^[A-Z][a-z]+$/.test(word);

/** True for a code in a field meant for sentences. */
const isPlainCode = (word: string): boolean => isCode(word) && /_|^[A-Z\d]+$/.test(word);

const holdsLists = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && Object.keys(value).every((name) => Array.isArray(value[name])));

const holdsTexts = (list: readonly unknown[]): boolean => list.every((one) => typeof one === 'string');

/**
 * Reads an error body: `{error:{code,message}}` (specification §2), and the forms of proxies and other services. These are
 * code and message at the root or in the only object, an error text or code, lists and maps of errors, GraphQL errors, and
 * problem details (RFC 9457). Null without a code or message.
 */
export function readErrorBody(body: unknown): ErrorBody | null {
  if (Array.isArray(body)) return readErrorBody({ errors: body });
  if (!isObject(body)) return null;
  const [only, ...others] = Object.values(body);
  const isEnvelope =
    others.length === 0 && isObject(only) && readFirst(only, [...messageFields, ...codeFields]) !== null;
  const inner = isObject(body.error) ? body.error : isEnvelope ? only : body;
  const word = readScalar(body.error);
  const single: unknown = Array.isArray(body.errors) && body.errors.length === 1 ? body.errors[0] : null;
  const isWordCode = word !== null && isCode(word);
  const statedMessage = readFirst(inner, messageFields);
  const isSwapped = word !== null && !isWordCode && statedMessage !== null && isPlainCode(statedMessage);
  const code =
    readFirst(inner, inner === body ? codeFields : codeFields.concat('type')) ??
    (isWordCode ? word : null) ??
    (isSwapped ? statedMessage : null) ??
    (isObject(single) ? readFirst(single, codeFields.concat('error')) : null) ??
    (isObject(single) && isObject(single.extensions) ? readFirst(single.extensions, codeFields) : null);
  const message =
    (isSwapped ? word : statedMessage) ??
    joinMessages(inner.message) ??
    joinMessages(inner.detail) ??
    (isWordCode ? null : word) ??
    readScalar(body.errors) ??
    joinMessages(inner.errors) ??
    joinMessages(body.errors) ??
    joinMessages(holdsLists(body.error) ? body.error : null) ??
    joinMessages(holdsLists(body) && holdsTexts(Object.values(body).flat()) ? body : null);
  if (code === null && message === null) return null;
  return { code, message, requestId: readFirst(inner, requestIdFields) ?? readFirst(body, requestIdFields) };
}

/** Normalized field names next to an error that carry no data. */
const errorFieldPattern =
  /^(error|code|errorcode|type|errortype|message|errormessage|errordescription|msg|statusmessage|detail|title|description|reason|hint|success|ok|status|statuscode|requestid|traceid|correlationid|timestamp|path|instance|documentation.*|doc.*url|help.*)s?$/;

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * The error of a body that contains only an error with a code of the specification (§7), even under a success status. Null
 * for any other body.
 */
export function findErrorEnvelope(body: unknown): ErrorBody | null {
  if (
    !isObject(body) ||
    !Object.keys(body).every((name) => errorFieldPattern.test(toLetters(name)) || isEmpty(body[name]))
  )
    return null;
  const error = readErrorBody(body);
  const code = error?.code ?? error?.message ?? null;
  return error !== null && code !== null && toFaultKind(code) !== null ? { ...error, code } : null;
}
