import { foldName, normalizeDomain } from './names.ts';
import { toEngineId } from './normalize.ts';
import { toPageAddress } from './page-address.ts';
import type { Citations, Competitor, Competitors, EngineCitations, Website } from './resources.ts';

/** One brand, engine or website: the name that people keep, and its other names, domains or addresses. */
export interface NameEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  /** The first day, `YYYY-MM-DD`, of which the names are one; every day by default. */
  readonly from?: string;
}

/** The names that a team keeps. Brands are its own and its competitors'. */
export interface NameList {
  readonly brands?: readonly NameEntry[];
  readonly engines?: readonly NameEntry[];
  readonly websites?: readonly NameEntry[];
}

/** A name or domain as it is compared. */
export const toNameKey = (text: string): string =>
  (text.includes('.') && normalizeDomain(text)) || foldName(text);

const toEngineKey = (text: string): string => toEngineId(text).engine;

/** The other name of a website as it is compared: the address of a domain or folder, or a name. */
export const toAliasKey = (text: string): string => toPageAddress(text) ?? foldName(text);

/** The kinds of names, and how a text of each is compared. */
export const nameKinds = { brands: toNameKey, engines: toEngineKey, websites: toAliasKey } as const;

/** A text of an entry that an earlier entry has too. */
export interface SharedName {
  readonly entry: number;
  /** The place among the aliases; -1 for the name. */
  readonly at: number;
  readonly text: string;
  readonly owner: number;
}

/** Names of two entries of a kind, unless each entry holds from another day on. */
export function findSharedNames(
  kind: keyof typeof nameKinds,
  entries: readonly NameEntry[],
): readonly SharedName[] {
  const owners = new Map<string, number>();
  return entries.flatMap(({ name, aliases, from = '' }, entry) =>
    [name, ...aliases].flatMap((text, index): readonly SharedName[] => {
      const key = `${from} ${nameKinds[kind](text)}`;
      const owner = owners.get(key) ?? entry;
      owners.set(key, owner);
      return owner === entry || text === '' ? [] : [{ entry, at: index - 1, text, owner }];
    }),
  );
}

/** The entries that hold on a day by each of their names; of two with one name the later one. */
function indexEntries(
  entries: readonly NameEntry[],
  day: string,
  toKey: (text: string) => string,
): ReadonlyMap<string, NameEntry> {
  const held = entries
    .filter(({ from = '' }) => from <= day)
    .sort(({ from: one = '' }, { from: other = '' }) => (one < other ? -1 : 1));
  return new Map(held.flatMap((entry) => [entry.name, ...entry.aliases].map((text) => [toKey(text), entry])));
}

/** A sum; null if a part is unknown. */
const add = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** Citations whose engines have their kept names; counts of one engine are summed. */
export function mergeEngines<T extends Pick<Citations, 'byEngine'> & Partial<Pick<Citations, 'items'>>>(
  citations: T,
  { engines = [] }: NameList,
  day: string,
): T {
  const index = indexEntries(engines, day, toEngineKey);
  const rename = (text: string) => toEngineId(index.get(toEngineKey(text))?.name ?? text);
  const byEngine = new Map<string, EngineCitations>();
  for (const { label, count } of citations.byEngine) {
    const { engine, label: kept } = rename(label);
    byEngine.set(engine, { engine, label: kept, count: count + (byEngine.get(engine)?.count ?? 0) });
  }
  const items = citations.items?.map((item) => ({
    ...item,
    engine: item.engine === null ? null : rename(item.engine).engine,
  }));
  return { ...citations, byEngine: [...byEngine.values()], ...(items === undefined ? {} : { items }) };
}

/** Shares that are parts of one whole, within what rounding explains. */
const isWhole = (shares: readonly (number | null)[]): boolean => {
  const sum = shares.reduce(add, 0);
  return sum !== null && Math.abs(sum - 1) <= 0.02;
};

/** Rows of one brand as one, under the kept name or that of its largest row. */
function sumRows(rows: readonly Competitor[], entry: NameEntry | null): Competitor {
  const largest = rows.reduce((one, other) => ((other.share ?? 0) > (one.share ?? 0) ? other : one));
  const texts = [...rows.flatMap(({ name, domain }) => [name, domain ?? name]), ...(entry?.aliases ?? [])];
  return {
    name: entry?.name ?? largest.name,
    domain: entry?.aliases.find((text) => /^\S+\.\S+$/.test(text)) ?? largest.domain,
    share: rows.map(({ share }) => share).reduce(add, 0),
    mentions: rows.map(({ mentions }) => mentions).reduce(add, 0),
    aliases: [...new Set(texts)],
  };
}

/**
 * The brands of a body, each one once. Rows of one kept name are summed, and rows of one domain where all shares then make
 * the whole; others may overlap and stay as they are. The own brand is no competitor: its rows give what the body lacks.
 */
export function mergeBrands(
  field: Competitors,
  website: Website,
  { brands = [] }: NameList,
  day: string,
): Competitors {
  const index = indexEntries(brands, day, toNameKey);
  const find = ({ name, domain }: { name: string | null; domain: string | null }): NameEntry | null =>
    (domain !== null && index.get(toNameKey(domain))) ||
    (name !== null && index.get(toNameKey(name))) ||
    null;
  const ownEntry = find(website);
  const isOwn = (row: Competitor): boolean => {
    if (ownEntry !== null && find(row) === ownEntry) return true;
    if (website.domain !== null && row.domain !== null)
      return normalizeDomain(website.domain) === normalizeDomain(row.domain);
    return website.name !== null && foldName(website.name) === foldName(row.name);
  };
  const own = field.competitors.filter(isOwn);
  const others = field.competitors.filter((row) => !own.includes(row));
  const shares = [field.shareOfVoice, ...others.map(({ share }) => share)];
  const isClosed = isWhole(shares);
  const groups = new Map<unknown, { readonly entry: NameEntry | null; readonly rows: Competitor[] }>();
  for (const row of others) {
    const entry = find(row);
    const key = entry ?? (isClosed && row.domain !== null ? normalizeDomain(row.domain) : row);
    const group = groups.get(key) ?? { entry, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  // Rows of the own brand repeat its figures, unless a kept name joins parts that make the whole with theirs.
  const listed = own.length === 0 ? null : sumRows(own, null);
  const isRepeated = Math.abs((listed?.share ?? 0) - (field.shareOfVoice ?? 0)) < 0.001;
  const isPart = ownEntry !== null && !isClosed && !isRepeated && isWhole([...shares, listed?.share ?? null]);
  const choose = (stated: number | null, rows: number | null): number | null =>
    isPart ? add(stated, rows) : (stated ?? rows);
  return {
    ...field,
    shareOfVoice: choose(field.shareOfVoice, listed?.share ?? null),
    mentions: choose(field.mentions, listed?.mentions ?? null),
    competitors: [...groups.values()].flatMap(({ entry, rows }) =>
      rows.length === 1 && entry === null ? rows : [sumRows(rows, entry)],
    ),
  };
}
