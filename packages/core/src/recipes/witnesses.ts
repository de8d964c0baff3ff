import type { Drift } from './drift.ts';
import type { RawFigures } from './figures.ts';
import type { CompiledRecipe } from './places.ts';
import { formatPointer } from './pointer.ts';
import type { Recipe, Witness } from './recipe.ts';
import { checkWitness } from './relations.ts';
import { hasMorePages, type ResourceValues } from './values.ts';

const decimalsOf = (value: number): number => (String(value).split('.')[1] ?? '').length;

/** The decimals of a share in per cent, as written. */
export const percentDecimals = (fraction: number): number =>
  decimalsOf(Number((fraction * 100).toPrecision(12)));

/**
 * The field with another unit: a share below 1 per cent that has more decimals than any before is a fraction, and such a score
 * below a tenth of its maximum is on a smaller scale.
 */
function changedUnit(recipe: Recipe, { whole: figures, lists }: RawFigures): string | null {
  const scale = Number(figures.scale ?? recipe.constants?.scale ?? 0);
  for (const [name, most] of Object.entries(recipe.decimals ?? {})) {
    const [list = '', field] = name.split('.');
    const values =
      field === undefined
        ? [figures[name]]
        : [...(lists[list]?.lines.values() ?? [])].map((line) => line[field]);
    const known = values.filter((value): value is number => typeof value === 'number' && value !== 0);
    const isFiner = (value: number): boolean =>
      name === 'score'
        ? value <= scale / 10 && decimalsOf(value) > most
        : value <= 0.01 && percentDecimals(value) > most;
    if (known.length > 0 && known.every(isFiner)) return name;
  }
  return null;
}

/** What each relation says, and the field of which it speaks first: a list, or a figure of the whole. */
const subjects: Readonly<Record<Witness, readonly [field: string, words: string]>> = {
  mentions: ['totalMentions', 'shares are mentions over all mentions'],
  whole: ['shareOfVoice', 'the shares make the whole'],
  brands: ['totalMentions', 'all mentions are the sum over the brands'],
  engines: ['total', 'the total is the sum over the engines'],
  rows: ['total', 'the total is not below the number of rows'],
  weights: ['score', 'the score is the weighted sum of its parts'],
  daily: ['days', 'the rows are a day apart'],
  increments: ['days', 'no column is a running total'],
  views: ['days', 'visitors do not exceed pageviews'],
  period: ['days', 'the period is the sum of its days'],
};

/** Sums over a list, of which a page says nothing. */
const ofWholeLists: readonly Witness[] = ['whole', 'brands', 'engines', 'period'];

/** The deepest place that a body has of a field. */
function pointerOf({ whole, lists }: CompiledRecipe, name: string, body: unknown): string {
  const [list, field] = name.split('.');
  const inList = lists.find((one) => one.name === list);
  const place = whole.fields.find((one) => one.name === name);
  return formatPointer(
    body,
    (place ?? inList?.fields.find((one) => one.name === field) ?? inList)?.path ?? [],
  );
}

/** The first law or relation that does not hold, as drift; null where all hold. */
export function brokenWitness(
  recipe: Recipe,
  compiled: CompiledRecipe,
  figures: RawFigures,
  value: ResourceValues[keyof ResourceValues],
  body: unknown,
): Drift | null {
  const drift = (field: string, problem: Drift['problem'], expected: string, found: string): Drift => ({
    pointer: pointerOf(compiled, field, body),
    problem,
    expected,
    found,
  });
  const { score } = figures.whole;
  const scale = figures.whole.scale ?? recipe.constants?.scale ?? Number.POSITIVE_INFINITY;
  if (typeof score === 'number' && !(score >= 0 && score <= Number(scale)))
    return drift('score', 'value', `a score from 0 to ${scale}`, String(score));
  const unit = changedUnit(recipe, figures);
  if (unit !== null)
    return drift(unit, 'relation', `${unit} is in its unit`, 'a smaller unit with more decimals');
  const isPage = hasMorePages(figures);
  const broken = (recipe.witnesses ?? []).find(
    (witness) => !(isPage && ofWholeLists.includes(witness)) && checkWitness(witness, value) === false,
  );
  return broken === undefined
    ? null
    : drift(subjects[broken][0], 'relation', subjects[broken][1], 'other figures');
}
