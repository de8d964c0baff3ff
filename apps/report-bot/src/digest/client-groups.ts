import { countChanges, type DigestCounts, type WebsiteChange } from './changes.ts';
import type { SiteDigest } from './site-digest.ts';

/** The ids of a client's websites. */
export interface ClientWebsites {
  readonly name: string;
  readonly websiteIds: ReadonlySet<string>;
}

/** By website id, the client's name; of the websites of a digest only, in the order of the settings. */
export type ClientNames = ReadonlyMap<string, string>;

/** Null without any clients in the settings. */
export function nameClients(
  sites: readonly SiteDigest[],
  clients: readonly ClientWebsites[],
): ClientNames | null {
  if (clients.length === 0) return null;
  return new Map(
    clients.flatMap(({ name, websiteIds }) =>
      sites.flatMap(({ id }) => (websiteIds.has(id) ? [[id, name] as const] : [])),
    ),
  );
}

/** The websites of one client in a digest. */
export interface ClientGroup {
  /** Null for websites without a client. */
  readonly client: string | null;
  /** The strongest first. */
  readonly changes: readonly WebsiteChange[];
  readonly counts: DigestCounts;
}

/**
 * Groups the websites of a digest by client: clients with a clear change by their strongest one, then the others in the
 * order of the settings; of both the websites without a client last. Empty if all websites are of one group, or none
 * could be compared: a first report shows figures.
 * @param changes of all websites, the strongest first
 */
export function groupByClient(
  sites: readonly SiteDigest[],
  changes: readonly WebsiteChange[],
  clients: ClientNames,
): readonly ClientGroup[] {
  const clientOf = ({ id }: SiteDigest): string | null => clients.get(id) ?? null;
  const changed = changes.map(({ site }) => clientOf(site));
  const all = new Set([...changed, ...clients.values(), ...sites.map(clientOf)]);
  if (all.size < 2 || (changes.length === 0 && countChanges(sites).quiet.value === 0)) return [];
  const rate = (client: string | null): number =>
    Number(!changed.includes(client)) * 2 + Number(client === null);
  return [...all]
    .sort((one, other) => rate(one) - rate(other))
    .map((client) => ({
      client,
      changes: changes.filter(({ site }) => clientOf(site) === client),
      counts: countChanges(
        sites.filter((site) => clientOf(site) === client),
        client === null ? 'no-client' : `client:${client}`,
      ),
    }));
}
