import { quote, toText } from '../json/json.ts';
import { codecNames, toFamily } from './codecs.ts';
import { compileRecipe, type Flaw } from './compile.ts';
import type { Recipe } from './recipe.ts';
import { getOwn } from './recipe-pointer.ts';
import { findFamily, type ResourceSchema, schemas } from './schema.ts';
import { knownWitnesses } from './witnesses.ts';

/** An error in one part of a recipe. */
export interface RecipeProblem {
  /** Names and indices from the top of the recipe; empty for the whole recipe. */
  readonly path: readonly (string | number)[];
  /** A predicate of the value: `is no pointer such as "/data/unit"`. */
  readonly message: string;
  /** Position, value and message as one clause. */
  readonly text: string;
}

const formatChoices = (names: object | readonly string[]): string =>
  `use ${(Array.isArray(names) ? names : Object.keys(names)).join(', ') || 'none'}`;

/** For a recipe without a known kind. */
const noSchema: ResourceSchema = { whole: {}, lists: {} };

function formatProblem(recipe: Recipe, { path, problem, value }: Flaw): string {
  const schema = getOwn(schemas, recipe?.kind) ?? noSchema;
  const [part, name = '', , , field = ''] = path.map(String);
  const list = getOwn(schema.lists, name);
  const inList = part === 'lists' && list !== undefined;
  const texts: Readonly<Record<Flaw['problem'], () => string>> = {
    object: () => 'is no object',
    list: () => 'is no list',
    guard: () => 'is no pointer with lists of values',
    pointer: () => 'is no pointer such as "/data/unit"',
    kind: () => `is no kind; ${formatChoices(schemas)}`,
    name: () =>
      inList
        ? `is for no field; ${formatChoices(list.fields)}`
        : part === 'lists'
          ? `is for no list; ${formatChoices(schema.lists)}`
          : `is for no field; ${formatChoices(schema.whole)}`,
    field: () =>
      `is not a pointer with a codec such as "/data/score number"; codecs: ${codecNames.join(', ')}`,
    family: () => {
      const codec = toText(value).replace(/^.* |\?$/gs, '');
      const [label, family] = inList
        ? [field, findFamily(list, field)]
        : [name, part === 'counted' ? 'date' : getOwn(schema.whole, name)];
      return `does not fit: ${label} is a ${family}, and ${codec} is a ${toFamily(codec)}`;
    },
    stars: () =>
      inList ? 'has more "*" than the rows' : 'does not fit: it is one place, and "*" leads to several',
    rows: () => 'is not a pointer to each row, such as "/data/days/*"',
    key: () => `does not fit: the field ${value} is missing`,
    witness: () => `is no witness; ${formatChoices(knownWitnesses[recipe.kind])}`,
    number: () => 'is no number',
    scale: () => 'is no number above 0',
    empty: () => 'places no field',
  };
  return texts[problem]();
}

const formatPosition = (path: RecipeProblem['path']): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');

/** All errors of a recipe; empty if it is valid. */
export function validateRecipe(recipe: Recipe): readonly RecipeProblem[] {
  const result = compileRecipe(recipe);
  if (result.ok) return [];
  return result.flaws.map((flaw) => {
    const message = formatProblem(recipe, flaw);
    const place =
      flaw.path.length === 0 ? 'the recipe' : `${formatPosition(flaw.path)}: ${quote(flaw.value)}`;
    return { path: flaw.path, message, text: `${place} ${message}` };
  });
}
