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
