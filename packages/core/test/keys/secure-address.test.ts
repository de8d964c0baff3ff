import { describe, expect, it } from 'vitest';
import {
  asyncClient,
  inspectService,
  isLoopbackHost,
  isSecureAddress,
  parseBaseUrl,
  planSingleRequest,
  type SyncHost,
  syncClient,
} from '../../src/index.ts';
import { nodeHost } from '../support/http-host.ts';

const loopback = [
  'localhost',
  'LocalHost',
  '127.0.0.1',
  '127.0.0.0',
  '127.255.255.255',
  '127.1.2.3',
  '::1',
  '[::1]',
];

/** Names of other machines, and writings of a loopback address that not every program reads alike. */
const others = [
  '',
  'example.com',
  '127.evil.example',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'evil.localhost',
  'localhost.',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '127.0.0.01',
  '127.0.0.256',
  '2130706433',
  '127。0。0。1',
  '１２７.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '::',
  '[::]',
  '::ffff:127.0.0.1',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '0:0:0:0:0:0:0:1',
  '[::1%25eth0]',
  '::1.evil.example',
  '127.0.0.1\nevil.example',
  '127.0.0.1 ',
];

describe('a host', () => {
  it.each(loopback)('is loopback: %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each(others)('is not loopback, or not in its usual notation: %j', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

describe('an address may carry a key', () => {
  it.each(loopback.filter((host) => host !== '::1'))('over http to loopback: %s', (host) => {
    for (const rest of ['', '/', ':8080', ':8080/base'])
      expect(isSecureAddress(`http://${host}${rest}`)).toBe(true);
  });

  it('over https to any host', () => {
    expect(isSecureAddress('https://api.example.com')).toBe(true);
    expect(isSecureAddress('HTTPS://API.example.com/base')).toBe(true);
  });

  it.each(others)('over http to no other host: %j', (host) => {
    for (const rest of ['', '/', ':8080', ':8080/base'])
      expect(isSecureAddress(`http://${host}${rest}`)).toBe(false);
  });

  it.each([
    'http://127.0.0.1@evil.example',
    'http://127.0.0.1:80@evil.example',
    'http://localhost:pass@evil.example/',
    'http://127.0.0.1\\@evil.example',
    'http://[::1].evil.example',
    'http:/127.0.0.1',
    'http:127.0.0.1',
    'ftp://127.0.0.1',
    '127.0.0.1',
    'javascript:https://a',
  ])('in no other notation: %j', (address) => {
    expect(isSecureAddress(address)).toBe(false);
  });

  it.each(loopback.filter((host) => host !== '::1'))(
    'only if a URL parser finds loopback too: %s',
    (host) => {
      const { hostname } = new URL(`http://${host}:8080/base`);
      expect(isLoopbackHost(hostname)).toBe(true);
    },
  );
});

describe('http to another host', () => {
  const options = { baseUrl: 'http://service.example', key: 'rs_live_secure_address_key' };
  const syncHost: SyncHost = { now: () => 0, random: () => 0, wait: () => undefined, send: () => [] };
  const asked = { endpoint: 'websites', website: null, window: null } as const;

  it.each([
    ['asyncClient', () => asyncClient(options, nodeHost())],
    ['syncClient', () => syncClient(options, syncHost)],
    ['doctorAsync', () => inspectService(options, nodeHost())],
    ['singleRequest', () => planSingleRequest(options, asked, 0)],
    ['parseBaseUrl', () => parseBaseUrl(options.baseUrl)],
  ])('is refused by %s with a message without the key', async (_, open) => {
    const thrown = await (async (): Promise<unknown> => open())().catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      kind: 'transport',
      owner: 'caller',
      message:
        'The service address is http to another machine, so others could read the key on the way. Use an https address.',
      hint: 'Use an https address.',
      spent: 0,
    });
    expect(JSON.stringify(thrown)).not.toContain(options.key);
  });

  it('is accepted if the caller allows it', () => {
    expect(parseBaseUrl('http://service.example/', { insecure: true })).toBe('http://service.example');
    expect(planSingleRequest({ ...options, insecure: true }, asked, 0).url).toBe(
      'http://service.example/api/v1/websites',
    );
  });
});
