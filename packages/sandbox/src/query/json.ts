import type { Form } from '../quirks/quirk.ts';
import type { Quirks, QuirkTable } from '../quirks/quirks.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type JsonObject = { readonly [name: string]: Json };

const keepCase = (name: string): string => name;
export const toSnake = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** Undecided item 2. Internal names are camelCase. */
const KEY_CASES: QuirkTable<'case', (names: Form) => (name: string) => string> = {
  form: (names) => (names === 1 ? keepCase : toSnake),
  camel: () => keepCase,
  snake: () => toSnake,
};

/** Converts field names to the case in force. */
export function spellKeys(quirks: Quirks, names: Form, body: Json): Json {
  const convert = KEY_CASES[quirks.case](names);
  return convert === keepCase ? body : mapKeys(body, convert);
}

export function toSnakeCase(body: Json): Json {
  return mapKeys(body, toSnake);
}

function mapKeys(body: Json, convert: (name: string) => string): Json {
  if (isList(body)) return body.map((item) => mapKeys(item, convert));
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [convert(name), mapKeys(value, convert)]),
  );
}

export function isList(body: Json | undefined): body is readonly Json[] {
  return Array.isArray(body);
}

export function isObject(body: Json | undefined): body is JsonObject {
  return typeof body === 'object' && body !== null && !isList(body);
}
