import {
  applyRecipe,
  type Guard,
  type Endpoint as Kind,
  type Recipe,
  type ResourceValues,
} from '@answershare/core';
import { tagsOf } from './names.ts';
import type { Shape } from './shape.ts';
import type { Tag } from './vocabulary.ts';

const segmentsOf = (pointer: string): string[] => (pointer === '' ? [] : pointer.slice(1).split('/'));
const nameOf = (segment: string): string =>
  segment.replace(/^~2/, '').replace(/~1/g, '/').replace(/~0/g, '~');

/** What the bodies had at a recipe's pointer. */
function shapesAt(root: Shape, segments: readonly string[]): Shape[] {
  return segments.reduce<Shape[]>(
    (shapes, segment) =>
      shapes.flatMap((shape) => {
        const entries = shape.entry ? [shape.entry] : [];
        if (segment === '*') return [...entries, ...shape.fields.values()];
        if (segment === '0!') return entries;
        return shape.fields.get(nameOf(segment)) ?? [];
      }),
    [root],
  );
}

const pointerIn = (text: string): string => text.replace(/ \S+$/, '');

/** Every pointer by which a recipe reads a figure. */
function pointersOf({ whole, lists, own, guards }: Recipe): string[] {
  const rows = Object.values(lists ?? {}).flatMap((parts) =>
    parts.flatMap(({ at, fields }) => [at, ...Object.values(fields).map(pointerIn)]),
  );
  const rules = [...(own ? [own.at] : []), ...(guards ?? []).map(({ at }) => at)];
  return [...Object.values(whole ?? {}).map(pointerIn), ...rows, ...rules];
}

/** Names of objects that speak of the figures in the objects around them. */
const around: readonly Tag[] = ['wrapper', 'paging', 'unit', 'grain', 'status', 'scale', 'neutral', 'date'];

const isAround = ({ name, seen }: Shape): boolean => {
  const tags = tagsOf(name);
  return seen.object > 0 && tags !== null && Array.from(tags).every((tag) => around.includes(tag));
};

/** Pointers to the lists and objects whose entries are rows: their keys are data. */
const containersOf = (pointer: string): string[] => {
  const segments = segmentsOf(pointer);
  return segments.flatMap((segment, at) =>
    segment === '*' || segment === '#'
      ? [
          segments
            .slice(0, at)
            .map((one) => `/${one}`)
            .join(''),
        ]
      : [],
  );
};

/** The names that each object around a figure had. */
function knownIn(root: Shape, recipe: Recipe): Record<string, string[]> {
  const known: Record<string, string[]> = {};
  const pointers = pointersOf(recipe);
  const containers = new Set(pointers.flatMap(containersOf));
  const add = (pointer: string, shapes: readonly Shape[]): void => {
    const objects = shapes.filter(({ seen }) => seen.object > 0);
    if (objects.length === 0 || pointer in known || containers.has(pointer)) return;
    known[pointer] = Array.from(new Set(objects.flatMap(({ fields }) => Array.from(fields.keys()))));
    if (pointer.includes('/*')) return;
    for (const field of objects.flatMap(({ fields }) => Array.from(fields.values())))
      if (isAround(field)) add(field.at, [field]);
  };
  for (const pointer of pointers) {
    const segments = segmentsOf(pointer);
    for (let length = 0; length <= segments.length; length += 1) {
      const way = segments.slice(0, length);
      add(way.map((segment) => `/${segment}`).join(''), shapesAt(root, way));
    }
  }
  return known;
}

/** Words by which a field says what figures are. */
const qualifying: readonly Tag[] = ['unit', 'grain', 'scale', 'unsettled'];

const isQualifier = (name: string): boolean => {
  const tags = tagsOf(name);
  return tags !== null && qualifying.some((tag) => tags.has(tag));
};

/** Values next to figures that were the same in every body and say what the figures are. */
function expectedIn(
  root: Shape,
  known: Record<string, string[]>,
  read: readonly string[],
): Record<string, string | number | boolean> {
  const expected: Record<string, string | number | boolean> = {};
  for (const pointer of Object.keys(known)) {
    if (pointer.includes('/*')) continue;
    for (const shape of shapesAt(root, segmentsOf(pointer)).flatMap(({ fields }) =>
      Array.from(fields.values()),
    )) {
      const [value, ...others] = shape.values;
      const isSame = value !== undefined && others.every((one) => one === value) && shape.seen.null === 0;
      if (isSame && isQualifier(shape.name) && !read.includes(shape.at)) expected[shape.at] = value;
    }
  }
  return expected;
}

