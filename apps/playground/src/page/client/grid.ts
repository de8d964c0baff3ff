import type { ScriptFunction } from '@answershare/apps-script';
import {
  type CellPosition,
  type CollaborationMessage,
  helpers,
  Model,
  Spreadsheet,
  type TransportService,
  type WorkbookData,
} from '@odoo/o-spreadsheet';
import { App } from '@odoo/owl';
import { strToU8, zipSync } from 'fflate';
import { FunctionCalls, type FunctionOutcome, registerFunctions } from '../../workbook/custom-functions.ts';
import { markStep } from './first-steps.ts';
import { onEvent, post, windowId } from './server.ts';

export interface WorkbookStart {
  readonly functions: readonly ScriptFunction[];
  readonly data: Partial<WorkbookData>;
  readonly messages: CollaborationMessage[];
}

/** Exchanges revisions with the server's workbook. */
const transport: TransportService<CollaborationMessage> = {
  async sendMessage(message) {
    if (message.type === 'REMOTE_REVISION' && message.commands.some(writesCitations)) markStep('formula');
    await post('/revision', message);
  },
  onNewMessage: (_id, listener) => onEvent<CollaborationMessage>('revision', listener),
  leave: () => undefined,
};

/** The first of the steps of a first visit. */
function writesCitations({ type, content }: { readonly type: string; readonly content?: unknown }): boolean {
  return type === 'UPDATE_CELL' && typeof content === 'string' && /^=\s*CITATIONS\s*\(/i.test(content);
}

/** Asks the server for the outcomes of custom functions. Calls of one calculation go in one request. */
function createFunctionRunner(): FunctionCalls {
  const waiting = new Map<number, (outcome: FunctionOutcome) => void>();
  let lastId = 0;
  let batch: { id: number; name: string; args: readonly unknown[]; formula: string }[] = [];
  onEvent<{ id: number; outcome: FunctionOutcome }>('outcome', ({ id, outcome }) => {
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  });
  return new FunctionCalls((name, args, formula) => {
    // A call that was forgotten and asked again has another id: its earlier outcome is not taken.
    const id = ++lastId;
    if (batch.length === 0)
      queueMicrotask(() => {
        void post('/functions', { window: windowId, calls: batch });
        batch = [];
      });
    batch.push({ id, name, args, formula });
    return new Promise((resolve) => waiting.set(id, resolve));
  });
}

/** The grid in the page. */
export interface Grid {
  /** The selected cell. */
  cell(): CellPosition;
  show(cell: CellPosition): void;
  focus(): void;
  /** The workbook as an Excel file that Google Sheets opens; formulas of the add-on stay formulas. */
  toXlsx(): Promise<Blob>;
}

/** Address, text and note of the selected cell: the grid is a picture, which a screen reader cannot read. */
function describeCellOf({ getters }: Model): string {
  const position = getters.getActivePosition();
  const { formattedValue, message } = getters.getEvaluatedCell(position);
  return [helpers.toXC(position.col, position.row), formattedValue, message].filter(Boolean).join(' ');
}

export async function mountGrid(
  place: HTMLElement,
  start: WorkbookStart,
  notify: (text: string) => void,
  describeCell: (text: string) => void,
): Promise<Grid> {
  registerFunctions(start.functions);
  const calls = createFunctionRunner();
  const model = new Model(
    start.data,
    { transportService: transport, client: { id: windowId, name: 'You' } },
    start.messages as never,
  );
  calls.connect(model);
  // No key means all.
  onEvent<readonly string[]>('forget', (keys) => (keys.length > 0 ? calls.forget(keys) : calls.clear()));
  model.dispatch('EVALUATE_CELLS');
  const templates = await (await fetch('/lib/o_spreadsheet.xml')).text();
  const colorScheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const app = new App(Spreadsheet as never, {
    props: {
      model,
      colorScheme,
      notifyUser: ({ text }: { readonly text: string }) => notify(text),
      raiseError: (text: string) => notify(text),
      askConfirmation: (text: string, confirm: () => void) => {
        if (window.confirm(text)) confirm();
      },
    } as never,
    templates,
  });
  await app.mount(place);
  const describe = (): void => describeCell(describeCellOf(model));
  model.on('update', place, describe);
  describe();
  return {
    cell: () => model.getters.getActivePosition(),
    show({ sheetId, col, row }) {
      const sheetIdFrom = model.getters.getActiveSheetId();
      if (sheetId !== sheetIdFrom) model.dispatch('ACTIVATE_SHEET', { sheetIdFrom, sheetIdTo: sheetId });
      model.selection.selectCell(col, row);
    },
    // o-spreadsheet takes the focus with the next key press after its grid is clicked or its composer is focused.
    focus: () => place.querySelector<HTMLElement>('.o-grid [contenteditable]')?.focus(),
    async toXlsx() {
      const { files } = await model.exportXLSX();
      const entries = files.flatMap((file) =>
        'content' in file ? [[file.path, strToU8(file.content)] as const] : [],
      );
      return new Blob([zipSync(Object.fromEntries(entries))], {
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      });
    },
  };
}
