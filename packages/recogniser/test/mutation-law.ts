import { applyRecipe, type Endpoint, type Recipe } from '@answershare/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import { recognise } from '../src/index.ts';
import { generateService } from './generated-bodies.ts';
import { equalFigures, readGeneratedFigures } from './generated-figures.ts';
import { addedName, type ChangeName, changeNames, listPlaces, mutate } from './mutations.ts';
import { isNear, resolvePointer } from './value-figures.ts';

const kinds: readonly Endpoint[] = ['websites', 'analytics', 'citations', 'competitors', 'authority'];

/** Figures by name: those of a row have its key before them. */
function named(figures: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const all = new Map<string, unknown>();
  for (const [name, value] of Object.entries(figures)) {
    if (!Array.isArray(value)) all.set(name, value);
    else
      for (const [key, ...rest] of (value as unknown[][]).filter(([one]) => one !== null))
        rest.forEach((one, at) => {
          all.set(`${name} ${String(key)} ${at}`, one);
        });
  }
  return all;
}

interface Learnt {
  readonly recipe: Recipe;
  readonly body: unknown;
  readonly figures: Map<string, unknown>;
}

const services = new Map<string, Learnt | null>();

/** A made-up service whose recipe reads every body as it was made; null for others. */
function learn(kind: Endpoint, seed: number): Learnt | null {
  const key = `${kind} ${seed}`;
  const before = services.get(key);
  if (before !== undefined) return before;
  const { bodies, figures } = generateService(kind, seed);
  const recipe = recognise(kind, bodies).drafts[0]?.recipe;
  const isRight = bodies.every((body, at) => {
    const applied = recipe && applyRecipe(kind, recipe, body);
    return applied?.ok === true && equalFigures(readGeneratedFigures(kind, applied.value), figures[at]);
  });
  const learnt = recipe && isRight ? { recipe, body: bodies[0], figures: named(figures[0] ?? {}) } : null;
  services.set(key, learnt);
  return learnt;
}

const scaled: Readonly<Partial<Record<ChangeName, number>>> = { 'times 100': 100, 'by 100': 0.01 };

/** Figures that the changed body does not state. */
function wrongFigures(
  kind: Endpoint,
  { recipe, figures }: Learnt,
  value: unknown,
  name: ChangeName,
  changed: unknown,
): [string, unknown][] {
  const read = named(readGeneratedFigures(kind, value));
  const factor = scaled[name];
  let explained = 1;
  return [...read].filter(([figure, one]) => {
    if (one === null || isNear(one, figures.get(figure))) return false;
    if (figure === 'total' && recipe.total !== undefined) return false;
    // The one place that was changed is read as it is now.
    const before = figures.get(figure);
    const isMade =
      (factor !== undefined && typeof before === 'number' && isNear(one, before * factor)) ||
      (name === 'moved to sibling' && (isNear(one, changed) || isNear(one, Number(changed) / 100))) ||
      ((name === 'other type' || name === 'moved to sibling') && figure.includes(' 7 ')) ||
      figure.includes(addedName);
    explained -= isMade && !figure.includes(addedName) ? 1 : 0;
    return !isMade || explained < 0;
  });
}

const cases = fc.record({
  kind: fc.constantFrom(...kinds),
  seed: fc.integer({ min: 1, max: 400 }),
  spot: fc.nat({ max: 1_000_000 }),
  name: fc.constantFrom(...changeNames),
});

/** Of so many changes, how many left the figures, changed them as the body now states, or were drift. @throws what is wrong */
export function checkMutations(numRuns: number): Readonly<Record<'same' | 'other' | 'drift', number>> {
  const counts = { same: 0, other: 0, drift: 0 };
  fc.assert(
    fc.property(cases, ({ kind, seed, spot, name }) => {
      const learnt = learn(kind, seed);
      fc.pre(learnt !== null);
      const spots = listPlaces(learnt.body);
      const place = spots[spot % spots.length];
      const body = place && mutate(learnt.body, place, name);
      fc.pre(body !== undefined);
      const applied = applyRecipe(kind, learnt.recipe, body);
      const pointers = applied.ok ? applied.notes.map(({ pointer }) => pointer) : [applied.drift.pointer];
      for (const pointer of pointers) expect(resolvePointer(body, pointer)).not.toBeUndefined();
      const wrong = applied.ok ? wrongFigures(kind, learnt, applied.value, name, place?.value) : [];
      expect({ change: `${name} at ${place?.pointer}`, wrong }).toMatchObject({ wrong: [] });
      const size = applied.ok ? named(readGeneratedFigures(kind, applied.value)).size : -1;
      counts[size < 0 ? 'drift' : size === learnt.figures.size ? 'same' : 'other'] += 1;
    }),
    { numRuns },
  );
  return counts;
}
