import type { Cell, Row } from '../reading/cells.ts';
import { choose, listUnder, place } from '../reading/choose.ts';
import { isEngine } from '../reading/engines.ts';
import { oneOf, plainName, shaped } from '../reading/names.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { mentionsIn } from './mentions.ts';
import { domainCell } from './nobody.ts';
import { isFlag, isRivalRow } from './own-row.ts';
import { holdsRivals } from './own-share.ts';
import { withKinds } from './rival-lists.ts';
import { nameCell, nameIn } from './rival-name.ts';
import { extrasIn, isMentionMap, isOfNames, isShareMap, mapsOf, valueCell, withEntry } from './share-maps.ts';
import { isRowShare, isVoice } from './written-share.ts';

const lists = oneOf(
  `competition ${shaped('competitor rival peer', '_ top_ tracked_ active_ all_ main_ key_ your_ monitored_ selected_ _list _data _brand _stat _metric _share _breakdown _analysis _comparison _detail _ranking _shareofvoice _sov _found _gap')}`,
);
const rankings = oneOf(
  'data result item row list entry node edge brand brandmetric brandmention leaderboard ranking entity share brandshare marketshare shareofvoice sov breakdown distribution',
);
const neverIn = oneOf(
  '*sentiment* *prompt* *recommend* *source* *citation* *logo* *domain *website* *engine* *platform* *topic* *keyword* *countr* *histor* *trend* *provider* *component* (?!brand)*mention',
);

/** Whose figures an object holds, as the service calls it; a list of them is one of others. */
const subjects = /^(website|domain)$/;
const never = (name: string): boolean => neverIn(name) && !subjects.test(name);
const parts = oneOf('engine platform');
const days = oneOf('date day');
const asked = oneOf('*prompt* *response* *answer*');

const percentages = oneOf('percentage*');
const values = oneOf('value percent pct');

const reactions = oneOf('like comment repost retweet reaction');

/** True for how often a post was shared. */
const isShared = ({ name }: Cell, row: Row): boolean =>
  plainName(name) === 'shares' && row.some((beside) => reactions(beside.name));

/** The share of a row: by its name, or, in a map, the value itself. */
export function shareCell(row: Row): Cell | null {
  const [share] = row
    .filter((cell) => isRowShare(cell.name) && !Array.isArray(cell.value) && !isShared(cell, row))
    .sort(
      (a, b) =>
        Number(isVoice(b.name)) - Number(isVoice(a.name)) ||
        a.depth - b.depth ||
        Number(percentages(a.name)) - Number(percentages(b.name)),
    );
  return share ?? valueCell(row);
}

export const mentionsCell = (row: Row): Cell | null =>
  mentionsIn(row, 'mention ownmention brandmention competitormention rivalmention');

const dayOf = (row: Row): unknown => row.find(({ name }) => days(name))?.value;

/** Rows of several days are a series, and one row of a day may be of one; several of one day are of a moment. */
const isInSeries = (row: Row, rows: readonly Row[]): boolean =>
  row.some(({ name }) => days(name)) && (rows.length < 2 || dayOf(row) !== dayOf(rows[0] as Row));

const brands = oneOf('brand');

/**
 * True for a list of brands, one of which may be a maker of engines: not all of its rows are engines, or one has a domain, which an
 * engine has not.
 */
const mayBeEngine = ({ layout, last, rows }: Table): boolean =>
  layout !== 'map' &&
  (lists(last) || brands(last)) &&
  rows.some((row) => {
    const name = nameCell(row);
    return (name && !isEngine(nameIn(name))) || domainCell(row) !== null;
  });

/** True for rows that say each that they are a competitor's. */
const areRivals = ({ rows }: Table): boolean => rows.length > 0 && rows.every(isRivalRow);

function fits(row: Row, table: Table): boolean {
  const name = nameCell(row);
  if (
    !name ||
    (isEngine(nameIn(name)) && !mayBeEngine(table)) ||
    row.some(({ name: part, value }) => parts(part) && typeof value !== 'object') ||
    isInSeries(row, table.rows)
  )
    return false;
  const { layout, last } = table;
  const share = shareCell(row);
  if (layout === 'map')
    return (
      share !== null &&
      isOfNames(table) &&
      ((lists(last) && last !== 'competitor') || isShareMap(last) || (rankings(last) && row.some(isFlag)))
    );
  return lists(last) || ((last === '' || rankings(last) || areRivals(table)) && share !== null);
}

const wanted = {
  what: 'the competitors',
  names: lists,
  never,
  fits,
  worth: ({ pointer }: Table): number => Number(!/\/\d+\//.test(pointer)),
  unnamed: 0.6,
};

/** A list of shares as one whose rows name theirs so, where they have it as a value alone. */
const withShares = (table: Table): Table =>
  table.path.some(isShareMap)
    ? {
        ...table,
        rows: table.rows.map((row) =>
          row.map((cell) =>
            values(cell.name) && !shareCell(row) ? { ...cell, name: `share${cell.name}` } : cell,
          ),
        ),
      }
    : table;

/** Rivals as a body lists them, with what maps beside the list say of each. */
export interface Rivals {
  readonly table: Table;
  readonly rows: readonly Row[];
  /** The rows of maps of shares that the list of rivals has not. */
  readonly extras: readonly Row[];
  /** True where the list is named after competitors, so that the own brand is not to be expected in it. */
  readonly named: boolean;
}

/**
 * The list of rivals: rows, a list of names, or a map of shares. Null where there is none.
 * @throws Refusal where a list is named after competitors and its rows are none.
 */
export function rivalsOf(survey: Survey, tracer: Tracer): Rivals | null {
  const texts = survey.tables.filter(
    ({ layout, last, path }) => layout === 'texts' && lists(last) && !path.some(asked),
  );
  const tables = withKinds(survey.tables)
    .filter(({ layout, rows }) => texts.length === 0 || (layout !== 'map' && rows.length > 0))
    .map(withShares);
  const table = choose(tables, wanted, tracer) ?? texts[0];
  if (!table) {
    const unread = tables.find(({ last, path }) => lists(last) && !path.some(never));
    const odd = unread ?? listUnder(survey, lists, (name) => never(name) || asked(name));
    if (odd) refuse(`the rows at ${place(odd)} are no competitors that can be read`);
    return null;
  }
  tracer.path = table.pointer;
  const shares = mapsOf(survey, isShareMap);
  const rows = table.rows.map((row) => shares.concat(mapsOf(survey, isMentionMap)).reduce(withEntry, row));
  const named = lists(table.last) || holdsRivals(table.last) || areRivals(table);
  return { table, rows, extras: extrasIn(shares, rows), named };
}
