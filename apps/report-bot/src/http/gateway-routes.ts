import {
  type CalendarDate,
  type FaultKind,
  isApiError,
  isPeriodKey,
  toCalendarDate,
  type Website,
} from '@answershare/core';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Access } from '../gateway/access.ts';
import { ApiRefusal, readForm, readSpan, readWebsiteParameter, readWindow } from '../gateway/api-query.ts';
import { endMinute, type KeyUse, type Meter } from '../gateway/meter.ts';
import { type GatewayAnswer, type TeamSource, toAnswer, toSpan } from '../gateway/team-source.ts';
import type { GatewayKey } from '../store/gateway-keys.ts';
import { UserError } from '../system/errors.ts';
import { createOpenApi } from './openapi.ts';

/** What the routes of the gateway answer from. */
export interface GatewayParts {
  readonly access: Access;
  readonly meter: Meter;
  /** What a key may send in a minute, unless its own limit says otherwise. */
  readonly perMinute: number;
  readonly source: TeamSource;
  /** The figures of a week against another, of one website. Throws a {@link UserError} without them. */
  compare(website: Website, week: string | null, against: string | null): Promise<object>;
  /** The dated events of these websites. */
  listNotes(websites: readonly Website[]): Promise<readonly object[]>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Reports a fault that the caller must not see. */
  writeError(text: string): void;
}

/** What the check of a key leaves for its request. */
export type GatewayEnv = { Variables: { key: GatewayKey; use: KeyUse | undefined } };

const jsonType = { 'Content-Type': 'application/json; charset=utf-8' } as const;

/** Finds the key of a request and counts it, for `/api/v1` and `/mcp`. */
const createKeyCheck =
  ({ access, meter, now }: Pick<GatewayParts, 'access' | 'meter' | 'now'>) =>
  async (context: Context<GatewayEnv>, next: () => Promise<void>): Promise<void> => {
    const address = getConnInfo(context).remote.address ?? '';
    const key = await access.authenticate(context.req.header('authorization'), address);
    const use = await meter.count(key);
    context.set('key', key);
    context.set('use', use);
    if (use.refusedBy !== null) throw createLimitRefusal(use, readForm(context.req.query()), now());
    await next();
  };

/** Whole seconds to go, one at least. */
const countSeconds = (until: number, now: number): number => Math.max(1, Math.ceil((until - now) / 1_000));

function createLimitRefusal({ minute, day, refusedBy }: KeyUse, form: 1 | 2, now: number): ApiRefusal {
  const limit = refusedBy === 'day' ? day : minute;
  const seconds = countSeconds(limit.resetAt, now);
  const code = refusedBy === 'day' && form === 2 ? 'daily_quota_exceeded' : 'rate_limited';
  const span = refusedBy === 'day' ? 'day' : 'minute';
  const message = `This key may send ${limit.limit} requests a ${span}: retry in ${seconds} seconds.`;
  return new ApiRefusal(429, code, message, seconds);
}

/** The specification's endpoints (section 4) in the words of both Forms, and the history that the service lacks. */
export function createApiRoutes(parts: GatewayParts): Hono<GatewayEnv> {
  const { source, now } = parts;
  const app = new Hono<GatewayEnv>();
  const today = (): CalendarDate => toCalendarDate(now());

  app.use(async (context, next) => {
    await next();
    setLimitHeaders(context, parts.perMinute, now());
  });
  app.onError((thrown, context) => sendRefusal(context, toRefusal(thrown, parts)));
  app.get('/openapi.json', (context) => context.json(createOpenApi()));
  app.use(createKeyCheck(parts));
  app.use(async (context, next) => {
    if (context.req.method !== 'GET')
      throw new ApiRefusal(405, 'method_not_allowed', 'Every request is a GET.');
    await next();
  });

  const findWebsite = async (context: Context<GatewayEnv>): Promise<Website> => {
    const website = await source.findWebsite(context.get('key'), readWebsiteParameter(context.req.query()));
    if (website !== null) return website;
    throw new ApiRefusal(
      404,
      'not_found',
      'This key has no such website. GET /api/v1/websites lists its websites.',
    );
  };

  app.get('/websites', async (context) =>
    send(context, await source.listWebsites(context.get('key')), now()),
  );
  // A wrong parameter is refused before the website is looked up.
  app.get('/analytics', async (context) => {
    const window = readWindow(context.req.query(), today());
    return send(context, await source.readEndpoint('analytics', await findWebsite(context), window), now());
  });
  for (const endpoint of ['citations', 'competitors', 'authority'] as const)
    app.get(`/${endpoint}`, async (context) => {
      const span = readSpan(context.req.query(), today());
      const website = await findWebsite(context);
      const answer =
        span === null
          ? source.readEndpoint(endpoint, website, { last: 1 })
          : source.readHistory(endpoint, website, span);
      return send(context, await answer, now());
    });
  app.get('/history', async (context) => {
    const span = readSpan(context.req.query(), today()) ?? toSpan({ last: 30 }, today());
    const website = await findWebsite(context);
    return send(context, await source.readHistory('history', website, span), now());
  });
  app.get('/changes', async (context) => {
    const { week = null, against = null } = context.req.query();
    for (const [name, value] of Object.entries({ week, against }))
      if (value !== null && !isPeriodKey(value))
        throw new ApiRefusal(400, 'bad_request', `The parameter ${name} is no ISO week such as 2026-W47.`);
    const compared = await parts.compare(await findWebsite(context), week, against);
    return send(context, toAnswer(compared, null, 'ledger'), now());
  });
  app.get('/notes', async (context) => {
    const { website_id: snake, websiteId: camel } = context.req.query();
    const websites =
      (snake ?? camel) === undefined
        ? await source.selectWebsites(context.get('key'))
        : [await findWebsite(context)];
    return send(context, toAnswer({ notes: await parts.listNotes(websites) }, null, 'ledger'), now());
  });
  app.all('*', () => {
    throw new ApiRefusal(404, 'not_found', 'There is no such endpoint. GET /api/v1/openapi.json lists all.');
  });
  return app;
}

