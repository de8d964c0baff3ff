import { isObject } from '../reading/json.ts';
import { oneOf } from '../reading/names.ts';
import { readText } from '../reading/numbers.ts';
import { writtenDomain } from './domain.ts';

const named = ['domain', 'name', 'hostname', 'host', 'url'];
const firsts = oneOf('(is)?(primary|main|default|canonical)');
const isFirst = (held: unknown): boolean =>
  isObject(held) && Object.keys(held).some((name) => held[name] === true && firsts(name));

/** Addresses of a service's own pages about websites. */
const isPage = (text: string, id: string | null): boolean =>
  /\/(api|v\d+)\//.test(text) ||
  /\/\/[^/]+\/(.*\/)?(websites|sites|projects|properties|domains|dashboards?)\/[^/]/.test(text) ||
  text
    .split(/[/?#]/)
    .slice(3)
    .some((step) => step === id);

/** The host names that a field holds: an address, an object of one, or a list of them, the main one first. */
export function hostsIn(value: unknown, id: string | null): readonly string[] {
  if (Array.isArray(value)) {
    const list = value as unknown[];
    const ordered = list.filter(isFirst).concat(list.filter((held) => !isFirst(held)));
    return ordered.flatMap((held) => hostsIn(held, id));
  }
  if (isObject(value)) return named.map((name) => hostsIn(value[name], id)).find(([host]) => host) ?? [];
  const text = readText(value);
  const host = writtenDomain(text);
  return host === null || isPage(String(text), id) ? [] : [host];
}
