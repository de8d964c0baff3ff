import { applyRecipe, type Draft } from '@answershare/core';
import { expect, it } from 'vitest';
import { recognise } from '../src/index.ts';

const bodies = [
  {
    share_of_voice: 41.2,
    competitors: [
      { name: 'A', share: 30.5 },
      { name: 'B', share: 28.3 },
    ],
  },
  {
    share_of_voice: 0.6,
    competitors: [
      { name: 'A', share: 0.3 },
      { name: 'B', share: 0.1 },
    ],
  },
  {
    share_of_voice: 0.4,
    competitors: [
      { name: 'A', share: 0.3 },
      { name: 'B', share: 0.3 },
    ],
  },
];
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

function ownShare(draft: Draft | undefined, body: unknown): number | null {
  const applied = draft && applyRecipe('competitors', draft.recipe, body);
  return applied?.ok ? applied.value.shareOfVoice : null;
}

it.each(orders)('three bodies in per cent give their shares in the order %i, %i, %i', (...order) => {
  const { clear, drafts } = recognise(
    'competitors',
    order.map((at) => bodies[at]),
  );
  expect(clear).toBe(true);
  expect(bodies.map((body) => ownShare(drafts[0], body))).toEqual([0.412, 0.006, 0.004]);
});

it.each([[[1]], [[2]], [[1, 2]]])(
  'bodies %j with round shares up to 1 give a draft for each unit',
  (order) => {
    const some = order.map((at) => bodies[at]);
    const { clear, drafts } = recognise('competitors', some);
    expect(clear).toBe(false);
    const shares = drafts.map((draft) => some.map((body) => ownShare(draft, body)));
    expect(drafts[0]?.assumes.join()).toContain('shareOfVoice at /share_of_voice is a fraction of 1');
    expect(drafts[1]?.assumes.join()).toContain('shareOfVoice at /share_of_voice is in per cent');
    expect(shares.slice(0, 2)).toEqual([
      order.map((at) => [41.2, 0.6, 0.4][at]),
      order.map((at) => [0.412, 0.006, 0.004][at]),
    ]);
  },
);

const body = (own: number, ...others: number[]): object => ({
  share_of_voice: own,
  competitors: others.map((share, at) => ({ name: 'ABCD'[at], share })),
});
/** What is shown of the later body without a person: its shares, drift, or a question. */
function read(learnt: readonly object[], later: unknown = learnt[0]): unknown {
  const { clear, drafts } = recognise('competitors', learnt);
  const applied = drafts[0] && applyRecipe('competitors', drafts[0].recipe, later);
  if (!clear || !applied?.ok) return clear ? 'drift' : 'question';
  return [applied.value.shareOfVoice, ...applied.value.competitors.map(({ share }) => share)];
}

it.each([
  ['three decimals of one website are a question', [body(0.412, 0.231, 0.118)], 'question'],
  ['a larger website settles them', [body(0.412, 0.231), body(41.237, 20.1)], [0.00412, 0.00231]],
  ['so do shares that make the whole', [body(0.412, 0.231, 0.357)], [0.412, 0.231, 0.357]],
  ['a zero has the unit of its siblings', [body(0, 60, 40)], [0, 0.6, 0.4]],
])('%s', (_, learnt, expected) => {
  expect(read(learnt)).toEqual(expected);
});

it('mentions settle the unit, also where the own brand has none', () => {
  const rows = (share: number, mentions: number): object[] => [{ name: 'A', share, mentions }];
  const counted = (own: number, share: number, mentions: number): object => ({
    share_of_voice: own,
    mentions: own * 10,
    total_mentions: 1000,
    competitors: rows(share, mentions),
  });
  expect(read([counted(0, 0.4, 4)])).toEqual([0, 0.004]);
  expect(read([counted(0, 0.4, 400)])).toEqual([0, 0.4]);
});

it.each([
  ['all shares turn into fractions of one decimal', [body(41.2, 30.5)], body(0.4, 0.3), 'drift'],
  ['the own share alone does', [body(41.2, 30.5)], body(0.412, 30.5), 'drift'],
  ['a row repeats the whole', [body(41.2, 30.5)], body(41.2, 30.5, 100), 'drift'],
  ['shares are not rounded', [body(12.5, 50, 37.5)], body(0.967741935483871, 41.93548387096774), 'read'],
  ['rivals made the whole by chance', [body(40, 35, 25)], body(20, 10, 30), 'read'],
])('%s: %j, then %j is %s', (_, learnt, later, expected) => {
  const found = read(learnt, later);
  expect(Array.isArray(found) ? 'read' : found).toBe(expected);
});
