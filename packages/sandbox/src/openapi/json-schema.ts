import { z } from 'zod';
import type { Form } from '../form.ts';

export type Schema = { readonly [name: string]: unknown };

/** The JSON Schema (2020-12, as OpenAPI 3.1 has it) of a zod schema, with its field names in the Form's case. */
export function jsonSchema(form: Form, schema: z.ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema: made }) => {
      // The largest safe integer stands in every whole number and says nothing about the field.
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
    },
  });
  return form === 1 ? rest : snake(rest);
}

/** The same schema with the names of all properties in snake_case. */
function snake(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).map(([word, value]) => [word, renamed(word, value)]));
}

function renamed(word: string, value: unknown): unknown {
  if (word === 'properties' && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [snakeName(name), renamed('', inner)]),
    );
  }
  if (word === 'required' && Array.isArray(value)) return value.map((name) => snakeName(String(name)));
  if (Array.isArray(value)) return value.map((inner) => renamed('', inner));
  return isObject(value) ? snake(value) : value;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
