import { expect, onTestFinished, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../src/index.ts';
import { get, NOW, pathFor, readJson, startTestSandbox } from '../sandbox.ts';

function admin(sandbox: RunningSandbox, method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${sandbox.adminToken}` };
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  return fetch(`${sandbox.baseUrl}/__sandbox${path}`, { method, headers, ...sent });
}

test('the admin API accepts only its own token', async () => {
  const sandbox = await startTestSandbox(1, { adminToken: 'open-sesame' });
  for (const token of ['', 'open-sesam', 'open-sesame2', sandbox.keys.live]) {
    const response = await fetch(`${sandbox.baseUrl}/__sandbox/state`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
    expect((await response.json()) as object).toMatchObject({ error: { code: 'unauthorized' } });
  }
  expect((await fetch(`${sandbox.baseUrl}/__sandbox/nothing`)).status).toBe(401);
  expect((await admin(sandbox, 'GET', '/state')).status).toBe(200);
  expect((await get(sandbox, '/api/v1/websites', 'open-sesame')).status).toBe(401);
});

test('keys.json has the keys by label without a token, created ones too, and not the admin token', async () => {
  const sandbox = await startTestSandbox(2);
  const keys = () => fetch(`${sandbox.baseUrl}/keys.json`).then((response) => readJson(response));
  expect(await keys()).toEqual(sandbox.keys);
  const created = await readJson(await admin(sandbox, 'POST', '/keys', { label: 'mine' }), 201);
  expect(await keys()).toEqual({ ...sandbox.keys, mine: created.key });
  expect(JSON.stringify(await keys())).not.toContain(sandbox.adminToken);
});

test('each start creates another admin token', async () => {
  expect((await startTestSandbox(1)).adminToken).not.toBe((await startTestSandbox(1)).adminToken);
});

test('state shows keys by label and no token', async () => {
  const sandbox = await startTestSandbox(2);
  const text = await (await admin(sandbox, 'GET', '/state')).text();
  expect(JSON.parse(text)).toMatchObject({
    form: 2,
    seed: 1,
    clock: { now: '2026-11-16T09:00:00.000Z', mode: 'frozen' },
  });
  expect(text).toContain('"label":"otherTeam"');
  expect(text).not.toMatch(/rs_(live|test)_/);
});

test('the clock can be set, advanced, run and frozen, and the Date header follows it', async () => {
  const sandbox = await startTestSandbox(1);
  const date = async () => (await get(sandbox, '/api/v1/websites')).headers.get('date');
  expect(await date()).toBe('Mon, 16 Nov 2026 09:00:00 GMT');
  await sandbox.admin.advanceClock(90_000);
  expect(await date()).toBe('Mon, 16 Nov 2026 09:01:30 GMT');
  await sandbox.admin.setClock('2026-12-24T18:00:00+01:00');
  expect(await date()).toBe('Thu, 24 Dec 2026 17:00:00 GMT');
  await sandbox.admin.advanceClock(-1_000);
  expect(await date()).toBe('Thu, 24 Dec 2026 16:59:59 GMT');
  await sandbox.admin.runClock();
  expect(await readJson(await admin(sandbox, 'GET', '/clock'))).toMatchObject({ mode: 'running' });
  await sandbox.admin.freezeClock();
  const { now, mode } = await readJson(await admin(sandbox, 'GET', '/clock'));
  expect(mode).toBe('frozen');
  expect(await readJson(await admin(sandbox, 'GET', '/clock'))).toEqual({ now, mode });
});

test("without now the clock runs with the machine's", async () => {
  const before = Date.now();
  const sandbox = await startSandbox({ form: 1 });
  onTestFinished(() => sandbox.close());
  const { mode, now } = await readJson(await admin(sandbox, 'GET', '/clock'));
  expect(mode).toBe('running');
  expect(Date.parse(String(now))).toBeGreaterThanOrEqual(before);
  expect(Date.parse(String(now))).toBeLessThanOrEqual(Date.now());
});

test('the request log counts by key and endpoint and contains no token', async () => {
  const sandbox = await startTestSandbox(1);
  await get(sandbox, '/api/v1/websites');
  await get(sandbox, pathFor(sandbox, 'authority'));
  await get(sandbox, pathFor(sandbox, 'authority'), sandbox.keys.starter);
  await get(sandbox, '/api/v1/websites', null);
  await get(sandbox, '/api/v1/websites', 'rs_live_nobody');
  await get(sandbox, `/api/v1/${sandbox.keys.live}?key=${sandbox.keys.live}`, sandbox.keys.revoked);
  await sandbox.fetch(new Request(`${sandbox.baseUrl}/api/v1/websites`));
  const requests = await sandbox.admin.requests();
  expect(requests).toMatchObject({
    total: 7,
    byKey: { live: 2, starter: 1, none: 2, unknown: 1, revoked: 1 },
    byEndpoint: { websites: 4, authority: 2, other: 1 },
  });
  expect(requests.entries[1]).toEqual({
    at: new Date(NOW).toISOString(),
    method: 'GET',
    path: '/api/v1/authority',
    query: { websiteId: sandbox.websites[0]?.id },
    endpoint: 'authority',
    key: 'live',
    status: 200,
    code: null,
    counted: true,
    fault: null,
  });
  expect(requests.entries.map((entry) => entry.counted)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(JSON.stringify(requests)).not.toMatch(/rs_(live|test)_[0-9A-Za-z]/);
  await sandbox.admin.resetRequests();
  expect(await sandbox.admin.requests()).toEqual({ total: 0, byKey: {}, byEndpoint: {}, entries: [] });
});

test('creates keys for a plan, team, kind and scopes', async () => {
  const sandbox = await startTestSandbox(2);
  const theirs = await sandbox.admin.createKey({ team: 'other', plan: 'enterprise', label: 'theirs' });
  const response = await get(sandbox, '/api/v1/websites', theirs);
  expect(response.headers.get('x-ratelimit-limit')).toBe('1000');
  expect((await readJson(response)).websites).toHaveLength(1);
  expect(await sandbox.admin.createKey({ kind: 'test' })).toMatch(/^rs_test_[0-9A-Za-z]{32}$/);
  expect(await sandbox.admin.createKey()).not.toBe(await sandbox.admin.createKey());
  await expect(sandbox.admin.createKey({ label: 'theirs' })).rejects.toThrow(
    'a key with the label "theirs" already',
  );
});

test('usage can be set to "998 of 1,000 used"', async () => {
  const sandbox = await startTestSandbox(2);
  await sandbox.admin.setUsage(sandbox.keys.live, { day: 998 });
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await get(sandbox, '/api/v1/websites')).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test.each([
  ['POST', '/clock', { set: 'tomorrow' }, 400, 'The time "tomorrow" is not ISO-8601'],
  ['POST', '/clock', { set: '2026-11-16T09:00:00' }, 400, 'is not ISO-8601'],
  ['POST', '/clock', { set: '1999-01-01' }, 400, 'the years 2000 to 2099'],
  ['POST', '/clock', { advance: Number.MAX_SAFE_INTEGER }, 400, 'the years 2000 to 2099'],
  ['POST', '/clock', { advance: 1, freeze: true }, 400, 'exactly one of'],
  ['POST', '/clock', '{', 400, 'The body is not JSON'],
  ['POST', '/faults', { fault: 'meteor' }, 400, 'fault: '],
  ['POST', '/faults', { fault: 'status', status: 404 }, 400, 'status: '],
  ['POST', '/faults', { fault: 'html', key: 'nobody' }, 404, 'No key of this sandbox'],
  ['POST', '/faults', { fault: 'html', match: { key: 'nobody' } }, 404, 'No key of this sandbox'],
  [
    'POST',
    '/faults',
    { fault: 'html', match: { nth: 2 }, times: 2 },
    400,
    'nth selects one request: leave times out',
  ],
  ['POST', '/faults', { fault: 'html', probability: 0 }, 400, 'probability: '],
  ['POST', '/faults', { fault: 'html', match: { path: '/' } }, 400, 'match: '],
  ['POST', '/seed', { seed: 0.5 }, 400, 'seed: '],
  ['POST', '/keys/scopes', { key: 'live', scopes: ['all'] }, 400, 'scopes.0: '],
  ['PATCH', '/quirks', [], 400, 'The switches are not an object'],
  ['PUT', '/quirks', { reset: 'epoc' }, 400, 'reset is "epoc": choose one of seconds, epoch'],
  ['POST', '/keys', { plan: 'gold' }, 400, 'plan: '],
  ['POST', '/keys', { label: '<b>' }, 400, 'label: a label has'],
  ['POST', '/keys/revoke', { key: 'nobody' }, 404, 'No key of this sandbox'],
  ['POST', '/usage', { key: 'live', day: -1 }, 400, 'day: '],
  ['POST', '/usage', { key: 'nobody' }, 404, 'No key of this sandbox'],
  ['PUT', '/state', {}, 404, 'no such call'],
])('%s %s %j is refused with a message', async (method, path, body, status, sentence) => {
  const sandbox = await startTestSandbox(1);
  const before = await (await admin(sandbox, 'GET', '/state')).text();
  const response = await admin(sandbox, method, path, body);
  expect(response.status).toBe(status);
  expect(((await response.json()) as { error: { message: string } }).error.message).toContain(sentence);
  expect(await (await admin(sandbox, 'GET', '/state')).text()).toBe(before);
});

test('lists the 35 decisions in order', async () => {
  const { decisions } = await readJson(await admin(await startTestSandbox(1), 'GET', '/decisions'));
  expect((decisions as { item: number }[]).map(({ item }) => item)).toEqual(
    Array.from({ length: 35 }, (_, i) => i + 1),
  );
});
