import type { Recipe } from '@answershare/core';
import { isKeyedByData } from './map-keys.ts';
import { readTags } from './names.ts';
import type { Shape } from './shape.ts';
import type { Tag } from './vocabulary.ts';

export const splitPointer = (pointer: string): string[] =>
  pointer === '' ? [] : pointer.slice(1).split('/');
const unescapeSegment = (segment: string): string =>
  segment.replace(/^~2/, '').replace(/~1/g, '/').replace(/~0/g, '~');

/** The shapes at a recipe pointer. */
export function shapesAt(root: Shape, segments: readonly string[]): Shape[] {
  return segments.reduce<Shape[]>(
    (shapes, segment) =>
      shapes.flatMap((shape) => {
        const entries = shape.entry ? [shape.entry] : [];
        if (segment === '*') return [...entries, ...shape.fields.values()];
        if (segment === '0!') return entries;
        return shape.fields.get(unescapeSegment(segment)) ?? [];
      }),
    [root],
  );
}

export const dropCodec = (text: string): string => text.replace(/ \S+$/, '');

export function listPointers({ whole, lists, own, guards }: Recipe): string[] {
  const rows = Object.values(lists ?? {}).flatMap((parts) =>
    parts.flatMap(({ at, fields }) => [at, ...Object.values(fields).map(dropCodec)]),
  );
  const rules = [...(own ? [own.at] : []), ...(guards ?? []).map(({ at }) => at)];
  return [...Object.values(whole ?? {}).map(dropCodec), ...rows, ...rules];
}

/** Tags of objects that describe the figures around them. */
const neighborTags: readonly Tag[] = [
  'wrapper',
  'paging',
  'unit',
  'grain',
  'status',
  'scale',
  'neutral',
  'date',
];

const isNeighbor = ({ name, seen }: Shape): boolean => {
  const tags = readTags(name);
  return seen.object > 0 && tags !== null && [...tags].every((tag) => neighborTags.includes(tag));
};

/** Pointers to the containers of rows, whose keys are data. */
const listContainers = (pointer: string): string[] => {
  const segments = splitPointer(pointer);
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

/** The field names of each object around a figure, by pointer. */
export function collectKnownNames(root: Shape, recipe: Recipe): Record<string, string[]> {
  const known: Record<string, string[]> = {};
  const pointers = listPointers(recipe);
  const containers = new Set(pointers.flatMap(listContainers));
  const add = (pointer: string, shapes: readonly Shape[]): void => {
    const objects = shapes.filter((shape) => shape.seen.object > 0 && !isKeyedByData(shape));
    if (objects.length === 0 || pointer in known || containers.has(pointer)) return;
    known[pointer] = [...new Set(objects.flatMap(({ fields }) => [...fields.keys()]))];
    if (pointer.includes('/*')) return;
    for (const field of objects.flatMap(({ fields }) => [...fields.values()]))
      if (isNeighbor(field)) add(field.at, [field]);
  };
  for (const pointer of pointers) {
    const segments = splitPointer(pointer);
    for (let length = 0; length <= segments.length; length += 1) {
      const path = segments.slice(0, length);
      add(path.map((segment) => `/${segment}`).join(''), shapesAt(root, path));
    }
  }
  return known;
}
