import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { toOutgoingRequest } from '../../src/broker/fetch-request.ts';
import { createAgents, type RawResponse, sendRaw } from '../../src/broker/http-exchange.ts';
import { serve } from '../support/pushed-folder.ts';

const most = 50 * 1024 * 1024;

function post(bytes: number): { body: Buffer | null } {
  return toOutgoingRequest(
    {
      url: 'http://127.0.0.1/',
      method: 'post',
      headers: {},
      contentType: null,
      body: { text: 'x'.repeat(bytes) },
      followRedirects: true,
      validateHttpsCertificates: true,
      timeoutSeconds: null,
    },
    null,
  );
}

test('sends a payload of 50 MB and refuses one more byte', () => {
  expect(post(most).body).toHaveLength(most);
  expect(() => post(most + 1)).toThrow('Limit Exceeded: URLFetch POST Size.');
});

test('accepts a response of 50 MB and refuses one more byte, compressed or not', async () => {
  const server = await serve(({ url }, response) => {
    const [, packed, bytes] = url.split('/');
    const body = Buffer.alloc(Number(bytes), 'x');
    if (packed === 'gzip') response.setHeader('content-encoding', 'gzip');
    response.end(packed === 'gzip' ? gzipSync(body, { level: 1 }) : body);
  });
  const agents = createAgents();
  onTestFinished(() => agents.http.destroy());
  const get = (path: string): Promise<RawResponse> =>
    sendRaw(agents, {
      url: new URL(path, server.origin),
      method: 'GET',
      headers: {},
      body: null,
      validateHttpsCertificates: true,
      signal: new AbortController().signal,
    });
  for (const packed of ['plain', 'gzip']) {
    expect((await get(`/${packed}/${most}`)).body).toHaveLength(most);
    await expect(get(`/${packed}/${most + 1}`)).rejects.toThrow('Limit Exceeded: URLFetch Response Size.');
  }
});
