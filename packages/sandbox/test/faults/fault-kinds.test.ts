import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { RunningSandbox, SandboxFaultKind } from '../../src/index.ts';
import { get, pathFor, readError, startTestSandbox } from '../sandbox.ts';
import { CALLERS, countUsed, WEBSITES } from './callers.ts';

describe.each(CALLERS)('%s', (_, ask) => {
  test.each([
    ['html', 200],
    ['html502', 502],
  ] as const)(
    "%s: sends a proxy's page with status %i without the service's headers, and does not count",
    async (fault, status) => {
      const sandbox = await startTestSandbox(1);
      await sandbox.admin.fault({ fault });
      const response = await ask(sandbox);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('x-ratelimit-remaining')).toBeNull();
      await expect(response.json()).rejects.toThrow(SyntaxError);
      expect(await countUsed(sandbox)).toBe(0);
    },
  );

  test('cut: sends a complete message with truncated JSON, and counts', async () => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault: 'cut' });
    const response = await ask(sandbox);
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow(SyntaxError);
    expect(await countUsed(sandbox)).toBe(1);
  });

  test('cutConnection: sends status 200 and breaks the body, and counts', async () => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault: 'cutConnection' });
    const response = await ask(sandbox);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toMatchObject({ name: 'TypeError', message: 'terminated' });
    expect(await countUsed(sandbox)).toBe(1);
  });

  test.each([
    ['reset', 'ECONNRESET'],
    ['empty', 'UND_ERR_SOCKET'],
  ] as const)('%s: fetch fails with %s, and nothing counts', async (fault, code) => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault });
    await expect(ask(sandbox)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { code },
    });
    expect(await countUsed(sandbox)).toBe(0);
  });

  test.each(['hang', 'slow', 'status'] as const)(
    '%s: other calls get responses meanwhile, and the caller can abort',
    async (fault) => {
      const sandbox = await startTestSandbox(1);
      await sandbox.admin.fault({ fault, delayMs: 600_000 });
      const patience = new AbortController();
      const waiting = ask(sandbox, patience.signal);
      const first = await Promise.race([
        waiting,
        untilLogged(sandbox).then(() => get(sandbox, pathFor(sandbox, 'authority'))),
      ]);
      expect(new URL(first.url).pathname).toBe('/api/v1/authority');
      patience.abort();
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    },
  );

  test.each(['hang', 'slow', 'status'] as const)('%s: closing the sandbox ends the wait', async (fault) => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault, delayMs: 600_000 });
    const ended = expect(ask(sandbox)).rejects.toThrow();
    await untilLogged(sandbox);
    await sandbox.close();
    await ended;
  });

  test('slow: sends the complete response', async () => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault: 'slow', delayMs: 5 });
    expect(((await (await ask(sandbox)).json()) as { websites: object[] }).websites).toHaveLength(8);
    expect((await sandbox.admin.requests()).entries[0]?.fault).toBe('slow');
  });

  test.each([
    ['html503', 503, '503 Service Unavailable'],
    ['html504', 504, '504 Gateway Timeout'],
  ] as const)("%s: sends a proxy's page, and does not count", async (fault, status, text) => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault });
    const response = await ask(sandbox);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain(text);
    expect(await countUsed(sandbox)).toBe(0);
  });

  test.each(['chunkCut', 'badChunk'] as const)(
    '%s: sends status 200 without Content-Length and breaks the body, and counts',
    async (fault) => {
      const sandbox = await startTestSandbox(1);
      await sandbox.admin.fault({ fault });
      const response = await ask(sandbox);
      expect([response.status, response.headers.get('content-length')]).toEqual([200, null]);
      await expect(response.text()).rejects.toMatchObject({ name: 'TypeError', message: 'terminated' });
      expect(await countUsed(sandbox)).toBe(1);
    },
  );

  test('dribble: sends the complete body byte by byte', async () => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault: 'dribble', delayMs: 0 });
    const response = await ask(sandbox);
    expect(((await response.json()) as { websites: object[] }).websites).toHaveLength(8);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await countUsed(sandbox)).toBe(1);
  });

  test('dribble: sends the first byte, and the caller can abort', async () => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault: 'dribble', delayMs: 600_000 });
    const patience = new AbortController();
    const response = await ask(sandbox, patience.signal);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{');
    const waiting = reader?.read();
    patience.abort();
    await expect(waiting).rejects.toThrow();
  });

  test('bom: sends a byte order mark before the JSON', async () => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault: 'bom' });
    const bytes = new Uint8Array(await (await ask(sandbox)).arrayBuffer());
    expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, '{'.charCodeAt(0)]);
  });

  test.each([
    ['empty200', 200],
    ['noContent', 204],
  ] as const)('%s: sends status %i without a body', async (fault, status) => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault });
    const response = await ask(sandbox);
    expect([response.status, await response.text()]).toEqual([status, '']);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('299');
    expect(await countUsed(sandbox)).toBe(1);
  });

  test('skewedDate: the Date header is once ahead by 10 minutes or by skewSeconds', async () => {
    const sandbox = await startTestSandbox(1);
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

  test('retryAfterTwice: sends a 429 whose header joins to "2, 5"', async () => {
    const sandbox = await startTestSandbox(1);
    await sandbox.admin.fault({ fault: 'retryAfterTwice' });
    const response = await ask(sandbox);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2, 5']);
    expect(await readError(response)).toMatchObject({ code: 'rate_limited' });
  });
});

/** Resolves when the request under a fault has reached the sandbox. */
async function untilLogged(sandbox: RunningSandbox): Promise<void> {
  while ((await sandbox.admin.requests()).total === 0) await new Promise((resolve) => setImmediate(resolve));
}

test('retryAfterTwice sends two header lines', async () => {
  const sandbox = await startTestSandbox(1);
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
async function readRawResponse(sandbox: RunningSandbox): Promise<string> {
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

test('badChunk sends a size that is not hexadecimal; chunkCut sends no last chunk', async () => {
  const sandbox = await startTestSandbox(1);
  await sandbox.admin.fault({ fault: 'badChunk' });
  await sandbox.admin.fault({ fault: 'chunkCut' });
  const [bad, cut] = [await readRawResponse(sandbox), await readRawResponse(sandbox)];
  expect(bad).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Transfer-Encoding: chunked\r\n\r\nzz\r\n\{"websites"/);
  expect(cut).toMatch(/transfer-encoding: chunked\r\n\r\n[0-9a-f]+\r\n\{"websites"/i);
  expect(cut).not.toContain('\r\n0\r\n');
});

test('the log names the fault of each request', async () => {
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
  const sandbox = await startTestSandbox(1);
  for (const fault of FAULT_KINDS.filter((kind) => !silent.includes(kind))) {
    await sandbox.admin.fault({ fault });
    await (await get(sandbox, WEBSITES)).arrayBuffer();
    expect((await sandbox.admin.requests()).entries.at(-1)?.fault).toBe(fault);
  }
});
