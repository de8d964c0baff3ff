import { applyRecipe, type Endpoint, type Recipe } from '@answershare/core';
import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/index.ts';
import { generateService } from '../generated-bodies.ts';
import { equalFigures, readGeneratedFigures } from '../generated-figures.ts';
import { dataNames } from '../judge.ts';

const kinds: readonly Endpoint[] = ['analytics', 'citations', 'competitors', 'authority'];

describe.each(kinds)('a clear recipe of three websites, %s', (kind) => {
  it('reads nine others of the same generated service without drift or note', () => {
    const alarms: string[] = [];
    let read = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const { bodies, figures } = generateService(kind, seed, 12);
      const { clear, drafts } = recognise(kind, bodies.slice(0, 3));
      const recipe = drafts[0]?.recipe;
      if (!clear || recipe === undefined) continue;
      for (const name of dataNames(recipe, bodies)) alarms.push(`${seed}: knows ${name}`);
      for (const [index, body] of bodies.entries()) {
        const applied = applyRecipe(kind, recipe, body);
        const isRight = applied.ok && equalFigures(readGeneratedFigures(kind, applied.value), figures[index]);
        if (!isRight || applied.notes.length > 0)
          alarms.push(`${seed} ${index}: ${JSON.stringify(applied).slice(0, 200)}`);
        read += 1;
      }
    }
    expect(alarms).toEqual([]);
    expect(read).toBeGreaterThan(1_000);
  });
});

const brands = ['Acme', 'Bolt', 'Cord'];

it.each([
  [
    'engines',
    (at: number) =>
      Object.fromEntries(['ChatGPT', 'Claude', 'Gemini'].slice(0, at + 1).map((name) => [name, 'ok'])),
  ],
  ['domains', (at: number) => ({ [`${brands[at]}.example`.toLowerCase()]: 'ok' })],
  ['ids', (at: number) => ({ [`ws_${at}`]: 'ok' })],
])('names of %s are data and not compared', (_, status) => {
  const bodies = brands.map((name, at) => ({
    website: name,
    status: status(at),
    meta: status(at),
    score: 60 + at,
  }));
  const { clear, drafts } = recognise('authority', bodies.slice(0, 2));
  const recipe = drafts[0]?.recipe as Recipe;
  expect(clear).toBe(true);
  expect(Object.keys(recipe.known ?? {})).toEqual(['']);
  expect(applyRecipe('authority', recipe, bodies[2])).toMatchObject({
    ok: true,
    value: { score: 62 },
    notes: [],
  });
});

it('a website without competitors is read if rows of the own brand have no domain', () => {
  const own = { name: 'Acme', own: true, share: 0.385 };
  const rival = { name: 'Bolt', own: false, share: 0.615, domain: 'bolt.example' };
  const { clear, drafts } = recognise('competitors', [
    { competitors: [own, rival] },
    { competitors: [{ ...own, share: 0.384 }, rival] },
  ]);
  const recipe = drafts[0]?.recipe as Recipe;
  expect(clear).toBe(true);
  expect(applyRecipe('competitors', recipe, { competitors: [own] })).toMatchObject({
    ok: true,
    value: { shareOfVoice: 0.385, competitors: [] },
    notes: [],
  });
  const renamed = [own, rival].map(({ name, own: isOwn, share }) => ({ name, own: isOwn, sov: share }));
  expect(applyRecipe('competitors', recipe, { competitors: renamed }).ok).toBe(false);
});
