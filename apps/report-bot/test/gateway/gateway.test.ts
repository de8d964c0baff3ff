import { startSandbox } from '@answershare/sandbox';
import { documentOf, findHeaderFaults, startValidatingProxy } from '@answershare/sandbox/conformance';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listGatewayKeys } from '../../src/store/gateway-keys.ts';
import type { Bot } from '../support/bot.ts';
import { createKey, gatewaySettings, startGateway, type TestGateway } from '../support/gateway.ts';
import { newPostgresBot, openLedgers, smtpPassword } from '../support/ledgers.ts';
import { formatSettings } from '../support/settings-text.ts';
import { openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const now = '2026-11-18T09:00:00Z';
const forms = [
  [1, 'websiteId'],
  [2, 'website_id'],
] as const;

let ledgers: Awaited<ReturnType<typeof openLedgers>>;
let smtpServer: TestSmtpServer;
let bot: Bot;
let gateway: TestGateway;
let all: string;
let own: string;
const ids = (): readonly string[] => ledgers.sandbox.websites.map(({ id }) => id);

beforeAll(async () => {
  ledgers = await openLedgers('postgres');
  smtpServer = await openSmtpServer();
  bot = await ledgers.bot(smtpServer);
  bot.settings(`${ledgers.text(smtpServer)}${gatewaySettings}`);
  gateway = await startGateway(bot, now);
  all = (await createKey(bot, now)).key;
  own = (await createKey(bot, now, '--websites', 'northwind-outdoor.example')).key;
});
afterAll(async () => {
  await gateway.stop();
  await smtpServer.close();
  await ledgers.close();
});

const readFault = async (response: Response): Promise<object> => {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, code: error.code };
};

describe.each(forms)('in the words of Form %i', (form, parameter) => {
  test.each([
    [401, 'unauthorized', '/websites', (): string | null => null],
    [401, 'invalid_key', '/websites', (): string => 'rs_live_gw_unknown'],
    [401, 'invalid_key', '/websites', (): string => 'sk-1234'],
    [400, 'bad_request', '/analytics', (): string => all],
    [400, 'bad_request', `/analytics?${parameter}=ID&period=12d&from=x`, (): string => all],
    [404, 'not_found', `/authority?${parameter}=ws_unknown`, (): string => all],
    [404, 'not_found', '/nothing', (): string => all],
  ] as const)('%i %s: %s', async (status, code, path, key) => {
    const response = await gateway.get(path.replace('ID', ids()[0] ?? ''), key());
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await readFault(response)).toEqual({ status, code });
  });

  test('a used-up minute and day are refused as the specification says, with the wait', async () => {
    const minute = (await createKey(bot, now, '--per-minute', '2')).key;
    const day = (await createKey(bot, now, '--per-day', '1')).key;
    const path = `/authority?${parameter}=${ids()[0]}`;
    for (const [key, free] of [
      [minute, 2],
      [day, 1],
    ] as const)
      for (let at = 0; at < free; at += 1) expect((await gateway.get(path, key)).status).toBe(200);
    const burst = await gateway.get(path, minute);
    expect(burst.headers.get('x-ratelimit-remaining')).toBe('0');
    const wait = burst.headers.get('retry-after') ?? '';
    expect(Number(wait)).toBeGreaterThan(0);
    expect(burst.headers.get('x-ratelimit-reset')).toBe(wait);
    expect(((await burst.clone().json()) as { error: { message: string } }).error.message).toContain(
      `${wait} seconds`,
    );
    expect(await readFault(burst)).toEqual({ status: 429, code: 'rate_limited' });
    const spent = await gateway.get(path, day);
    expect(Number(spent.headers.get('retry-after'))).toBeGreaterThan(14 * 3_600);
    expect(spent.headers.get('x-dailyquota-remaining')).toBe(form === 2 ? '0' : null);
    expect(spent.headers.get('x-ratelimit-remaining')).toBe(form === 1 ? '0' : null);
    expect(await readFault(spent)).toEqual({
      status: 429,
      code: form === 2 ? 'daily_quota_exceeded' : 'rate_limited',
    });
  });
});

