import { applyRecipe, type Endpoint, type Recipe } from '@answershare/core';
import { describe, expect, it } from 'vitest';
import { recognise } from '../src/index.ts';
import { figuresOf, isSame } from './figures.ts';
import { type GeneratedService, generateService } from './generated-bodies.ts';

type Outcome = 'right' | 'wrong' | 'unread';

/** What a recipe gives for all bodies of a service, against the figures that they were made from. */
function outcomeOf(service: GeneratedService, recipe: Recipe): Outcome {
  const outcomes = service.bodies.map((body, at): Outcome => {
    const applied = applyRecipe(service.kind, recipe, body);
    if (!applied.ok) return 'unread';
    return isSame(figuresOf(service.kind, applied.value), service.figures[at]) ? 'right' : 'wrong';
  });
  return outcomes.find((outcome) => outcome !== 'right') ?? 'right';
}

const seeds = Array.from({ length: 300 }, (_, at) => at + 1);
const kinds: readonly Endpoint[] = ['websites', 'analytics', 'citations', 'competitors', 'authority'];

describe.each(kinds)('made-up services of %s', (kind) => {
  const judged = seeds.map((seed) => {
    const service = generateService(kind, seed);
    const { clear, drafts } = recognise(kind, service.bodies);
    const outcome = drafts[0] ? outcomeOf(service, drafts[0].recipe) : 'unread';
    return { seed, plain: service.plain, clear, outcome };
  });

  it('are never read wrongly where they are clear', () => {
    expect(judged.filter(({ clear, outcome }) => clear && outcome !== 'right')).toEqual([]);
  });

  it('are read at once in nine of ten cases where they are plain', () => {
    const plain = judged.filter((one) => one.plain);
    expect(plain.filter(({ clear }) => clear).length).toBeGreaterThanOrEqual(0.9 * plain.length);
  });

  it('are read in 97 of 100 cases where they are plain and the draft is accepted', () => {
    const plain = judged.filter((one) => one.plain);
    expect(plain.filter(({ outcome }) => outcome === 'right').length).toBeGreaterThanOrEqual(
      0.97 * plain.length,
    );
  });
});
