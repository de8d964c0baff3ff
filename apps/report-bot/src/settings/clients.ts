import { suggestWord } from '@answershare/core';
import { z } from 'zod';
import { formatChoices } from '../system/text.ts';
import { type SenderFields, senderShape } from './addresses.ts';
import { formatKeyPath, type PathIssue, prefixPaths, type WellFormed } from './issues.ts';
import { isWholeService } from './services.ts';
import type { KeyPath } from './source.ts';

const websitesSchema = z.array(z.string().min(1)).min(1);

/** The websites of a schedule that one of its readers gets; all of them without a key. */
export const selectionShape = {
  websites: websitesSchema
    .exactOptional()
    .describe('Only these websites of the schedule, written as in its list.'),
  client: z.string().min(1).exactOptional().describe('Only the websites of this client.'),
};

/** A name in mails, and the ids, domains or names of its websites. */
export interface Client extends SenderFields {
  readonly name: string;
  readonly websites: readonly string[];
}

export const clientsSchema = z
  .array(z.strictObject({ name: z.string().min(1).max(80), websites: websitesSchema, ...senderShape }))
  .describe('Names for groups of websites, for groupBy and for recipients; a website has one client.');

/** A reference without the differences that do not matter: case, `https://`, `www.` and a final slash. */
const foldReference = (reference: string): string =>
  reference
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

/** Clients share no name and no website. */
export function findSharedWebsites(clients: readonly WellFormed<Client>[]): PathIssue[] {
  const owners = new Map<string, string | undefined>();
  const names = new Set<string>();
  return clients.flatMap((client, index) => {
    const { name, websites = [] } = client ?? {};
    const found: PathIssue[] = [];
    if (name !== undefined && names.has(name))
      found.push({
        path: [index, 'name'],
        message: 'is the name of an earlier client; write its websites there',
      });
    if (name !== undefined) names.add(name);
    for (const [at, website] of websites.entries()) {
      if (website === undefined) continue;
      const key = foldReference(website);
      if (owners.has(key)) {
        const owner = owners.get(key);
        const named = owner === undefined ? 'an earlier client' : `client "${owner}"`;
        const message = `is a website of ${named} already; a website has one client, so remove one of the two`;
        found.push({ path: [index, 'websites', at], message });
      }
      owners.set(key, name);
    }
    return found;
  });
}

type Websites = 'all' | readonly string[];

interface Selection {
  readonly websites?: readonly string[];
  readonly client?: string;
}

/** The entries of a schedule's list that a selection names; undefined without a selection. */
export function resolveSelection(
  { websites, client }: Selection,
  all: Websites,
  clients: readonly Client[],
): readonly string[] | undefined {
  const named =
    websites ?? (client === undefined ? undefined : clients.find(({ name }) => name === client)?.websites);
  if (named === undefined || all === 'all') return named;
  const wanted = new Set(named.map(foldReference));
  return all.flatMap((website) => {
    if (wanted.has(foldReference(website)) || isCovered(website, named)) return [website];
    return isWholeService(website) ? named.filter((one) => isCovered(one, [website])) : [];
  });
}

/** True for a website of a service of which the references have all. */
const isCovered = (website: string, references: readonly string[]): boolean =>
  references.some((one) => isWholeService(one) && website.startsWith(one.slice(0, -1)));

interface SelectingAudience {
  readonly websites: Websites;
  readonly recipients: readonly (string | Selection)[];
  readonly channels: readonly Selection[];
  readonly groupBy?: string;
}

/** Selections of several kinds, unknown clients, and websites that the schedule does not have. */
export function findMisplacedSelections(
  { recipients = [], channels = [], ...audience }: NonNullable<WellFormed<SelectingAudience>>,
  path: KeyPath,
  clients: WellFormed<readonly Client[]>,
): PathIssue[] {
  const list = formatKeyPath([...path, 'websites']);
  const check = (at: KeyPath, one: WellFormed<string | Selection>): PathIssue[] =>
    typeof one === 'object'
      ? prefixPaths(at, findSelectionIssues(one, audience.websites, list, clients))
      : [];
  return [
    ...('groupBy' in audience && clients?.length === 0
      ? [{ path: ['groupBy'], message: 'needs "clients", a list of names with their websites' }]
      : []),
    ...recipients.flatMap((recipient, at) => check(['recipients', at], recipient)),
    ...channels.flatMap((channel, at) => check(['channels', at], channel)),
  ];
}

/** @param list the place of the schedule's list of websites */
function findSelectionIssues(
  selection: NonNullable<WellFormed<Selection>>,
  all: WellFormed<Websites>,
  list: string,
  clients: WellFormed<readonly Client[]>,
): PathIssue[] {
  const { websites = [], client } = selection;
  const entries = all === 'all' ? undefined : selectComplete(all);
  const known = new Set(entries?.map(foldReference));
  const found: PathIssue[] = websites.flatMap((website, index) => {
    if (entries === undefined || website === undefined) return [];
    if (known.has(foldReference(website)) || isCovered(website, entries)) return [];
    const near = suggestWord(website, entries);
    const hint = near === null ? '' : `. Did you mean "${near}"?`;
    const message = `is not in ${list}; write it as there, add it there, or remove it here${hint}`;
    return [{ path: ['websites', index], message }];
  });
  if ('client' in selection && 'websites' in selection)
    found.push({ path: ['client'], message: 'goes without websites; remove one of the two' });
  if (client === undefined || clients === undefined) return found;
  const owned = clients.find((one) => one?.name === client);
  const names = selectComplete(clients.map((one) => one?.name));
  if (owned === undefined && names !== undefined) {
    const choices = names.length === 0 ? '; there is none under "clients"' : formatChoices(client, names);
    found.push({ path: ['client'], message: `is not a client${choices}` });
  }
  const ownedWebsites = selectComplete(owned?.websites);
  if (
    entries !== undefined &&
    resolveSelection({ websites: ownedWebsites ?? entries }, entries, [])?.length === 0
  ) {
    const message = `has no website in ${list}; add one there, written as under "clients", or remove this entry`;
    found.push({ path: ['client'], message });
  }
  return found;
}

/** A list without faults; undefined if an entry has one. */
const selectComplete = (list: readonly (string | undefined)[] | undefined): readonly string[] | undefined =>
  list?.some((one) => one === undefined) === true ? undefined : (list as readonly string[] | undefined);
