import {
  applyRecipe,
  type CodecName,
  decodeValue,
  type Guard,
  type Endpoint as Kind,
  maxOf,
  type Recipe,
  type ResourceValues,
} from '@answershare/core';
import { collectKnownNames, dropCodec, listPointers, shapesAt, splitPointer } from './known-names.ts';
import { isKeyedByData } from './map-keys.ts';
import { readTags } from './names.ts';
import type { Shape } from './shape.ts';
import { targets } from './target-fields.ts';
import type { Tag } from './vocabulary.ts';

/** Tags of fields that qualify figures. */
const qualifyingTags: readonly Tag[] = ['unit', 'grain', 'scale', 'unsettled'];

const isQualifier = (name: string): boolean => {
  const tags = readTags(name);
  return tags !== null && qualifyingTags.some((tag) => tags.has(tag));
};

/** Values that qualify figures and were the same in every body. */
function findExpected(
  root: Shape,
  known: Record<string, string[]>,
  read: readonly string[],
): Record<string, string | number | boolean> {
  const expected: Record<string, string | number | boolean> = {};
  for (const pointer of Object.keys(known)) {
    if (pointer.includes('/*')) continue;
    for (const shape of shapesAt(root, splitPointer(pointer)).flatMap(({ fields }) => [...fields.values()])) {
      const [value, ...others] = shape.values;
      const isSame = value !== undefined && others.every((one) => one === value) && shape.seen.null === 0;
      if (isSame && isQualifier(shape.name) && !read.includes(shape.at)) expected[shape.at] = value;
    }
  }
  return expected;
}

const countValues = (shapes: readonly Shape[]): number =>
  shapes.flatMap(({ seen }) => Object.values(seen)).reduce((sum, one) => sum + one, 0);

/** Counts null as measured if the guard's field was sometimes absent or null, or its name is data. */
function withNull(root: Shape, guard: Guard): Guard {
  const segments = splitPointer(guard.at);
  const parents = shapesAt(root, segments.slice(0, -1));
  const objects = parents.reduce((sum, { seen }) => sum + seen.object, 0);
  const shapes = shapesAt(root, segments);
  const present = countValues(shapes) - shapes.reduce((sum, { seen }) => sum + seen.null, 0);
  const isPartial = present < objects || parents.some(isKeyedByData);
  return isPartial && !guard.measured.includes(null)
    ? { ...guard, measured: [...guard.measured, null] }
    : guard;
}

/** Makes a text or date optional if some rows lacked it: another website may lack it in all rows. */
function withOmitted(
  root: Shape,
  lists: NonNullable<Recipe['lists']>,
  kind: Kind,
): NonNullable<Recipe['lists']> {
  const count = (pointer: string): number => countValues(shapesAt(root, splitPointer(pointer)));
  return Object.fromEntries(
    Object.entries(lists).map(([list, parts]) => [
      list,
      parts.map((part) => {
        const wish = targets[kind].lists[list];
        const rows = count(part.at);
        const texts = Object.entries(part.fields).map(([name, text]): [string, string] => {
          const family = wish?.fields[name]?.family;
          const isLabel = name !== wish?.key && (family === 'text' || family === 'date');
          const present = isLabel ? count(dropCodec(text)) : 0;
          return [name, present > 0 && present < rows ? `${text}?` : text];
        });
        return { ...part, fields: Object.fromEntries(texts) };
      }),
    ]),
  );
}

/** The dates of the counting period, if all bodies have the same number of days. */
function findCounted(root: Shape, known: Record<string, string[]>): Pick<Recipe, 'counted'> {
  for (const pointer of Object.keys(known)) {
    const [holder] = pointer.includes('/*') ? [] : shapesAt(root, splitPointer(pointer));
    const fields = [...(holder?.fields.values() ?? [])];
    const ends = (['from', 'to'] as const).map((tag) =>
      fields.find(
        ({ name }) =>
          [...(readTags(name) ?? [])].join() === tag ||
          (readTags(name)?.has(tag) === true && readTags(name)?.has('date') === true),
      ),
    );
    const [from, to] = ends;
    if (!from || !to || from.values.length === 0 || from.values.length !== to.values.length) continue;
    const isDate = [...from.values, ...to.values].every((one) => /^\d{4}-\d\d-\d\d$/.test(String(one)));
    const lengths = from.values.map(
      (start, at) => (Date.parse(String(to.values[at])) - Date.parse(String(start))) / 86_400_000,
    );
    const [days] = lengths;
    if (isDate && days !== undefined && lengths.every((one) => one === days))
      return { counted: { from: `${from.at} date?`, to: `${to.at} date?`, days } };
  }
  return {};
}

