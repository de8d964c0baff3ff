import type { ServiceRuntime, SheetClasses } from './service-runtime.ts';

export function defineSharedParts(runtime: ServiceRuntime, sheets: SheetClasses): void {
  const method = (name: string): string => `SpreadsheetApp.${name}`;
  sheets.reads = (name, args, ...signatures) => runtime.check(method(name), args, ...signatures);
  sheets.writes = (name, args, ...signatures) => {
    // This message of Google names the method only.
    runtime.allow(name.slice(name.lastIndexOf('.') + 1), 'document-write');
    runtime.check(method(name), args, ...signatures);
  };
  sheets.find = (objects, type, name, value) => {
    const data = typeof value === 'object' && value !== null ? objects.get(value) : undefined;
    if (data !== undefined) return data;
    throw runtime.exception(
      `The parameters don't match the method signature for ${name}: it needs a${/^[AEIOU]/.test(type) ? 'n' : ''} ${type}.`,
    );
  };
  sheets.toCell = (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'number') return Number.isFinite(value) ? value : '#NUM!';
    if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) throw runtime.exception('Cannot write an invalid Date into a cell.');
      return { date: value.getTime() };
    }
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    throw runtime.exception(
      `Cannot write ${Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`} into one cell.`,
    );
  };
}

/** Ranges by row and column numbers, with Google's errors. */
export function defineRectangles(runtime: ServiceRuntime, sheets: SheetClasses): void {
  const letters = (column: number): string => {
    let name = '';
    for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
      name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
    }
    return name;
  };
  sheets.a1 = ({ row, column, rows, columns }) => {
    const first = `${letters(column)}${row}`;
    return rows === 1 && columns === 1 ? first : `${first}:${letters(column + columns - 1)}${row + rows - 1}`;
  };
  sheets.fullA1 = (area) => {
    const name = String(runtime.call('sheet.tabs').filter(({ id }) => id === area.tab)[0]?.name);
    const quoted = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `'${name.replace(/'/g, "''")}'`;
    return `${quoted}!${sheets.a1(area)}`;
  };
  sheets.rectangle = (tab, row, column, rows, columns) => {
    if (row < 1) throw runtime.exception('The starting row of the range is too small.');
    if (column < 1) throw runtime.exception('The starting column of the range is too small.');
    if (rows < 1) throw runtime.exception('The number of rows in the range must be at least 1.');
    if (columns < 1) throw runtime.exception('The number of columns in the range must be at least 1.');
    const facts = runtime.call('sheet.tabs').filter(({ id }) => id === tab)[0];
    if (facts === undefined) throw runtime.exception(`Sheet ${tab} not found`);
    if (facts.type !== 'GRID')
      throw runtime.exception(`The action is not supported for ${facts.type} sheet.`);
    if (row + rows - 1 > facts.maxRows || column + columns - 1 > facts.maxColumns) {
      throw runtime.exception('The coordinates of the range are outside the dimensions of the sheet.');
    }
    return sheets.range({ tab, row, column, rows, columns });
  };
}
