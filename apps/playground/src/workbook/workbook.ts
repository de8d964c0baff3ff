import { ScriptError, type ScriptHost } from '@answershare/apps-script';
import {
  type CellPosition,
  type CoreCommand,
  type EvaluatedCell,
  Model,
  registries,
  UIPlugin,
  type WorkbookData,
} from '@odoo/o-spreadsheet';
import { type CellValue, fromWireValue, toCellValue, toPosition, toWireValue } from './cell-values.ts';
import { FunctionCalls, type FunctionOutcome, registerFunctions } from './custom-functions.ts';
import { RevisionLog, type RevisionMessage } from './revisions.ts';

/** Dispatches commands as one revision. */
class BatchPlugin extends UIPlugin {
  override handle(command: { readonly type: string; readonly commands?: readonly CoreCommand[] }): void {
    if (command.type !== 'ANSWERSHARE_BATCH') return;
    for (const { type, ...payload } of command.commands ?? []) this.dispatch(type, payload as never);
  }
}
registries.featurePluginRegistry.add('answershare_batch', BatchPlugin);

/** Revisions that a new grid replays at most. */
const maxMessages = 200;

/** A new Google sheet: 1,000 rows and 26 columns. */
const emptyData: Partial<WorkbookData> = {
  sheets: [
    { id: 'tab-0', name: 'Sheet1', rowNumber: 1_000, colNumber: 26 },
  ] as unknown as WorkbookData['sheets'],
};

/** A workbook whose custom functions run in a script host. Addresses such as `B2` are on the first tab. */
export class GridWorkbook {
  readonly model: Model;
  readonly calls: FunctionCalls;
  readonly revisions: RevisionLog;
  readonly #host: ScriptHost;
  /** The data before the first revision of the log. */
  #data: Partial<WorkbookData>;
  #hostError: { readonly cause: unknown } | null = null;

  private constructor(host: ScriptHost, data: Partial<WorkbookData>) {
    this.#host = host;
    this.#data = data;
    this.revisions = new RevisionLog('START_REVISION');
    this.calls = new FunctionCalls((...call) => this.run(...call));
    const client = { id: 'workbook', name: 'Workbook' };
    this.model = new Model(data, { transportService: this.revisions, client });
    this.calls.connect(this.model);
  }

  /** Throws if a function of the script has the name of a built-in function. */
  static async open(host: ScriptHost, data: Partial<WorkbookData> = emptyData): Promise<GridWorkbook> {
    registerFunctions(await host.functions());
    return new GridWorkbook(host, data);
  }

  /**
   * What a new grid starts from: data and the revisions since. Without another window, or past 200 revisions, the data is
   * the present workbook.
   */
  snapshot(): { readonly data: Partial<WorkbookData>; readonly messages: readonly RevisionMessage[] } {
    const { followers } = this.revisions;
    const count = this.revisions.messages().length;
    // The model itself follows the log.
    if (count > maxMessages || (count > 0 && followers === 1)) {
      this.revisions.startAgain();
      this.#data = this.model.exportData();
    }
    return { data: this.#data, messages: this.revisions.messages() };
  }

  /** Runs a custom function once per distinct call that is running. */
  async run(name: string, args: readonly unknown[], formula: string): Promise<FunctionOutcome> {
    try {
      const value = await this.#host.customFunction(name, args.map(fromWireValue), formula);
      return { value: toWireValue(value) };
    } catch (error) {
      if (!(error instanceof ScriptError) || error.kind === 'load') this.#hostError ??= { cause: error };
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Dispatches commands as one revision. */
  dispatch(commands: readonly CoreCommand[]): void {
    if (commands.length === 0) return;
    this.model.dispatch('ANSWERSHARE_BATCH' as never, { commands } as never);
  }

  /** Types text into a cell. Throws a RangeError outside the sheet. */
  setCell(address: string, text: string): void {
    const result = this.model.dispatch('UPDATE_CELL', { ...this.#position(address), content: text });
    const reasons = result.reasons.map(String).filter((reason) => reason !== 'NoChanges');
    if (reasons.length > 0)
      throw new RangeError(`The cell ${address} was not written: ${reasons.join(', ')}.`);
  }

  /** Resolves when no function is running. Rejects if the host itself fails. */
  async evaluate(): Promise<void> {
    await this.calls.settle();
    if (this.#hostError !== null) throw this.#hostError.cause;
  }

  /** The cell's value; an error cell gives its code, such as `#ERROR`. */
  value(address: string): CellValue {
    return toCellValue(this.#cell(address));
  }

  /** Rows of the block that the formula in this cell fills. */
  table(address: string): CellValue[][] {
    return readBlock(this.model, this.#position(address)).map((row) => row.map(toCellValue));
  }

  /** The note of an error cell, or null. */
  error(address: string): string | null {
    const found = this.#cell(address);
    return found.type === 'error' ? (found.message ?? String(found.value)) : null;
  }

  /** Runs all functions again; await `evaluate` for the new values. */
  recalculate(): void {
    this.#hostError = null;
    this.calls.clear();
  }

  #position(address: string): CellPosition {
    const [sheetId = ''] = this.model.getters.getSheetIds();
    return { sheetId, ...toPosition(address) };
  }

  #cell(address: string): EvaluatedCell {
    return this.model.getters.getEvaluatedCell(this.#position(address));
  }
}

/** Rows of the block that the formula in this cell fills; one cell for other cells. */
export function readBlock(model: Model, position: CellPosition): EvaluatedCell[][] {
  const { sheetId, col, row } = position;
  const { top, bottom, left, right } = model.getters.getSpreadZone(position) ?? {
    top: row,
    bottom: row,
    left: col,
    right: col,
  };
  return range(top, bottom).map((y) =>
    range(left, right).map((x) => model.getters.getEvaluatedCell({ sheetId, col: x, row: y })),
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