/** Makes pagination fields required if every body has them, unless the length of a page is known: without them a page looks like the whole. */
function withPages(root: Shape, { whole, constants }: Recipe, bodies: number): NonNullable<Recipe['whole']> {
  const texts = { ...whole };
  if (constants?.page !== undefined) return texts;
  for (const name of ['morePages', 'nextPage', 'rowsInAll']) {
    const text = texts[name];
    const seen = text === undefined ? 0 : countValues(shapesAt(root, splitPointer(dropCodec(text))));
    if (text !== undefined && seen === bodies) texts[name] = text.replace(/\?$/, '');
  }
  return texts;
}

/** The few values in rows of other brands; any third value is then drift. */
function withOthers(root: Shape, { own, lists }: Recipe): Pick<Recipe, 'own'> {
  if (own?.is === undefined) return {};
  const isName = (lists?.competitors ?? []).some(({ fields }) => dropCodec(fields.name ?? '') === own.at);
  const values = shapesAt(root, splitPointer(own.at)).flatMap((shape) => shape.values);
  const others = [...new Set(values)].filter(
    (value): value is string | boolean => typeof value !== 'number' && !own.is?.includes(value),
  );
  return { own: isName || others.length === 0 || others.length > 3 ? own : { ...own, not: others } };
}

/** Rows of a full page, if several bodies have a larger total. */
function findPage(values: readonly ResourceValues['citations'][]): number | null {
  const most = maxOf(values.map(({ items }) => items.length));
  const full = values.filter(({ total, items }) => items.length === most && (total ?? 0) > most);
  return most > 1 && full.length > 1 ? most : null;
}

/** The most decimals of a score; a finer and much smaller one is on another scale. */
function withScoreDecimals(root: Shape, { whole, decimals }: Recipe): Pick<Recipe, 'decimals'> {
  if (whole?.score === undefined) return {};
  const codec = whole.score.replace(/^.* |\?$/g, '') as CodecName;
  const values = shapesAt(root, splitPointer(dropCodec(whole.score))).flatMap((shape) => shape.values);
  const most = maxOf([
    0,
    ...values.map((value) => (`${decodeValue(codec, value)}`.split('.')[1] ?? '').length),
  ]);
  return { decimals: { ...decimals, score: most } };
}

/** Adds the baseline for later bodies to a recipe: current names, values and lengths. */
export function withBaseline(kind: Kind, root: Shape, recipe: Recipe, bodies: readonly unknown[]): Recipe {
  const known = collectKnownNames(root, recipe);
  const expect = { ...findExpected(root, known, listPointers(recipe)), ...recipe.expect };
  const applied = kind === 'citations' ? bodies.map((body) => applyRecipe('citations', recipe, body)) : [];
  const page = findPage(applied.flatMap((one) => (one.ok ? [one.value] : [])));
  return {
    ...recipe,
    ...(recipe.whole ? { whole: withPages(root, recipe, bodies.length) } : {}),
    ...(recipe.lists ? { lists: withOmitted(root, recipe.lists, kind) } : {}),
    ...(page === null ? {} : { constants: { ...recipe.constants, page } }),
    ...withOthers(root, recipe),
    ...withScoreDecimals(root, recipe),
    ...(kind === 'citations' || kind === 'competitors' ? findCounted(root, known) : {}),
    ...(Object.keys(expect).length === 0 ? {} : { expect }),
    known,
    ...(recipe.guards ? { guards: recipe.guards.map((guard) => withNull(root, guard)) } : {}),
  };
}
