import { suggestWord } from '@answershare/core';
import { z } from 'zod';
import { formatChoices } from '../system/text.ts';
import { formatKeyPath, type SettingsIssue } from './issues.ts';
import type { KeyPath, YamlSource } from './source.ts';

const websitesSchema = z.array(z.string().min(1)).min(1);

/** The websites of a schedule that one of its readers gets; all of them without a key. */
export const selectionShape = {
  websites: websitesSchema
    .exactOptional()
    .describe('Only these websites of the schedule, written as in its list.'),
  client: z.string().min(1).exactOptional().describe('Only the websites of this client.'),
};

export function requireOneSelection(
  { websites, client }: { readonly websites?: unknown; readonly client?: unknown },
  context: z.RefinementCtx,
): void {
  if (websites !== undefined && client !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['client'],
      message: 'goes without websites; remove one of the two',
    });
}

/** A name in mails, and the ids, domains or names of its websites. */
export interface Client {
  readonly name: string;
  readonly websites: readonly string[];
}

export const clientsSchema = z
  .array(z.strictObject({ name: z.string().min(1).max(80), websites: websitesSchema }))
  .superRefine(rejectSharedWebsites)
  .describe('Names for groups of websites, for groupBy and for recipients; a website has one client.');

/** A reference without the differences that do not matter: case, `https://`, `www.` and a final slash. */
const foldReference = (reference: string): string =>
  reference
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

function rejectSharedWebsites(clients: readonly Client[], context: z.RefinementCtx): void {
  const owners = new Map<string, string>();
  const names = new Set<string>();
  for (const [index, { name, websites }] of clients.entries()) {
    if (names.has(name))
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: 'is the name of an earlier client; write its websites there',
      });
    names.add(name);
    for (const [at, website] of websites.entries()) {
      const owner = owners.get(foldReference(website));
      if (owner !== undefined)
        context.addIssue({
          code: 'custom',
          path: [index, 'websites', at],
          message: `is a website of client "${owner}" already; a website has one client, so remove one of the two`,
        });
      owners.set(foldReference(website), name);
    }
  }
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
  return all.filter((website) => wanted.has(foldReference(website)));
}

interface SelectingAudience {
  readonly websites: Websites;
  readonly recipients: readonly (string | Selection)[];
  readonly channels: readonly Selection[];
  readonly groupBy?: unknown;
}

/** Unknown clients, and websites that the schedule does not have. */
export function findMisplacedSelections(
  source: YamlSource,
  audiences: readonly { readonly one: SelectingAudience; readonly path: KeyPath }[],
  clients: readonly Client[],
): SettingsIssue[] {
  const names = clients.map(({ name }) => name);
  return audiences.flatMap(({ one, path }) => {
    const { websites: all, recipients, channels, groupBy } = one;
    const describe = (at: KeyPath, message: string): SettingsIssue => {
      const place = [...path, ...at];
      return { line: source.lineOf(place), path: formatKeyPath(place), message };
    };
    const known = all === 'all' ? null : new Set(all.map(foldReference));
    const list = formatKeyPath([...path, 'websites']);
    const check = (at: KeyPath, { websites = [], client }: Selection): SettingsIssue[] => {
      const unknown = websites.flatMap((website, index) => {
        if (known === null || known.has(foldReference(website))) return [];
        const near = suggestWord(website, all === 'all' ? [] : [...all]);
        const hint = near === null ? '' : ` Did you mean "${near}"?`;
        return [
          describe(
            [...at, 'websites', index],
            `"${website}" is not in ${list}; write it as there, add it there, or remove it here.${hint}`,
          ),
        ];
      });
      if (client === undefined) return unknown;
      if (!names.includes(client)) {
        return [
          ...unknown,
          describe(
            [...at, 'client'],
            `"${client}" is not a client${names.length === 0 ? '; there is none under "clients".' : formatChoices(client, names)}`,
          ),
        ];
      }
      if (resolveSelection({ client }, all, clients)?.length !== 0) return unknown;
      const message = `"${client}" has no website in ${list}; add one there, written as under "clients", or remove this entry.`;
      return [...unknown, describe([...at, 'client'], message)];
    };
    return [
      ...(groupBy === undefined || clients.length > 0
        ? []
        : [describe(['groupBy'], 'needs "clients", a list of names with their websites.')]),
      ...recipients.flatMap((to, at) => (typeof to === 'string' ? [] : check(['recipients', at], to))),
      ...channels.flatMap((channel, at) => check(['channels', at], channel)),
    ];
  });
}
