import { applyRecipe, type Endpoint, parseBody, validateRecipe } from '@answershare/core';
import fc from 'fast-check';
import { test } from 'vitest';
import { fuzzInputs, manyRuns } from '../../core/test/properties/fuzz-inputs.ts';
import { jsonGarbage, spoil } from '../../core/test/properties/typed-garbage.ts';
import { recognise } from '../src/index.ts';
import { generateService } from '../test/generated-bodies.ts';

const kinds: readonly Endpoint[] = ['websites', 'analytics', 'citations', 'competitors', 'authority'];

/** Two bodies of a made-up service, with values of any type in them. */
const anyBodies = fc
  .tuple(fc.constantFrom(...kinds), fc.nat({ max: 10_000 }))
  .chain(([kind, seed]) =>
    spoil(generateService(kind, seed, 2).bodies, jsonGarbage).map((bodies) => ({ kind, bodies })),
  );

test(`${manyRuns.numRuns} bodies with values of any type are recognised, read, or refused`, () =>
  fuzzInputs(
    'bodies',
    anyBodies,
    ({ kind, bodies }) => {
      const parsed = parseBody(JSON.stringify(bodies));
      const read = parsed.ok && Array.isArray(parsed.body) ? parsed.body : [];
      for (const { recipe } of recognise(kind, read.slice(0, 1)).drafts.slice(0, 1)) {
        validateRecipe(recipe);
        for (const body of read) applyRecipe(kind, recipe, body);
      }
    },
    manyRuns,
  ));
