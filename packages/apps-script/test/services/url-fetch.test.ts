import type { ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { limits, steppedClock } from '../../src/index.ts';
import { failureOf, hostOf, manifest, serve } from '../support/pushed-folder.ts';
import { selfSigned } from '../support/self-signed.ts';

const relay = `
function CALL(url, options) { return read(UrlFetchApp.fetch(url, options ? JSON.parse(options) : {})); }
function read(response) { return JSON.stringify([response.getResponseCode(), response.getContentText()]); }
function TRY(url, options) { try { return CALL(url, options); } catch (e) { return e.name + ': ' + e.message; } }
`;

test('sends method, headers and body, and reads status, text and headers', async () => {
  const server = await serve((_, response) => {
    response.writeHead(201, { 'Content-Type': 'text/plain; charset=utf-8', 'X-Two': ['a', 'b'] });
    response.end('grüezi');
  });
  const host = await hostOf(`function SEND(url) {
    var r = UrlFetchApp.fetch(url, { method: 'put', headers: { Authorization: 'Bearer x' }, contentType: 'application/json', payload: '{"a":1}' });
    var all = r.getAllHeaders();
    return [[r.getResponseCode(), r.getContentText(), r.getHeaders()['Content-Type'], all['X-Two'].join('+'), r.getContent()[2]]];
  }`);
  const row = await host.customFunction('SEND', [`${server.origin}/path?q=1`]);
  expect(row).toEqual([[201, 'grüezi', 'text/plain; charset=utf-8', 'a+b', -61]]);
  const [request] = server.requests;
  expect(request).toMatchObject({ method: 'PUT', url: '/path?q=1', body: '{"a":1}' });
  expect(request?.headers).toMatchObject({ authorization: 'Bearer x', 'content-type': 'application/json' });
});

test('sends an object payload as a form, and a payload without a method as POST', async () => {
  const server = await serve((_, response) => response.end());
  const host = await hostOf(relay);
  await host.customFunction('CALL', [server.origin, '{"payload":{"a b":"c&d"}}']);
  expect(server.requests[0]).toMatchObject({ method: 'POST', body: 'a%20b=c%26d' });
  expect(server.requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
});

test('decompresses gzip', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync('plain'));
  });
  const host = await hostOf(relay);
  expect(await host.customFunction('CALL', [server.origin])).toBe('[200,"plain"]');
});

test('fetchAll sends all requests at once and keeps their order', async () => {
  const waiting: (() => void)[] = [];
  const server = await serve((request, response) => {
    waiting.push(() => response.end(request.url));
    // The last to arrive is answered first, and nobody before all 20 are here.
    if (waiting.length === 20) for (const answer of waiting.reverse()) answer();
  });
  const host = await hostOf(`function ALL(origin) {
    var requests = [];
    for (var i = 0; i < 20; i++) requests.push(i % 2 ? origin + '/' + i : { url: origin + '/' + i, muteHttpExceptions: true });
    return UrlFetchApp.fetchAll(requests).map(function (r) { return r.getContentText(); }).join();
  }`);
  const order = Array.from({ length: 20 }, (_, i) => `/${i}`).join();
  expect(await host.customFunction('ALL', [server.origin])).toBe(order);
  expect(host.counters()).toMatchObject({ fetches: 20, maxInFlight: 20 });
});

test('throws Google’s message with host and truncated body for an error status; muted it returns a response', async () => {
  const body = 'x'.repeat(150);
  const server = await serve((_, response) => {
    response.statusCode = 404;
    response.end(body);
  });
  const host = await hostOf(relay);
  expect(await host.customFunction('TRY', [`${server.origin}/secret?key=1`])).toBe(
    `Exception: Request failed for ${server.origin} returned code 404. Truncated server response: ` +
      `${'x'.repeat(100)}... (use muteHttpExceptions option to examine full response)`,
  );
  expect(await host.customFunction('CALL', [server.origin, '{"muteHttpExceptions":true}'])).toBe(
    `[404,"${body}"]`,
  );
});