/** A guard whose field was missing or null in some places counts those as measured. */
function withNull(root: Shape, guard: Guard): Guard {
  const segments = segmentsOf(guard.at);
  const holders = shapesAt(root, segments.slice(0, -1)).reduce((sum, { seen }) => sum + seen.object, 0);
  const present = shapesAt(root, segments).reduce(
    (sum, { seen }) => sum + seen.text + seen.flag + seen.number,
    0,
  );
  return present < holders && !guard.measured.includes(null)
    ? { ...guard, measured: [...guard.measured, null] }
    : guard;
}

/** The days between which figures were counted, where all bodies count as many. */
function countedIn(root: Shape, known: Record<string, string[]>): Pick<Recipe, 'counted'> {
  for (const pointer of Object.keys(known)) {
    const [holder] = pointer.includes('/*') ? [] : shapesAt(root, segmentsOf(pointer));
    const fields = Array.from(holder?.fields.values() ?? []);
    const ends = (['from', 'to'] as const).map((tag) =>
      fields.find(
        ({ name }) =>
          Array.from(tagsOf(name) ?? []).join() === tag ||
          (tagsOf(name)?.has(tag) === true && tagsOf(name)?.has('date') === true),
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

/** Fields of pages that every body has are no longer optional: without them a page looks like the whole. */
function withPages(
  root: Shape,
  whole: NonNullable<Recipe['whole']>,
  bodies: number,
): NonNullable<Recipe['whole']> {
  const texts = { ...whole };
  for (const name of ['morePages', 'nextPage', 'rowsInAll']) {
    const text = texts[name];
    const seen =
      text === undefined
        ? 0
        : shapesAt(root, segmentsOf(pointerIn(text))).reduce(
            (sum, shape) => sum + Object.values(shape.seen).reduce((all, one) => all + one, 0),
            0,
          );
    if (text !== undefined && seen === bodies) texts[name] = text.replace(/\?$/, '');
  }
  return texts;
}

/** The values in the rows of other brands, where they are few: any third value is then drift. */
function withOthers(root: Shape, { own, lists }: Recipe): Pick<Recipe, 'own'> {
  if (own?.is === undefined) return {};
  const isName = (lists?.competitors ?? []).some(({ fields }) => pointerIn(fields.name ?? '') === own.at);
  const values = shapesAt(root, segmentsOf(own.at)).flatMap((shape) => shape.values);
  const others = Array.from(new Set(values)).filter(
    (value): value is string | boolean => typeof value !== 'number' && !own.is?.includes(value),
  );
  return { own: isName || others.length === 0 || others.length > 3 ? own : { ...own, not: others } };
}

/** Rows of a full page, where a stated total exceeds them in several bodies. */
function pageIn(values: readonly ResourceValues['citations'][]): number | null {
  const most = values.reduce((all, { items }) => Math.max(all, items.length), 0);
  const full = values.filter(({ total, items }) => items.length === most && (total ?? 0) > most);
  return most > 1 && full.length > 1 ? most : null;
}

/** The most decimals of a score: a finer and much smaller one is on another scale. */
function decimalsIn(root: Shape, { whole, decimals }: Recipe): Pick<Recipe, 'decimals'> {
  const values = shapesAt(root, segmentsOf(pointerIn(whole?.score ?? ''))).flatMap((shape) => shape.values);
  const most = values.reduce<number>(
    (all, value) => Math.max(all, (String(value).split('.')[1] ?? '').length),
    0,
  );
  return whole?.score === undefined ? {} : { decimals: { ...decimals, score: most } };
}

/** Adds to a recipe what later bodies are compared with: the names, the words and the lengths of today. */
export function withBaseline(kind: Kind, root: Shape, recipe: Recipe, bodies: readonly unknown[]): Recipe {
  const known = knownIn(root, recipe);
  const expect = { ...expectedIn(root, known, pointersOf(recipe)), ...recipe.expect };
  const applied = kind === 'citations' ? bodies.map((body) => applyRecipe('citations', recipe, body)) : [];
  const page = pageIn(applied.flatMap((one) => (one.ok ? [one.value] : [])));
  return {
    ...recipe,
    ...(recipe.whole ? { whole: withPages(root, recipe.whole, bodies.length) } : {}),
    ...(page === null ? {} : { constants: { ...recipe.constants, page } }),
    ...withOthers(root, recipe),
    ...decimalsIn(root, recipe),
    ...(kind === 'citations' || kind === 'competitors' ? countedIn(root, known) : {}),
    ...(Object.keys(expect).length === 0 ? {} : { expect }),
    known,
    ...(recipe.guards ? { guards: recipe.guards.map((guard) => withNull(root, guard)) } : {}),
  };
}
