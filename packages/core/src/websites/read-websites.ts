import { type Cell, cellsOf, findCell, keyName, type Row } from '../reading/cells.ts';
import { choose, place } from '../reading/choose.ts';
import { isObject, type JsonObject } from '../reading/json.ts';
import { listed, oneOf } from '../reading/names.ts';
import { readText, repeated } from '../reading/numbers.ts';
import { numberIn } from '../reading/pages.ts';
import { reader } from '../reading/reader.ts';
import { objectsTo, type Survey, type Table } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { hostsIn } from './addresses.ts';
import { isRival } from './rival-row.ts';
import type { Website } from './website.ts';
import { idFault } from './website-id.ts';

const stems = {
  id: 'websiteid siteid id uuid websiteuuid projectid propertyid domainid brandid idsite pid publicid',
  name: 'name websitename sitename projectname title displayname label brand brandname customname friendlyname nickname company companyname',
  domain:
    'domain hostname host primarydomain maindomain domainname branddomain customdomain canonicaldomain rootdomain fqdn origin websiteurl siteurl homepage mainurl url website site address baseurl linkdomain appurl',
};
const wrappers = listed('website site project property node data attributes');

/** What a row of another resource has and a website has not. */
const strange = oneOf(
  'date day engine platform prompt query question share sov shareofvoice mention citation citedat rank position score count (?!competitors?(count|total)$)competitor* severity priority',
);
const sites = oneOf('website site');

/** Lists whose rows are websites even where they have the figures of something else. */
const certain = oneOf('website site project property');
const rivals = oneOf('*competitor* *rival*');
const others = oneOf(
  'competition citation source member user people owner team key tag prompt recommendation event page component engine platform alert webhook invite invoice',
);

/** What a website may belong to: an object under such a key is none, though it may have an address. */
const owners = oneOf(
  'meta user me profile owner team account organization organisation workspace company customer *competitor* *rival*',
);

/** What a row of people has, and a website that says whose it is or in which part the caller has it. */
const roles = oneOf('role');
const emails = oneOf('email');

const scalar = (value: unknown): boolean => readText(value) !== null;
const address = (value: unknown): boolean => !isObject(value) && hostsIn(value, null)[0] !== undefined;

/** A resource's path in the place of a name: `websites/1`. */
const isPath = (value: unknown): boolean =>
  /^(websites|sites|projects|properties|domains|accounts)\/[^/]+$/.test(String(value));

const isStrange = (row: Row): boolean => {
  const lacks = (names: string): boolean => findCell(row, names, address) === null;
  return row.some(
    ({ name, depth, value }) =>
      depth === 0 &&
      typeof value !== 'object' &&
      (strange(name) || (roles(name) && lacks(stems.domain)) || (emails(name) && lacks('domain hostname'))),
  );
};

/**
 * The row, or what it wraps: `{"website": {…}, "role": "owner"}`. A website with an address of its own is no wrapper, whatever it
 * belongs to; nor is one with a name, where what it holds is not called a website and has no address either.
 */
function unwrapped(row: Row): Row {
  const own = row.filter(({ depth }) => depth === 0);
  const has = (field: keyof typeof stems, takes: (value: unknown) => boolean): boolean =>
    findCell(own, stems[field], takes) !== null;
  const isWhole = has('id', scalar);
  if (isWhole && has('domain', address)) return row;
  for (const name of wrappers) {
    const found = own.find((cell) => cell.name.toLowerCase() === name);
    if (!found || !isObject(found.value)) continue;
    const inner = cellsOf(found.value, found.pointer);
    const isSite = sites(name) || findCell(inner, stems.domain, address) !== null;
    if (findCell(inner, stems.id, scalar) && (isSite || !isWhole || !has('name', scalar))) return inner;
  }
  return row;
}

interface Fields {
  readonly id: Cell | null;
  readonly name: Cell | null;
  readonly domain: Cell | null;
}

function fieldsOf(row: Row): Fields {
  const own = unwrapped(row);
  const find = (field: keyof typeof stems, takes: (value: unknown) => boolean): Cell | null =>
    findCell(own, stems[field], takes);
  const key = row.find((cell) => cell.name === keyName) ?? null;
  const id = find('id', scalar) ?? (key && !address(key.value) ? key : null);
  const hosts = (value: unknown): boolean => hostsIn(value, readText(id?.value))[0] !== undefined;
  const holder = findCell(own, 'brand', isObject);
  return {
    id,
    name:
      find('name', (value) => scalar(value) && !isPath(value)) ??
      (holder && findCell(cellsOf(holder.value as JsonObject, holder.pointer), 'name', scalar)) ??
      find('name', scalar),
    domain:
      find('domain', (value) => !isObject(value) && hosts(value)) ??
      (key && address(key.value) ? key : (find('name', address) ?? find('domain', hosts))),
  };
}

