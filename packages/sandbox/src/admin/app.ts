import { Hono } from 'hono';
import type { z } from 'zod';
import { moved } from '../clock.ts';
import { decisionList } from '../decisions.ts';
import { type Desk, present, reseed, reset } from '../host/desk.ts';
import { withCounts } from '../limits/limits.ts';
import { quirkRows } from '../quirks/rows.ts';
import { type ApiKey, tokenFor } from '../tenants/keys.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import { findKey, usageOf, withKey, withUsage } from '../world.ts';
import { opens } from './gate.ts';
import {
  clockOrder,
  faultOrder,
  keyOrder,
  revokeOrder,
  scopesOrder,
  seedOrder,
  usageOrder,
} from './orders.ts';
import { quirkRoutes } from './quirk-routes.ts';
import { clockState, stateOf } from './state.ts';
import { order, ordered, problem, Unable } from './unable.ts';

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
  app.get('/decisions', (c) =>
    c.json({ decisions: decisionList(), switches: quirkRows(desk.world.form, desk.world.quirks) }),
  );
  app.route('/quirks', quirkRoutes(desk));

  app.post('/reset', (c) => {
    reset(desk);
    return c.json(stateOf(desk));
  });
  app.post('/seed', async (c) => {
    reseed(desk, (await order(c, seedOrder)).seed);
    return c.json(stateOf(desk));
  });

  app.get('/clock', (c) => c.json(clockState(desk)));
  app.post('/clock', async (c) => {
    const move = await order(c, clockOrder);
    desk.clock = ordered(() => moved(desk.clock, move, Date.now()));
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
    const key = fault.key === null ? null : known(desk, fault.key).label;
    desk.world = { ...desk.world, faults: [...desk.world.faults, { ...fault, key }] };
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
  app.post('/keys/scopes', async (c) => {
    const { key: named, scopes } = await order(c, scopesOrder);
    const key = known(desk, named);
    desk.world = withKey(desk.world, { ...key, scopes });
    return c.json({ label: key.label, scopes });
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
