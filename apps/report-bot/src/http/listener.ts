import type { AddressInfo } from 'node:net';
import { isLoopbackHost } from '@answershare/core';
import { createAdaptorServer } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { HttpSettings } from '../settings/http-listener.ts';
import { readError, UserError } from '../system/errors.ts';
import { isEqualSecret } from '../system/hashes.ts';
import { readBasicPassword } from './basic-password.ts';
import type { GatewayEnv } from './gateway-routes.ts';
import { createMailWebhooks } from './mail-webhooks.ts';
import { createHealthRoutes, createMetricsRoutes } from './monitoring.ts';
import type { ListenerContext, RouteContext } from './route-context.ts';
import { createServiceWebhook } from './service-webhook.ts';
import { createStatusRoutes } from './status-page.ts';
import { createUnsubscribeRoutes } from './unsubscribe-page.ts';

/** The open listener. */
interface HttpListener {
  /** `http://127.0.0.1:4480`. */
  readonly url: string;
  close(): void;
}

/**
 * Opens the listener. Health is for everybody, links and deliveries are signed, and the gateway needs one of its keys; all else
 * needs the token where one is set.
 * @param given null for a process that serves the gateway alone
 */
export async function openListener(
  settings: HttpSettings,
  given: ListenerContext | null,
  gateway: Readonly<Record<string, Pick<Hono<GatewayEnv>, 'fetch'>>> = {},
): Promise<HttpListener> {
  const { host, port, token } = settings;
  const app = new Hono();
  app.use(setHeaders);
  for (const [path, routes] of Object.entries(gateway))
    app.mount(path, (request: Request, env: object) => routes.fetch(request, env));
  if (given === null) app.get('/healthz', (context) => context.json({ ok: true, fault: null }));
  else mountBotRoutes(app, given, token);
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { requestTimeout: maxRequestMs, headersTimeout: maxRequestMs },
  });
  await new Promise<void>((done, failed) => {
    server.once('error', (thrown) =>
      failed(
        new UserError(
          `The HTTP listener did not open at ${host}:${port} (${readError(thrown).code}). Set another http.listen.`,
        ),
      ),
    );
    server.listen(port, host, done);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    close: () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
}

function mountBotRoutes(app: Hono, given: ListenerContext, token: string | null): void {
  const source = { ...given, logRefusal: createRefusalLog(given) };
  app.onError((thrown, context) => {
    // The rest of a body that is too long is not read.
    if (thrown instanceof HTTPException)
      return context.text('The request is too long.\n', thrown.status, { Connection: 'close' });
    source.logRefusal(context.req.path, thrown.message);
    return context.text('This cannot be stored now. Try again later.\n', 503, { 'Retry-After': '60' });
  });
  app.route('/', createHealthRoutes(source));
  const limitQueue = createQueueLimit();
  app.use('/unsubscribe/*', limitQueue);
  app.use('/webhooks/*', limitQueue);
  app.route('/', createServiceWebhook(source));
  app.route('/', createMailWebhooks(source, given.download));
  app.route('/', createUnsubscribeRoutes(source));
  app.use(token === null ? requireLocalName : requireToken(token));
  app.route('/', createMetricsRoutes(source));
  app.route('/', createStatusRoutes(source));
}

/** Anybody may send, so that one line a minute has to do. */
function createRefusalLog({ now, log }: ListenerContext): RouteContext['logRefusal'] {
  let [last, count] = [-Infinity, 0];
  return (path, reason) => {
    count += 1;
    if (Math.abs(now() - last) < 60_000) return;
    const before = count === 1 ? '' : `, and ${count - 1} more since the last such line`;
    log(`A request to ${path} was not accepted${before}: ${reason}`);
    [last, count] = [now(), 0];
  };
}

/** A sender that takes longer is cut off. */
const maxRequestMs = 15_000;

/** More requests at once would need more memory than the rest of the bot. */
const maxOpenRequests = 128;

const createQueueLimit = (): MiddlewareHandler => {
  let open = 0;
  return async (context, next) => {
    if (open >= maxOpenRequests)
      return context.text('Too many requests at once.\n', 503, { 'Retry-After': '5' });
    open += 1;
    try {
      return await next();
    } finally {
      open -= 1;
    }
  };
};

/** Nothing is loaded from elsewhere, framed or kept. */
const setHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  // `context.header` would make a new response for each.
  const { headers } = context.res;
  headers.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  );
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
  if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store');
};

/** Without a token a page of another website must not read this one by a name of its own (DNS rebinding). */
const requireLocalName: MiddlewareHandler = async (context, next) => {
  const host = URL.parse(`http://${context.req.header('host') ?? ''}`)?.hostname ?? '';
  if (isLoopbackHost(host)) return next();
  return context.text('This listener has no token, so it answers to 127.0.0.1 and localhost only.\n', 403);
};

/** A bearer token, or the password of a browser's prompt. */
const requireToken =
  (token: string): MiddlewareHandler =>
  async (context, next) => {
    const authorization = context.req.header('authorization');
    const credential = readBasicPassword(authorization) ?? authorization?.split(' ')[1] ?? '';
    if (isEqualSecret(credential, token)) return next();
    context.header('WWW-Authenticate', 'Basic realm="answershare", charset="UTF-8"');
    return context.text('The token of http.token is needed, as a bearer token or as the password.\n', 401);
  };
