import { ApiError } from '../errors/api-error.ts';
import { type NameEntry, toAliasKey } from '../resources/aliases.ts';
import { foldName, normalizeDomain, suggestWord } from '../resources/names.ts';
import type { Website } from '../resources/resources.ts';

/** Longer than any id in use: a UUID has 36 characters, a domain 253 (RFC 1035 §2.3.4). */
const maxIdLength = 256;

/** Half of a surrogate pair, which has no UTF-8 (RFC 3629 §3). */
export const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);

/** Why a text cannot be a website id, as a predicate of "it"; null if valid. */
function explainInvalidId(text: string): string | null {
  if (text.trim() === '') return 'is empty';
  if (text.length > maxIdLength) return `is longer than ${maxIdLength} characters`;
  for (let at = 0; at < text.length; at++)
    if (isControl(text.charCodeAt(at))) return 'holds a control character';
  return loneSurrogate.test(text) ? 'holds half of a character and cannot be sent' : null;
}

/** Returns a valid website id. @throws ApiError of kind `not_found` for an id that the service could only refuse */
export function assertWebsiteId(website: string): string {
  const problem = typeof website === 'string' ? explainInvalidId(website) : 'is empty';
  if (problem === null) return website;
  const hint = 'Copy the id again from the list of websites.';
  throw new ApiError({
    kind: 'not_found',
    owner: 'caller',
    message: `The website id ${problem}. ${hint}`,
    hint,
  });
}

/** `Name (domain)`, as a list for people shows a website; the name alone may be that of several. */
const labelPattern = /^(.+) \(([^()\s]+)\)$/;

type WebsitesByName = Map<string, Website[]>;

/** The websites of an alias, or of the nearest folder above an address. */
function findByAlias(aliases: WebsitesByName, text: string): readonly Website[] | undefined {
  if (aliases.size === 0) return undefined;
  for (let key = toAliasKey(text); key !== ''; key = key.replace(/(^|[/?#])[^/?#]*$/, '')) {
    const found = aliases.get(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Websites by each of their names, as names are compared. */
interface WebsiteIndex {
  readonly size: number;
  readonly ids: WebsitesByName;
  readonly foldedIds: WebsitesByName;
  /** By other names, and by addresses of domains and folders. */
  readonly aliases: WebsitesByName;
  readonly domains: WebsitesByName;
  readonly names: WebsitesByName;
}

/** A range compares each row with one list, a report each of its readers. */
const indexes = new WeakMap<readonly Website[], WebsiteIndex>();

function indexWebsites(websites: readonly Website[]): WebsiteIndex {
  const known = indexes.get(websites);
  if (known !== undefined && known.size === websites.length) return known;
  const index = {
    size: websites.length,
    ids: new Map(),
    foldedIds: new Map(),
    aliases: new Map(),
    domains: new Map(),
    names: new Map(),
  };
  const add = (group: WebsitesByName, key: string | null, website: Website): void => {
    if (key === null) return;
    const same = group.get(key) || [];
    same.push(website);
    group.set(key, same);
  };
  for (const website of websites) {
    const { id, name, domain, aliases = [] } = website;
    for (const alias of aliases) add(index.aliases, toAliasKey(alias), website);
    add(index.ids, id, website);
    add(index.foldedIds, foldName(id), website);
    add(index.domains, domain === null ? null : normalizeDomain(domain), website);
    add(index.names, name === null ? null : foldName(name), website);
  }
  indexes.set(websites, index);
  return index;
}

/**
 * The websites of the first test that any website passes: id, id in another case, alias or address in a folder, domain or
 * URL, name, `Name (domain)`. Several share a name. A list is indexed once, so it must not change.
 */
export function matchWebsites(websites: readonly Website[], reference: string): readonly Website[] {
  const text = reference.trim();
  const { ids, foldedIds, aliases, domains, names } = indexWebsites(websites);
  const wanted = foldName(text);
  const [, labelName = '', labelDomain = ''] = labelPattern.exec(wanted) || [];
  const named = new Set(names.get(labelName));
  return (
    ids.get(text) ??
    foldedIds.get(wanted) ??
    findByAlias(aliases, text) ??
    domains.get(normalizeDomain(text) || '') ??
    names.get(wanted) ??
    (domains.get(normalizeDomain(labelDomain) || '') || []).filter((website) => named.has(website))
  );
}

const withoutLastLabel = (domain: string): string => domain.replace(/\.[^.]+$/, '');

/** The name or domain that a mistyped reference may mean; null for none. Domains count without their last label. */
function suggestWebsite(websites: readonly Website[], text: string): string | null {
  const domain = normalizeDomain(text);
  const isDomain = domain?.includes('.') ?? false;
  const named = isDomain ? [] : websites.flatMap(({ name }) => (name === null ? [] : [[name, name.trim()]]));
  const sited = websites.flatMap(({ domain: own }) =>
    own === null ? [] : [[withoutLastLabel(normalizeDomain(own) ?? own), own]],
  );
  const words = named.concat(sited);
  const found = suggestWord(
    isDomain && domain !== null ? withoutLastLabel(domain) : text,
    words.map(([word = '']) => word),
  );
  return words.find(([word]) => word === found)?.[1] ?? null;
}

/** Longer references, such as a pasted URL, are shortened in messages. */
const maxShownLength = 48;

/**
 * Finds a website by id, domain or URL, name, or `Name (domain)`, in that order. Case, `www.`, the form of a domain
 * (Unicode or Punycode) and invisible characters do not matter.
 * @throws ApiError of kind `not_found` for none or several matches; the message lists choices
 */
export function findWebsite(websites: readonly Website[], reference: string): Website {
  const text = reference.trim();
  const letters = Array.from(text);
  const shown = letters.length > maxShownLength ? `${letters.slice(0, maxShownLength - 1).join('')}…` : text;
  const [found, other] = matchWebsites(websites, text);
  if (found && other) {
    throw new ApiError({
      kind: 'not_found',
      owner: 'caller',
      message: `"${shown}" is the name of more than one website: use the id, ${found.id} or ${other.id}.`,
      hint: 'Use the id.',
    });
  }
  if (found) return found;
  const examples = websites.slice(0, 3).map((website) => website.domain ?? website.name ?? website.id);
  const known =
    websites.length === 0
      ? 'This key has no websites.'
      : `This key has ${examples.join(', ')}${websites.length > 3 ? ` and ${websites.length - 3} more` : ''}.`;
  const problem = text.length > 0 ? explainInvalidId(text) : null;
  const suggestion = problem === null ? suggestWebsite(websites, text) : null;
  const question = suggestion === null ? '' : `Did you mean ${suggestion}? `;
  throw new ApiError({
    kind: 'not_found',
    owner: 'caller',
    message:
      problem === null
        ? `No website "${shown}" for this key. ${question}${known}`
        : `The website that was given ${problem}. ${known}`,
    hint: known,
  });
}

/** The websites with the aliases that a list of names gives them. An entry that names none or several gives none. */
export function addAliases(
  websites: readonly Website[],
  entries: readonly NameEntry[] = [],
): readonly Website[] {
  if (entries.length === 0) return websites;
  const found = entries.flatMap(({ name, aliases }) => {
    const [website, other] = matchWebsites(websites, name);
    return website === undefined || other !== undefined ? [] : [{ website, aliases }];
  });
  return websites.map((website) => {
    const own = found.flatMap((one) => (one.website === website ? one.aliases : []));
    return own.length === 0 ? website : { ...website, aliases: own };
  });
}
