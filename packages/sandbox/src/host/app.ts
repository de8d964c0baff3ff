import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { adminApp } from '../admin/app.ts';
import { page } from '../page/page.ts';
import type { ApiRequest } from '../rest/answer.ts';
import { deliver, Severed } from './delivery.ts';
import { attend, type Desk, present } from './desk.ts';

type Bindings = { Bindings: Partial<HttpBindings> };

/** The sandbox as one application: the page at /, the admin surface under /__sandbox, the service for all else. */
export function sandboxApp(desk: Desk, baseUrl: () => string): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.route('/__sandbox', adminApp(desk));
  app.get('/', (c) => c.html(page(desk, baseUrl()), 200, PAGE_HEADERS));
  app.all('*', (c) => answerCall(desk, c));
  app.onError((error, c) => {
    if (error instanceof Severed) throw error;
    console.error(error);
    return c.json(UNEXPECTED, 500);
  });
  return app;
}

const UNEXPECTED = {
  error: { code: 'server_error', message: 'The sandbox itself failed; its console says why.' },
};

/** Nothing may be loaded from elsewhere, and the page may not be framed. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

async function answerCall(desk: Desk, c: Context<Bindings>): Promise<Response> {
  const { raw } = c.req;
  const url = new URL(raw.url);
  const request: ApiRequest = {
    method: raw.method,
    path: url.pathname,
    query: url.searchParams,
    authorization: raw.headers.get('authorization'),
  };
  return deliver(attend(desk, request), {
    outgoing: c.env?.outgoing ?? null,
    acceptEncoding: raw.headers.get('accept-encoding'),
    ended: () => AbortSignal.any([raw.signal, desk.closing]),
    now: present(desk),
  });
}
