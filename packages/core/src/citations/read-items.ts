import { type Cell, findCell, keyName, type Row } from '../reading/cells.ts';
import { choose } from '../reading/choose.ts';
import { readDate } from '../reading/dates.ts';
import { engineOf, isEngine } from '../reading/engines.ts';
import { oneOf, shaped } from '../reading/names.ts';
import { readCounted, readNumber, readText } from '../reading/numbers.ts';
import type { Survey, Table } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';
import { domainOf, writtenDomain } from '../websites/domain.ts';
import { citedByEngine, citedInAnswers, isAddress } from './answers.ts';
import type { CitationItem } from './citations.ts';
import { engineCell, readCount } from './engine-cell.ts';

const stems = {
  url: 'url citedurl sourceurl pageurl citationurl link href uri page source',
  domain: 'domain citeddomain sourcedomain host hostname site website source publisher',
  count: 'count citation occurrence timescited frequency total value',
  date: 'date citedat day createdat timestamp seenat firstseen firstseenat observedat detectedat discoveredat capturedat lastseen lastseenat completedat',
  title: 'title pagetitle sourcetitle query querytext prompt prompttext question keyword',
};
const lists = oneOf(
  `item feed entry aicitation result mention ${shaped('citation source url domain page reference link', '_ top_ cited_ citation_')}`,
);
const never = oneOf(
  '*competitor* *rival* *recommend* *website* site day daily series bucket component prompt pagination backlink image logo media',
);
const foreign = oneOf('shareofvoice sov visitor pageview');
const citing = oneOf('*cit* *source* *domain* *reference* *feed*');

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' &&
  (/^https?:\/\//.test(value) || /^\/\S*$/.test(value) || (isAddress(value) && /\//.test(value)));

function cellOf(row: Row, field: keyof typeof stems, takes: (value: unknown) => boolean): Cell | null {
  return findCell(row, stems[field], takes);
}

const keyOf = (row: Row): Cell | null =>
  row.find(({ name, value }) => name === keyName && isAddress(value)) ?? null;
const isDomain = (value: unknown): boolean => typeof value === 'string' && writtenDomain(value) !== null;
const isTime = (value: unknown): boolean => readDate(value) !== null;

/** A domain alone may also be a website: the list's name, a count or another field has to say that it was cited. */
const isAboutCiting = (row: Row, { last }: Table): boolean =>
  citing(last) ||
  engineCell(row) !== null ||
  cellOf(row, 'count', (value) => readCount(value) != null) !== null ||
  row.some(({ name }) => /citation|mention/i.test(name));

/** True for a row that can be one citation, or the citations of one source. */
function fits(row: Row, table: Table): boolean {
  if (row.some(({ name }) => foreign(name))) return false;
  if (table.layout === 'texts')
    return keyOf(row) !== null && /cit|source|url|link|reference|top/.test(table.last);
  if ((keyOf(row) ?? cellOf(row, 'url', isUrl)) !== null) return true;
  if (cellOf(row, 'domain', isDomain) !== null && isAboutCiting(row, table)) return true;
  const told = cellOf(row, 'date', isTime) ?? cellOf(row, 'title', (value) => readText(value) !== null);
  return (
    engineCell(row) !== null &&
    told !== null &&
    readNumber(cellOf(row, 'count', () => true)?.value)?.value == null
  );
}

/** The engine that an object around a table says its answers are by. */
function engineAround(survey: Survey, table: Table): Cell | null {
  const around = survey.places
    .filter(({ pointer }) => table.pointer.indexOf(`${pointer}/`) === 0)
    .map(({ cells }) => engineCell(cells)?.cell)
    .filter((cell): cell is Cell => cell != null && typeof cell.value === 'string' && isEngine(cell.value));
  return around[around.length - 1] ?? null;
}

function readItem(row: Row, around: Cell | null, tracer: Tracer): CitationItem {
  const named = engineCell(row.filter(({ name }) => name !== keyName));
  const key = keyOf(row);
  const counted = key ? readCounted(String(key.value)) : null;
  const cells = {
    engine: named?.cell ?? around,
    url: cellOf(row, 'url', isUrl) ?? (key && isUrl(counted?.text) ? key : null),
    domain: cellOf(row, 'domain', isDomain) ?? (key && !isUrl(counted?.text) ? key : null),
    date: cellOf(row, 'date', isTime),
    title: cellOf(row, 'title', (value) => typeof value === 'string'),
    count: cellOf(row, 'count', (value) => readCount(value) != null) ?? (counted?.count == null ? null : key),
  };
  for (const field of Object.keys(cells) as (keyof typeof cells)[])
    tracer.found(`items.${field}`, cells[field]);
  tracer.saw(row);
  const engine = named?.text ?? (around ? String(around.value) : null);
  const url = cells.url === key && counted ? (key ? counted.text : null) : readText(cells.url?.value);
  const domain = cells.domain === key && counted ? counted.text : readText(cells.domain?.value);
  return {
    engine: engine === null ? null : engineOf(engine).engine,
    url,
    domain: domain === null ? (url === null || url[0] === '/' ? null : domainOf(url)) : writtenDomain(domain),
    date: readDate(cells.date?.value),
    title: readText(cells.title?.value),
    count: cells.count === key && counted ? counted.count : (readCount(cells.count?.value) ?? null),
  };
}

export interface Items {
  readonly items: readonly CitationItem[];
  readonly table: Table;
}

/** The feed's entries; null where the body has no list of them. */
export function readItems(survey: Survey, tracer: Tracer): Items | null {
  const nested = citedInAnswers(survey).concat(citedByEngine(survey));
  const general = (pointer: string): string => pointer.replace(/\/0(?=\/)/g, '/*');
  const inNested = ({ pointer }: Table): boolean =>
    nested.some((table) => {
      const own = general(table.pointer);
      return (
        own === general(pointer) || (/\/\*$/.test(own) && general(pointer).indexOf(own.slice(0, -1)) === 0)
      );
    });
  const tables = survey.tables.filter((table) => !inNested(table)).concat(nested);
  const table = choose(
    tables,
    {
      what: 'the citation feed',
      names: lists,
      never,
      fits,
      worth: ({ rows }) => (rows.some((row) => cellOf(row, 'url', isUrl) !== null) ? 2 : 1),
      unnamed: 0.6,
      layouts: ['list', 'map', 'columns', 'matrix', 'texts'],
    },
    tracer,
  );
  if (!table) return null;
  const around = engineAround(survey, table);
  return { items: table.rows.map((row) => readItem(row, around, tracer)), table };
}
