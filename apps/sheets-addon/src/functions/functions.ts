import { quoteArgument } from '../cells/choice-error.ts';
import { areMetricNames } from '../cells/metrics.ts';
import { isSpread, spreadRange } from '../cells/spread.ts';
import { isPeriod } from '../cells/window-argument.ts';
import { type Cell, CellError, findErrorValue, isBlank, type Rows, toRange } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import { analyticsFunction } from './analytics.ts';
import { analyticsTotalFunction } from './analytics-total.ts';
import { apiFieldFunction, apiTableFunction } from './api-body.ts';
import { authorityBreakdownFunction, authorityFunction } from './authority.ts';
import { authorityChangeFunction, citationsChangeFunction, shareOfVoiceChangeFunction } from './changes.ts';
import { citationsByEngineFunction, citationsFunction } from './citations.ts';
import { citedPagesFunction } from './cited-pages.ts';
import { competitorsFunction, shareOfVoiceFunction } from './competitors.ts';
import { explainFunction } from './explain.ts';
import { authorityHistoryFunction, shareOfVoiceHistoryFunction } from './histories.ts';
import type { SheetFunction } from './parameters.ts';
import { apiStatusFunction, diagnoseFunction, websitesFunction } from './websites-and-status.ts';

/** The arguments with dates whose text, as messages quote it, is the date in the spreadsheet's zone. */
function formatDateCells(args: readonly unknown[], { dateOfCell }: FunctionContext): readonly unknown[] {
  const formatCell = (cell: unknown): unknown =>
    cell instanceof Date ? Object.assign(new Date(cell), { toString: () => dateOfCell(cell) }) : cell;
  return args.map((argument) => toRange(argument)?.map((row) => row.map(formatCell)) ?? formatCell(argument));
}

/** Answers each cell of a range in place of an engine, a competitor or a period. */
function answerEach(one: SheetFunction, args: readonly unknown[], cellContext: FunctionContext): Cell | Rows {
  const at = [1, 2].find((index) => one.spreads && isSpread(args[index], one.spreads, cellContext));
  const isSpreading = at !== undefined && (at === 1 || one.spreads === 'period');
  if (!isSpreading) return one.answer(args, cellContext);
  const websites = toRange(args[0]) ?? [[args[0]]];
  return spreadRange(websites, toRange(args[at]) ?? [], (value) =>
    one.answer([websites, ...args.slice(1, at), value, ...args.slice(at + 1)], cellContext),
  );
}

/** The fault of a call whose first argument is a period or a metric, or whose second is a website; null for another. */
function findOrderFault(
  { name, takesWebsite }: SheetFunction,
  [first, ...others]: readonly unknown[],
  cellContext: FunctionContext,
): CellError | null {
  if (takesWebsite === false || typeof first !== 'string' || isBlank(first)) return null;
  if (findErrorValue(first, '') !== null) return null;
  const isOther = isPeriod(first, cellContext, true) || areMetricNames(first);
  const isWebsite = (text: unknown): boolean =>
    /^\s*(ws_\w+|(?!.*\.\.)[^\s"]+\.[a-z]{2,})\s*$/i.test(String(text));
  if (!isOther && (isWebsite(first) || !others.some(isWebsite))) return null;
  return new CellError(
    'bad_request',
    `${quoteArgument(first)} is no website. ${name} takes the website first.`,
  );
}

/** All custom functions in the order of help. */
export const functions: readonly SheetFunction[] = [
  websitesFunction,
  citationsFunction,
  citationsByEngineFunction,
  citedPagesFunction,
  analyticsFunction,
  analyticsTotalFunction,
  shareOfVoiceFunction,
  competitorsFunction,
  authorityFunction,
  authorityBreakdownFunction,
  authorityChangeFunction,
  shareOfVoiceChangeFunction,
  citationsChangeFunction,
  authorityHistoryFunction,
  shareOfVoiceHistoryFunction,
  apiFieldFunction,
  apiTableFunction,
  apiStatusFunction,
  explainFunction,
  diagnoseFunction,
].map((one) => ({
  ...one,
  answer(given, cellContext) {
    const args = formatDateCells(given, cellContext);
    try {
      return answerEach(one, args, cellContext);
    } catch (thrown) {
      throw findOrderFault(one, args, cellContext) ?? thrown;
    }
  },
}));
