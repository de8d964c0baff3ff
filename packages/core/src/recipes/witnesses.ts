import type { Drift, Figures } from './figures.ts';
import type { Recipe, Witness } from './recipe.ts';
import type { ResourceValues } from './values.ts';

/** A relation: null where the figures at hand say nothing of it, else whether it holds. */
type Relation<T> = (value: T) => boolean | null;

/** Shares are rounded to whole per cent at the coarsest. */
const roundedShare = 0.0051;
/** Rounded shares of ten brands miss the whole by five times 0.5 per cent at most. */
const roundedWhole = 0.026;

const near = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance;

const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((all, one) => (all === null || one === null ? null : all + one), 0);

/** Each known share is its mentions over all mentions. */
const mentions: Relation<ResourceValues['competitors']> = (value) => {
  const total = value.totalMentions;
  if (total === null || total === 0) return null;
  const pairs = [{ share: value.shareOfVoice, mentions: value.mentions }, ...value.competitors].filter(
    (row) => row.share !== null && row.mentions !== null,
  );
  if (pairs.length === 0) return null;
  return pairs.every(({ share, mentions: count }) => near(share ?? 0, (count ?? 0) / total, roundedShare));
};

/** The own share and the rivals' make the whole. */
const whole: Relation<ResourceValues['competitors']> = ({ shareOfVoice, competitors }) => {
  const all = sum([shareOfVoice, ...competitors.map(({ share }) => share)]);
  return all === null || all === 0 || competitors.length === 0 ? null : near(all, 1, roundedWhole);
};

/** The total is the sum over engines. */
const engines: Relation<ResourceValues['citations']> = ({ total, byEngine }) =>
  total === null || byEngine.length === 0
    ? null
    : total === byEngine.reduce((all, { count }) => all + count, 0);

/** The score is the weighted sum of its parts, within one step. */
const weights: Relation<ResourceValues['authority']> = ({ score, scale, components }) => {
  const parts = components.map((part) =>
    part.score === null || part.weight === null ? null : part.score * part.weight,
  );
  const all = sum(parts);
  const step = scale !== null && scale <= 1 ? 0.011 : 1.01;
  return score === null || all === null || parts.length === 0 ? null : near(score, all, step);
};

const dayNumber = (date: string): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / 86_400_000;

/** Neighbouring rows are a day apart, most of them. */
const daily: Relation<ResourceValues['analytics']> = ({ days }) => {
  if (days.length < 3) return null;
  const numbers = days.map(({ date }) => dayNumber(date));
  const neighbours = numbers.filter((number, index) => number - (numbers[index - 1] ?? 0) === 1);
  return neighbours.length * 2 >= numbers.length - 1;
};

const relations: { readonly [W in Witness]: (value: never) => boolean | null } = {
  mentions,
  whole,
  engines,
  weights,
  daily,
};

/** The witnesses that a kind of value may have. */
export const witnessesOf: { readonly [K in keyof ResourceValues]: readonly Witness[] } = {
  websites: [],
  analytics: ['daily'],
  citations: ['engines'],
  competitors: ['mentions', 'whole'],
  authority: ['weights'],
};

/** Whether a relation holds in a value; null where its figures are not all there. */
export function holds<K extends keyof ResourceValues>(
  witness: Witness,
  value: ResourceValues[K],
): boolean | null {
  return relations[witness](value as never);
}

const decimalsOf = (value: number): number => (String(value).split('.')[1] ?? '').length;

/** The decimals of a share in per cent, as written. */
export const percentDecimals = (fraction: number): number =>
  decimalsOf(Number((fraction * 100).toPrecision(12)));

/** A share below 1 per cent with more decimals than any before is a fraction that is read as per cent. */
function changedUnit(recipe: Recipe, { whole: figures, lists }: Figures): string | null {
  for (const [name, most] of Object.entries(recipe.decimals ?? {})) {
    const [list, field] = name.split('.');
    const values = field === undefined ? [figures[name]] : (lists[list ?? ''] ?? []).map((row) => row[field]);
    const known = values.filter((value): value is number => typeof value === 'number' && value !== 0);
    const isFiner = (value: number): boolean => value <= 0.01 && percentDecimals(value) > most;
    if (known.length > 0 && known.every(isFiner)) return name;
  }
  return null;
}

/** The first relation of a recipe that no longer holds, as drift; null where all hold. */
export function brokenWitness<K extends keyof ResourceValues>(
  recipe: Recipe,
  figures: Figures,
  value: ResourceValues[K],
): Drift | null {
  const unit = changedUnit(recipe, figures);
  if (unit !== null)
    return {
      pointer: pointerOf(recipe, unit),
      problem: 'relation',
      expected: 'a share in per cent',
      found: 'fractions',
    };
  const broken = (recipe.witnesses ?? []).find((witness) => holds(witness, value) === false);
  if (broken === undefined) return null;
  return { pointer: '', problem: 'relation', expected: broken, found: 'other figures' };
}

function pointerOf(recipe: Recipe, name: string): string {
  const [list, field] = name.split('.');
  const text = field === undefined ? recipe.whole?.[name] : recipe.lists?.[list ?? '']?.[0]?.fields[field];
  return (text ?? '').replace(/ \S+$/, '');
}
