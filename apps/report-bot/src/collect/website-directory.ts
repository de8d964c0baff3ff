import { addAliases, findWebsite, isApiError, matchWebsites, type Website } from '@answershare/core';
import { isWholeService, soleService, splitLedgerId } from '../settings/services.ts';
import type { DigestAudience } from '../settings/settings.ts';
import type { Database } from '../store/tables.ts';
import { iterateWebsiteLists, readLatestWebsites } from '../store/website-lists.ts';

export function formatWebsiteName({ domain, name, id }: Website): string {
  return domain ?? name ?? id;
}

/** A website that the settings name as an earlier list did. */
interface RenamedWebsite {
  readonly reference: string;
  readonly website: Website;
  /** False if the settings have its name of a later list. */
  readonly isFormer: boolean;
}

/** A list of websites, and those of other lists that the settings name. */
export interface WebsiteDirectory {
  /** The names of all services. */
  readonly services: readonly string[];
  readonly listed: readonly Website[];
  readonly renamed: ReadonlyMap<string, RenamedWebsite>;
}

type Named = Pick<DigestAudience, 'websites' | 'recipients' | 'channels' | 'clients' | 'names' | 'services'>;

const listReferences = ({ websites, recipients, channels, clients = [] }: Named): readonly string[] =>
  [{ websites }, ...recipients, ...channels, ...clients].flatMap(({ websites: names = 'all' }) =>
    names === 'all' ? [] : names,
  );

const listsByService = new WeakMap<readonly Website[], Map<string, readonly Website[]>>();

/** The websites of a service in a list. A list is divided once, so it must not change. */
function selectOfService(websites: readonly Website[], service: string): readonly Website[] {
  const known = listsByService.get(websites) ?? new Map<string, readonly Website[]>();
  listsByService.set(websites, known);
  const own = known.get(service) ?? websites.filter(({ id }) => id.startsWith(`${service}/`));
  known.set(service, own);
  return own;
}

/**
 * The websites that a reference may mean: `acme/*` all of the service acme, `acme/acme.com` those of it, else all that core matches.
 * @param services the names of all services
 */
export function matchReference(
  websites: readonly Website[],
  reference: string,
  services = soleService,
): readonly Website[] {
  const { service, id } = splitLedgerId(reference.trim(), services);
  if (service === '') return matchWebsites(websites, reference);
  const own = selectOfService(websites, service);
  if (isWholeService(reference)) return own;
  const exact = matchWebsites(own, reference);
  return exact.length > 0 ? exact : matchWebsites(own, id);
}

/**
 * Resolves the references that no website of the list has: the nearest other list of the ledger in which a website had the
 * name decides. A website keeps its id under another domain or name.
 * @param at when the list was true, milliseconds since the epoch
 */
export async function createDirectory(
  db: Database,
  list: readonly Website[],
  named: readonly Named[],
  at: number,
): Promise<WebsiteDirectory> {
  const services = named[0]?.services ?? soleService;
  const listed = addAliases(list, named[0]?.names?.websites);
  const renamed = new Map<string, RenamedWebsite>();
  const open = new Set(
    named.flatMap(listReferences).filter((name) => matchReference(listed, name, services).length === 0),
  );
  if (open.size === 0) return { services, listed, renamed };
  for await (const { websites, isFormer } of iterateWebsiteLists(db, at, services)) {
    for (const reference of open) {
      const [found, other] = matchReference(websites, reference, services);
      if (found === undefined) continue;
      open.delete(reference);
      const [website] = matchWebsites(listed, found.id);
      if (other === undefined && website?.id === found.id)
        renamed.set(reference, { reference, website, isFormer });
    }
    if (open.size === 0) break;
  }
  return { services, listed, renamed };
}

/** The directory of the last lists up to an instant; null without a list. */
export async function readDirectory(
  db: Database,
  named: Named,
  until: number,
): Promise<WebsiteDirectory | null> {
  const listed = await readLatestWebsites(db, until, { services: named.services ?? soleService });
  return listed === null ? null : createDirectory(db, listed, [named], until);
}

/** The website of a reference, or those of a whole service; none if it is missing or several have the name. */
export function resolveReference(
  { services, listed, renamed }: WebsiteDirectory,
  reference: string,
): readonly Website[] {
  const found = matchReference(listed, reference, services);
  if (isWholeService(reference) || found.length === 1) return found;
  const earlier = renamed.get(reference);
  return found.length > 0 || earlier === undefined ? [] : [earlier.website];
}

/** The one website of a reference. @throws ApiError for none or several */
export function requireWebsite(
  websites: readonly Website[],
  reference: string,
  services: readonly string[],
): Website {
  const [found, other] = matchReference(websites, reference, services);
  return found !== undefined && other === undefined ? found : findWebsite(websites, reference);
}

/** Why a reference has no website: the message of the client. */
export function explainReference({ listed }: WebsiteDirectory, reference: string): string {
  try {
    findWebsite(listed, reference);
  } catch (thrown) {
    if (isApiError(thrown)) return thrown.message;
    throw thrown;
  }
  return '';
}

/** A name of the settings, and the website's name of today. */
interface Rename {
  readonly from: string;
  readonly to: string;
}

export const formatRename = ({ from, to }: Rename): string => `"${from}" is now ${to}; correct "websites"`;

/** What the settings should follow. */
export function listRenames({ renamed }: WebsiteDirectory, names = [...renamed.keys()]): readonly Rename[] {
  return names.flatMap((from) => {
    const found = renamed.get(from);
    return found?.isFormer === true ? { from, to: formatWebsiteName(found.website) } : [];
  });
}
