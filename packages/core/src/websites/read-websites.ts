import { isObject, type JsonObject } from '../reading/json.ts';
import { findField, segment } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';
import { type ChosenRows, chooseRows } from '../reading/rows.ts';
import { type Reading, Tracer } from '../reading/trace.ts';
import type { Website } from './website.ts';

const aliases = {
  id: ['id', 'websiteid', 'siteid', 'projectid', 'uuid', 'pid'],
  name: ['name', 'websitename', 'sitename', 'title', 'displayname', 'label', 'brand', 'brandname'],
  domain: ['domain', 'hostname', 'host', 'url', 'websiteurl', 'siteurl', 'homepage', 'domains'],
};
const lists = ['websites', 'sites', 'projects', 'properties'];

/** Host name of a domain or an address, lower case. */
export function domainOf(text: string): string | null {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#:@\s]+)/i.exec(text.trim())?.[1];
  return host ? host.toLowerCase().replace(/\.$/, '') : null;
}

function single(body: unknown): ChosenRows | null {
  const object = isObject(body) && isObject(body.data) ? body.data : body;
  if (!isObject(object) || findField(object, aliases.id) === null) return null;
  if (findField(object, aliases.domain) === null && findField(object, aliases.name) === null) return null;
  return { pointer: object === body ? '' : '/data', rows: [object], name: '', depth: 0, named: true };
}

function readRow(row: JsonObject, pointer: string, tracer: Tracer): Website | null {
  const field = (name: keyof typeof aliases): unknown => {
    const spelled = findField(row, aliases[name]);
    if (spelled === null) return undefined;
    tracer.found(name, `${pointer}/*${segment(spelled)}`);
    const value = row[spelled];
    return Array.isArray(value) ? value[0] : value;
  };
  const id = readText(field('id'));
  const domain = readText(field('domain'));
  if (id === null) return null;
  return { id, name: readText(field('name')), domain: domain === null ? null : domainOf(domain) };
}

/** Reads the body of `GET /api/v1/websites`: a list of websites in any envelope, or one website alone. */
export function readWebsites(body: unknown): Reading<readonly Website[]> {
  const tracer = new Tracer();
  const chosen = chooseRows(body, { names: lists, fits: (row) => findField(row, aliases.id) !== null });
  const rows = chosen === 'none' ? single(body) : chosen;
  if (rows === 'ambiguous') return tracer.refuse('two lists in the body could be the websites');
  if (rows === null) return tracer.refuse('no list of websites with identifiers was found in the body');
  tracer.path = rows.pointer;
  if (!rows.named) tracer.doubt(0.6, `the list at ${rows.pointer} has another name`);
  const addressed =
    rows.rows.length === 0 || rows.rows.some((row) => findField(row, aliases.domain) !== null);
  if (!addressed) tracer.doubt(0.7, 'no entry has a domain');
  const websites: Website[] = [];
  for (const row of rows.rows) {
    const website = readRow(row, rows.pointer, tracer);
    if (website === null) return tracer.refuse(`an entry of ${rows.pointer || 'the list'} has no identifier`);
    if (websites.some((other) => other.id === website.id)) {
      return tracer.refuse(`two websites have the identifier "${website.id}"`);
    }
    websites.push(website);
    const used = [findField(row, aliases.id), findField(row, aliases.name), findField(row, aliases.domain)];
    tracer.left(Object.keys(row).filter((name) => used.indexOf(name) < 0));
  }
  return tracer.read(websites);
}
