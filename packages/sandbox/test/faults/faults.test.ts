import { describe, expect, test } from 'vitest';
import type { RunningSandbox } from '../../src/index.ts';
import { FORMS, get, pathFor, refusal, started } from '../started.ts';

const websites = '/api/v1/websites';

/** The two ways to reach a sandbox: its port, and its fetch in the same process. */
const WAYS: [string, (sandbox: RunningSandbox, signal?: AbortSignal) => Promise<Response>][] = [
  ['over the socket', (s, signal) => fetch(request(s, signal))],
  ['in process', (s, signal) => s.fetch(request(s, signal))],
];

function request(sandbox: RunningSandbox, signal?: AbortSignal): Request {
  const headers = { Authorization: `Bearer ${sandbox.keys.live}` };
  return new Request(
    `${sandbox.baseUrl}${websites}`,
    signal === undefined ? { headers } : { headers, signal },
  );
}

async function used(sandbox: RunningSandbox): Promise<number> {
  return 300 - 1 - Number((await get(sandbox, websites)).headers.get('x-ratelimit-remaining'));
}

describe.each(WAYS)('%s', (_, ask) => {
  test.each([
    ['html', 200],
    ['html502', 502],
  ] as const)(
    "%s: a proxy's page with status %i, not JSON, without the service's headers, counted for nobody",
    async (fault, status) => {
      const sandbox = await started(1);
      await sandbox.admin.fault({ fault });
      const response = await ask(sandbox);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('x-ratelimit-remaining')).toBeNull();
      await expect(response.json()).rejects.toThrow(SyntaxError);
      expect(await used(sandbox)).toBe(0);
    },
  );

  test('cut: a whole message whose JSON ends too early, and it was counted', async () => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault: 'cut' });
    const response = await ask(sandbox);
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow(SyntaxError);
    expect(await used(sandbox)).toBe(1);
  });

  test('cutConnection: status 200, then the body cannot be read, and it was counted', async () => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault: 'cutConnection' });
    const response = await ask(sandbox);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toMatchObject({ name: 'TypeError', message: 'terminated' });
    expect(await used(sandbox)).toBe(1);
  });

  test.each([
    ['reset', 'ECONNRESET'],
    ['empty', 'UND_ERR_SOCKET'],
  ] as const)('%s: fetch fails with %s and nothing was counted', async (fault, code) => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault });
    await expect(ask(sandbox)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { code },
    });
    expect(await used(sandbox)).toBe(0);
  });

  test.each(['hang', 'slow'] as const)(
    '%s: others are answered meanwhile, and the caller can give up',
    async (fault) => {
      const sandbox = await started(1);
      await sandbox.admin.fault({ fault, delayMs: 600_000 });
      const patience = new AbortController();
      const waiting = ask(sandbox, patience.signal);
      const first = await Promise.race([
        waiting,
        logged(sandbox).then(() => get(sandbox, pathFor(sandbox, 'authority'))),
      ]);
      expect(new URL(first.url).pathname).toBe('/api/v1/authority');
      patience.abort();
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    },
  );

  test.each(['hang', 'slow'] as const)('%s: closing the sandbox ends the wait', async (fault) => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault, delayMs: 600_000 });
    const ended = expect(ask(sandbox)).rejects.toThrow();
    await logged(sandbox);
    await sandbox.close();
    await ended;
  });

  test('slow: the answer comes whole', async () => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault: 'slow', delayMs: 5 });
    expect(((await (await ask(sandbox)).json()) as { websites: object[] }).websites).toHaveLength(8);
    expect((await sandbox.admin.requests()).entries[0]?.fault).toBe('slow');
  });
});

/** Resolves when the request under a fault has reached the sandbox. */
async function logged(sandbox: RunningSandbox): Promise<void> {
  while ((await sandbox.admin.requests()).total === 0) await new Promise((resolve) => setImmediate(resolve));
}

describe.each(FORMS)('Form %i', (form) => {
  test('one 500 and then fine; the 500 was counted', async () => {
    const sandbox = await started(form);
    await sandbox.admin.fault({ fault: 'status' });
    expect(await refusal(await get(sandbox, websites))).toMatchObject({ status: 500, code: 'server_error' });
    expect(await used(sandbox)).toBe(1);
  });

  test('the queue is served in order, twice the first, any 5xx', async () => {
    const sandbox = await started(form);
    await sandbox.admin.fault({ fault: 'status', status: 503, times: 2 });
    await sandbox.admin.fault({ fault: 'html' });
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await get(sandbox, websites));
    expect(answers.map((answer) => answer.status)).toEqual([503, 503, 200, 200]);
    expect(answers.map((answer) => answer.headers.get('content-type')?.split(';')[0])).toEqual([
      'application/json',
      'application/json',
      'text/html',
      'application/json',
    ]);
  });

  test('a rule strikes its endpoint and key until the faults are cleared', async () => {
    const sandbox = await started(form);
    await sandbox.admin.fault({ fault: 'status', endpoint: 'authority', key: 'growth', times: 'always' });
    const ask = async (endpoint: string, key: string) =>
      (await get(sandbox, pathFor(sandbox, endpoint), key)).status;
    expect(await ask('authority', sandbox.keys.live)).toBe(200);
    expect(await ask('citations', sandbox.keys.growth)).toBe(200);
    expect(await ask('authority', sandbox.keys.growth)).toBe(500);
    expect(await ask('authority', sandbox.keys.growth)).toBe(500);
    await sandbox.admin.clearFaults();
    expect(await ask('authority', sandbox.keys.growth)).toBe(200);
  });

  test('a 500 in place of a 429 asks for no wait', async () => {
    const sandbox = await started(form);
    await sandbox.admin.setUsage('live', { minute: 300 });
    await sandbox.admin.fault({ fault: 'status' });
    const response = await get(sandbox, websites);
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, null]);
    expect((await get(sandbox, websites)).status).toBe(429);
  });
});