/** Faults that end when the requests of a minute or day begin anew. */
const usedUpKinds: readonly FaultKind[] = ['burst', 'daily', 'budget', 'paused'];

/** A fault as the specification words it (section 7). */
function toRefusal(
  thrown: unknown,
  { now, writeError }: Pick<GatewayParts, 'now' | 'writeError'>,
): ApiRefusal {
  if (thrown instanceof ApiRefusal) return thrown;
  if (thrown instanceof UserError) return new ApiRefusal(404, 'not_found', thrown.message);
  if (isApiError(thrown)) {
    const { kind, retryAt, status, owner, message } = thrown;
    if (status === 404) return new ApiRefusal(404, 'not_found', message);
    if (status === 400 && owner === 'caller') return new ApiRefusal(400, 'bad_request', message);
    if (retryAt !== null && usedUpKinds.includes(kind)) {
      const seconds = countSeconds(retryAt, now());
      const text = `The gateway may send no more requests to its service: retry in ${seconds} seconds.`;
      return new ApiRefusal(429, 'rate_limited', text, seconds);
    }
    const text = `The service behind the gateway failed. For who runs the gateway: ${message}`;
    return new ApiRefusal(500, 'server_error', text);
  }
  writeError(`The gateway failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  return new ApiRefusal(500, 'server_error', 'The gateway failed. It is safe to try again.');
}

function sendRefusal(
  context: Context<GatewayEnv>,
  { status, code, message, retryAfter }: ApiRefusal,
): Response {
  if (retryAfter !== null) context.header('Retry-After', String(retryAfter));
  if (status === 405) context.header('Allow', 'GET');
  return context.body(JSON.stringify({ error: { code, message } }), status, jsonType);
}

/** The limit headers of specification section 8; seconds until the reset. Without a key those of a new one. */
function setLimitHeaders(context: Context<GatewayEnv>, perMinute: number, now: number): void {
  const use = context.get('use');
  // `context.header` would make a new response for each.
  const { headers } = context.res;
  const waits = headers.get('Retry-After');
  const isDay = use?.refusedBy === 'day';
  const { limit, remaining, resetAt } = (isDay ? use.day : use?.minute) ?? {
    limit: perMinute,
    remaining: perMinute,
    resetAt: endMinute(now),
  };
  const family = isDay && readForm(context.req.query()) === 2 ? 'X-DailyQuota' : 'X-RateLimit';
  headers.set(`${family}-Limit`, String(limit));
  headers.set(`${family}-Remaining`, waits === null ? String(remaining) : '0');
  headers.set(`${family}-Reset`, waits ?? String(countSeconds(resetAt, now)));
}

/** An answer with its age and source; 304 for a caller that has it (RFC 9110 section 13.1.2). */
function send(
  context: Context<GatewayEnv>,
  { text, etag, asOf, source }: GatewayAnswer,
  now: number,
): Response {
  context.header('ETag', etag);
  if (asOf !== null) context.header('Age', String(Math.max(0, Math.floor((now - asOf) / 1_000))));
  context.header('Cache-Control', 'private, no-cache');
  context.header('X-Answer-Source', source);
  const known = (context.req.header('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return context.body(null, 304);
  return context.body(text, 200, jsonType);
}

/** The largest message, bytes. */
const maxMessage = 1_000_000;

/**
 * The Model Context Protocol over streamable HTTP at `/mcp`, without sessions: each request has a key, and a server of its own
 * that sees the websites of that key alone.
 */
export function createMcpRoutes(
  parts: Pick<GatewayParts, 'access' | 'meter' | 'now' | 'writeError'>,
  createServer: (key: GatewayKey) => McpServer,
): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  app.onError((thrown, context) => {
    const refusal = toRefusal(thrown, parts);
    if (refusal.status === 401) context.header('WWW-Authenticate', 'Bearer');
    return sendRefusal(context, refusal);
  });
  app.use(createKeyCheck(parts));
  app.use(
    bodyLimit({
      maxSize: maxMessage,
      onError: (context) =>
        context.json({ error: { code: 'bad_request', message: 'A message has at most 1 MB.' } }, 413),
    }),
  );
  app.all('/', async (context) => {
    const key = context.get('key');
    const handler = createMcpHandler(() => createServer(key), {
      onerror: ({ message }) => parts.writeError(`MCP: ${message}`),
    });
    return handler.fetch(context.req.raw);
  });
  return app;
}
