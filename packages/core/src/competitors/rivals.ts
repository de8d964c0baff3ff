import { type Cell, findCell, type Row } from '../reading/cells.ts';
import { choose } from '../reading/choose.ts';
import { isEngine } from '../reading/engines.ts';
import { isObject } from '../reading/json.ts';
import { oneOf, shaped } from '../reading/names.ts';
import { readNumber } from '../reading/numbers.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { nameCell, nameIn } from './rival-name.ts';
import { fieldNames, fitsAsMap, isShareMap, mapsOf, none, renamed, withEntry } from './share-maps.ts';
import { hintOf, isRowShare } from './written-share.ts';

const lists = oneOf(
  `competition ${shaped('competitor rival peer', '_ top_ _list _data _brand _stat _metric _share _breakdown _analysis _comparison _detail _ranking _shareofvoice _sov')}`,
);
const rankings = oneOf(
  'data result item row list entry brand leaderboard ranking entity share brandshare marketshare shareofvoice sov breakdown distribution',
);
const never = oneOf(
  '*sentiment* *prompt* *recommend* *source* *citation* *logo* *domain *website* *engine* *platform* *topic* *keyword* *countr* *histor* *trend* *provider* *component* *mention',
);
const parts = oneOf('engine platform date day');
const shareMaps = oneOf(
  shaped(
    'share shareofvoice sov',
    '_ competitor_ rival_ brand_ _percent _pct _fraction competitor_percent rival_percent brand_percent competitor_pct competitor_fraction',
  ),
);
const mentionMaps = oneOf('mention competitormention rivalmention');
const asked = oneOf('*prompt* *response* *answer*');

/** The share of a row: by its name, or, in a map or columns, the value itself. */
export function shareCell(row: Row, table: Table): Cell | null {
  const named = row
    .filter((cell) => isRowShare(cell.name) && !Array.isArray(cell.value))
    .sort(
      (a, b) =>
        a.depth - b.depth || Number(/^percentage/i.test(a.name)) - Number(/^percentage/i.test(b.name)),
    )[0];
  if (named) return named;
  return table.layout === 'map'
    ? (row.find((cell) => cell.name === 'value' && !isObject(cell.value)) ?? null)
    : null;
}

const isMentions = (cell: Cell): boolean => /mention/i.test(cell.name);
const isFigure = (value: unknown): boolean => readNumber(value) !== undefined;

function fits(row: Row, table: Table): boolean {
  const name = nameCell(row);
  if (
    name === null ||
    isEngine(nameIn(name)) ||
    row.some((cell) => parts(cell.name) && cell.name !== name.name)
  )
    return false;
  const share = shareCell(row, table);
  if (table.layout === 'map') {
    const keys = table.rows.map((one) => nameIn(one[0] ?? name));
    if (keys.some(fieldNames)) return false;
    return (
      share !== null &&
      isFigure(share.value) &&
      ((lists(table.last) && table.last !== 'competitor') || isShareMap(table.last))
    );
  }
  return lists(table.last) || ((table.last === '' || rankings(table.last)) && share !== null);
}

/** Rivals as a body lists them, with what maps beside the list say of each. */
export interface Rivals {
  readonly table: Table;
  readonly rows: readonly Row[];
  /** The one row of a map of shares that the list of rivals has not; null where there is none or several. */
  readonly extra: Row | null;
  /** True where the list is named after competitors, so that the own brand is not to be expected in it. */
  readonly named: boolean;
}

/** The list of rivals: rows, a list of names, or a map of shares. Null where there is none. */
export function rivalsOf(survey: Survey, tracer: Tracer): Rivals | null {
  const texts = survey.tables.filter(
    (table) => table.layout === 'texts' && lists(table.last) && !table.path.some(asked),
  );
  const tables = survey.tables.filter(
    (table) =>
      !(table.layout === 'map' && texts.length > 0) && !(table.rows.length === 0 && !lists(table.last)),
  );
  const wanted = {
    what: 'the competitors',
    names: lists,
    never,
    fits,
    unnamed: 0.6,
  };
  const listed = choose(tables, wanted, tracer);
  const [names_] = texts;
  const table = listed ?? names_ ?? null;
  if (!table) {
    const unread = tables.find(({ rows, last, path }) => rows.length > 0 && lists(last) && !path.some(never));
    return unread ? refuse(`the rows at ${unread.pointer} are no competitors that can be read`) : null;
  }
  tracer.path = table.pointer;
  const shares = mapsOf(survey, shareMaps).filter((map) => map !== table && fitsAsMap(map));
  const mentions = mapsOf(survey, mentionMaps);
  const rows = table.rows.map((row) => shares.concat(mentions).reduce(withEntry, row));
  const known = rows.map((row) => nameIn(nameCell(row) ?? none));
  const extras = shares
    .reduce<Row[]>(
      (all, map) => all.concat(map.rows.map((row) => [...row.slice(0, 1), ...renamed(row, map)])),
      [],
    )
    .filter((row) => known.indexOf(nameIn(row[0] ?? none)) < 0);
  const named = lists(table.last) || /competitor|rival/.test(table.last);
  return { table, rows, named, extra: extras.length === 1 ? (extras[0] ?? null) : null };
}

export const hintOfTable = ({ last }: Table): 'percent' | 'fraction' | null => hintOf(last);
export const mentionsCell = (row: Row): Cell | null =>
  row.find(
    (cell) =>
      isMentions(cell) &&
      findCell([cell], 'mention ownmention brandmention competitormention rivalmention') !== null &&
      typeof cell.value !== 'object',
  ) ?? null;
