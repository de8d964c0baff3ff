import type { Area } from '../protocol/document.ts';

function toColumnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

function toColumnNumber(letters: string): number {
  let column = 0;
  for (const char of letters.toUpperCase()) column = column * 26 + char.charCodeAt(0) - 64;
  return column;
}

/** `B2` or `B2:C5`, without the tab name. */
export function formatA1(area: Omit<Area, 'tab'>): string {
  const first = `${toColumnLetters(area.column)}${area.row}`;
  if (area.rows === 1 && area.columns === 1) return first;
  return `${first}:${toColumnLetters(area.column + area.columns - 1)}${area.row + area.rows - 1}`;
}

/** The tab name as formulas and A1 notation write it. */
export function quoteTabName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `'${name.replace(/'/g, "''")}'`;
}

/** Splits `'My tab'!A1:B2`; tab is null if absent. */
export function splitTabName(a1: string): { tab: string | null; cells: string } {
  const found = /^(?:'((?:[^']|'')+)'|([^'!]+))!(.+)$/s.exec(a1);
  if (found === null) return { tab: null, cells: a1 };
  return { tab: found[1]?.replace(/''/g, "'") ?? found[2] ?? '', cells: found[3] ?? '' };
}

/**
 * Parses `A1`, `A1:B2`, `A:C`, `2:3`, `A2:C` (to the last row) and `A2:3` (to the last column), with or without `$`.
 * null if the text is invalid or outside a tab of this size.
 */
export function parseCells(cells: string, size: { rows: number; columns: number }): Omit<Area, 'tab'> | null {
  const found = /^\$?([A-Z]{0,3})\$?(\d{0,7})(?::\$?([A-Z]{0,3})\$?(\d{0,7}))?$/i.exec(cells.trim());
  if (found === null) return null;
  const [, left = '', top = '', right, bottom] = found;
  const single = right === undefined && bottom === undefined;
  if (single ? left === '' || top === '' : left + top === '' || `${right}${bottom}` === '') return null;
  const firstColumn = left === '' ? 1 : toColumnNumber(left);
  const firstRow = top === '' ? 1 : Number(top);
  const lastColumn = single ? firstColumn : right ? toColumnNumber(right) : size.columns;
  const lastRow = single ? firstRow : bottom ? Number(bottom) : size.rows;
  const row = Math.min(firstRow, lastRow);
  const column = Math.min(firstColumn, lastColumn);
  const end = { row: Math.max(firstRow, lastRow), column: Math.max(firstColumn, lastColumn) };
  if (row < 1 || column < 1 || end.row > size.rows || end.column > size.columns) return null;
  return { row, column, rows: end.row - row + 1, columns: end.column - column + 1 };
}

export function areaContains(area: Area, tab: number, row: number, column: number): boolean {
  return (
    area.tab === tab &&
    row >= area.row &&
    row < area.row + area.rows &&
    column >= area.column &&
    column < area.column + area.columns
  );
}
