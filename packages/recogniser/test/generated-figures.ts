import type { Endpoint, ResourceValues } from '@answershare/core';

const pickers: { readonly [K in Endpoint]: (value: ResourceValues[K]) => Record<string, unknown> } = {
  websites: (value) => ({ websites: value.map(({ id, name, domain }) => [id, name, domain]) }),
  analytics: ({ days }) => ({
    days: days.map(({ date, visitors, pageviews, citations }) => [date, visitors, pageviews, citations]),
  }),
  citations: ({ total, atLeast, byEngine, items }) => ({
    total: total ?? atLeast ?? null,
    byEngine: byEngine.map(({ label, count }) => [label, count]),
    items: items.map(({ url, date }) => [url, date]),
  }),
  competitors: ({ shareOfVoice, competitors }) => ({
    own: shareOfVoice,
    rivals: competitors.map(({ name, share }) => [name, share]),
  }),
  authority: ({ score, components }) => ({ score, parts: components.map((part) => [part.name, part.score]) }),
};

/** The figures of a value, as the generator of bodies states them. */
export const readGeneratedFigures = (kind: Endpoint, value: unknown): Record<string, unknown> =>
  pickers[kind](value as never);

/** Equal but for the last bits of a division. */
export function equalFigures(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => equalFigures(one, b[at]));
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 1e-9;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  return Object.keys(b).every((name) => equalFigures(a[name as keyof typeof a], b[name as keyof typeof b]));
}
