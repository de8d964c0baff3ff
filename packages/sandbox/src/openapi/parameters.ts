import type { Form } from '../form.ts';
import type { Endpoint } from '../tenants/scopes.ts';
import type { Schema } from './json-schema.ts';

const query = (name: string, required: boolean, description: string, schema: Schema): Schema => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});

const BOUND: Schema = {
  oneOf: [
    { type: 'string', format: 'date', description: 'YYYY-MM-DD' },
    { type: 'string', pattern: '^\\d{1,11}$', description: 'A unix time in seconds' },
  ],
};

/** The query parameters of specification §4. */
const WEBSITE: Readonly<Record<Form, Schema>> = {
  1: query('websiteId', true, 'A website of the team.', { type: 'string' }),
  2: query('website_id', true, 'A website of the team.', { type: 'string' }),
};

const WINDOW: Readonly<Record<Form, readonly Schema[]>> = {
  1: [
    query('from', false, 'First day of the window, included (UTC).', BOUND),
    query('to', false, 'Last day of the window, included (UTC).', BOUND),
  ],
  2: [
    query('period', false, 'The window, which ends today (UTC).', {
      type: 'string',
      enum: ['7d', '30d', '90d'],
      default: '30d',
    }),
  ],
};

export function parametersOf(form: Form, endpoint: Endpoint): readonly Schema[] {
  if (endpoint === 'websites') return [];
  return endpoint === 'analytics' ? [WEBSITE[form], ...WINDOW[form]] : [WEBSITE[form]];
}
