import { toFaultKind } from '../dialects/recognise-form.ts';
import { isObject, type JsonObject } from '../json/json.ts';

/** What an error answer says; null for what it does not. */
export interface ErrorBody {
  readonly code: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
}

/** So much of a message or a code is looked at. */
const maxTextLength = 2_000;

const readScalar = (value: unknown): string | null =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    ? String(value).slice(0, maxTextLength).trim()
    : null;

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
];
const requestIdFields = ['request_id', 'requestId', 'trace_id', 'traceId', 'correlationId'];
const codeFields = ['code', 'error_code', 'errorCode', 'errorType', 'error_type', '__type'];

/** So many errors of a list or a map are looked at. */
const mostErrors = 20;

const toLetters = (word: string): string => word.toLowerCase().replace(/[^a-z\d]/g, '');

/** A message with the field that it is about, where it does not name it. */
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

/** The messages of a list or a map of errors, each once. */
function joinMessages(errors: unknown): string | null {
  const found = Array.isArray(errors)
    ? errors.slice(0, mostErrors).map((entry) => (Array.isArray(entry) ? null : toMessage(entry)))
    : isObject(errors)
      ? Object.keys(errors)
          .slice(0, mostErrors)
          .map((field) => withFieldName(field, toMessage(errors[field])))
      : [];
  const distinct = new Set(found.filter((one) => one !== null));
  return [...distinct].join('; ').slice(0, maxTextLength) || null;
}

/** A text that is a code and no sentence: `ratelimited`, `TooManyRequests`, `RATE_LIMIT_REACHED`; not `Unauthorized`. */
const isCode = (word: string): boolean => /^[a-z][\w.-]*\w$/i.test(word) && !/^[A-Z][a-z]+$/.test(word);

/** A code where a sentence is expected. */
const isPlainCode = (word: string): boolean => isCode(word) && /_|^[A-Z\d]+$/.test(word);

/** A list of errors, or the errors of each field. */
const holdsLists = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && Object.keys(value).every((name) => Array.isArray(value[name])));

/**
 * Reads an error body: `{error:{code,message}}` (specification §2, fixed), and what proxies and other services send
 * instead: code and message at the root, the error as a text or as a code, lists and maps of errors, problem details
 * (RFC 9457). Null where it tells neither a code nor a message.
 */
export function readErrorBody(body: unknown): ErrorBody | null {
  if (!isObject(body)) return null;
  const inner = isObject(body.error) ? body.error : body;
  const word = readScalar(body.error);
  const single: unknown = Array.isArray(body.errors) && body.errors.length === 1 ? body.errors[0] : null;
  const isWordCode = word !== null && isCode(word);
  const statedMessage = readFirst(inner, messageFields);
  const isSwapped = word !== null && !isWordCode && statedMessage !== null && isPlainCode(statedMessage);
  const code =
    readFirst(inner, inner === body ? codeFields : codeFields.concat('type')) ??
    (isWordCode ? word : null) ??
    (isSwapped ? statedMessage : null) ??
    (isObject(single) ? readFirst(single, codeFields.concat('error')) : null);
  const message =
    (isSwapped ? word : statedMessage) ??
    joinMessages(inner.message) ??
    joinMessages(inner.detail) ??
    (isWordCode ? null : word) ??
    readScalar(body.errors) ??
    joinMessages(inner.errors) ??
    joinMessages(body.errors) ??
    joinMessages(holdsLists(body.error) ? body.error : null);
  if (code === null && message === null) return null;
  return { code, message, requestId: readFirst(inner, requestIdFields) ?? readFirst(body, requestIdFields) };
}

/** Fields next to an error that are no data, by their letters. */
const errorFieldPattern =
  /^(error|code|errorcode|type|errortype|message|errormessage|errordescription|msg|statusmessage|detail|title|description|reason|hint|success|ok|status|statuscode|requestid|traceid|correlationid|timestamp|path|instance|documentation.*|doc.*url|help.*)s?$/;

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * The error of a body that holds an error with a code of the specification (§7) and nothing else: a refusal, also where the
 * status says that all is well. Null for an answer, and for one with data beside the error.
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
