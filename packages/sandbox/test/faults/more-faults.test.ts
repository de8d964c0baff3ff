import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { RunningSandbox, SandboxFaultKind } from '../../src/index.ts';
import { FORMS, get, refusal, started } from '../started.ts';

const WEBSITES = '/api/v1/websites';

const WAYS: [string, (sandbox: RunningSandbox, signal?: AbortSignal) => Promise<Response>][] = [
  ['over the socket', (s, signal) => fetch(request(s, signal))],
  ['in process', (s, signal) => s.fetch(request(s, signal))],
];

function request({ baseUrl, keys }: RunningSandbox, signal?: AbortSignal): Request {
  const headers = { Authorization: `Bearer ${keys.live}` };
  return new Request(`${baseUrl}${WEBSITES}`, signal === undefined ? { headers } : { headers, signal });
}

async function used(sandbox: RunningSandbox): Promise<number> {
  return 300 - 1 - Number((await get(sandbox, WEBSITES)).headers.get('x-ratelimit-remaining'));
}

describe.each(WAYS)('%s', (_, ask) => {
  test.each([
    ['html503', 503, '503 Service Unavailable'],
    ['html504', 504, '504 Gateway Timeout'],
  ] as const)("%s: a proxy's page, counted for nobody", async (fault, status, text) => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault });
    const response = await ask(sandbox);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain(text);
    expect(await used(sandbox)).toBe(0);
  });

  test.each(['chunkCut', 'badChunk'] as const)(
    '%s: status 200 and no length, then the body cannot be read, and it was counted',
    async (fault) => {
      const sandbox = await started(1);
      await sandbox.admin.fault({ fault });
      const response = await ask(sandbox);
      expect([response.status, response.headers.get('content-length')]).toEqual([200, null]);
      await expect(response.text()).rejects.toMatchObject({ name: 'TypeError', message: 'terminated' });
      expect(await used(sandbox)).toBe(1);
    },
  );

  test('dribble: the body comes byte by byte and is whole in the end', async () => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault: 'dribble', delayMs: 0 });
    const response = await ask(sandbox);
    expect(((await response.json()) as { websites: object[] }).websites).toHaveLength(8);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await used(sandbox)).toBe(1);
  });

  test('dribble: the first byte comes, and a caller with a deadline of its own can give up', async () => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault: 'dribble', delayMs: 600_000 });
    const patience = new AbortController();
    const response = await ask(sandbox, patience.signal);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{');
    const waiting = reader?.read();
    patience.abort();
    await expect(waiting).rejects.toThrow();
  });

  test('bom: a byte order mark before the JSON', async () => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault: 'bom' });
    const bytes = new Uint8Array(await (await ask(sandbox)).arrayBuffer());
    expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, '{'.charCodeAt(0)]);
  });

  test.each([
    ['empty200', 200],
    ['noContent', 204],
  ] as const)('%s: status %i without a body', async (fault, status) => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault });
    const response = await ask(sandbox);
    expect([response.status, await response.text()]).toEqual([status, '']);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('299');
    expect(await used(sandbox)).toBe(1);
  });

  test('skewedDate: the Date header is ten minutes ahead once, or as far as is said', async () => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault: 'skewedDate' });
    await sandbox.admin.fault({ fault: 'skewedDate', skewSeconds: -600 });
    const dates = [];
    for (let i = 0; i < 3; i++) dates.push((await ask(sandbox)).headers.get('date'));
    expect(dates).toEqual([
      'Mon, 16 Nov 2026 09:10:00 GMT',
      'Mon, 16 Nov 2026 08:50:00 GMT',
      'Mon, 16 Nov 2026 09:00:00 GMT',
    ]);
  });

  test('retryAfterTwice: a 429 whose header joins to "2, 5"', async () => {
    const sandbox = await started(1);
    await sandbox.admin.fault({ fault: 'retryAfterTwice' });
    const response = await ask(sandbox);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2, 5']);
    expect(await refusal(response)).toMatchObject({ code: 'rate_limited' });
  });
});

