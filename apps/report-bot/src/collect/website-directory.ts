import { addAliases, findWebsite, isApiError, matchWebsites, type Website } from '@answershare/core';
import type { DigestAudience } from '../settings/settings.ts';
import { iterateWebsiteLists, readLatestWebsites } from '../store/snapshots.ts';
import type { Database } from '../store/tables.ts';

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
  readonly listed: readonly Website[];
  readonly renamed: ReadonlyMap<string, RenamedWebsite>;
}

type Named = Pick<DigestAudience, 'websites' | 'recipients' | 'channels' | 'clients' | 'names'>;

const listReferences = ({ websites, recipients, channels, clients = [] }: Named): readonly string[] =>
  [{ websites }, ...recipients, ...channels, ...clients].flatMap(({ websites: names = 'all' }) =>
    names === 'all' ? [] : names,
  );

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
  const listed = addAliases(list, named[0]?.names?.websites);
  const renamed = new Map<string, RenamedWebsite>();
  const open = new Set(
    named.flatMap(listReferences).filter((name) => matchWebsites(listed, name).length === 0),
  );
  if (open.size === 0) return { listed, renamed };
  for await (const { websites, isFormer } of iterateWebsiteLists(db, at)) {
    for (const reference of open) {
      const [found, other] = matchWebsites(websites, reference);
      if (found === undefined) continue;
      open.delete(reference);
      const [website] = matchWebsites(listed, found.id);
      if (other === undefined && website?.id === found.id)
        renamed.set(reference, { reference, website, isFormer });
    }
    if (open.size === 0) break;
  }
  return { listed, renamed };
}

/** The directory of the last list up to an instant; null without a list. */
export async function readDirectory(
  db: Database,
  named: Named,
  until: number,
): Promise<WebsiteDirectory | null> {
  const listed = await readLatestWebsites(db, until);
  return listed === null ? null : createDirectory(db, listed, [named], until);
}

/** The one website of a reference; undefined for none or several. */
export function resolveReference(
  { listed, renamed }: WebsiteDirectory,
  reference: string,
): Website | undefined {
  const [found = renamed.get(reference)?.website, other] = matchWebsites(listed, reference);
  return other === undefined ? found : undefined;
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
