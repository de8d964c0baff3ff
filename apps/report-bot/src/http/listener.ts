import { timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { isLoopbackHost } from '@answershare/core';
import { createAdaptorServer } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import type { HttpSettings } from '../settings/http-listener.ts';
import { readError, UserError } from '../system/errors.ts';
import { sha256 } from '../system/text.ts';
import type { StatusSource } from '../watch/bot-status.ts';
import { createHealthRoutes, createMetricsRoutes } from './monitoring.ts';
import { createStatusRoutes } from './status-page.ts';

/** The open listener. */
interface HttpListener {
  /** `http://127.0.0.1:4480`. */
  readonly url: string;
  close(): void;
}

/** Opens the listener of `start`. Health is for everybody; all else needs the token where one is set. */
export async function openListener(settings: HttpSettings, source: StatusSource): Promise<HttpListener> {
  const { host, port, token } = settings;
  const app = new Hono();
  app.use(setHeaders);
  app.route('/', createHealthRoutes(source));
  app.use(token === null ? requireLocalName : requireToken(token));
  app.route('/', createMetricsRoutes(source));
  app.route('/', createStatusRoutes(source));
  const server = createAdaptorServer({ fetch: app.fetch });
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

/** Nothing is loaded from elsewhere, framed or kept. */
const setHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Cache-Control', 'no-store');
};

/** Without a token a page of another website must not read this one by a name of its own (DNS rebinding). */
const requireLocalName: MiddlewareHandler = async (context, next) => {
  const host = URL.parse(`http://${context.req.header('host') ?? ''}`)?.hostname ?? '';
  if (isLoopbackHost(host)) return next();
  return context.text('This listener has no token, so it answers to 127.0.0.1 and localhost only.\n', 403);
};

/** A bearer token, or the password of a browser's prompt. */
const requireToken = (token: string): MiddlewareHandler => {
  const expected = Buffer.from(sha256(token));
  return async (context, next) => {
    const [scheme = '', value = ''] = (context.req.header('authorization') ?? '').split(' ');
    const credential =
      scheme.toLowerCase() === 'basic'
        ? Buffer.from(value, 'base64')
            .toString()
            .replace(/^[^:]*:/, '')
        : value;
    if (timingSafeEqual(Buffer.from(sha256(credential)), expected)) return next();
    context.header('WWW-Authenticate', 'Basic realm="answershare", charset="UTF-8"');
    return context.text('The token of http.token is needed, as a bearer token or as the password.\n', 401);
  };
};
