import { isObject, type JsonObject } from './json.ts';
import { listed } from './names.ts';
import { readText } from './numbers.ts';

const words = (value: unknown): string | null => {
  if (Array.isArray(value)) return value.length === 0 ? null : words(value[0]);
  if (!isObject(value)) return readText(value);
  const said = listed('message detail title description code').map((name) => readText(value[name]));
  return said.find((text) => text !== null) ?? readText(Object.keys(value).map((name) => value[name])[0]);
};

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  value === 0 ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Status numbers that tell of a failure: those of HTTP, and five digits as DataForSEO writes them (20000 is its success). */
const isFailed = (status: unknown): boolean =>
  typeof status === 'number' && ((status >= 400 && status < 600) || (status >= 40_000 && status < 60_000));

const failed = /^(error|errored|failed|failure|fail|fatal)$/i;

function failureOf(object: JsonObject): string | null {
  const said =
    words(object.message) ??
    words(object.status_message) ??
    words(object.detail) ??
    words(object.errors) ??
    words(object.error);
  if (!isEmpty(object.error))
    return (object.error === true ? null : words(object.error)) ?? said ?? 'an error';
  if (!isEmpty(object.errors)) return words(object.errors) ?? 'errors';
  const status = [object.status, object.status_code, object.statusCode, object.code].find(isFailed);
  if (status !== undefined) return said ?? `status ${String(status)}`;
  const no = object.success === false || object.ok === false || failed.test(String(object.status ?? ''));
  return no ? (said ?? 'no success') : null;
}

/**
 * The message of an error inside an answer of status 200; null where there is none. `"error": null`, `false` and an empty list tell
 * of no error. Looks at the body, the envelopes under it and the tasks of DataForSEO's bodies, not at rows.
 */
export function failureIn(body: unknown): string | null {
  if (!isObject(body)) return null;
  const inner = ['data', 'result', 'response'].map((name) => body[name]);
  const tasks = Array.isArray(body.tasks) ? (body.tasks as unknown[]) : [];
  for (const object of [body, ...inner, ...tasks]) {
    const failure = isObject(object) ? failureOf(object) : null;
    if (failure !== null) return failure.slice(0, 200);
  }
  return null;
}
