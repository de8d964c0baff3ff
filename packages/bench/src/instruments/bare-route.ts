import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** A program that answers each request with the text of its first argument, and prints its address. */
const app = new Hono();
const [body = ''] = process.argv.slice(2);
app.get('/', (context) => context.body(body, 200, { 'Content-Type': 'application/json; charset=utf-8' }));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`http://127.0.0.1:${port}\n`),
);
