import { type Cell, cellsOf, findCell, keyName, type Row } from '../reading/cells.ts';
import { choose, place } from '../reading/choose.ts';
import { readDate } from '../reading/dates.ts';
import { isEngine } from '../reading/engines.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, shaped } from '../reading/names.ts';
import { isNumeric, readCounted, readText } from '../reading/numbers.ts';
import type { Survey, Table } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';
import { failed, made } from '../reading/unsettled.ts';
import { domainOf, writtenDomain } from '../websites/domain.ts';
import { cited, citedByEngine, citedInAnswers, engineOver, isAddress, moments } from './answers.ts';
import type { CitationItem } from './citations.ts';
import { isOfEngine } from './engine-address.ts';
import { engineCell, readCount } from './engine-cell.ts';
import { enginesOf } from './google.ts';
import { isOfMentions, isUncited, tellUncited, without } from './uncited.ts';

const stems = {
  url: 'url citedurl sourceurl pageurl citationurl link href uri page path source citedpage',
  domain: 'domain domainname citeddomain sourcedomain host hostname site website source publisher',
  count:
    'count citation currentcitation brandcitation reference occurrence appearance timescited frequency total value',
  date: moments,
  title:
    'title pagetitle sourcetitle query querytext prompt prompttext question keyword citationtitle headline',
};
const lists = oneOf(
  `item feed entry aicitation result ${shaped('citation source url domain page reference link', '_ top_ cited_ topcited_ citation_')}`,
);
const never = oneOf(
  '*competitor* *rival* *recommend* *website* site day daily series bucket component prompt pagination backlink image logo media',
);
const visited = oneOf('visitor pageview');
const voiced = oneOf('shareofvoice sov');
const citing = oneOf('*cit* *source* *domain* *reference* *feed*');
const mentioning = oneOf('*citation* *mention*');
const listing = oneOf('*cit* *source* *url* *link* *reference* *top*');

const isText = (value: unknown): boolean => typeof value === 'string' && readText(value) !== null;
const isUrl = (value: unknown): boolean =>
  typeof value === 'string' &&
  (/^(https?:\/\/|\/\S*$)/.test(value) || (isAddress(value) && /\//.test(value)));
const isDomain = (value: unknown): boolean => typeof value === 'string' && writtenDomain(value) !== null;
const isTime = (value: unknown): boolean => readDate(value) !== null;
const isCount = (value: unknown): boolean => readCount(value) != null;

const takes = { url: isUrl, domain: isDomain, date: isTime, title: isText, count: isCount };

/** The field of a row; an address of the row's engine is none. */
const cellOf = (row: Row, field: keyof typeof stems): Cell | null =>
  findCell(row, stems[field], (value) => takes[field](value) && !isOfEngine(value, () => engineCell(row)));

/** The fields of a row and of an object in it that is what is cited: `{"page": {"url": …}}`. */
const withCited = (row: Row): Row =>
  row.reduce<Row>(
    (all, { name, pointer, value }) =>
      isObject(value) && cited(name) ? all.concat(cellsOf(value, pointer)) : all,
    row,
  );

/** A row whose key is an address, as a row with that address, and with the count that stands behind it. */
function unkeyed(keyed: Row): Row {
  const row = withCited(keyed);
  const key = row.find(({ name, value }) => name === keyName && isAddress(value));
  if (!key) return row;
  const { text, count } = readCounted(String(key.value));
  const cell = { ...key, name: isUrl(text) ? 'url' : 'domain', value: text };
  return [cell, { ...key, name: 'count', value: count }, ...row];
}

/** A domain alone may also be a website: the list's name, a count or another field has to say that it was cited. */
const isAboutCiting = (row: Row, { last }: Table): boolean =>
  citing(last) ||
  engineCell(row) !== null ||
  cellOf(row, 'count') !== null ||
  row.some(({ name }) => mentioning(name));

/** True for a row that can be one citation, or the citations of one source. A row with a list of sources is an answer. */
function fits(keyed: Row, table: Table): boolean {
  const row = unkeyed(keyed);
  const isCounted = cellOf(row, 'url') !== null && findCell(row, 'count citation') !== null;
  if (row.some(({ name }) => visited(name) || (voiced(name) && !isCounted))) return false;
  if (table.layout === 'texts') return row.length > keyed.length && listing(table.last);
  if (cellOf(row, 'url') || (cellOf(row, 'domain') && isAboutCiting(row, table))) return true;
  if (row.some(({ name, value }) => Array.isArray(value) && cited(name))) return false;
  const told = cellOf(row, 'date') ?? cellOf(row, 'title');
  if (table.path.some(isOfMentions)) return false;
  return engineCell(row) !== null && told !== null && !isNumeric(findCell(row, stems.count)?.value);
}

/** The engine that an object around a table says its answers are by. */
function engineAround(survey: Survey, table: Table): Cell | null {
  const around = survey.places
    .filter(({ pointer }) => table.pointer.indexOf(`${pointer}/`) === 0)
    .map((one) => (isEngine(one.last) && one.last !== 'meta' ? engineOver(one) : engineCell(one.cells)?.cell))
    .filter((cell): cell is Cell => typeof cell?.value === 'string' && isEngine(cell.value));
  return around.pop() ?? null;
}

type EnginesIn = ReturnType<typeof enginesOf>;

function readItem(
  keyed: Row,
  around: Cell | null,
  engineIn: EnginesIn,
  table: Table,
  tracer: Tracer,
): CitationItem {
  const row = unkeyed(keyed);
  const engine = engineCell(row) ?? (around && { cell: around, text: String(around.value) });
  const at = (field: keyof typeof stems): unknown => {
    const cell = cellOf(row, field);
    tracer.found(`items.${field}`, cell);
    return cell?.value;
  };
  tracer.found('items.engine', engine?.cell);
  const [url, domain] = [readText(at('url')), readText(at('domain'))];
  const item = {
    engine: engine && engineIn(row, engine.text).engine,
    url,
    domain: domain === null ? url && domainOf(url) : writtenDomain(domain),
    date: readDate(at('date')),
    title: readText(at('title')),
    count: made(readCount(at('count')) ?? null, failed(row), `an entry of ${place(table)}`, tracer),
  };
  tracer.saw(row);
  return item;
}

export interface Items {
  readonly items: readonly CitationItem[];
  readonly table: Table;
  /** Rows that stand there, those that are no citations among them. */
  readonly rows: number;
}

const wanted = {
  what: 'the citation feed',
  names: lists,
  mayHold: isOfMentions,
  never,
  fits,
  worth: ({ rows }: Table): number => Number(rows.some((row) => cellOf(unkeyed(row), 'url') !== null)),
  unnamed: 0.6,
  layouts: ['list', 'map', 'columns', 'matrix', 'texts'] as const,
};

/** The feed's entries; null where the body has no list of them. */
export function readItems(survey: Survey, tracer: Tracer): Items | null {
  const all = citedByEngine(citedInAnswers(survey.tables));
  const kept = without(all, isUncited);
  const table = choose(kept, wanted, tracer);
  if (!table) return null;
  tellUncited(table, all, tracer);
  const around = engineAround(survey, table);
  const engineIn = enginesOf(table.rows);
  const items = table.rows.map((row) => readItem(row, around, engineIn, table, tracer));
  return { items, table, rows: (all[kept.indexOf(table)] as Table).rows.length };
}
