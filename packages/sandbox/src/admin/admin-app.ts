import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { z } from 'zod';
import { setCounts } from '../limits/limits.ts';
import { changeUsage } from '../query/usage.ts';
import { decisions } from '../quirks/decisions.ts';
import { parseQuirks } from '../quirks/parse-quirks.ts';
import { createStandardQuirks, listQuirkRows, type Quirks } from '../quirks/quirks.ts';
import { readBearerToken } from '../rest/authentication.ts';
import { readNow, reseed, reset, type SandboxState } from '../state/sandbox-state.ts';
import { type ApiKey, createToken } from '../tenants/keys.ts';
import { createWebhookRoutes } from '../webhooks/routes.ts';
import { AdminError, parseCommand, parseCommandBody, problem, readJsonBody } from '../world/admin-input.ts';
import { moveClock } from '../world/clock.ts';
import { findKey, setKey } from '../world/world.ts';
import {
  clockCommand,
  faultCommand,
  keyCommand,
  revokeCommand,
  scopesCommand,
  seedCommand,
  usageCommand,
} from './commands.ts';
import { describeClock, describeState } from './describe-state.ts';

/** Compares digests of equal length in constant time. */
export function isAuthorized(authorization: string | null, adminToken: string): boolean {
  const sent = readBearerToken(authorization);
  return sent !== null && timingSafeEqual(hashText(sent), hashText(adminToken));
}

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** GET reads all switches, PATCH changes some, PUT replaces all, DELETE restores the defaults. */
export function quirkRoutes(state: SandboxState): Hono {
  const app = new Hono();
  const setQuirks = (quirks: Quirks): { quirks: Quirks } => {
    state.world = { ...state.world, quirks };
    return { quirks };
  };
  app.get('/', (c) => c.json({ quirks: state.world.quirks }));
  app.patch('/', async (c) => {
    const sent = await readJsonBody(c);
    return c.json(setQuirks({ ...state.world.quirks, ...parseCommand(() => parseQuirks(sent)) }));
  });
  app.put('/', async (c) => {
    const sent = await readJsonBody(c);
    return c.json(
      setQuirks({ ...createStandardQuirks(state.world.form), ...parseCommand(() => parseQuirks(sent)) }),
    );
  });
  app.delete('/', (c) => c.json(setQuirks(createStandardQuirks(state.world.form))));
  return app;
}

/** The admin API under /__sandbox. It has its own token and is not part of the service. */
export function createAdminApp(state: SandboxState): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    if (!isAuthorized(c.req.header('authorization') ?? null, state.adminToken)) {
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
    await state.webhooks.outbox.attemptDue();
  });
  app.route(
    '/webhooks',
    createWebhookRoutes(state.webhooks, () => readNow(state)),
  );
  app.get('/state', (c) => c.json(describeState(state)));
  app.get('/decisions', (c) =>
    c.json({ decisions, switches: listQuirkRows(state.world.form, state.world.quirks) }),
  );
  app.route('/quirks', quirkRoutes(state));

  app.post('/reset', (c) => {
    reset(state);
    return c.json(describeState(state));
  });
  app.post('/seed', async (c) => {
    reseed(state, (await parseCommandBody(c, seedCommand)).seed);
    return c.json(describeState(state));
  });

  app.get('/clock', (c) => c.json(describeClock(state)));
  app.post('/clock', async (c) => {
    const move = await parseCommandBody(c, clockCommand);
    state.clock = parseCommand(() => moveClock(state.clock, move, Date.now()));
    return c.json(describeClock(state));
  });

  app.get('/requests', (c) => c.json(state.journal.read()));
  app.delete('/requests', (c) => {
    state.journal.reset();
    return c.json(state.journal.read());
  });

  app.get('/faults', (c) => c.json({ faults: state.world.faults }));
  app.post('/faults', async (c) => {
    const fault = await parseCommandBody(c, faultCommand);
    const key = fault.key === null ? null : requireKey(state, fault.key).label;
    state.world = { ...state.world, faults: [...state.world.faults, { ...fault, key }] };
    return c.json({ faults: state.world.faults }, 201);
  });
  app.delete('/faults', (c) => {
    state.world = { ...state.world, faults: [] };
    return c.json({ faults: [] });
  });

  app.post('/keys', async (c) => {
    const key = createKey(state, await parseCommandBody(c, keyCommand));
    state.world = setKey(state.world, key);
    return c.json({ label: key.label, key: key.token }, 201);
  });
  app.post('/keys/revoke', async (c) => {
    const key = requireKey(state, (await parseCommandBody(c, revokeCommand)).key);
    state.world = setKey(state.world, { ...key, revoked: true });
    return c.json({ label: key.label, revoked: true });
  });
  app.post('/keys/scopes', async (c) => {
    const { key: named, scopes } = await parseCommandBody(c, scopesCommand);
    const key = requireKey(state, named);
    state.world = setKey(state.world, { ...key, scopes });
    return c.json({ label: key.label, scopes });
  });

  app.post('/usage', async (c) => {
    const { key: named, minute, day } = await parseCommandBody(c, usageCommand);
    const key = requireKey(state, named);
    const counts = { ...(minute === undefined ? {} : { minute }), ...(day === undefined ? {} : { day }) };
    state.world = changeUsage(state.world, key, (usage) => setCounts(usage, readNow(state), counts));
    return c.json(describeState(state).keys.find(({ label }) => label === key.label));
  });

  app.all('*', (c) =>
    c.json(problem('not_found', 'The admin surface has no such call: the README lists them.'), 404),
  );
  app.onError((error, c) => {
    if (!(error instanceof AdminError)) throw error;
    return c.json(problem(error.status === 404 ? 'not_found' : 'bad_request', error.message), error.status);
  });
  return app;
}

function requireKey(state: SandboxState, named: string): ApiKey {
  const key = findKey(state.world, named);
  if (key === null)
    throw new AdminError(
      404,
      'No key of this sandbox has that value or label: GET /__sandbox/state lists the labels.',
    );
  return key;
}

function createKey(state: SandboxState, wanted: z.output<typeof keyCommand>): ApiKey {
  const label = wanted.label ?? `created-${state.world.keys.size + 1}`;
  if (findKey(state.world, label) !== null) {
    throw new AdminError(400, `There is a key with the label "${label}" already: choose another label.`);
  }
  return { ...wanted, label, token: createToken(state.world.seed, wanted.kind, label), revoked: false };
}
