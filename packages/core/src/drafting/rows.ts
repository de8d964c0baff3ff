import { dateCell, dating, longerGrain } from '../analytics/grain.ts';
import { partOfTraffic } from '../analytics/parts.ts';
import { addedTo } from '../analytics/running.ts';
import { type Cell, keyName, type Row } from '../reading/cells.ts';
import { readDate } from '../reading/dates.ts';
import type { Kind } from '../reading/mapping-plan.ts';
import { repeated } from '../reading/numbers.ts';
import type { Survey, Table } from '../reading/survey.ts';
import { type Guess, rowGuesses } from './guesses.ts';
import { keyOf } from './keys.ts';
import { isLikely, type Picked, pick } from './pick.ts';
import { fullest, tablesOf } from './tables.ts';

/** A table with the fields that its rows may have. */
export interface DraftedRows {
  readonly table: Table;
  readonly fields: readonly Picked[];
  /** The field by which the rows are told apart, where it is the same in two of them. */
  readonly repeated: string | undefined;
  /** Another in whose rows as many fields may stand. */
  readonly other: Table | undefined;
}

interface Seen {
  readonly row: Row;
  readonly fields: readonly Picked[];
}

/**
 * The rows that a table's row may be. A plain value in a map is what the map is called, `{"visitors": {"2026-11-01": 5}}`, or a
 * value and no more; it is nothing where its key is none.
 */
function waysToSee(row: Row, { pointer, last }: Table, key: Picked | undefined): Row[] {
  const isPlain = (cell: Cell): boolean => cell.pointer === `${pointer}/*`;
  const value = row.find((cell) => isPlain(cell) && cell.name !== keyName);
  return key && value ? [[{ ...value, name: last }], [value]] : [row.filter((cell) => !isPlain(cell))];
}

/** True for rows longer than a day each of which only fields that no mapping takes over say so. */
const areWindows = ({ rows }: Table, body: unknown): boolean =>
  longerGrain(body, rows) !== null &&
  longerGrain(
    null,
    rows.map((row) => [dating(row)]),
  ) === null;

/** False for such rows, and for those of a part of the traffic. */
const areDays = (table: Table, body: unknown): boolean =>
  !table.path.some(partOfTraffic) && !(table.rows.every(dateCell) && areWindows(table, body));

/** The fields of a day, whose citations are what it added to a running total, where its rows have both. */
const withoutTotal = (picked: readonly Picked[], rows: readonly Row[]): readonly Picked[] =>
  picked.map((one) => {
    const added = addedTo(one.cell.pointer, rows);
    const cell = (rows[0] as Row).find(({ pointer }) => pointer === added);
    return cell ? { ...one, cell } : one;
  });

/** The fields of a website; one without an identifier may be known by its address. */
function withIdentifier(picked: readonly Picked[]): readonly Picked[] {
  const address = picked.find(({ field }) => field === 'domain');
  return address && picked.every(({ field }) => field !== 'id')
    ? [{ ...address, field: 'id' }].concat(picked)
    : picked;
}

/** The fields of a day; without a known figure the counts beside its date, under their own names. */
function withMetrics({ row, fields }: Seen): readonly Picked[] {
  if (fields.some(({ field }) => field !== 'date')) return fields;
  const counts = row.filter(
    (cell) =>
      Number.isInteger(cell.value) &&
      readDate(cell.value) === null &&
      cell.name !== 'date' &&
      isLikely(cell, ''),
  );
  return fields.concat(counts.map((cell) => ({ field: cell.name, cell })));
}

function seen(kind: Kind, table: Table, key: Picked | undefined): Seen {
  return waysToSee(fullest(table.rows), table, key)
    .map((row) => ({
      row,
      fields: withoutTotal(withIdentifier(pick(row, rowGuesses[kind], key)), table.rows),
    }))
    .reduce((most, one) => (one.fields.length > most.fields.length ? one : most));
}

/** The field of two rows that are the same day, brand, part or website; citations may be of one engine. */
function repeatedIn(kind: Kind, { rows }: Table, [first]: readonly Picked[]): string | undefined {
  const { field, cell } = first as Picked;
  const { bare } = rowGuesses[kind][field] as Guess;
  const told = rows
    .flatMap((row) => row.flatMap(bare))
    .filter(({ name, pointer }) => name === cell.name && pointer === cell.pointer)
    .map(({ value }) => String(value));
  return kind === 'citations' || repeated(told) === null ? undefined : field;
}

/** Whether fields make a row of a kind. `several`: an object of one entry may only wrap something. */
const makeRow: Readonly<Record<Kind, (has: (field: string) => boolean, several: boolean) => boolean>> = {
  websites: (has) => has('id') && (has('name') || has('domain')),
  analytics: (has) => has('date'),
  citations: (has) =>
    has('items.url') || ['items.engine', 'items.domain', 'items.count'].filter(has).length > 1,
  competitors: (has, several) =>
    several && has('competitors.name') && (has('competitors.share') || has('competitors.mentions')),
  authority: (has, several) => several && has('components.name') && has('components.score'),
};

/** The rows in which most fields may stand, each told apart from the others, of those that are as good the outermost. */
export function draftedRows(kind: Kind, survey: Survey): DraftedRows | undefined {
  const [best, next] = tablesOf(survey)
    .filter((table) => kind !== 'analytics' || areDays(table, survey.body))
    .map((table) => ({ table, ...seen(kind, table, keyOf(kind, table)) }))
    .filter(({ table, fields }) =>
      makeRow[kind](
        (name) => fields.some(({ field }) => field === name),
        table.layout !== 'map' || table.rows.length > 1,
      ),
    )
    .map((one) => ({ ...one, repeated: repeatedIn(kind, one.table, one.fields) }))
    .sort(
      (a, b) =>
        Number(a.repeated !== undefined) - Number(b.repeated !== undefined) ||
        b.fields.length - a.fields.length ||
        a.table.path.length - b.table.path.length,
    );
  if (best === undefined) return undefined;
  const { table, repeated } = best;
  const isAsGood = next?.fields.length === best.fields.length && next.repeated === repeated;
  return { table, repeated, fields: withMetrics(best), other: isAsGood ? next.table : undefined };
}
