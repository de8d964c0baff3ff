import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { adminApp } from '../admin/app.ts';
import { openApiAnswer } from '../openapi/route.ts';
import { PAGE_POLICY } from '../page/inline.ts';
import { page } from '../page/page.ts';
import { writtenQuirks } from '../quirks/chosen.ts';
import { overlaid, type Quirks } from '../quirks/table.ts';
import type { ApiRequest } from '../rest/answer.ts';
import { axesOf } from '../rest/axes.ts';
import { deliver } from './delivery.ts';
import { attend, type Desk, present } from './desk.ts';
import { ownAddress } from './own-address.ts';
import { Severed } from './way.ts';

type Bindings = { Bindings: Partial<HttpBindings> };

/** The sandbox as one application: the page at /, the admin surface under /__sandbox, the service for all else. */
export function sandboxApp(desk: Desk, host: string, baseUrl: () => string): Hono<Bindings> {
  const app = new Hono<Bindings>();
  for (const path of ['/', '/openapi.json', '/__sandbox/*']) app.use(path, ownAddress(host));
  app.route('/__sandbox', adminApp(desk));
  app.get('/', (c) => c.html(page(desk, baseUrl()), 200, PAGE_HEADERS));
  app.get('/openapi.json', (c) => openApiAnswer(c, axesOf(desk.world).names, baseUrl()));
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

const PAGE_HEADERS = { 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-store' };

/** Switches for one request, as `name=value, name=value`. No part of the service. */
const QUIRK_HEADER = 'x-sandbox-quirk';

async function answerCall(desk: Desk, c: Context<Bindings>): Promise<Response> {
  const { raw } = c.req;
  const url = new URL(raw.url);
  const quirks = quirksOf(raw.headers.get(QUIRK_HEADER));
  if (quirks instanceof RangeError) {
    return c.json({ error: { code: 'sandbox_quirk', message: quirks.message } }, 400);
  }
  const request: ApiRequest = {
    method: raw.method,
    path: url.pathname,
    query: url.searchParams,
    authorization: raw.headers.get('authorization'),
    ifNoneMatch: raw.headers.get('if-none-match'),
    quirks,
  };
  const lasting = desk.world.quirks;
  return deliver(attend(desk, request), {
    outgoing: c.env?.outgoing ?? null,
    acceptEncoding: raw.headers.get('accept-encoding'),
    ended: () => AbortSignal.any([raw.signal, desk.closing]),
    now: present(desk),
    quirks: overlaid(lasting, quirks),
  });
}

function quirksOf(header: string | null): Partial<Quirks> | RangeError {
  if (header === null) return {};
  try {
    return writtenQuirks(header);
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}