test('shows a body of 100 characters and truncates one more', async () => {
  const server = await serve((request, response) => {
    response.statusCode = 500;
    response.end('x'.repeat(Number(request.url?.slice(1))));
  });
  const host = await hostOf(relay);
  expect(await host.customFunction('TRY', [`${server.origin}/100`])).toContain(`${'x'.repeat(100)} (use`);
  expect(await host.customFunction('TRY', [`${server.origin}/101`])).toContain(`${'x'.repeat(100)}... (use`);
});

test('follows 20 redirects and refuses one more', async () => {
  const server = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` });
    response.end('here');
  });
  const host = await hostOf(relay);
  expect(await host.customFunction('TRY', [`${server.origin}/20`])).toBe('[200,"here"]');
  expect(await host.customFunction('TRY', [`${server.origin}/21`])).toContain('Unexpected error');
});

test('ends a request without timeoutSeconds after exactly 360 s by the host’s clock', async () => {
  const clock = steppedClock(0);
  let arrived = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const server = await serve(() => arrived());
  const host = await hostOf(relay, { clock, budgetMs: { other: 400_000 } });
  const said = host.run('TRY', [server.origin]);
  await asked;
  clock.moveTo(359_999);
  expect(host.executions()[0]?.state).toBe('running');
  clock.moveTo(360_000);
  expect(await said).toBe(`Exception: Timeout: ${server.origin}`);
});

test('follows redirects unless disabled', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/from') response.writeHead(302, { location: '/to' });
    response.end(request.method + request.url);
  });
  const host = await hostOf(relay);
  expect(await host.customFunction('CALL', [`${server.origin}/from`, '{"payload":"x"}'])).toBe(
    '[200,"GET/to"]',
  );
  expect(await host.customFunction('CALL', [`${server.origin}/from`, '{"followRedirects":false}'])).toBe(
    '[302,"GET/from"]',
  );
});

test('refuses an endless redirect', async () => {
  const server = await serve((_, response) => response.writeHead(301, { location: '/again' }).end());
  const host = await hostOf(relay);
  expect(await host.customFunction('TRY', [server.origin])).toBe(
    `Exception: Unexpected error: ${server.origin}`,
  );
  expect(server.requests).toHaveLength(limits.fetchRedirects.value + 1);
});

test('reports a closed port and a server that hangs up', async () => {
  const closed = createServer();
  await new Promise<void>((ready) => closed.listen(0, '127.0.0.1', ready));
  const address = closed.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((done) => closed.close(done));
  const server = await serve((_, response) => response.destroy());
  const host = await hostOf(relay);
  expect(await host.customFunction('TRY', [`http://127.0.0.1:${port}/secret`])).toBe(
    `Exception: Address unavailable: http://127.0.0.1:${port}`,
  );
  expect(await host.customFunction('TRY', [server.origin])).toBe(
    `Exception: Address unavailable: ${server.origin}`,
  );
});

test('timeoutSeconds ends a request that gets no answer', async () => {
  const server = await serve(() => undefined);
  const host = await hostOf(relay);
  expect(await host.customFunction('TRY', [server.origin, '{"timeoutSeconds":0.05}'])).toBe(
    `Exception: Timeout: ${server.origin}`,
  );
});

test('fetches a URL of 2,082 characters and refuses one more', async () => {
  const server = await serve((_, response) => response.end('ok'));
  const host = await hostOf(relay);
  const fill = (length: number): string => `${server.origin}/`.padEnd(length, 'a');
  expect(await host.customFunction('TRY', [fill(2_082)])).toBe('[200,"ok"]');
  expect(await host.customFunction('TRY', [fill(2_083)])).toBe(
    'Exception: Limit Exceeded: URLFetch URL Length.',
  );
  expect(server.requests).toHaveLength(1);
});

