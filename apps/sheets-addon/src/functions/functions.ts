import { toRange } from '../ports/cell.ts';
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
  answer: (args, cellContext) => one.answer(formatDateCells(args, cellContext), cellContext),
}));
