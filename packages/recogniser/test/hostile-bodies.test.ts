import { expect, it } from 'vitest';
import { recognise } from '../src/index.ts';

const kinds = ['websites', 'analytics', 'citations', 'competitors', 'authority'] as const;

const nested = (depth: number, inside: unknown, around: (inner: unknown) => unknown): unknown => {
  let body = inside;
  for (let level = 0; level < depth; level += 1) body = around(body);
  return body;
};

const bodies: readonly unknown[] = [
  null,
  7,
  'text',
  [],
  {},
  [[]],
  [null],
  { '': { '': '' } },
  JSON.parse(
    '{"__proto__": {"score": 1}, "constructor": 5, "*": {"#": 1}, "0!": [1], "~": 2, "/": [{"a/b": 1}]}',
  ),
  nested(20_000, { visitors: 1 }, (inner) => ({ a: inner })),
  nested(20_000, [{ visitors: 1 }], (inner) => [inner]),
  Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [`list ${at}`, [{ date: '2026-11-01', visitors: at }]]),
  ),
  { competitors: [Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`share ${at}`, at]))] },
  {
    citations: Array.from({ length: 20_000 }, (_, at) => ({
      url: `https://a.example/${at}`,
      engine: 'ChatGPT',
    })),
  },
];

it.each(kinds)('the recogniser of %s never throws, for one body or with others', (kind) => {
  for (const body of bodies) expect(recognise(kind, [body])).toHaveProperty('reason');
  expect(recognise(kind, [])).toMatchObject({ clear: false, drafts: [] });
  expect(recognise(kind, bodies.slice(0, 9))).toHaveProperty('reason');
});

it('the recogniser doubts a body with more lists than it inspects', () => {
  expect(recognise('analytics', [bodies[11]]).clear).toBe(false);
});