test('sends 100 headers of 8 KB and refuses one more', async () => {
  const server = await serve((_, response) => response.end('ok'));
  const host = await hostOf(relay);
  const many = (n: number) =>
    JSON.stringify({ headers: Object.fromEntries(Array.from({ length: n }, (_, i) => [`x${i}`, ''])) });
  const big = (bytes: number) => JSON.stringify({ headers: { x: 'v'.repeat(bytes - 1) } });
  expect(await host.customFunction('TRY', [server.origin, many(100)])).toBe('[200,"ok"]');
  expect(await host.customFunction('TRY', [server.origin, many(101)])).toContain('URLFetch Headers Count');
  expect(await host.customFunction('TRY', [server.origin, big(8_192)])).toBe('[200,"ok"]');
  expect(await host.customFunction('TRY', [server.origin, big(8_193)])).toContain('URLFetch Header Size');
});

test.each([
  ['{"muteHttpExceptions":"yes"}', 'Attribute provided with invalid value: muteHttpExceptions'],
  ['{"method":"fly"}', 'Attribute provided with invalid value: method'],
  ['{"headers":null}', 'Attribute provided with no value: headers'],
  ['{"timeout":5}', 'UrlFetchApp has no option named timeout.'],
  ['{"headers":{"a b":"c"}}', 'Header:a b was specified with an invalid name or value.'],
])('refuses %s', async (options, message) => {
  const host = await hostOf(relay);
  expect(await host.customFunction('TRY', ['http://127.0.0.1:1/', options])).toBe(`Exception: ${message}`);
});

test('sends only URLs that match urlFetchWhitelist, also with redirected origins', async () => {
  const server = await serve((request, response) => response.end(request.url));
  const list = { ...manifest, urlFetchWhitelist: ['https://api.example.com/v1'] };
  const host = await hostOf(
    relay,
    { origins: { 'https://api.example.com': server.origin } },
    { 'appsscript.json': JSON.stringify(list) },
  );
  expect(await host.customFunction('TRY', ['https://api.example.com/v1/sites?id=1'])).toBe(
    '[200,"/v1/sites?id=1"]',
  );
  for (const refused of [
    'https://api.example.com/v10',
    'https://api.example.com/V1',
    `${server.origin}/v1`,
  ]) {
    expect(await host.customFunction('TRY', [refused])).toContain('no entry of urlFetchWhitelist');
  }
  expect(server.requests).toHaveLength(1);
});

test('refuses an untrusted certificate unless validateHttpsCertificates is false', async () => {
  const server = createHttpsServer(selfSigned(), (_, response) => response.end('over TLS'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const origin = `https://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const host = await hostOf(relay);
  expect(await host.customFunction('TRY', [origin])).toBe(`Exception: SSL Error ${origin}`);
  expect(await host.customFunction('TRY', [origin, '{"validateHttpsCertificates":false}'])).toBe(
    '[200,"over TLS"]',
  );
});

test('executions wait for their own responses only', async () => {
  const held: ServerResponse[] = [];
  let second = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    second = resolve;
  });
  const server = await serve((request, response) => {
    if (request.url === '/slow') held.push(response);
    else response.end('fast');
    if (held.length === 1) second();
  });
  const host = await hostOf(relay, { threads: 2 });
  const slow = host.customFunction('CALL', [`${server.origin}/slow`]);
  await arrived;
  expect(await host.customFunction('CALL', [`${server.origin}/fast`])).toBe('[200,"fast"]');
  for (const response of held) response.end('slow');
  expect(await slow).toBe('[200,"slow"]');
});

test('aborts the request of a killed execution', async () => {
  let hungUp = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    hungUp = resolve;
  });
  const server = await serve((_, response) => response.on('close', hungUp));
  const host = await hostOf(relay, { threads: 1, budgetMs: { customFunction: 400 } });
  expect((await failureOf(host.customFunction('CALL', [server.origin]))).kind).toBe('timeout');
  await gone;
});
