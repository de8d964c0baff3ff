import type { Quirks } from '../quirks/table.ts';
import { errorBody, type Refusal } from './refusal.ts';

/** A body with its media type. */
export interface Written {
  readonly type: string;
  readonly body: string;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What a path that is no endpoint and a method other than GET are answered with (undecided item 29). */
export const STRANGE_PATHS: Readonly<Record<Quirks['unknownPath'], (refusal: Refusal) => Written>> = {
  'error-object': (refusal) => ({ type: JSON_TYPE, body: errorBody(refusal) }),
  html: ({ status }) => ({
    type: 'text/html; charset=utf-8',
    body: `<!doctype html>\n<title>${status}</title>\n<h1>${status}</h1>\n`,
  }),
  'error-text': ({ message }) => ({ type: JSON_TYPE, body: JSON.stringify({ error: message }) }),
};
