import { expect, it } from 'vitest';
import { addEvidence, configuredProfile } from '../../src/dialects/profile.ts';
import { asksBothWindows } from '../../src/dialects/recognise-form.ts';

it.each([
  ['?from=2026-11-01&to=2026-11-07&period=7d', true],
  ['?from=2026-11-01&to=2026-11-07', false],
  ['?period=7d', false],
  ['', false],
])('an address with %s has both windows: %s', (query, both) => {
  expect(asksBothWindows(`https://api.example.com/api/v1/analytics${query}`)).toBe(both);
});

it('a configured axis ignores the evidence of an answer', () => {
  const profile = configuredProfile(1);
  expect(addEvidence(profile, 'window', { form: 2, seen: 'asked for 7d, got 7 days', at: 5 })).toBe(profile);
});
