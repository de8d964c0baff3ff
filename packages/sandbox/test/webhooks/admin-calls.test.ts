import { expect, test } from 'vitest';
import { readJson, startTestSandbox } from '../sandbox.ts';
import { startReceiver } from './receiver.ts';

test.each([
  ['POST', '/endpoints', {}, 400, 'url: '],
  [
    'POST',
    '/endpoints',
    { url: 'http://127.0.0.1', manner: { scheme: 'wax' }, kinds: ['party'] },
    400,
    'manner.scheme',
  ],
  [
    'POST',
    '/endpoints',
    { url: 'http://127.0.0.1', kinds: ['crawlComplete'] },
    400,
    'The Form in force has no crawlComplete',
  ],
  ['POST', '/endpoints', '{', 400, 'not JSON'],
  ['DELETE', '/endpoints/whe_none', undefined, 404, 'There is no webhook endpoint'],
  ['POST', '/endpoints/whe_none/rotate', {}, 404, 'There is no webhook endpoint'],
  ['POST', '/send', { kind: 'competitorAlert' }, 400, 'The Form in force has no competitorAlert'],
  ['POST', '/send', { kind: 'newCitation', website: 'ws_none' }, 404, 'No team has a website'],
  ['POST', '/send', { kind: 'newCitation', id: 'a.b' }, 400, 'a delivery id has'],
  ['POST', '/emit', { date: 'yesterday' }, 400, 'date: '],
  ['POST', '/deliveries/7/replay', {}, 404, 'There is no delivery 7'],
  ['GET', '/deliveries/7/capture', undefined, 404, 'There is no delivery 7'],
  ['GET', '/nothing', undefined, 404, 'no such call'],
])('%s %s %j is refused with a message', async (method, path, body, status, sentence) => {
  const sandbox = await startTestSandbox(1);
  const response = await fetch(`${sandbox.baseUrl}/__sandbox/webhooks${path}`, {
    method,
    headers: { Authorization: `Bearer ${sandbox.adminToken}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  expect(response.status).toBe(status);
  expect(((await response.json()) as { error: { message: string } }).error.message).toContain(sentence);
});

test('the webhook calls need the admin token', async () => {
  const sandbox = await startTestSandbox(1);
  expect((await fetch(`${sandbox.baseUrl}/__sandbox/webhooks/endpoints`)).status).toBe(401);
});

test('only the creating call shows a secret', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { id, secret } = await sandbox.admin.webhooks.create({
    url: receiver.url,
    secret: 'whsec_my own secret',
  });
  expect(secret).toBe('whsec_my own secret');
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  const { webhooks } = sandbox.admin;
  const text = JSON.stringify([await webhooks.list(), await webhooks.deliveries()]);
  expect(text).not.toContain(secret);
  expect(text).toContain(id);
  await webhooks.remove(id);
  expect(await webhooks.list()).toEqual([]);
  expect(await webhooks.deliveries()).toHaveLength(1);
});

test('a delivery does not count as a request to the service', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  await sandbox.admin.webhooks.create({ url: receiver.url });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(await sandbox.admin.requests()).toMatchObject({ total: 0 });
  await readJson(
    await fetch(`${sandbox.baseUrl}/api/v1/websites`, {
      headers: { Authorization: `Bearer ${sandbox.keys.live}` },
    }),
  );
});
