import { describe, expect, it } from 'vitest';
import { toFaultKind } from '../../src/dialects/recognise-form.ts';

describe('an error code (specification §7)', () => {
  it.each([
    ['unauthorized', 'auth.missing'],
    ['invalid_key', 'auth.invalid'],
    ['bad_request', 'bad_request'],
    ['forbidden', 'forbidden'],
    ['insufficient_scope', 'forbidden'],
    ['not_found', 'not_found'],
    ['rate_limited', 'burst'],
    ['daily_quota_exceeded', 'daily'],
    ['server_error', 'server'],
  ])('%s means %s', (code, kind) => expect(toFaultKind(code)).toBe(kind));

  it.each(['RATE_LIMITED', ' rate_limited ', 'rate-limited', 'Rate Limited'])(
    '%j means the same as in small letters with underscores',
    (code) => expect(toFaultKind(code)).toBe('burst'),
  );

  it('has every dash and space read as an underscore', () => {
    expect(toFaultKind('Daily quota-exceeded')).toBe('daily');
  });

  it.each(['', 'teapot', 'rate_limited_twice', 'toString', 'constructor', '__proto__'])(
    '%j is known to neither Form',
    (code) => expect(toFaultKind(code)).toBeNull(),
  );
});
