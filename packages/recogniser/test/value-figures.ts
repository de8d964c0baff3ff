import type { Endpoint, ResourceValues } from '@answershare/core';

const ofTop = (value: number | null, scale: number | null): number | null =>
  value === null || scale === null ? null : value / scale;

const readers: { readonly [K in Endpoint]: (value: ResourceValues[K]) => [string, unknown][] } = {
  websites: (value) =>
    value.flatMap(({ id, name, domain }, index): [string, unknown][] => [
      [`${index} id`, id],
      [`${index} name`, name],
      [`${index} domain`, domain],
    ]),
  analytics: ({ days }) =>
    days.flatMap(({ date, visitors, pageviews, citations }): [string, unknown][] => [
      [`${date} visitors`, visitors],
      [`${date} pageviews`, pageviews],
      [`${date} citations`, citations],
    ]),
  citations: ({ total, byEngine, items }) => [
    ['total', total],
    ...byEngine.map(({ label, count }): [string, unknown] => [`engine ${label}`, count]),
    ...items.map(({ url }, index): [string, unknown] => [`item ${index}`, url]),
  ],
  competitors: ({ shareOfVoice, competitors }) => [
    ['own', shareOfVoice],
    ...competitors.map(({ name, share }): [string, unknown] => [name, share]),
  ],
  authority: ({ score, scale, components }) => [
    ['score', ofTop(score, scale)],
    ...components.map((part): [string, unknown] => [part.name, ofTop(part.score, scale)]),
  ],
};

/** The figures of a value by the names that the sandbox's own data have. */
export const valueFigures = (endpoint: Endpoint, value: unknown): ReadonlyMap<string, unknown> =>
  new Map(readers[endpoint](value as never));

/** Where a JSON Pointer (RFC 6901) leads; undefined where the body has no such place. */
export function resolvePointer(body: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((value, name) => {
    const key = name.replace(/~1/g, '/').replace(/~0/g, '~');
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return isThere ? (value as Record<string, unknown>)[key] : undefined;
  }, body);
}

/** Equal but for the last bits of a division. */
export const isNear = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b)));
