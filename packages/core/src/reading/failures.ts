import { isObject, type JsonObject } from './json.ts';
import { listed, oneOf } from './names.ts';
import { readText } from './numbers.ts';

/** The first text among those under `names`. */
const firstText = (object: JsonObject, names: readonly string[]): string | null =>
  names.reduce<string | null>((found, name) => found ?? words(object[name]), null);

/** What a value says: a text, the message in an object, the first of a list. */
function words(value: unknown): string | null {
  if (Array.isArray(value)) return words(value[0]);
  if (!isObject(value)) return readText(value);
  return firstText(value, listed('message detail title description code').concat(Object.keys(value)));
}

const isFilled = (value: unknown): boolean =>
  Boolean(value) && (typeof value !== 'object' || Object.keys(value as object).length > 0);

/** Status numbers that tell of a failure: those of HTTP, and five digits as DataForSEO writes them (20000 is its success). */
const failed = /^([45]\d\d(\d\d)?|error(ed)?|fail(ed|ure)?|fatal)$/i;

const statuses = listed('status status_code statusCode code');

/** True for a field in which an answer tells of success or failure. */
export const isFailing = oneOf('error success ok status statuscode code message statusmessage');

function failureOf(object: JsonObject): string | null {
  const status = statuses.find((name) => failed.test(String(object[name])));
  const isFailure =
    isFilled(object.error) || isFilled(object.errors) || object.success === false || object.ok === false;
  if (!isFailure && status === undefined) return null;
  const told = firstText(object, listed('error errors message status_message detail'));
  return told ?? (status ? `status ${String(object[status])}` : 'it has no message');
}

/**
 * The message of an error inside an answer of status 200; null where there is none. `"error": null`, `false` and an empty list tell
 * of no error. Looks at the body, the envelopes under it and the tasks of DataForSEO's bodies, not at rows.
 */
export function failureIn(body: unknown): string | null {
  if (!isObject(body)) return null;
  const { data, result, response, tasks } = body;
  for (const object of [body, data, result, response].concat(tasks)) {
    const failure = isObject(object) ? failureOf(object) : null;
    if (failure !== null) return failure.slice(0, 200);
  }
  return null;
}
