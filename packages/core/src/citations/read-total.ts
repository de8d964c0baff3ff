import { type Cell, isNamed, type Row } from '../reading/cells.ts';
import { countAt } from '../reading/figures.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, stemOf } from '../reading/names.ts';
import { readNumber, sumOf } from '../reading/numbers.ts';
import { pagingOf, partIn } from '../reading/pages.ts';
import type { Place, Survey, Table } from '../reading/survey.ts';
import { refuseTwo, type Tracer } from '../reading/trace.ts';
import { failedAround, made } from '../reading/unsettled.ts';
import { engineCell, ofCitations, readCount } from './engine-cell.ts';
import type { EngineCounts } from './read-engines.ts';
import type { Items } from './read-items.ts';

const open = oneOf(
  'data result response item task summary citation total stat overview metric aggregate aggregated report attribute',
);
/** Objects of one window, beside which a total may be that of all time. */
const spans = oneOf('period window range daterange timerange current* recent* this* past* last*');
const generals = oneOf('total count');
const metas = oneOf('total stat metric item');

const tops = oneOf('top*');
const rowsAlone = 'is the number of rows and not the total';

const totals = oneOf('*total*');

/** A total with its place. */
export interface Stated {
  readonly count: number;
  readonly pointer: string;
}

/** What else was read: the feed and the counts by engine. */
interface Context {
  readonly feed: Items | null;
  readonly engines: EngineCounts | null;
}

/**
 * Why a count that is named a total and not citations is none of the citations; null where it may be. On a page that is the last
 * and first a total is the number of its rows, each of which is a citation.
 */
function otherwise(
  cell: Cell,
  count: number | undefined,
  at: Place,
  { body, paging }: Survey,
  { feed, engines }: Context,
): string | null {
  const counts = feed?.items.map((item) => item.count) ?? [];
  const isCounted =
    feed?.rows !== feed?.items.length || (counts.some((one) => one !== null) && sumOf(counts) !== count);
  const isBest = feed !== null && tops(feed.table.last);
  const answers = feed !== null && /\*\//.test(feed.table.pointer);
  const isRows = feed !== null && feed.rows === count;
  const isTotal = totals(cell.name);
  const paged = paging.paged || pagingOf(at.object).paged;
  const part = partIn([body, at.object]);
  const isAll =
    isRows && isTotal && paged && part === null && !answers && counts.every((one) => one === null);
  if ((paged || answers || part !== null) && !isAll)
    return 'counts rows of pages or answers and is not the total';
  if (engines?.sum?.count === count) return null;
  if (engines && Number(count) < engines.most)
    return 'is less than the count of one engine and not the total';
  const rows = engines?.table.layout === 'list' && engines.sum ? engines.table.rows.length : null;
  const other = engines?.sum ? summedIn(engines.table, count) : null;
  if (other !== null) return `is the sum of ${other} and not the total`;
  if (rows === count || (isRows && count > 0 && (!isTotal || isCounted))) return rowsAlone;
  if (isCounted && engines === null && !at.path.some(ofCitations) && !isBest)
    return 'counts rows and not what they count, and is not the total';
  const unread = Object.keys(at.object).some((name) => lengthOf(at.object[name]) > 0);
  return feed === null && engines === null && (unread || !at.path.some(ofCitations))
    ? 'says a total, though not of what'
    : null;
}

/** The name of a field whose figures in the rows of a table come to a number; null where none does. */
function summedIn({ rows }: Table, sum: number | undefined): string | null {
  const names = new Set(rows.flatMap((row) => row.map(({ name }) => name)));
  const figure = (row: Row, name: string) => readCount(row.find((cell) => cell.name === name)?.value) ?? null;
  return [...names].find((name) => sumOf(rows.map((row) => figure(row, name))) === sum) ?? null;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/**
 * The total that a body states; null where it states none. A field that says citations is taken in any envelope; a `total` or
 * `count` only where the body shows no sign of paging and its rows are no answers with sources, because there it counts rows.
 */
export function readTotal(survey: Survey, context: Context, tracer: Tracer): Stated | null {
  let total: Stated | null = null;
  let ofSpan: Stated | null = null;
  const read = [context.feed, context.engines].filter((one) => one !== null);
  const entries = read.map(({ table }) => `${table.pointer}/0/`);
  for (const at of survey.places) {
    const { path, last, cells } = at;
    if (entries.some((entry) => `${at.pointer}/`.indexOf(entry) === 0)) continue;
    if (/\/0$/.test(at.pointer) && (ofCitations(last) || engineCell(cells))) continue;
    const isSpan = path.some(spans);
    if (
      !path.every((step) => open(step) || spans(step)) ||
      cells.some(({ name }) => isNamed(name, 'visitor pageview'))
    )
      continue;
    for (const cell of cells) {
      const { name, value, pointer } = cell;
      if (Array.isArray(value)) continue;
      const certain = survey.drawn ? name === 'total' : isNamed(name, 'citation aicitation citationstotal');
      if (!certain && (!generals(stemOf(name)) || metas(last))) continue;
      if (readNumber(value) === undefined && isObject(value)) continue;
      if (isSpan) {
        const count = readCount(value);
        if (certain && count != null) ofSpan = ofSpan ?? { count, pointer };
        continue;
      }
      const written = readCount(value);
      const why = certain || written === null ? null : otherwise(cell, written, at, survey, context);
      if (why !== null) {
        tracer.note(`${pointer} (${written}) ${why}`);
        continue;
      }
      const count = made(countAt(cell, 'the total', tracer), failedAround(survey, pointer), pointer, tracer);
      if (count === null) continue;
      if (total && total.count !== count) refuseTwo('fields', 'the total', total.pointer, pointer);
      tracer.found('total', cell);
      total = total ?? { count, pointer };
    }
  }
  if (total && ofSpan && total.count !== ofSpan.count)
    refuseTwo('fields', 'the total', total.pointer, ofSpan.pointer);
  return total;
}
