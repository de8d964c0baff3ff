import {
  type Endpoint,
  knownWitnesses,
  maxAlternatives,
  validateRecipe,
  type Witness,
} from '@answershare/core';
import { z } from 'zod';
import { readSmallFile } from '../system/files.ts';
import { listAllowedKeys, type SettingsIssue, toSettingsIssues } from './issues.ts';
import { type KeyPath, parseYamlSource, type YamlSource } from './source.ts';

const textsSchema = z.record(z.string(), z.string());
const scalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const wordsSchema = z.array(z.union([z.string(), z.boolean()]));
const statesSchema = z.array(z.union([z.string(), z.boolean(), z.null()]));
const witnessSchema = z.enum(Object.values(knownWitnesses).flat() as [Witness, ...Witness[]]);

const listSchema = z.strictObject({
  at: z.string().describe('Pointer to each row, with at least one *.'),
  fields: textsSchema.describe('Pointer and codec of each field, such as "/days/*/visitors count".'),
  merge: z.literal('sum').exactOptional().describe('Rows with the same key are summed.'),
  except: z
    .array(z.string())
    .exactOptional()
    .describe('Keys of rows that are totals or the others; * for all usual names of these.'),
});

/** A recipe of one endpoint. Faults in its pointers and codecs are reported too. */
function createRecipeSchema(endpoint: Endpoint) {
  return z
    .strictObject({
      v: z.literal(1),
      kind: z.literal(endpoint),
      whole: textsSchema.exactOptional().describe('Pointer and codec of each single field.'),
      lists: z.record(z.string(), z.array(listSchema)).exactOptional(),
      constants: z
        .strictObject({
          scale: z.number().exactOptional(),
          page: z.number().exactOptional(),
          rows: z.number().exactOptional(),
        })
        .exactOptional(),
      own: z
        .strictObject({
          at: z.string(),
          is: wordsSchema.exactOptional(),
          not: wordsSchema.exactOptional(),
          same: z.string().exactOptional(),
        })
        .exactOptional()
        .describe("Which row is the own brand's."),
      total: z.enum(['rows', 'engines']).exactOptional(),
      counted: z
        .strictObject({ from: z.string(), to: z.string(), days: z.number() })
        .exactOptional()
        .describe('The dates between which figures are counted.'),
      expect: z
        .record(z.string(), scalarSchema)
        .exactOptional()
        .describe('Values on which the meaning hangs.'),
      known: z
        .record(z.string(), z.union([z.array(z.string()), z.number()]))
        .exactOptional()
        .describe('What an object held when the recipe was made: its names, or the length of a row.'),
      guards: z
        .array(
          z.strictObject({
            at: z.string(),
            measured: statesSchema,
            unmeasured: statesSchema,
            zeros: z.boolean().exactOptional().describe('True if only zeros are unknown then.'),
          }),
        )
        .exactOptional()
        .describe('Fields that say whether figures were measured.'),
      witnesses: z
        .array(witnessSchema)
        .exactOptional()
        .describe('Relations between figures that have to hold.'),
      decimals: z.record(z.string(), z.number()).exactOptional(),
    })
    .superRefine(
      (recipe, context) => {
        const isComplete = context.issues.length === 0;
        // A misspelt part is reported already.
        for (const { path, message } of validateRecipe(recipe))
          if (isComplete || path.length > 0) context.addIssue({ code: 'custom', path: [...path], message });
      },
      { when: ({ issues }) => issues.every(({ code }) => code === 'unrecognized_keys') },
    );
}

/** One recipe of an endpoint, or alternatives that are tried in turn. */
function createRecipesSchema(endpoint: Endpoint) {
  const recipe = createRecipeSchema(endpoint);
  return z.union([recipe, z.array(recipe).min(1).max(maxAlternatives)]);
}

const createOptionalSchema = (endpoint: Endpoint) => createRecipesSchema(endpoint).exactOptional();

export const recipesSchema = z.strictObject({
  websites: createOptionalSchema('websites'),
  analytics: createOptionalSchema('analytics'),
  citations: createOptionalSchema('citations'),
  competitors: createOptionalSchema('competitors'),
  authority: createOptionalSchema('authority'),
});

export type RecipeSettings = z.infer<typeof recipesSchema>;

/** Recipes from a file, or all its errors. */
export type RecipeFileResult =
  | { readonly ok: true; readonly recipes: RecipeSettings }
  | { readonly ok: false; readonly found: readonly (SettingsIssue & { readonly file: string })[] };

/** Where recipes begin: `doctor` and `recognise` print them below `service`. */
function findRecipesPath(value: unknown): KeyPath {
  const inside = (node: unknown, name: string): unknown => (node as Record<string, unknown> | null)?.[name];
  if (inside(inside(value, 'service'), 'recipes') != null) return ['service', 'recipes'];
  return inside(value, 'recipes') == null ? [] : ['recipes'];
}

/** The part of a source below a path. */
function selectSource(source: YamlSource, start: KeyPath): YamlSource {
  const value = start.reduce((node, name) => (node as Record<string, unknown>)[name], source.value);
  return {
    ...source,
    value,
    lineOf: (path) => source.lineOf([...start, ...path]),
    lineOfKey: (path, key) => source.lineOfKey([...start, ...path], key),
  };
}

/** Reads recipes from a YAML or JSON file of at most 64 KB. A single recipe has its endpoint in `kind`. */
export function readRecipeFile(path: string, name: string): RecipeFileResult {
  const read = readSmallFile(path);
  if ('why' in read) {
    const message = `${read.why}; name a file with recipes, such as "answershare recognise" prints.`;
    return { ok: false, found: [{ file: name, line: 1, path: 'the file', message }] };
  }
  const whole = parseYamlSource(name, read.text);
  if (whole.errors.length > 0)
    return { ok: false, found: whole.errors.map((fault) => ({ file: name, path: '', ...fault })) };
  // A scalar may be a secret whose file was named by mistake.
  if (typeof whole.value !== 'object' || whole.value === null) {
    const message = 'holds no recipes, which are blocks; name a file such as "answershare recognise" prints.';
    return { ok: false, found: [{ file: name, line: 1, path: 'the file', message }] };
  }
  const source = selectSource(whole, findRecipesPath(whole.value));
  const { kind } = (source.value ?? {}) as { kind?: unknown };
  const value = typeof kind === 'string' ? { [kind]: source.value } : source.value;
  const checked = recipesSchema.safeParse(value);
  if (checked.success) return { ok: true, recipes: checked.data };
  const isSingle = typeof kind === 'string';
  const shown = isSingle
    ? {
        ...source,
        value,
        lineOf: (at: KeyPath) => source.lineOf(at.slice(1)),
        lineOfKey: (at: KeyPath, key: string) => source.lineOfKey(at.slice(1), key),
      }
    : source;
  const found = toSettingsIssues(shown, checked.error.issues, (at) => listAllowedKeys(recipesSchema, at));
  return { ok: false, found: found.map((one) => ({ file: name, ...one })) };
}
