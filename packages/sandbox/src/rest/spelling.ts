import type { Form } from '../form.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A body with its field names in the Form's case: camelCase in Form 1, snake_case in Form 2 (undecided item 2). */
export function spelled(form: Form, body: Json): Json {
  if (form === 1 || body === null || typeof body !== 'object') return body;
  if (isList(body)) return body.map((item) => spelled(form, item));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      spelled(form, value),
    ]),
  );
}

function isList(body: Json): body is readonly Json[] {
  return Array.isArray(body);
}
