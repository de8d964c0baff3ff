import { maxOf } from '../resources/min-max.ts';
import type { Website } from '../resources/resources.ts';

/** The largest number next to each text of a body, such as the pages or citations next to a website's id. */
function measureRows(body: unknown, sizes = new Map<string, number>()): ReadonlyMap<string, number> {
  if (typeof body !== 'object' || body === null) return sizes;
  const values: readonly unknown[] = Object.values(body);
  const size = maxOf(values.map((value) => (typeof value === 'number' ? value : 0)));
  for (const value of values) {
    if (typeof value === 'string') sizes.set(value, Math.max(size, sizes.get(value) ?? 0));
    measureRows(value, sizes);
  }
  return sizes;
}

const maxWebsites = 3;

/**
 * The websites whose bodies are sampled, since one alone may be new and empty or fit on one page: the first with a domain, the
 * largest by the list's own numbers, and the last.
 * @param body the list of websites as received
 */
export function selectSampleWebsites(body: unknown, websites: readonly Website[]): readonly Website[] {
  const withDomain = websites.filter(({ domain }) => domain !== null);
  const [first, ...rest] = withDomain.length > 0 ? withDomain : websites;
  if (first === undefined) return [];
  const sizes = measureRows(body);
  const bySize = [...rest].sort(
    ({ id: one }, { id: other }) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0),
  );
  return [...new Set([first, ...bySize.slice(0, 1), ...rest.slice(-1), ...rest])].slice(0, maxWebsites);
}
