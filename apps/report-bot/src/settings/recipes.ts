import { type Endpoint, knownWitnesses, validateRecipe, type Witness } from '@answershare/core';
import { z } from 'zod';

const texts = z.record(z.string(), z.string());
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const words = z.array(z.union([z.string(), z.boolean()]));
const states = z.array(z.union([z.string(), z.boolean(), z.null()]));
const witness = z.enum(Object.values(knownWitnesses).flat() as [Witness, ...Witness[]]);

const list = z.strictObject({
  at: z.string().describe('Pointer to each row, with at least one *.'),
  fields: texts.describe('Pointer and codec of each field, such as "/days/*/visitors count".'),
  merge: z.literal('sum').exactOptional().describe('Rows with the same key are summed.'),
  except: z.array(z.string()).exactOptional().describe('Keys of rows that are totals or the others.'),
});

/** A recipe of one endpoint's bodies. What is wrong with its pointers and codecs is reported at once. */
function recipeShape(endpoint: Endpoint) {
  return z
    .strictObject({
      v: z.literal(1),
      kind: z.literal(endpoint),
      whole: texts.exactOptional().describe('Pointer and codec of each single field.'),
      lists: z.record(z.string(), z.array(list)).exactOptional(),
      constants: z
        .strictObject({ scale: z.number().exactOptional(), page: z.number().exactOptional() })
        .exactOptional(),
      own: z
        .strictObject({
          at: z.string(),
          is: words.exactOptional(),
          not: words.exactOptional(),
          same: z.string().exactOptional(),
        })
        .exactOptional()
        .describe("Which row is the own brand's."),
      total: z.enum(['rows', 'engines']).exactOptional(),
      counted: z
        .strictObject({ from: z.string(), to: z.string(), days: z.number() })
        .exactOptional()
        .describe('The dates between which figures are counted.'),
      expect: z.record(z.string(), scalar).exactOptional().describe('Values on which the meaning hangs.'),
      known: z
        .record(z.string(), z.union([z.array(z.string()), z.number()]))
        .exactOptional()
        .describe('What an object held when the recipe was made: its names, or the length of a row.'),
      guards: z
        .array(z.strictObject({ at: z.string(), measured: states, unmeasured: states }))
        .exactOptional()
        .describe('Fields that say whether figures were measured.'),
      witnesses: z.array(witness).exactOptional().describe('Relations between figures that have to hold.'),
      decimals: z.record(z.string(), z.number()).exactOptional(),
    })
    .superRefine((recipe, context) => {
      for (const { path, message } of validateRecipe(recipe))
        context.addIssue({ code: 'custom', path: [...path], message });
    });
}

const mostAlternatives = 3;

/** One recipe of an endpoint, or alternatives that are tried in turn. */
export function recipesShape(endpoint: Endpoint) {
  const recipe = recipeShape(endpoint);
  return z.union([recipe, z.array(recipe).min(1).max(mostAlternatives)]);
}

const of = (endpoint: Endpoint) => recipesShape(endpoint).exactOptional();

/** Recipes by endpoint. */
export const recipes = z.strictObject({
  websites: of('websites'),
  analytics: of('analytics'),
  citations: of('citations'),
  competitors: of('competitors'),
  authority: of('authority'),
});

export type Recipes = z.infer<typeof recipes>;
