import type { ScriptHost } from '@answershare/apps-script';
import { type CellPosition, type EvaluatedCell, Model } from '@odoo/o-spreadsheet';
import { Calls } from './calls.ts';
import { type CellValue, cellValue, place } from './cell-values.ts';
import { formulaText } from './formula-text.ts';
import { connectSheet, nameFunctions } from './function-names.ts';
import { quietly } from './quiet.ts';

/** A sheet of 1,000 rows and 26 columns, as a new one of Google Sheets. Addresses are such as `B2`. */
export interface Sheet {
  /** Types the text into a cell. Throws a RangeError outside the sheet. */
  setCell(address: string, text: string): void;
  /** Resolves when no function is running. Rejects when the host cannot run functions at all. */
  evaluate(): Promise<void>;
  /** The cell's value; of an error its code, such as `#ERROR`. */
  value(address: string): CellValue;
  /** Rows of the block that the formula in this cell fills; one value when it fills one cell. */
  table(address: string): CellValue[][];
  /** The note of an error cell; null when the cell is no error. */
  error(address: string): string | null;
  /** Forgets every answer and asks again; await `evaluate` for the new values. */
  recalculate(): void;
}

/** A headless sheet over the functions of the pushed file. */
export async function createSheet(host: ScriptHost): Promise<Sheet> {
  nameFunctions(await host.functions());
  const calls = new Calls(host);
  const model = quietly(
    () => new Model({ sheets: [{ id: 'sheet', name: 'Sheet1', rowNumber: 1_000, colNumber: 26 }] }),
  );
  connectSheet(model.getters, calls);
  const position = (address: string): CellPosition => ({ sheetId: 'sheet', ...place(address) });
  const cell = (address: string): EvaluatedCell => model.getters.getEvaluatedCell(position(address));
  const again = (): void => void quietly(() => model.dispatch('EVALUATE_CELLS'));

  return {
    setCell(address, text) {
      const result = quietly(() =>
        model.dispatch('UPDATE_CELL', { ...position(address), content: formulaText(text) }),
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
      calls.check();
    },
    value: (address) => cellValue(cell(address)),
    table(address) {
      const { sheetId, col, row } = position(address);
      const zone = model.getters.getSpreadZone({ sheetId, col, row }) ?? {
        top: row,
        bottom: row,
        left: col,
        right: col,
      };
      return span(zone.top, zone.bottom).map((y) =>
        span(zone.left, zone.right).map((x) =>
          cellValue(model.getters.getEvaluatedCell({ sheetId, col: x, row: y })),
        ),
      );
    },
    error(address) {
      const found = cell(address);
      return found.type === 'error' ? (found.message ?? String(found.value)) : null;
    },
    recalculate() {
      calls.forget();
      again();
    },
  };
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
