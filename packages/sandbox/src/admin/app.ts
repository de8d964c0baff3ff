import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { moved } from '../clock.ts';
import { decisionList } from '../decisions.ts';
import { type Desk, present } from '../host/desk.ts';
import { withCounts } from '../limits/limits.ts';
import { type ApiKey, tokenFor } from '../tenants/keys.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import { findKey, usageOf, withKey, withUsage } from '../world.ts';
import { opens } from './gate.ts';
import { clockOrder, complaint, faultOrder, keyOrder, revokeOrder, usageOrder } from './orders.ts';
import { clockState, stateOf } from './state.ts';

/** An order the admin surface cannot carry out: the sentence it answers with, and 400 or 404. */
class Unable extends Error {
  readonly status: 400 | 404;
  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}

/** The admin surface, under /__sandbox on a token of its own. None of it is part of the service. */
export function adminApp(desk: Desk): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    if (!opens(c.req.header('authorization') ?? null, desk.adminToken)) {
      return c.json(
        problem('unauthorized', 'Send the admin token printed at start as "Authorization: Bearer <token>".'),
        401,
      );
    }
    await next();
    c.header('Cache-Control', 'no-store');
  });
  app.use('/clock', async (_, next) => {
    await next();
    await desk.webhooks.outbox.attemptDue();
  });
  app.route(
    '/webhooks',
    webhookRoutes(desk.webhooks, () => present(desk)),
  );
  app.get('/state', (c) => c.json(stateOf(desk)));
  app.get('/decisions', (c) => c.json({ decisions: decisionList() }));

  app.get('/clock', (c) => c.json(clockState(desk)));
  app.post('/clock', async (c) => {
    desk.clock = await moveClock(desk, c);
    return c.json(clockState(desk));
  });

  app.get('/requests', (c) => c.json(desk.journal.read()));
  app.delete('/requests', (c) => {
    desk.journal.reset();
    return c.json(desk.journal.read());
  });

  app.get('/faults', (c) => c.json({ faults: desk.world.faults }));
  app.post('/faults', async (c) => {
    const fault = await order(c, faultOrder);
    if (fault.key !== null) fault.key = known(desk, fault.key).label;
    desk.world = { ...desk.world, faults: [...desk.world.faults, fault] };
    return c.json({ faults: desk.world.faults }, 201);
  });
  app.delete('/faults', (c) => {
    desk.world = { ...desk.world, faults: [] };
    return c.json({ faults: [] });
  });

  app.post('/keys', async (c) => {
    const key = newKey(desk, await order(c, keyOrder));
    desk.world = withKey(desk.world, key);
    return c.json({ label: key.label, key: key.token }, 201);
  });
  app.post('/keys/revoke', async (c) => {
    const key = known(desk, (await order(c, revokeOrder)).key);
    desk.world = withKey(desk.world, { ...key, revoked: true });
    return c.json({ label: key.label, revoked: true });
  });

  app.post('/usage', async (c) => {
    const { key: named, minute, day } = await order(c, usageOrder);
    const key = known(desk, named);
    const counts = { ...(minute === undefined ? {} : { minute }), ...(day === undefined ? {} : { day }) };
    desk.world = withUsage(desk.world, key, withCounts(usageOf(desk.world, key), present(desk), counts));
    return c.json(stateOf(desk).keys.find((state) => state.label === key.label));
  });

  app.all('*', (c) =>
    c.json(problem('not_found', 'The admin surface has no such call: the README lists them.'), 404),
  );
  app.onError((error, c) => {
    if (!(error instanceof Unable)) throw error;
    return c.json(problem(error.status === 404 ? 'not_found' : 'bad_request', error.message), error.status);
  });
  return app;
}

function problem(code: string, message: string) {
  return { error: { code, message } };
}

async function order<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const text = await c.req.text();
  const checked = schema.safeParse(parsed(text));
  if (!checked.success) throw new Unable(400, complaint(checked.error));
  return checked.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unable(400, 'The body is not JSON: send a JSON object.');
  }
}

async function moveClock(desk: Desk, c: Context) {
  const move = await order(c, clockOrder);
  try {
    return moved(desk.clock, move, Date.now());
  } catch (error) {
    if (error instanceof RangeError) throw new Unable(400, error.message);
    throw error;
  }
}

function known(desk: Desk, named: string): ApiKey {
  const key = findKey(desk.world, named);
  if (key === null)
    throw new Unable(
      404,
      'No key of this sandbox has that value or label: GET /__sandbox/state lists the labels.',
    );
  return key;
}

function newKey(desk: Desk, wanted: z.output<typeof keyOrder>): ApiKey {
  const label = wanted.label ?? `created-${desk.world.keys.size + 1}`;
  if (findKey(desk.world, label) !== null) {
    throw new Unable(400, `There is a key with the label "${label}" already: choose another label.`);
  }
  return { ...wanted, label, token: tokenFor(desk.world.seed, wanted.kind, label), revoked: false };
}
