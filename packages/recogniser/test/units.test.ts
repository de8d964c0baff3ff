import { applyRecipe } from '@answershare/core';
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

it.each(orders)(
  'three bodies of a service that writes per cent give its shares in the order %i, %i, %i',
  (...order) => {
    const { recipe, questions } = recognise(
      'competitors',
      order.map((at) => bodies[at]),
    );
    expect(questions).toEqual([]);
    const shares = bodies.map((body) => {
      const applied = recipe && applyRecipe('competitors', recipe, body);
      return applied?.ok ? applied.value.shareOfVoice : null;
    });
    expect(shares).toEqual([0.412, 0.006, 0.004]);
  },
);

it.each([[[1]], [[2]], [[1, 2]]])('bodies %j with round shares up to 1 are a question', (order) => {
  const { questions } = recognise(
    'competitors',
    order.map((at) => bodies[at]),
  );
  expect(questions).toEqual([
    'shareOfVoice at /share_of_voice: percent or fraction',
    'share at /competitors/*/share: percent or fraction',
  ]);
});

it('a share in per cent beside fractions of rivals is settled by the whole', () => {
  const mixed = [
    {
      sov: 41.2,
      rivals: [
        { name: 'A', share: 0.305 },
        { name: 'B', share: 0.283 },
      ],
    },
    {
      sov: 12.5,
      rivals: [
        { name: 'A', share: 0.444 },
        { name: 'B', share: 0.431 },
      ],
    },
  ];
  const { recipe, questions } = recognise('competitors', mixed);
  expect(questions).toEqual([]);
  expect(recipe?.whole?.shareOfVoice).toBe('/sov percent');
  expect(recipe?.lists?.competitors?.[0]?.fields.share).toBe('/rivals/*/share fraction');
});
