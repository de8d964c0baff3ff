import type { ClientWebsites } from '../digest/client-groups.ts';
import type { AboutWebsites } from '../digest/goal-progress.ts';
import type { Client } from '../settings/clients.ts';
import { explainReference, resolveReference, type WebsiteDirectory } from './website-directory.ts';

/** The ids of the websites that the service lists. */
const resolveIds = (references: readonly string[], directory: WebsiteDirectory): ReadonlySet<string> =>
  new Set(references.flatMap((reference) => resolveReference(directory, reference).map(({ id }) => id)));

/** The ids of each client's websites. A website that the service does not list has no client. */
export function resolveClients(
  clients: readonly Client[],
  directory: WebsiteDirectory,
): readonly ClientWebsites[] {
  return clients.map(({ name, websites }) => ({
    name,
    websiteIds: resolveIds(websites, directory),
  }));
}

/** Entries of the settings with the ids of their websites; null for all. */
export const resolveWebsites = <T extends { readonly websites?: readonly string[] }>(
  entries: readonly T[],
  directory: WebsiteDirectory,
): readonly AboutWebsites<T>[] =>
  entries.map((entry) => ({
    ...entry,
    websiteIds: entry.websites === undefined ? null : resolveIds(entry.websites, directory),
  }));

/** A sentence for each website of a client that is not listed, or that another client has too under another name. */
export function listClientFaults(clients: readonly Client[], directory: WebsiteDirectory): readonly string[] {
  const owners = new Map<string, string>();
  return clients.flatMap(({ name, websites }) =>
    websites.flatMap((reference) => {
      const found = resolveReference(directory, reference);
      if (found.length === 0)
        return [
          `Client "${name}": ${explainReference(directory, reference)} Correct "websites" of this client.`,
        ];
      const [owner] = found.flatMap(({ id }) => owners.get(id) ?? []);
      for (const { id } of found) owners.set(id, name);
      return owner === undefined
        ? []
        : [`Client "${name}": "${reference}" is a website of client "${owner}" too. Remove one of the two.`];
    }),
  );
}
