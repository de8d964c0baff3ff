import { tokenize } from '../formulas/parse-calls.ts';
import { type Reference, readReference, toColumnLetters, writeReference } from '../formulas/reference.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { listOwnFormulas, type OwnFormula } from './own-formulas.ts';
import { createSpillTest } from './spilling.ts';

/** A total over cells of a range formula: it passes over the text of a row that fails. */
export interface SkippingTotal {
  /** `Sheet1!D2` */
  readonly place: string;
  /** `B2:B81` */
  readonly cells: string;
}

/** Functions of Sheets that pass over texts in a range. */
const skipping =
  /^(SUM|AVERAGE|COUNT|MAX|MIN|MEDIAN|MODE|PRODUCT|SUBTOTAL|QUERY|SPARKLINE|STDEV|VAR|LARGE|SMALL|RANK|PERCENTILE|QUARTILE)/i;

/** The ranges in a formula that calls such a function. */
function listRanges(formula: string): readonly Reference[] {
  const tokens = tokenize(formula) ?? [];
  if (!tokens.some(({ kind, text }) => kind === 'name' && skipping.test(text))) return [];
  return tokens.flatMap(({ text }) => {
    const reference = readReference(text);
    return reference === null || reference.to === null ? [] : [reference];
  });
}

/** True for a formula whose failing rows become texts: one call over a range, unless it throws. */
const hasTextRows = ({ formula, calls }: OwnFormula): boolean =>
  calls.some(
    ({ whole, arguments: [first] }) => whole && first?.kind === 'reference' && first.reference.to !== null,
  ) && !/on_error\s*[=:]\s*throw/i.test(formula);

/** Finds totals that are too small, without a sign, while a row of a range formula fails. */
export function findSkippingTotals(context: ActionContext): readonly SkippingTotal[] {
  const { workbook } = context;
  const ranges = listOwnFormulas(workbook).filter(hasTextRows);
  const fills = createSpillTest(context);
  /** Whether a range of the tab contains a cell of a formula's result. */
  const contains = ({ from, to }: Reference, tab: string, own: OwnFormula): boolean => {
    const row = Math.max(own.row, Math.min(from.row ?? 1, to?.row ?? 1));
    const column = Math.max(own.column, Math.min(from.column ?? 1, to?.column ?? 1));
    const isInside =
      row <= Math.max(from.row ?? Infinity, to?.row ?? Infinity) &&
      column <= Math.max(from.column ?? Infinity, to?.column ?? Infinity);
    return own.tab.name === tab && isInside && fills(own, row, column);
  };
  if (ranges.length === 0) return [];
  return workbook.tabs().flatMap((tab) =>
    tab.formulas().flatMap((cells, rowIndex) =>
      cells.flatMap((formula, columnIndex): readonly SkippingTotal[] => {
        const found = listRanges(formula).find((range) =>
          ranges.some((own) => contains(range, range.tab ?? tab.name, own)),
        );
        if (found === undefined) return [];
        const place = `${tab.name}!${toColumnLetters(columnIndex + 1)}${rowIndex + 1}`;
        return [{ place, cells: writeReference(found) }];
      }),
    ),
  );
}
