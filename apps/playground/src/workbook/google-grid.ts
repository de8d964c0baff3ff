import { type FunctionResultObject, helpers, registries, UIPlugin } from '@odoo/o-spreadsheet';
import { isLoading, LOADING } from './cell-values.ts';

type ExcelWorkbookData = Parameters<UIPlugin['exportForExcel']>[0];

/** Translates each formula that a user, a paste or a script writes. */
class GoogleFormulaPlugin extends UIPlugin {
  override allowDispatch(command: {
    readonly type: string;
    content?: unknown;
  }): ReturnType<UIPlugin['allowDispatch']> {
    // o-spreadsheet asks each plugin before it records the command that its windows exchange.
    if (command.type === 'UPDATE_CELL' && typeof command.content === 'string')
      command.content = toSheetFormula(command.content);
    return super.allowDispatch(command as never);
  }
}
registries.featurePluginRegistry.add('answershare_formulas', GoogleFormulaPlugin);

/** A file gets the values of spilled cells too; o-spreadsheet exports the first cell of a block only. */
class SpillExportPlugin extends UIPlugin {
  override exportForExcel(data: ExcelWorkbookData): void {
    for (const sheet of data.sheets)
      for (const [address, value] of Object.entries(sheet.cellValues)) {
        if (value === undefined || value === null || value === '' || sheet.cells[address]) continue;
        const { col, row } = helpers.toCartesian(address);
        const { format } = this.getters.getEvaluatedCell({ sheetId: sheet.id, col, row });
        // `@` keeps a text such as "007" a text. Without the value, a text such as "=1+1" stays one too.
        const exported = typeof value === 'string' ? '@' : format;
        sheet.cells[address] = String(value);
        delete sheet.cellValues[address];
        if (exported !== undefined) sheet.formats[address] = findFormatId(data.formats, exported);
      }
  }
}
registries.featurePluginRegistry.add('answershare_spill_export', SpillExportPlugin);

/** The id of a format in the file, which is new if no cell has used the format. */
function findFormatId(formats: ExcelWorkbookData['formats'], format: string): number {
  const known = Object.entries(formats).find(([, one]) => one === format);
  const id = known === undefined ? Object.keys(formats).length + 1 : Number(known[0]);
  formats[id] = format;
  return id;
}

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

const bars = [...'▁▂▃▄▅▆▇█'];

/** Google Sheets has SPARKLINE, o-spreadsheet has not: here it is a text, one bar per number. */
registries.functionRegistry.add('SPARKLINE', {
  description: 'A small chart within one cell.',
  category: 'Charts',
  isExported: true,
  args: [
    { name: 'data', description: 'The numbers.', type: ['RANGE'], acceptMatrix: true, acceptErrors: true },
  ],
  compute(data) {
    if (isLoading(data)) return { value: LOADING, message: 'Loading…' };
    const cells = Array.isArray(data) ? data.flat() : data === undefined ? [] : [data];
    const failed = cells.find(({ value }) => typeof value === 'string' && value.startsWith('#'));
    if (failed !== undefined) return failed;
    const isDate = ({ format }: FunctionResultObject): boolean =>
      format !== undefined && helpers.isDateTimeFormat(format);
    const numbers = cells.flatMap((cell) =>
      typeof cell.value === 'number' && !isDate(cell) ? [cell.value] : [],
    );
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    const toBar = (value: number): string =>
      bars[high === low ? 0 : Math.round(((value - low) / (high - low)) * (bars.length - 1))] ?? '';
    return { value: numbers.map(toBar).join('') };
  },
});

/** As in Google Sheets, the index of an error is the error. */
const indexFunction = registries.functionRegistry.get('INDEX');
registries.functionRegistry.replace('INDEX', {
  ...indexFunction,
  compute(reference, ...rest) {
    const failed = !Array.isArray(reference) && /^#/.test(String(reference?.value)) ? reference : undefined;
    return failed ?? indexFunction.compute.call(this, reference, ...rest);
  },
});