test('retryAfterTwice comes as two header lines', async () => {
  const sandbox = await started(1);
  await sandbox.admin.fault({ fault: 'retryAfterTwice' });
  const asked = httpGet(`${sandbox.baseUrl}${WEBSITES}`, {
    headers: { Authorization: `Bearer ${sandbox.keys.live}` },
  });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  const lines = response.rawHeaders.filter((_, i) => response.rawHeaders[i - 1] === 'Retry-After');
  expect(lines).toEqual(['2', '5']);
});

/** All bytes of an answer as they come over a plain socket. */
async function bytes(sandbox: RunningSandbox): Promise<string> {
  const { hostname, port } = new URL(sandbox.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${WEBSITES} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandbox.keys.live}\r\nConnection: close\r\n\r\n`,
  );
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'close');
  return text;
}

test('a bad chunk has a size that is no hexadecimal number; a cut one never ends', async () => {
  const sandbox = await started(1);
  await sandbox.admin.fault({ fault: 'badChunk' });
  await sandbox.admin.fault({ fault: 'chunkCut' });
  const [bad, cut] = [await bytes(sandbox), await bytes(sandbox)];
  expect(bad).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Transfer-Encoding: chunked\r\n\r\nzz\r\n\{"websites"/);
  expect(cut).toMatch(/transfer-encoding: chunked\r\n\r\n[0-9a-f]+\r\n\{"websites"/i);
  expect(cut).not.toContain('\r\n0\r\n');
});

describe.each(FORMS)('Form %i, scripted rules', (form) => {
  const statuses = async (sandbox: RunningSandbox, calls: number, key?: string): Promise<number[]> => {
    const seen = [];
    for (let i = 0; i < calls; i++) seen.push((await get(sandbox, WEBSITES, key)).status);
    return seen;
  };

  test('the next two calls are 500, then it is fine', async () => {
    const sandbox = await started(form);
    await sandbox.admin.fault({ fault: 'status', times: 2 });
    expect(await statuses(sandbox, 4)).toEqual([500, 500, 200, 200]);
  });

  test('the third call of a key, wherever else is asked', async () => {
    const sandbox = await started(form);
    await sandbox.admin.fault({ fault: 'status', match: { key: 'live', endpoint: 'websites', nth: 3 } });
    expect(await statuses(sandbox, 2, sandbox.keys.growth)).toEqual([200, 200]);
    expect(await statuses(sandbox, 5)).toEqual([200, 200, 500, 200, 200]);
  });

  test('a part of the calls, the same ones for the same seed', async () => {
    const struck = async (seed: number): Promise<number[]> => {
      const sandbox = await started(form);
      await sandbox.admin.fault({ fault: 'status', probability: 0.3, seed });
      return statuses(sandbox, 60);
    };
    const [first, again, other] = [await struck(1), await struck(1), await struck(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    const count = first.filter((status) => status === 500).length;
    expect(count).toBeGreaterThan(8);
    expect(count).toBeLessThan(30);
  });

  test('a probable fault strikes so many times and no more', async () => {
    const sandbox = await started(form);
    await sandbox.admin.fault({ fault: 'html503', probability: 0.5, times: 2 });
    expect((await statuses(sandbox, 20)).filter((status) => status === 503)).toHaveLength(2);
  });
});

test('every fault can be ordered by its name and is named in the log', async () => {
  const { FAULT_KINDS } = await import('../../src/world/fault.ts');
  const silent: readonly SandboxFaultKind[] = [
    'hang',
    'reset',
    'empty',
    'slow',
    'dribble',
    'cutConnection',
    'chunkCut',
    'badChunk',
  ];
  const sandbox = await started(1);
  for (const fault of FAULT_KINDS.filter((kind) => !silent.includes(kind))) {
    await sandbox.admin.fault({ fault });
    await (await get(sandbox, WEBSITES)).arrayBuffer();
    expect((await sandbox.admin.requests()).entries.at(-1)?.fault).toBe(fault);
  }
});
