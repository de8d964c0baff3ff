import { describe, expect, it } from 'vitest';
import { maskKey, parseKey, redact } from '../../src/index.ts';

const key = 'rs_live_abcdefghijklmnopqrstuvwxyz';

describe('a key', () => {
  it('is taken with the spaces of a paste around it', () => {
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
  });

  it('never stands in the complaint about it', () => {
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
    ['no secret here', 'no secret here'],
  ])('of %j', (text, clean) => {
    expect(redact(text).replace(/\.$/, '')).toBe(clean);
  });

  it('takes out given secrets wherever they stand', () => {
    expect(redact('login hunter2 failed: hunter2', ['hunter2', ''])).toBe(
      'login [redacted] failed: [redacted]',
    );
  });
});
