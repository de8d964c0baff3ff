import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { envelopes } from '../reading/choose.ts';
import { isEngine } from '../reading/engines.ts';
import { oneOf } from '../reading/names.ts';
import { isNumeric } from '../reading/numbers.ts';
import { outside } from '../reading/pointer.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { type Figure, figureCell, figureNamed, figures } from './figures.ts';
import { dateCell, keyDate } from './grain.ts';
import { isOfPart, isPart, isSite } from './parts.ts';
import { labelIn, seriesOf, withEngines } from './series.ts';
import { type DatedTable, withDates } from './written-dates.ts';

/** A table whose every row has a date, and what it has of the figures. */
export interface Dated {
  readonly table: DatedTable;
  readonly figures: readonly Figure[];
  /** Where each figure stands in every row: one field for the whole table, so that no row falls back to another. */
  readonly pointers: Readonly<Partial<Record<Figure, string>>>;
  /** The name of the one figure that the table's own name gives to its values; null where its columns name them. */
  readonly series: string | null;
  /** The field by which a row says that it is a part of the traffic, such as a country; null where none does. */
  readonly part: Cell | null;
  /** 0 where its name is expected, 1 for an envelope's, 2 for any other. */
  readonly rank: number;
}

const plain = oneOf(
  'analytics day series timeseries bucket stat statistic histogram history traffic trend chart point datapoint graph byday bydate perday perdate visit metric date interval',
);

/** What a list of days is about, without the words for days: `dailyVisitors`, `visitors_by_day`, `visitorTrend` → `visitors`. */
const subjectOf = (name: string): string =>
  name.replace(/daily|((by|per)(day|date)|overtime|trend|series|history|chart)(s$)?/g, '');

/** What a list of days may be of, beside the figures. */
export const about = oneOf('visit session traffic visibility mention');

/** True for the name of a list of days. */
export const expected = (name: string): boolean => {
  const subject = subjectOf(name);
  return (
    plain(name) ||
    (subject !== name && (about(subject) || figureNamed(subject) !== null || /^daily/.test(name)))
  );
};

/** Rows of something else, or of a part of the traffic. */
const never = oneOf(
  'industry market global average median peer competitor rival annotation event goal alert log note component backlink post article deploy* bot crawler by* per* *breakdown engine platform country source referrer channel page device browser segment *average *avg *mean *median moving* rolling* running* smoothed* cumulative* accumulated* *anomaly anomaly* outlier* trendline (avg|average|mean|median)(daily)?(unique)?(visitor|user|view|pageview|citation|visit)',
);

const generic = 'value count y total v number data';

/** True where the rows stand in the one entry of a list and the entry names a page, an engine or another part. */
function isInPart(survey: Survey, pointer: string): boolean {
  return survey.places.some(
    (at) => /\/0/.test(at.pointer) && pointer.indexOf(`${at.pointer}/`) === 0 && at.cells.some(isOfPart),
  );
}

/** Where a row of a feed or of a page has its address, other than that of the website whose traffic it has; null for any other row. */
export function addressIn(row: Row): Cell | null {
  const isTraffic = row.some(({ name }) => figureNamed(name) !== null && figureNamed(name) !== 'citations');
  const isOther = (value: unknown): boolean => !Array.isArray(value) && !(isTraffic && isSite(String(value)));
  return findCell(row, 'url citedurl sourceurl domain', isOther);
}

/** What the object around a list says that its values are, where that is a figure: `{"metric": "visitors", "data": […]}`. */
function labelOf({ places }: Survey, { pointer }: Table): string | null {
  const around = places.find((at) => at.pointer === outside(pointer));
  const label = around ? labelIn(around.cells) : null;
  return label !== null && (figureNamed(label) || about(label)) ? label : null;
}

/** True for a list of citations, by engine or not. */
const ofCitations = ({ path }: Table): boolean =>
  path.some(
    (name) => figureNamed(subjectOf(name).replace(/by(engine|platform|model|provider)/, '')) === 'citations',
  );

/** The cell of a row that holds the value of a series. */
export const valueCell = (row: Row): Cell | null =>
  findCell(row, generic, (value) => typeof value !== 'object' || value === null);

const rankOf = ({ last }: Table, isSeries: boolean): number => {
  if (expected(last) || (isSeries && figureNamed(last))) return 0;
  return last === '' || envelopes(last) ? 1 : 2;
};

/** Every table of dated rows that could hold daily figures of the whole website. */
export function datedTables(survey: Survey): readonly Dated[] {
  return survey.tables
    .reduce<readonly Table[]>((tables, table) => tables.concat(seriesOf(withDates(table, survey.body))), [])
    .map((table) => withDates(ofCitations(table) ? withEngines(table) : table, survey.body))
    .filter(
      ({ layout, rows, path }) =>
        layout !== 'texts' &&
        rows.length > 0 &&
        !path.some((name) => (never(name) && !expected(name)) || isEngine(name)),
    )
    .filter(({ rows, layout }) =>
      rows.every(
        (row) => (layout === 'map' ? keyDate(row) : dateCell(row)) !== null && addressIn(row) === null,
      ),
    )
    .filter(({ pointer }) => !isInPart(survey, pointer))
    .map((table): Dated => {
      const pointers = figurePointers(table);
      const found = figures.filter((figure) => pointers[figure] !== undefined);
      const last = table.path
        .filter((name) => subjectOf(name) !== '' && !envelopes(name) && (about(name) || !plain(name)))
        .map(subjectOf)
        .concat(labelOf(survey, table) ?? [])
        .pop();
      const isSeries =
        found.length === 0 &&
        last !== undefined &&
        table.rows.every((row) => valueCell(row) !== null && bare(row));
      const figure = isSeries ? figureNamed(last) : null;
      return {
        table,
        figures: figure ? [figure] : found,
        pointers,
        series: isSeries ? last : null,
        part: table.rows.map((row) => row.find(isPart)).find((cell) => cell) ?? null,
        rank: rankOf(table, isSeries || found.length > 0),
      };
    });
}

/** True for the name of a list whose uniques are visitors. */
const ofTraffic = (name: string): boolean =>
  name === '' || name === 'sessions' || plain(name) || envelopes(name);

/**
 * The field of each figure: that of the row which has the best name for it. A plain count beside them is what the list is named
 * after: `{"views": [{"timestamp": …, "count": 440, "uniques": 143}]}`; the uniques of a list named otherwise, such as clones
 * or citations, are no visitors.
 */
function figurePointers(table: Table): Partial<Record<Figure, string>> {
  const { rows, last } = table;
  const cells: Cell[] = [];
  for (const row of rows)
    for (const cell of row)
      if (figureNamed(cell.name) && !cells.some((one) => one.pointer === cell.pointer)) cells.push(cell);
  const pointers: Partial<Record<Figure, string>> = {};
  for (const figure of figures) {
    const cell = figureCell(cells, figure);
    if (cell) pointers[figure] = cell.pointer;
  }
  const [alone, another] = Object.values(pointers);
  const subject = subjectOf(last);
  const named = figureNamed(subject);
  const [count] = rows.map(valueCell);
  const isTraffic = named ? named !== 'citations' : ofTraffic(last) || ofTraffic(subject);
  if (alone && !another && /\/uniques?$/i.test(alone) && !isTraffic) delete pointers.visitors;
  if (alone && named && !pointers[named] && count) pointers[named] = count.pointer;
  return pointers;
}

/** True for a row of a date and a value and nothing else that is a number. */
const bare = (row: Row): boolean =>
  row.filter((cell) => isNumeric(cell.value) && dateCell(row) !== cell).length <= 1;
