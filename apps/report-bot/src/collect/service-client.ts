import {
  type AsyncClient,
  type AsyncHost,
  asyncClient,
  type ClientOptions,
  type Website,
} from '@answershare/core';
import { type Service, splitLedgerId, toLedgerId } from '../settings/services.ts';
import { UserError } from '../system/errors.ts';

/**
 * A value as the ledger has it: websites of a list have the ids of {@link toLedgerId}. Throws a {@link UserError} for an id of
 * `service` that reads like one of another service.
 */
export function nameWebsites<T>(
  endpoint: string,
  value: T,
  { name, names }: Pick<Service, 'name' | 'names'>,
): T {
  if (endpoint !== 'websites') return value;
  const websites = value as readonly Website[];
  if (name !== '') return websites.map((one) => ({ ...one, id: toLedgerId(name, one.id) })) as T;
  const taken = websites.map(({ id }) => splitLedgerId(id, names)).find(({ service }) => service !== '');
  if (taken === undefined) return value;
  throw new UserError(
    `The website id "${taken.service}/${taken.id}" reads like one of services.${taken.service}. Give that service another name.`,
  );
}

/** The client of a service, with the website ids of the ledger. */
export function openServiceClient(service: Service, options: ClientOptions, host: AsyncHost): AsyncClient {
  const client = asyncClient(options, host);
  if (service.names.length === 1 && service.name === '') return client;
  const toOwn = (websiteId: string): string => splitLedgerId(websiteId, service.names).id;
  return {
    ...client,
    websites: async () => {
      const result = await client.websites();
      return { ...result, value: nameWebsites('websites', result.value, service) };
    },
    analytics: (website, window) => client.analytics(toOwn(website), window),
    citations: (website) => client.citations(toOwn(website)),
    competitors: (website) => client.competitors(toOwn(website)),
    authority: (website) => client.authority(toOwn(website)),
  };
}