test('over a service of Form 1 and without a snapshot, doctor reads all five endpoints at once', async () => {
  const service = await startSandbox({ form: 1 });
  const empty = await newPostgresBot({ ANSWERSHARE_API_KEY: service.keys.live, SMTP_PASSWORD: smtpPassword });
  empty.settings(`${formatSettings({ url: service.baseUrl, smtpPort: 1 })}${gatewaySettings}`);
  const today = new Date().toISOString();
  const { key } = await createKey(empty, today);
  const fresh = await startGateway(empty, today);
  onTestFinished(async () => {
    await fresh.stop();
    await service.close();
    await empty.remove();
  });
  const { out } = await empty.run(['doctor', '--url', fresh.url, '--key-env', 'GATEWAY_KEY'], {
    environment: { GATEWAY_KEY: key },
  });
  const read = [...out.matchAll(/^ {2}(\w+) +(\w+) (?:of .* )?(\d{3}):/gm)].map(([, ...words]) =>
    words.join(' '),
  );
  expect(new Set(read)).toEqual(
    new Set(
      ['websites', 'analytics', 'citations', 'competitors', 'authority'].map((name) => `ok ${name} 200`),
    ),
  );
});

test('a key sees its websites and nothing of others, by no endpoint and no tool', async () => {
  const [mine = '', other = ''] = ids();
  const listed = (await (await gateway.get('/websites', own)).json()) as { websites: { id: string }[] };
  expect(listed.websites.map(({ id }) => id)).toEqual([mine]);
  for (const endpoint of ['analytics', 'citations', 'competitors', 'authority', 'changes', 'notes'])
    for (const name of [other, 'harborandpine.example', 'Harbor & Pine'])
      expect(
        await readFault(await gateway.get(`/${endpoint}?website_id=${encodeURIComponent(name)}`, own)),
        `${endpoint} ${name}`,
      ).toEqual({ status: 404, code: 'not_found' });
  const call = async (name: string, values: object, key = own): Promise<string> => {
    const response = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: values },
      }),
    });
    return response.text();
  };
  expect(await call('list_websites', {})).toContain(mine);
  expect(await call('list_websites', {})).not.toContain('harborandpine');
  expect(await call('read', { resource: 'authority', website: other })).toContain('"isError":true');
  expect(await call('compare', { website: 'harborandpine.example', week: '2026-W47' })).toContain(
    '"isError":true',
  );
  expect(await call('read', { resource: 'authority', website: mine })).toContain('"score"');
  expect(await call('list_websites', {}, 'rs_live_gw_wrong')).toContain('invalid_key');
});

