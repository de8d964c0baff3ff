import type { Area, CellField, CellPart, FieldValue } from '../protocol/document.ts';
import type { ParameterType, ServiceRuntime, SheetClasses } from './service-runtime.ts';

/** Range (reference/spreadsheet/range). */
export function defineRanges(runtime: ServiceRuntime, sheets: SheetClasses): void {
  const areas = new WeakMap<object, Area>();
  sheets.areaOf = (method, value) => sheets.find(areas, 'Range', method, value);
  const toScript = (value: FieldValue): unknown =>
    typeof value === 'object' && value !== null && 'date' in value ? new Date(value.date) : value;
  const fields: [string, CellField, ParameterType][] = [
    ['Value', 'value', 'any'],
    ['Formula', 'formula', 'string'],
    ['NumberFormat', 'numberFormat', 'string'],
    ['Note', 'note', 'string'],
    ['Background', 'background', 'string'],
    ['FontColor', 'fontColor', 'string'],
    ['FontWeight', 'fontWeight', 'string'],
    ['FontStyle', 'fontStyle', 'string'],
    ['FontSize', 'fontSize', 'number'],
    ['HorizontalAlignment', 'horizontalAlignment', 'string'],
    ['VerticalAlignment', 'verticalAlignment', 'string'],
    ['Wrap', 'wrap', 'boolean'],
  ];
  const clears: { [method: string]: CellPart[] } = {
    clear: ['contents', 'formats'],
    clearContent: ['contents'],
    clearFormat: ['formats'],
  };

  sheets.range = (area, formula) => {
    const read = (field: CellField): FieldValue[][] => runtime.call('sheet.read', area, field);
    const write = (field: CellField, values: FieldValue[][]): object => {
      runtime.call('sheet.write', area, field, values);
      return self;
    };
    const fill = (value: FieldValue): FieldValue[][] =>
      Array.from({ length: area.rows }, () => Array.from({ length: area.columns }, () => value));
    const self: { [method: string]: (...args: never[]) => unknown } = {
      getRow: () => area.row,
      getColumn: () => area.column,
      getNumRows: () => area.rows,
      getNumColumns: () => area.columns,
      getLastRow: () => area.row + area.rows - 1,
      getLastColumn: () => area.column + area.columns - 1,
      getSheet: () => sheets.sheet(area.tab),
      getA1Notation: () => sheets.a1(area),
      getDisplayValue: () => read('display')[0]?.[0],
      getDisplayValues: () => read('display'),
      isBlank: () => read('value').every((row) => row.every((value) => value === '')),
      getCell(...args: [number, number]) {
        sheets.reads('Range.getCell', args, ['number', 'number']);
        const [row, column] = args;
        if (row < 1 || column < 1 || row > area.rows || column > area.columns)
          throw runtime.exception('Cell reference out of range');
        return sheets.range({
          ...area,
          row: area.row + row - 1,
          column: area.column + column - 1,
          rows: 1,
          columns: 1,
        });
      },
      offset(...args: [number, number, number?, number?]) {
        const signature: ParameterType[] = ['number', 'number', 'number', 'number'];
        sheets.reads('Range.offset', args, signature.slice(0, 2), signature.slice(0, 3), signature);
        const [rows, columns, height = area.rows, width = area.columns] = args;
        return sheets.rectangle(area.tab, area.row + rows, area.column + columns, height, width);
      },
      activate(...args: []) {
        sheets.writes('Range.activate', args, []);
        runtime.call('sheet.select', area, null);
        return self;
      },
      activateAsCurrentCell(...args: []) {
        sheets.writes('Range.activateAsCurrentCell', args, []);
        runtime.call('sheet.select', area, area);
        return self;
      },
      copyTo(...args: [object, string, boolean]) {
        sheets.writes('Range.copyTo', args, ['object', 'string', 'boolean']);
        const [destination, type, transposed] = args;
        if (type !== 'PASTE_VALUES' || transposed)
          throw runtime.exception(
            `Range.copyTo with ${type} is not part of the local Apps Script: only PASTE_VALUES, not transposed.`,
          );
        runtime.call('sheet.paste-values', area, sheets.areaOf('SpreadsheetApp.Range.copyTo', destination));
      },
      getDataValidation: () => {
        const facts = read('validation')[0]?.[0];
        return typeof facts === 'object' && facts !== null && 'criteria' in facts
          ? sheets.validation(facts)
          : null;
      },
      setDataValidation(...args: [object | null]) {
        sheets.writes('Range.setDataValidation', args, ['object'], ['null']);
        const rule =
          args[0] === null ? null : sheets.validationOf('SpreadsheetApp.Range.setDataValidation', args[0]);
        return write('validation', fill(rule));
      },
    };
    for (const [name, field, type] of fields) {
      self[`get${name}`] = () => toScript(read(field)[0]?.[0] ?? '');
      self[`get${name}s`] = () => read(field).map((row) => row.map(toScript));
      self[`set${name}`] = (...args: unknown[]) => {
        sheets.writes(`Range.set${name}`, args, [type], ['null']);
        return write(field, fill(sheets.toCell(args[0])));
      };
      self[`set${name}s`] = (...args: unknown[]) => {
        sheets.writes(`Range.set${name}s`, args, [`${type}[][]`]);
        const [rows] = args as [unknown[][]];
        return write(
          field,
          rows.map((row) => row.map(sheets.toCell)),
        );
      };
    }
    for (const [name, parts] of Object.entries(clears)) {
      self[name] = (...args: unknown[]) => {
        sheets.writes(`Range.${name}`, args, []);
        runtime.call('sheet.clear', area, parts);
        return self;
      };
    }
    if (formula !== undefined) self.getFormula = () => formula;
    areas.set(self, area);
    return Object.freeze(self);
  };
}

/** NamedRange (reference/spreadsheet/named-range). */
export function defineNamedRanges(runtime: ServiceRuntime, sheets: SheetClasses): void {
  sheets.namedRange = (start, area) => {
    let name = start;
    const self: object = Object.freeze({
      getName: () => name,
      getRange: () => sheets.range(area),
      setName(...args: [string]) {
        sheets.writes('NamedRange.setName', args, ['string']);
        runtime.call('sheet.name', args[0], area);
        if (args[0] !== name) runtime.call('sheet.name', name, null);
        name = args[0];
        return self;
      },
      remove(...args: []) {
        sheets.writes('NamedRange.remove', args, []);
        runtime.call('sheet.name', name, null);
      },
    });
    return self;
  };
}
