import { findWebsite, isApiError, type Website } from '@answershare/core';
import type { ClientWebsites } from '../digest/client-groups.ts';
import type { Client } from '../settings/clients.ts';

/** The ids of each client's websites. A website that the service does not list has no client. */
export function resolveClients(
  clients: readonly Client[],
  listed: readonly Website[],
): readonly ClientWebsites[] {
  return clients.map(({ name, websites }) => ({
    name,
    websiteIds: new Set(
      websites.flatMap((reference) => {
        const found = findListed(listed, reference);
        return typeof found === 'string' ? [] : [found.id];
      }),
    ),
  }));
}

/** A sentence for each website of a client that is not listed, or that another client has too under another name. */
export function listClientFaults(clients: readonly Client[], listed: readonly Website[]): readonly string[] {
  const owners = new Map<string, string>();
  return clients.flatMap(({ name, websites }) =>
    websites.flatMap((reference) => {
      const found = findListed(listed, reference);
      if (typeof found === 'string') return [`Client "${name}": ${found} Correct "websites" of this client.`];
      const owner = owners.get(found.id);
      owners.set(found.id, name);
      return owner === undefined
        ? []
        : [`Client "${name}": "${reference}" is a website of client "${owner}" too. Remove one of the two.`];
    }),
  );
}

/** The website, or why there is none. */
function findListed(listed: readonly Website[], reference: string): Website | string {
  try {
    return findWebsite(listed, reference);
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    return thrown.message;
  }
}
