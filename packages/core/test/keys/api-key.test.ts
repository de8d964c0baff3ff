import { describe, expect, it } from 'vitest';
import { maskKey, parseKey, redact } from '../../src/index.ts';

const key = 'rs_live_abcdefghijklmnopqrstuvwxyz';

describe('a key', () => {
  it('is trimmed of pasted spaces', () => {
    expect(parseKey(` ${key}\n`)).toMatchObject({
      ok: true,
      key,
      prefix: 'rs_live_',
      masked: 'rs_live_…wxyz',
    });
  });

  it('is shown by prefix and last four characters, a short one by its prefix alone', () => {
    expect(maskKey(key)).toBe('rs_live_…wxyz');
    expect(maskKey('rs_test_abc')).toBe('rs_test_…');
    expect(maskKey('secret')).toBe('…');
    const named = 'rs_live_gw_client-a.4iD_wX-9';
    expect(maskKey(`${named}${named}${named}`)).toBe('rs_live_gw_client-a.…wX-9');
  });

  it.each([
    ['rs_live_••••••••wxyz', 'it holds the character U+2022, which no key has; copy the whole key again'],
    [`${key}\u200b`, 'it holds the character U+200B, which no key has; copy the whole key again'],
    ['rs_live_ab#cd', 'it holds the character U+0023, which no key has; copy the whole key again'],
    ['rs_live_ab cd#', 'it starts with rs_live_ or rs_test_ and holds no spaces'],
    ['•rs_live_abcd', 'it starts with rs_live_ or rs_test_ and holds no spaces'],
    ['rs_live_', 'it starts with rs_live_ or rs_test_ and holds no spaces'],
  ])('of a wrong format is refused with the reason: %j', (wrong, reason) => {
    const reading = parseKey(wrong);
    expect(reading.ok ? '' : reading.complaint).toBe(
      `The API key has a wrong format: ${reason}. Create one in the web application under Settings > API Keys.`,
    );
  });

  it('does not appear in the message that refuses it', () => {
    for (const wrong of ['sk-topsecret', 'rsc_live_topsecret', 'rs_live_top secret', 'topsecret']) {
      const reading = parseKey(wrong);
      expect(reading.ok ? '' : reading.complaint).not.toContain('topsecret');
    }
  });
});

describe('redaction', () => {
  it.each([
    [`key=${key}.`, 'key=rs_live_[redacted]'],
    [`Authorization: Bearer ${key}`, 'Authorization: Bearer [redacted]'],
    [`{"k":"${key}"}`, '{"k":"rs_live_[redacted]"}'],
    ['postgres://bot:hunter2@db/x', 'postgres://bot:[redacted]@db/x'],
    ['rsc_live_abc and rs_test_def', 'rsc_live_[redacted] and rs_test_[redacted]'],
    ['rs_live_[redacted] again', 'rs_live_[redacted] again'],
    ['no secret here', 'no secret here'],
  ])('removes keys from %j', (text, clean) => {
    expect(redact(text).replace(/\.$/, '')).toBe(clean);
  });

  it('finishes for a long text without spaces', () => {
    const long = 'a.'.repeat(100_000);
    expect(redact(`${long} redis://:hunter2@db ${long}`)).toBe(`${long} redis://:[redacted]@db ${long}`);
  });

  it('removes given secrets at any place', () => {
    expect(redact('login hunter2 failed: hunter2', ['hunter2', ''])).toBe(
      'login [redacted] failed: [redacted]',
    );
  });
});
