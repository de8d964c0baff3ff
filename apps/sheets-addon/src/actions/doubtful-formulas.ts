import { findCalls, tokenize } from '../formulas/parse-calls.ts';
import { type Reference, readReference, toColumnLetters, writeReference } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { listOwnCalls, listOwnFormulas, type OwnFormula } from './own-formulas.ts';
import { createSpillTest } from './spilling.ts';

/** A formula that shows a wrong figure while a row fails, or that Sheets does not calculate. */
export interface DoubtfulFormula {
  /** `Sheet1!D2` */
  readonly place: string;
  /** Its total skips the text of a failing row, passes over an error, or an argument is volatile. */
  readonly reason: 'skips' | 'passes' | 'volatile';
  /** `B2:B81`, or the function that is the reason. */
  readonly what: string;
}

/** Functions of Sheets that skip texts in a range. */
const skipping =
  /^(SUM|AVERAGE|COUNT|MAX|MIN|MEDIAN|MODE|PRODUCT|SUBTOTAL|QUERY|SPARKLINE|STDEV|VAR|LARGE|SMALL|RANK|PERCENTILE|QUARTILE)/i;

/** Functions of Sheets that give a value for an error. */
const passing =
  /^(COUNT(A|IFS?|UNIQUE|BLANK)?|IFERROR|ISERR(OR)?|ISNUMBER|ISTEXT|ISNONTEXT|ISBLANK|ERROR\.TYPE|TYPE|ROWS|COLUMNS)$/i;

const passingRange = /^(COUNT|IFERROR)/i;

/** Sheets refuses them in an argument, and cells with them: "not allowed to reference a cell with NOW(), RAND() …". */
const volatile = /^(NOW|RAND|RANDBETWEEN|RANDARRAY)$/i;

const findName = (formula: string, pattern: RegExp): string | null =>
  tokenize(formula)
    ?.find(({ kind, text }) => kind === 'name' && pattern.test(text))
    ?.text.toUpperCase() ?? null;

/** Cells and ranges in a formula. A word such as `SUM` would be a column. */
const listReferences = (formula: string): readonly Reference[] =>
  (tokenize(formula) ?? []).flatMap(({ text }) => {
    const reference = readReference(text);
    return reference === null || (reference.to === null && reference.from.row === null) ? [] : [reference];
  });

/** True for a formula whose failing rows become texts: one call over a range, unless it throws. */
const hasTextRows = ({ formula, calls }: OwnFormula): boolean =>
  calls.some(
    ({ whole, arguments: [first] }) => whole && first?.kind === 'reference' && first.reference.to !== null,
  ) && !/on_error\s*[=:]\s*throw/i.test(formula);

/** The function around a call that gives a figure for its error; IFERROR alone with a text or a blank gives none. */
function findPassing(formula: string): string | null {
  const found = findCalls(formula, (name) => passing.test(name)).find(
    ({ name, whole, arguments: [inner, other] }) => {
      const hasCall = inner?.kind === 'other' && listOwnCalls(`=${inner.source}`).length > 0;
      const showsNone = whole && (other === undefined || other.kind === 'blank' || other.kind === 'text');
      return hasCall && !(name === 'IFERROR' && showsNone);
    },
  );
  return found?.name ?? null;
}

/** Whether a range of a tab contains a cell. */
function containsCell({ from, to }: Reference, row: number, column: number): boolean {
  const end = to ?? from;
  const isWithin = (at: number, first: number | null, last: number | null): boolean =>
    at >= Math.min(first ?? 1, last ?? 1) && at <= Math.max(first ?? Infinity, last ?? Infinity);
  return isWithin(row, from.row, end.row) && isWithin(column, from.column, end.column);
}

/** Finds formulas whose figure is wrong, without a sign, while a row fails, and those with a volatile argument. */
export function findDoubtfulFormulas(context: ActionContext): readonly DoubtfulFormula[] {
  const own = listOwnFormulas(context.workbook);
  if (own.length === 0) return [];
  const ranges = own.filter(hasTextRows);
  const fills = createSpillTest(context);
  const cells = context.workbook.tabs().flatMap((tab) =>
    tab.formulas().flatMap((row, rowIndex) =>
      row.flatMap((formula, columnIndex) => {
        const cell = { tab: tab.name, row: rowIndex + 1, column: columnIndex + 1, formula };
        return formula === '' ? [] : [cell];
      }),
    ),
  );
  const clocks = cells.filter(({ formula }) => findName(formula, volatile) !== null);
  const ownPlaces = new Set(own.map(({ tab, row, column }) => `${tab.name} ${row} ${column}`));
  /** Whether a range contains a cell of a formula's result. */
  const showsResult = (range: Reference, tab: string, formula: OwnFormula): boolean => {
    const row = Math.max(formula.row, Math.min(range.from.row ?? 1, range.to?.row ?? 1));
    const column = Math.max(formula.column, Math.min(range.from.column ?? 1, range.to?.column ?? 1));
    return formula.tab.name === tab && containsCell(range, row, column) && fills(formula, row, column);
  };
  return cells.flatMap(({ tab, row, column, formula }): readonly DoubtfulFormula[] => {
    const place = `${tab}!${toColumnLetters(column)}${row}`;
    const references = listReferences(formula);
    const isClock = (cell: (typeof clocks)[number]): boolean =>
      cell.formula === formula ||
      references.some(
        (range) => (range.tab ?? tab) === cell.tab && containsCell(range, cell.row, cell.column),
      );
    const clock = ownPlaces.has(`${tab} ${row} ${column}`) ? clocks.find(isClock) : undefined;
    if (clock !== undefined)
      return [{ place, reason: 'volatile', what: findName(clock.formula, volatile) ?? '' }];
    const around = findPassing(formula);
    const counted = findName(formula, passingRange);
    const among = counted !== null ? own : findName(formula, skipping) !== null ? ranges : [];
    const range = references.find(
      (one) => one.to !== null && among.some((result) => showsResult(one, one.tab ?? tab, result)),
    );
    if (around === null && range === undefined) return [];
    const what = around ?? counted;
    if (what !== null) return [{ place, reason: 'passes', what }];
    return range === undefined ? [] : [{ place, reason: 'skips', what: writeReference(range) }];
  });
}
