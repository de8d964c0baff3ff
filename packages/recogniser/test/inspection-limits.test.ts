import { expect, it } from 'vitest';
import { recognise } from '../src/index.ts';
import { parsedNames } from '../src/names.ts';

const kinds = ['websites', 'analytics', 'citations', 'competitors', 'authority'] as const;

const hostile = (at: number): string => `${'share_of_voice_'.repeat(6)}${at.toString(36)}`;
const objectOf = (count: number, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [hostile(at), value]));

it('names of a body are parsed once for all drafts and endpoints', () => {
  parsedNames.clear();
  const body = { competitors: [objectOf(1_000, 7)], ...objectOf(1_000, { score: 7, date: '2026-11-01' }) };
  for (const kind of kinds) recognise(kind, [body]);
  const parsed = new Map(parsedNames);
  for (const kind of kinds) recognise(kind, [body, body]);
  expect(parsed.size).toBe(1_003);
  expect(Array.from(parsedNames)).toEqual(Array.from(parsed));
  expect(Array.from(parsedNames.values()).every((name, at) => name === [...parsed.values()][at])).toBe(true);
});

it.each([
  ['names', { competitors: [{ name: 'Acme', share: 0.4 }], ...objectOf(4_000, 7) }, 'the first 4000 names'],
  [
    'levels',
    { competitors: [{ name: 'Acme', share: 0.4 }], more: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) },
    'the upper 32 levels',
  ],
])('the recogniser doubts a body with more %s than it inspects, with the reason', (_, body, cut) => {
  const { clear, drafts } = recognise('competitors', [body]);
  expect(clear).toBe(false);
  expect(drafts[0]?.assumes).toContain(`${cut} hold all figures`);
});
