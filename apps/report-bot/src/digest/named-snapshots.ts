import {
  type Competitor,
  mergeBrands,
  mergeEngines,
  type NameList,
  toCalendarDate,
  toNameKey,
  type Website,
} from '@answershare/core';
import type { SiteSnapshot } from './site-days.ts';

/**
 * One website's snapshots under the names that a team keeps. A competitor has the name and domain of its newest row in all of
 * them: one that moves its domain is the same.
 */
export function nameSnapshots(
  website: Website,
  snapshots: readonly SiteSnapshot[],
  names: NameList = {},
): readonly SiteSnapshot[] {
  const known: KnownBrand[] = [];
  const named = new Map<SiteSnapshot, SiteSnapshot>();
  for (const taken of snapshots.toSorted((one, other) => other.takenAt - one.takenAt)) {
    const day = toCalendarDate(taken.takenAt);
    const field = taken.competitors && mergeBrands(taken.competitors, website, names, day);
    named.set(taken, {
      ...taken,
      citations: taken.citations && mergeEngines(taken.citations, names, day),
      competitors: field && { ...field, competitors: identifyBrands(field.competitors, known) },
    });
  }
  return snapshots.map((taken) => named.get(taken) ?? taken);
}

/** A competitor by its newest row, and all names and domains that it had. */
interface KnownBrand {
  readonly newest: Pick<Competitor, 'name' | 'domain'>;
  readonly names: Set<string>;
  readonly domains: Set<string>;
}

const tests: readonly ((brand: KnownBrand, name: string, domain: string) => boolean)[] = [
  ({ names, domains }, name, domain) => names.has(name) && domains.has(domain),
  ({ domains }, _, domain) => domain !== '' && domains.has(domain),
  ({ names }, name) => names.has(name),
];

/** The rows of a body under the names of the brands that they are: by name and domain, else by domain, else by name. */
function identifyBrands(rows: readonly Competitor[], known: KnownBrand[]): Competitor[] {
  const keyed = rows.map((row) => ({ row, name: toNameKey(row.name), domain: toNameKey(row.domain ?? '') }));
  const found = new Map<Competitor, KnownBrand>();
  const open = new Set(known);
  for (const test of tests) {
    for (const { row, name, domain } of keyed) {
      const brand = found.has(row) ? undefined : [...open].find((one) => test(one, name, domain));
      if (brand === undefined) continue;
      found.set(row, brand);
      open.delete(brand);
    }
  }
  return keyed.map(({ row, name, domain }) => {
    // A domain is the key of one brand alone.
    const isShared = known.some(({ domains }) => domain !== '' && domains.has(domain));
    const newest = { name: row.name, domain: isShared ? null : row.domain };
    const brand = found.get(row) ?? { newest, names: new Set<string>(), domains: new Set<string>() };
    if (!found.has(row)) known.push(brand);
    brand.names.add(name);
    brand.domains.add(domain);
    return { ...row, ...brand.newest };
  });
}
