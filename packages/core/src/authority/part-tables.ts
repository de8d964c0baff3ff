import type { Cell, Row } from '../reading/cells.ts';
import { choose, place as placeOf } from '../reading/choose.ts';
import { isEngine } from '../reading/engines.ts';
import { isOtherPeriod, oneOf, shaped } from '../reading/names.ts';
import { isNumeric, readNumber } from '../reading/numbers.ts';
import { lastOf, type Place, rowsOfMap, type Survey, type Table } from '../reading/survey.ts';
import type { Tracer } from '../reading/trace.ts';
import { areParts, claimOf, isGeneric, nameOf, scoreOf } from './parts.ts';
import { isOpenWay, isWhole, rowFields } from './score.ts';
import { isWeights } from './weights.ts';

/** Names under which parts stand. */
const lists = oneOf(
  shaped(
    'component breakdown factor dimension pillar subscore part category signal criteria',
    '_ score_ authority_ _score entityauthority_',
  ),
);
/** A map of scores beside the whole, where no name tells that it is anything but a part. */
const ofScores = oneOf('scores');
/** Names of lists of what is named and scored: of parts, though other things stand there as well. */
const loose = oneOf(
  `${shaped('score section metric area indicator driver detail element check item input attribute', '_ score_')} analysis`,
);

/** Fields of a row that is a page, a rival or a check. */
const addresses = oneOf('url page domain competitor passed');
/** Entries of an object that only says what it is, such as a category's name. */
const identities = oneOf('name label title slug');
/** What only wraps the rows. */
const envelopes = oneOf('data item list row result');

const wanted = {
  what: 'the components',
  names: () => true,
  never: () => false,
  fits: () => true,
  unnamed: 0,
};

/** The rows of a table that are parts, and the names of the others. */
export interface Parts extends Table {
  readonly left: readonly string[];
}

/** The names from a score's object to a table, or from the top where it stands apart, without what only wraps a list. */
function wayTo({ layout, pointer, path, last }: Table, from: Place): readonly string[] {
  const isInside = pointer.indexOf(`${from.pointer}/`) === 0;
  const isWrapped = layout === 'list' && envelopes(last) && path.length > 1;
  return path.slice(isInside ? from.path.length : 0, isWrapped ? -1 : undefined);
}

const isOpen = (way: readonly string[]): boolean =>
  way.slice(0, -1).every((name) => isOpenWay(name) || lists(name));

const fits = (row: Row): boolean => nameOf(row) !== null && scoreOf(row) !== null;

/** What a row that has a name is called. */
const titleOf = (row: Row): string => String((nameOf(row) as Cell).value);

const isFlag = (row: Row): boolean => typeof scoreOf(row)?.value === 'boolean';

function isFigure(row: Row): boolean {
  const held = scoreOf(row);
  return held !== null && readNumber(held.value) !== undefined;
}

/** A part in a map of scores: a number alone, of no engine, no other period and not the whole. */
function isScore(row: Row): boolean {
  const [name, value] = [titleOf(row), scoreOf(row)?.value];
  return isNumeric(value) && !isOtherPeriod(name) && !isWhole(name) && !isEngine(name);
}

/** A row of a list whose name says little: what is named and scored, and no day, engine, question or page. */
const isScored = (row: Row): boolean =>
  fits(row) &&
  claimOf(row).says === true &&
  !isEngine(titleOf(row)) &&
  !row.some(({ name }) => rowFields(name) || addresses(name));

/**
 * A row without a number is no part in a map of figures or flags, nor in a list where its field may hold anything; elsewhere it is
 * kept, and refused.
 */
function partsOf(table: Table, score: number | null, drawn: boolean): Parts {
  const isMap = table.layout === 'map';
  const isMixed = isMap && table.rows.some((row) => isFigure(row) || isFlag(row));
  const figures = table.rows.filter((row) => isFigure(row) || !(isMap ? isMixed : isGeneric(row)));
  const are = areParts(figures.map(claimOf), score, /score/.test(table.last));
  const rows = figures.filter((_, at) => drawn || are[at]);
  const left = table.rows
    .filter((row) => rows.indexOf(row) < 0 && row.length > 1)
    .map(titleOf)
    .filter((name) => !isWeights(name));
  return { ...table, rows, left };
}

/** Objects of both figures and objects, `{"schema": 80, "links": {"score": 64}}`, as maps. */
const mixedMaps = ({ places }: Survey): Table[] =>
  places
    .filter(({ pointer }) => !/\/0$/.test(pointer))
    .map((at) => ({ ...at, layout: 'map', rows: rowsOfMap(at.object, at.pointer) }));

/** True for a list of parts, and a map of figures, or of words that would be. */
const isTable = ({ layout, rows }: Table): boolean =>
  layout === 'map'
    ? rows.some(isFigure) || rows.every((row) => fits(row) && !identities(titleOf(row)))
    : rows.every(fits);

/**
 * The one table of a score's parts; null where there is none. It has a name of parts, or is a map of scores beside the whole. Failing
 * that, the only list of what is named and scored, which is told as a doubt.
 */
export function partTable(survey: Survey, home: Place, score: number | null, tracer: Tracer): Parts | null {
  const { path } = tracer;
  const under = (
    tables: readonly Table[],
    names: (name: string) => boolean,
    takes: (table: Table) => boolean,
  ): Parts[] =>
    tables
      .filter((table) => {
        const way = wayTo(table, home);
        return table.pointer !== home.pointer && names(lastOf(way)) && isOpen(way) && takes(table);
      })
      .map((table) => partsOf(table, score, survey.drawn));
  const named = under(survey.tables, lists, isTable);
  const maps = under(survey.tables, ofScores, ({ layout, rows }) => layout === 'map' && rows.every(isScore));
  const found =
    named.length > 0
      ? named
      : under(mixedMaps(survey), lists, ({ rows }) => rows.filter(isFigure).length > 1);
  const table = choose(
    found.concat(maps),
    { ...wanted, worth: ({ last }) => Number(!ofScores(last)) },
    tracer,
  );
  tracer.path = path;
  if (table) return table as Parts;
  const [only, other] = under(
    survey.tables,
    loose,
    ({ layout, rows }) => layout === 'list' && rows.length > 1 && rows.every(isScored),
  );
  if (!only || other) return null;
  tracer.doubt(0.8, `the rows at ${placeOf(only)} are taken for the parts of the score`);
  return only;
}
