import { expect, test } from 'vitest';
import { json, started } from '../started.ts';
import { receiver } from './receiver.ts';

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
])('%s %s %j is refused with a sentence', async (method, path, body, status, sentence) => {
  const sandbox = await started(1);
  const response = await fetch(`${sandbox.baseUrl}/__sandbox/webhooks${path}`, {
    method,
    headers: { Authorization: `Bearer ${sandbox.adminToken}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  expect(response.status).toBe(status);
  expect(((await response.json()) as { error: { message: string } }).error.message).toContain(sentence);
});

test('without the admin token nothing is told', async () => {
  const sandbox = await started(1);
  expect((await fetch(`${sandbox.baseUrl}/__sandbox/webhooks/endpoints`)).status).toBe(401);
});

test('a secret is shown where it is made and nowhere else', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  const { id, secret } = await sandbox.admin.webhooks.create({
    url: place.url,
    secret: 'whsec_my own secret',
  });
  expect(secret).toBe('whsec_my own secret');
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  const { webhooks } = sandbox.admin;
  const told = JSON.stringify([await webhooks.list(), await webhooks.deliveries()]);
  expect(told).not.toContain(secret);
  expect(told).toContain(id);
  await webhooks.remove(id);
  expect(await webhooks.list()).toEqual([]);
  expect(await webhooks.deliveries()).toHaveLength(1);
});

test('sending is not a request to the service', async () => {
  const [sandbox, place] = [await started(1), await receiver()];
  await sandbox.admin.webhooks.create({ url: place.url });
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(await sandbox.admin.requests()).toMatchObject({ total: 0 });
  await json(
    await fetch(`${sandbox.baseUrl}/api/v1/websites`, {
      headers: { Authorization: `Bearer ${sandbox.keys.live}` },
    }),
  );
});
