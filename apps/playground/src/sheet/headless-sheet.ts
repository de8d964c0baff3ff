import type { ScriptHost } from '@answershare/apps-script';
import { type CellPosition, type EvaluatedCell, Model } from '@odoo/o-spreadsheet';
import { type CellValue, toCellValue, toPosition } from './cell-values.ts';
import { connectSheet, FunctionCalls, registerFunctions } from './custom-functions.ts';

/**
 * Translates a Google Sheets formula for o-spreadsheet: `;` between arguments becomes `,`. A text with `""` or a
 * backslash becomes a concatenation. Array literals and other cell contents stay unchanged.
 */
function toSheetFormula(text: string): string {
  if (!text.startsWith('=')) return text;
  let braces = 0;
  return text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[{};]/g, (token) => {
    if (token.startsWith('"')) return toTextExpression(token);
    if (token === '{') braces++;
    if (token === '}') braces--;
    return token === ';' && braces === 0 ? ',' : token;
  });
}

function toTextExpression(quoted: string): string {
  const parts = quoted.slice(1, -1).split(/(""|\\)/);
  if (parts.length === 1) return quoted;
  const codes: Record<string, string> = { '""': 'CHAR(34)', '\\': 'CHAR(92)' };
  return `(${parts.map((part) => codes[part] ?? `"${part}"`).join('&')})`;
}

const silent = (): void => undefined;

/** Silences console.debug: o-spreadsheet prints timings there, and Node writes them to stdout. */
function withoutDebugOutput<T>(work: () => T): T {
  const { debug } = console;
  console.debug = silent;
  try {
    return work();
  } finally {
    console.debug = debug;
  }
}

/** A sheet of 1,000 rows and 26 columns, as a new Google sheet. Addresses look like `B2`. */
export interface HeadlessSheet {
  /** Types text into a cell. Throws a RangeError outside the sheet. */
  setCell(address: string, text: string): void;
  /** Resolves when no function is running. Rejects if the host itself fails. */
  evaluate(): Promise<void>;
  /** The cell's value; an error cell gives its code, such as `#ERROR`. */
  value(address: string): CellValue;
  /** Rows of the block that the formula in this cell fills. */
  table(address: string): CellValue[][];
  /** The note of an error cell, or null. */
  error(address: string): string | null;
  /** Clears all results and runs the functions again; await `evaluate` for the new values. */
  recalculate(): void;
}

export async function createSheet(host: ScriptHost): Promise<HeadlessSheet> {
  registerFunctions(await host.functions());
  const calls = new FunctionCalls(host);
  const model = withoutDebugOutput(
    () => new Model({ sheets: [{ id: 'sheet', name: 'Sheet1', rowNumber: 1_000, colNumber: 26 }] }),
  );
  connectSheet(model.getters, calls);
  const position = (address: string): CellPosition => ({ sheetId: 'sheet', ...toPosition(address) });
  const cell = (address: string): EvaluatedCell => model.getters.getEvaluatedCell(position(address));
  const again = (): void => void withoutDebugOutput(() => model.dispatch('EVALUATE_CELLS'));

  return {
    setCell(address, text) {
      const result = withoutDebugOutput(() =>
        model.dispatch('UPDATE_CELL', { ...position(address), content: toSheetFormula(text) }),
      );
      const reasons = result.reasons.map(String).filter((reason) => reason !== 'NoChanges');
      if (reasons.length > 0)
        throw new RangeError(`The cell ${address} was not written: ${reasons.join(', ')}.`);
    },
    async evaluate() {
      for (let running = calls.running(); running.length > 0; running = calls.running()) {
        await Promise.all(running);
        again();
      }
      calls.throwHostError();
    },
    value: (address) => toCellValue(cell(address)),
    table(address) {
      const { sheetId, col, row } = position(address);
      const zone = model.getters.getSpreadZone({ sheetId, col, row }) ?? {
        top: row,
        bottom: row,
        left: col,
        right: col,
      };
      return range(zone.top, zone.bottom).map((y) =>
        range(zone.left, zone.right).map((x) =>
          toCellValue(model.getters.getEvaluatedCell({ sheetId, col: x, row: y })),
        ),
      );
    },
    error(address) {
      const found = cell(address);
      return found.type === 'error' ? (found.message ?? String(found.value)) : null;
    },
    recalculate() {
      calls.clear();
      again();
    },
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