test('an answer states its age and source, and costs nothing for a caller that has it', async () => {
  const path = `/authority?website_id=${ids()[0]}`;
  const first = await gateway.get(path, all);
  expect(first.headers.get('x-answer-source')).toBe('ledger');
  expect(Number(first.headers.get('age'))).toBeGreaterThanOrEqual(3 * 3_600);
  const body = (await first.json()) as { as_of: string; score: number };
  expect(body.as_of.slice(0, 10)).toBe('2026-11-18');
  const etag = first.headers.get('etag') ?? '';
  const again = await gateway.get(path, all, { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const history = (await (await gateway.get(`${path}&from=2026-11-17&to=1794873600`, all)).json()) as object;
  expect(history).toMatchObject({ days: [] });
  const days = (await (await gateway.get(`${path}&from=2026-11-01`, all)).json()) as { days: object[] };
  expect(days.days).toEqual([expect.objectContaining({ date: '2026-11-18', score: body.score })]);
});

test('a validating proxy admits and accepts history, changes, notes and what the caller has', async () => {
  const service = { baseUrl: gateway.url };
  const document = await documentOf(service, '/api/v1/openapi.json');
  const proxy = await startValidatingProxy(service, document, { validateRequests: true });
  expect(await bot.run(['note', 'New price list', '--on', '2026-11-17', '--now', now])).toMatchObject({
    code: 0,
  });
  const site = `website_id=${ids()[0]}`;
  const headers = { authorization: `Bearer ${all}` };
  const read = async (path: string, more = {}): Promise<Response> => {
    const response = await fetch(`${proxy.baseUrl}/api/v1${path}`, { headers: { ...headers, ...more } });
    const [name = ''] = path.split('?');
    expect(findHeaderFaults(document, `/api/v1${name}`, response), path).toEqual([]);
    return response;
  };
  for (const [path, field] of [
    [`/history?${site}&from=2026-11-01`, 'days'],
    [`/authority?websiteId=${ids()[0]}&from=2026-11-01&to=2026-11-18`, 'days'],
    [`/competitors?${site}&from=2026-11-01`, 'days'],
    [`/citations?${site}&from=1793491200`, 'days'],
    [`/changes?${site}&week=2026-W47`, 'figures'],
    ['/notes', 'notes'],
  ] as const) {
    const response = await read(path);
    const body = (await response.json()) as Record<string, unknown>;
    expect([path, response.status, body.message]).toEqual([path, 200, undefined]);
    expect(body[field], path).not.toEqual([]);
  }
  for (const path of [`/history?${site}`, `/authority?${site}`, '/websites', '/notes', `/changes?${site}`]) {
    const etag = (await read(path)).headers.get('etag') ?? '';
    const again = await read(path, { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag')], path).toEqual([304, etag]);
  }
  for (const [path, code] of [
    [`/changes?${site}&week=2026-W99`, 'bad_request'],
    ['/history', 'bad_request'],
    ['/notes?website_id=ws_none', 'not_found'],
    [`/changes?${site}&week=2020-W01`, 'not_found'],
  ] as const)
    expect(await (await read(path)).json(), path).toMatchObject({ error: { code } });
});

test('a miss that 200 ask at once, of two replicas, costs one request', async () => {
  const replica = await startGateway(bot, now);
  onTestFinished(async () => {
    await replica.stop();
  });
  const path = `/analytics?website_id=${ids()[2]}&period=90d`;
  await ledgers.sandbox.admin.resetRequests();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? gateway : replica).get(path, all)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(await Promise.all(answers.map((one) => one.text()))).size).toBe(1);
  expect((await ledgers.sandbox.admin.requests()).total).toBe(1);
});

test('with the requests of the day used up, the last good answer is served and says so', async () => {
  const tomorrow = '2026-11-19T09:00:00Z';
  await ledgers.sandbox.admin.setClock(tomorrow);
  await ledgers.sandbox.admin.setUsage('live', { day: 1_000 });
  const later = await startGateway(bot, tomorrow);
  onTestFinished(async () => {
    await later.stop();
    await ledgers.sandbox.admin.setUsage('live', { day: 0 });
    await ledgers.sandbox.admin.setClock(now);
  });
  const response = await later.get(`/competitors?website_id=${ids()[0]}`, all);
  expect([response.status, response.headers.get('x-answer-source')]).toEqual([200, 'stale']);
  expect(Number(response.headers.get('age'))).toBeGreaterThan(86_400);
  const unknown = await later.get(`/competitors?website_id=${ids()[4]}`, all);
  const wait = unknown.headers.get('retry-after');
  expect(Number(wait)).toBeGreaterThan(3_600);
  expect(unknown.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(await unknown.json()).toEqual({
    error: { code: 'rate_limited', message: expect.stringContaining(`retry in ${wait} seconds`) },
  });
});

test('a rotated key works as the old one does; a revoked and an expired one do not', async () => {
  const first = await createKey(bot, now, '--expires', '2026-11-30');
  const { out } = await bot.run(['keys', 'rotate', first.id, '--json', '--now', now]);
  const second = JSON.parse(out) as { id: string; key: string };
  for (const { key } of [first, second]) expect((await gateway.get('/websites', key)).status).toBe(200);
  await bot.run(['keys', 'revoke', first.id, '--now', now]);
  await expect.poll(async () => (await gateway.get('/websites', first.key)).status).toBe(401);
  expect((await gateway.get('/websites', second.key)).status).toBe(200);
  const later = await startGateway(bot, '2026-12-01T00:00:00Z');
  onTestFinished(async () => {
    await later.stop();
  });
  expect(await readFault(await later.get('/websites', second.key))).toEqual({
    status: 401,
    code: 'invalid_key',
  });
  expect(await bot.run(['keys', 'list', '--now', '2026-12-01T00:00:00Z'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      new RegExp(`(?=[\\s\\S]*${first.id} .*revoked)[\\s\\S]*${second.id} .*expired`),
    ),
  });
});

test('while a key is rotated under load, no request fails and each is counted', async () => {
  const replicas = [await startGateway(bot, now), await startGateway(bot, now)] as const;
  const first = await createKey(bot, now, '--per-minute', '9999999', '--per-day', '9999999');
  let key = first.key;
  let [isLoaded, sent] = [true, 0];
  const failed: number[] = [];
  /** Lanes that have an answer for the current key. */
  let switched = new Set<number>();
  let wake = (): void => undefined;
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    while (isLoaded) {
      const used = key;
      const response = await replicas[lane % 2 === 0 ? 0 : 1].get('/websites', used);
      await response.text();
      sent += 1;
      if (response.status !== 200) failed.push(response.status);
      if (used !== key) continue;
      switched.add(lane);
      if (switched.size === 8) wake();
    }
  });
  const allLanes = (): Promise<void> =>
    new Promise((done) => {
      switched = new Set();
      wake = done;
    });
  await allLanes();
  const { out } = await bot.run(['keys', 'rotate', first.id, '--json', '--now', now]);
  const second = JSON.parse(out) as { id: string; key: string };
  await allLanes();
  key = second.key;
  await allLanes();
  expect(await bot.run(['keys', 'revoke', first.id, '--now', now])).toMatchObject({ code: 0 });
  await expect
    .poll(async () => {
      const { status } = await replicas[0].get('/websites', first.key);
      if (status === 200) sent += 1;
      return status;
    })
    .toBe(401);
  await allLanes();
  isLoaded = false;
  await Promise.all(lanes);
  for (const replica of replicas) await replica.stop();
  const keys = await bot.inStore(({ db }) => listGatewayKeys(db));
  const counted = [first, second].map(({ id }) => keys.find((one) => one.id === id)?.requests ?? 0);
  expect(failed).toEqual([]);
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(sent);
  expect(Math.min(...counted)).toBeGreaterThan(0);
});

test('neither the key of the service nor a key of the gateway is anywhere but where it was shown', async () => {
  const secret = ledgers.sandbox.keys.live.replace('rs_live_', '');
  const stored = await bot.inStore(async ({ db }) => {
    const tables = await Promise.all(
      (['gateway_key', 'gateway_use', 'shared_answer', 'audit', 'learnt'] as const).map((name) =>
        db.selectFrom(name).selectAll().execute(),
      ),
    );
    return JSON.stringify(tables);
  });
  expect(stored).toContain('"hash"');
  expect(all).toMatch(/^rs_live_gw_test\.[\w-]{43}$/);
  for (const text of [secret, ...[all, own].map((key) => key.split('.')[1] ?? '')])
    expect(stored).not.toContain(text);
  for (const path of ['/websites', '/openapi.json', `/authority?website_id=${ids()[0]}`, '/nothing'])
    expect(await (await gateway.get(path, all)).text()).not.toContain(secret);
});
