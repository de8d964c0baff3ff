import type { Context } from 'hono';
import type { Form } from '../form.ts';
import { openApiDocument } from './document.ts';

/** GET /openapi.json: the running Form's document, or that of `?form=1` or `?form=2`. */
export function openApiAnswer(c: Context, running: Form, baseUrl: string): Response {
  const wanted = c.req.query('form') ?? String(running);
  if (wanted === '1' || wanted === '2') return c.json(openApiDocument(wanted === '1' ? 1 : 2, baseUrl));
  const message = 'The parameter form is neither 1 nor 2: send one of them, or none for the running Form.';
  return c.json({ error: { code: 'bad_request', message } }, 400);
}
