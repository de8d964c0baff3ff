import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { createAdminApp } from '../admin/admin-app.ts';
import { serveOpenApi } from '../openapi/document.ts';
import { renderLiveParts } from '../page/live-parts.ts';
import { renderStatePage } from '../page/page.ts';
import { PAGE_POLICY } from '../page/style.ts';
import { toAxes } from '../query/axes.ts';
import { parseWrittenQuirks } from '../quirks/parse-quirks.ts';
import { overlayQuirks, type Quirks } from '../quirks/quirks.ts';
import type { ApiRequest } from '../rest/exchange.ts';
import { handle, readNow, type SandboxState } from '../state/sandbox-state.ts';
import { ConnectionSevered, sendResponse } from './send-response.ts';
import { readOwnAddress, requireOwnOrigin } from './socket.ts';

type Bindings = { Bindings: Partial<HttpBindings> };

/** The whole app: page, keys and OpenAPI document, the admin API under /__sandbox, the service elsewhere. */
export function createSandboxApp(state: SandboxState, host: string, baseUrl: () => string): Hono<Bindings> {
  const app = new Hono<Bindings>();
  for (const path of ['/', '/keys.json', '/openapi.json', '/__sandbox/*'])
    app.use(path, readOwnAddress(host));
  app.use('/__sandbox/*', requireOwnOrigin);
  app.route('/__sandbox', createAdminApp(state));
  app.get('/', (c) =>
    c.req.query('part') === 'live'
      ? c.json(renderLiveParts(state, baseUrl()), 200, PAGE_HEADERS)
      : c.html(renderStatePage(state, baseUrl()), 200, PAGE_HEADERS),
  );
  app.get('/keys.json', (c) => {
    const keys = [...state.world.keys.values()].map(({ label, token }) => [label, token]);
    return c.json(Object.fromEntries(keys), 200, { 'Cache-Control': 'no-store' });
  });
  app.get('/openapi.json', (c) => serveOpenApi(c, toAxes(state.world).names, baseUrl()));
  app.all('*', (c) => answerCall(state, c));
  app.onError((error, c) => {
    if (error instanceof ConnectionSevered) throw error;
    console.error(error);
    return c.json(UNEXPECTED, 500);
  });
  return app;
}

const UNEXPECTED = {
  error: { code: 'server_error', message: 'The sandbox itself failed; its console says why.' },
};

const PAGE_HEADERS = { 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-store' };

/** Switches for one request, as `name=value, name=value`. Not part of the service. */
const QUIRK_HEADER = 'x-sandbox-quirk';

async function answerCall(state: SandboxState, c: Context<Bindings>): Promise<Response> {
  const { raw } = c.req;
  const url = new URL(raw.url);
  const quirks = readCallQuirks(raw.headers.get(QUIRK_HEADER));
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
  const lasting = state.world.quirks;
  return sendResponse(handle(state, request), {
    outgoing: c.env?.outgoing ?? null,
    acceptEncoding: raw.headers.get('accept-encoding'),
    ended: () => AbortSignal.any([raw.signal, state.closing]),
    now: readNow(state),
    quirks: overlayQuirks(lasting, quirks),
  });
}

function readCallQuirks(header: string | null): Partial<Quirks> | RangeError {
  if (header === null) return {};
  try {
    return parseWrittenQuirks(header);
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}
