import type { Kit } from '../kit.ts';
import type { SheetObjects } from './sheet-objects.ts';

/** Ranges by number, with Google's complaints about the numbers. */
export function rectangles(kit: Kit, sheets: SheetObjects): void {
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
    const name = String(kit.call('sheet.tabs').filter(({ id }) => id === area.tab)[0]?.name);
    const quoted = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `'${name.replace(/'/g, "''")}'`;
    return `${quoted}!${sheets.a1(area)}`;
  };
  sheets.rectangle = (tab, row, column, rows, columns) => {
    if (row < 1) throw kit.exception('The starting row of the range is too small.');
    if (column < 1) throw kit.exception('The starting column of the range is too small.');
    if (rows < 1) throw kit.exception('The number of rows in the range must be at least 1.');
    if (columns < 1) throw kit.exception('The number of columns in the range must be at least 1.');
    const facts = kit.call('sheet.tabs').filter(({ id }) => id === tab)[0];
    if (facts === undefined) throw kit.exception(`Sheet ${tab} not found`);
    if (facts.type !== 'GRID') throw kit.exception(`The action is not supported for ${facts.type} sheet.`);
    if (row + rows - 1 > facts.maxRows || column + columns - 1 > facts.maxColumns) {
      throw kit.exception('The coordinates of the range are outside the dimensions of the sheet.');
    }
    return sheets.range({ tab, row, column, rows, columns });
  };
}
