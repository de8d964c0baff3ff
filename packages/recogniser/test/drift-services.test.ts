import { applyRecipe, type Endpoint } from '@answershare/core';
import { describe, expect, it } from 'vitest';
import { recognise } from '../src/index.ts';
import { figuresOf, isSame } from './figures.ts';
import { generateService } from './generated-bodies.ts';

const kinds: readonly Endpoint[] = ['analytics', 'citations', 'competitors', 'authority'];

describe.each(kinds)('a clear recipe of three websites, %s', (kind) => {
  it('reads nine others of the same made-up service without drift and without a note', () => {
    const alarms: string[] = [];
    let read = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const { bodies, figures } = generateService(kind, seed, 12);
      const { clear, drafts } = recognise(kind, bodies.slice(0, 3));
      const recipe = drafts[0]?.recipe;
      if (!clear || recipe === undefined) continue;
      for (const [index, body] of bodies.entries()) {
        const applied = applyRecipe(kind, recipe, body);
        const isRight = applied.ok && isSame(figuresOf(kind, applied.value), figures[index]);
        if (!isRight || applied.notes.length > 0)
          alarms.push(`${seed} ${index}: ${JSON.stringify(applied).slice(0, 200)}`);
        read += 1;
      }
    }
    expect(alarms).toEqual([]);
    expect(read).toBeGreaterThan(1_000);
  });
});