const names = oneOf('website site project property domain');

/** What has websites of its own, such as a project or a team. */
const holdsSites = ({ name, value }: Cell): boolean =>
  sites(name) && Array.isArray(value) && isObject(value[0]);

/** A list that is named websites may stand in a team; any other may not stand in what is named after something else. */
const fits = (row: Row, { layout, last, path }: Table): boolean => {
  const called = names(last);
  if (!called && path.some(others)) return false;
  const own = unwrapped(row);
  if (isStrange(own) && !certain(last)) return false;
  if (!sites(last) && row.some(holdsSites)) return false;
  if (layout !== 'map') return findCell(own, stems.id) !== null;
  if (row.some(({ name, value }) => name === keyName && owners(String(value)))) return false;
  const { id, name, domain } = fieldsOf(row);
  return id !== null && (domain ?? (called ? name : null)) !== null;
};

const open = oneOf('data result response website site project property item');

const wanted = { what: 'the websites', names, never: rivals, fits, unnamed: 0.6 };

/** One website alone, in the body or an envelope. */
function single(survey: Survey): Table | null {
  const found = survey.places.filter((at) => {
    const { id, domain } = fieldsOf(at.cells);
    return (
      at.path.every(open) && id !== null && id.name !== keyName && domain !== null && !isStrange(at.cells)
    );
  });
  const ids = new Set(found.map(({ cells }) => fieldsOf(cells).id?.pointer));
  const last = found[found.length - 1];
  return last && ids.size === 1 ? { ...last, layout: 'list', rows: [last.cells] } : null;
}

/** Another identifier that a service may want in the place of the first. */
const otherIds =
  'publicid externalid uuid websiteuuid siteuuid guid hashid objectid shortid key websiteid siteid id';

function readRow(row: Row, table: Table, tracer: Tracer): Website {
  const fields = fieldsOf(row);
  for (const field of ['id', 'name', 'domain'] as const) tracer.found(field, fields[field]);
  tracer.saw(row.filter((cell) => cell.depth === 0));
  const held = fields.id?.value;
  if (typeof held === 'number' && !Number.isSafeInteger(held))
    return refuse(
      `the identifier at ${fields.id?.pointer} is a number that JSON does not carry exactly (${held}), so it may be another website's: the service has to send it as a text`,
    );
  const id = readText(held);
  if (id === null) return refuse(`an entry of ${place(table)} has no identifier`);
  const own = unwrapped(row);
  const twin = findCell(own, otherIds, (value) => scalar(value) && readText(value) !== id);
  if (twin) tracer.note(`a website has another identifier at ${twin.pointer} beside the one that was taken`);
  const [domain = null, ...further] = hostsIn(fields.domain?.value, id);
  if (further.length > 0) tracer.note(`the website "${id}" has further domains: ${further.join(', ')}`);
  return { id, name: readText(fields.name?.value), domain };
}

/** Reads the body of `GET /api/v1/websites`: a list or a map of websites in any envelope, or one website alone. */
export const readWebsites = reader('websites', (survey, tracer): readonly Website[] => {
  const table = choose(survey.tables, wanted, tracer) ?? single(survey);
  if (table === null) return refuse('no list of websites with identifiers was found in the body');
  tracer.path = table.pointer;
  const rows = table.rows.filter((row) => !isRival(row, table.rows));
  if (rows.length < table.rows.length)
    tracer.note(
      `${table.rows.length - rows.length} of the websites are those of competitors and were left out`,
    );
  const given = rows.map((row) => readRow(row, table, tracer));
  const websites = given.filter(({ id }) => idFault(id) === null);
  const faults = new Set(given.map(({ id }) => idFault(id)).filter((fault) => fault !== null));
  for (const fault of faults)
    tracer.note(
      `${given.filter(({ id }) => idFault(id) === fault).length} of the websites were left out: the identifier ${fault}`,
    );
  if (websites.length > 0 && websites.every(({ domain }) => domain === null))
    tracer.doubt(0.7, 'no entry has a domain');
  const stated = objectsTo(survey, table.pointer)
    .map((object) => numberIn(object, 'total totalcount count'))
    .find((total) => total > websites.length);
  if (stated !== undefined)
    tracer.note(`the body tells of ${stated} websites, of which ${websites.length} are in it`);
  const twice = repeated(websites.map(({ id }) => id));
  if (twice !== null) refuse(`two websites have the identifier "${twice}"`);
  return websites;
});
