import { expect, test } from 'vitest';
import { isUrlAllowed } from '../../src/broker/fetch-request.ts';

test.each([
  ['https://example.com/foo', 'https://example.com/foo', true],
  ['https://example.com/foo', 'https://example.com/foo/bar', true],
  ['https://example.com/foo', 'https://example.com/foo?bar', true],
  ['https://example.com/foo', 'https://example.com/food', false],
  ['https://example.com/foo', 'https://example.com/Foo', false],
  ['https://example.com/foo', 'http://example.com/foo', false],
  ['https://example.com/foo', 'https://example.com:8443/foo', false],
  ['https://example.com/', 'https://example.com/any', true],
  ['https://example.com/', 'https://example.com.evil.org/', false],
  ['https://*.example.com/foo', 'https://sub.example.com/foo', true],
  ['https://*.example.com/foo', 'https://evilexample.com/foo', false],
])('%s and %s: %s', (prefix, address, allowed) => {
  expect(isUrlAllowed([prefix], new URL(address))).toBe(allowed);
});
