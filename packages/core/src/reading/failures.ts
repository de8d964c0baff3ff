import { isObject, type JsonObject } from './json.ts';
import { listed, oneOf, plainName } from './names.ts';
import { readText } from './numbers.ts';

/** The first text among those of the fields that are called one of `names`, in their order. */
const firstText = (object: JsonObject, names: readonly string[]): string | null =>
  names.reduce<string | null>(
    (found, name) =>
      Object.keys(object).reduce<string | null>(
        (text, field) => text ?? (plainName(field) === name ? words(object[field]) : null),
        found,
      ),
    null,
  );

/** What a value says: a text, the message in an object, the first of a list. */
export function words(value: unknown): string | null {
  if (Array.isArray(value)) return words(value[0]);
  if (!isObject(value)) return readText(value);
  const names = listed('message errormessage detail title description code').concat(
    Object.keys(value).map(plainName),
  );
  return firstText(value, names);
}

const errors = oneOf('error iserror haserror errormessage errormsg errordescription errorcode errcode');
const successes = oneOf('success issuccess ok');
const statuses = oneOf('status statuscode code result');
const messages = listed(
  'error errors errormessage errormsg errordescription message msg errmsg statusmessage detail description',
);
const others = oneOf('message statusmessage');

/** True for a field in which an answer tells of success or failure. */
export const isFailing = (name: string): boolean =>
  errors(name) || successes(name) || others(name) || (statuses(name) && name !== 'result');

const isDenied = (value: unknown): boolean => /^(0+|false|no)$/i.test(String(value));

/** True where a field of an error tells of one. */
export const isFilled = (value: unknown): boolean =>
  typeof value === 'object'
    ? value !== null && Object.keys(value).length > 0
    : !isDenied(value) && !/^(none|null|undefined)?$/i.test(String(value));

const failures = oneOf(
  'error errored fail failed failure fatal unauthorized unauthorised forbidden *denied invalid* notfound',
);

/** Status numbers that tell of a failure: those of HTTP, and five digits as DataForSEO writes them (20000 is its success). */
export const isFailed = (word: string): boolean => /^[45]\d\d(\d\d)?$/.test(word) || failures(word);

/** True for a word that says that figures are still being made. */
export const isUnfinished = oneOf(
  'pending processing inprogress queued notready calculating generating computing initiali[sz]ing collecting notstarted',
);

const holders = oneOf('data result response meta status');

/** The body, the envelopes under it, what it says of itself and the tasks of DataForSEO's bodies: never rows. */
const objectsOf = (body: JsonObject): readonly JsonObject[] => {
  const held = Object.keys(body).filter(holders);
  return [body as unknown, ...held.map((name) => body[name])].concat(body.tasks).filter(isObject);
};

/** What an object says of its status, where that is one of `said`. */
function statusIn(object: JsonObject, said: (word: string) => boolean): string | null {
  const name = Object.keys(object).find((field) => statuses(field) && said(String(object[field])));
  return name === undefined ? null : String(object[name]);
}

function failureOf(object: JsonObject): string | null {
  const status = statusIn(object, isFailed);
  const isFailure = Object.keys(object).some(
    (name) => (errors(name) && isFilled(object[name])) || (successes(name) && isDenied(object[name])),
  );
  if (!isFailure && status === null) return null;
  return firstText(object, messages) ?? (status === null ? 'it has no message' : `status ${status}`);
}

const firstOf = (body: unknown, tell: (object: JsonObject) => string | null): string | null =>
  isObject(body)
    ? (objectsOf(body)
        .map(tell)
        .find((told) => told !== null) ?? null)
    : null;

/**
 * The message of an error inside an answer of status 200; null where there is none. `"error": null`, `false` and an empty list tell
 * of no error.
 */
export const failureIn = (body: unknown): string | null => firstOf(body, failureOf)?.slice(0, 200) ?? null;

/** The word by which an answer says that its figures are still being made; null where it says no such thing. */
export const unfinishedIn = (body: unknown): string | null =>
  firstOf(body, (object) => statusIn(object, isUnfinished));
