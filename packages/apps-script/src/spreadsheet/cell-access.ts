import { ServiceFault } from '../host-calls.ts';
import { limits } from '../limits.ts';
import { type Area, covers } from './area.ts';
import { type Cell, type Content, type Looks, plainLooks, type SheetValue, type Validation } from './cell.ts';
import { dateFormat } from './locale.ts';
import { isDateFormat, shownNumber } from './number-format.ts';
import { instantOfSerial, serialOf } from './serial-date.ts';
import type { Spreadsheet } from './spreadsheet.ts';
import type { Tab } from './tab.ts';
import { readTyped } from './typed-text.ts';

/** What a range can be asked for, and told, cell by cell. */
export type CellField = 'value' | 'display' | 'formula' | 'note' | 'validation' | keyof Looks;
export type FieldValue = SheetValue | Validation;
export type CellPart = 'contents' | 'formats' | 'notes' | 'validations';

export function readArea(book: Spreadsheet, area: Area, field: CellField): FieldValue[][] {
  const tab = book.tab(area.tab);
  return rowsOf(area, (row, column) => readField(book, tab, row, column, field));
}

/** Throws before anything is written when the rows do not fill the area or a text is too long. */
export function writeArea(book: Spreadsheet, area: Area, field: CellField, values: FieldValue[][]): void {
  checkShape(area, values);
  const tab = book.tab(area.tab);
  for (const value of values.flat()) checkLength(value);
  rowsOf(area, (row, column) => {
    const value = values[row - area.row]?.[column - area.column] ?? null;
    writeField(book, tab.open(row, column), field, value);
  });
  tab.touch();
}

export function clearArea(book: Spreadsheet, area: Area, parts: CellPart[]): void {
  const tab = book.tab(area.tab);
  for (const { row, column, cell } of tab.cells()) {
    if (!covers(area, area.tab, row, column)) continue;
    if (parts.includes('contents')) setContent(cell, null, null);
    if (parts.includes('formats')) cell.looks = {};
    if (parts.includes('notes')) cell.note = '';
    if (parts.includes('validations')) cell.validation = null;
  }
  tab.touch();
}

/** What a cell holds without its formula: its own content, what the formula gave, or what is spilled into it. */
export function contentAt(tab: Tab, row: number, column: number): Content {
  const cell = tab.cell(row, column);
  if (cell?.formula != null) return tab.shownAt(row, column)?.content ?? resultOf(cell);
  return cell?.content ?? tab.shownAt(row, column)?.content ?? null;
}

/** The looks in force: a date that a formula gave shows as one. */
export function looksAt(tab: Tab, row: number, column: number): Partial<Looks> {
  const looks = tab.cell(row, column)?.looks ?? {};
  const format = looks.numberFormat ?? tab.shownAt(row, column)?.format ?? null;
  return format === null ? looks : { ...looks, numberFormat: format };
}

function resultOf({ calculated }: Cell): Content {
  // A formula that has not been calculated shows this in Sheets (guides/sheets/functions).
  if (calculated === null) return 'Loading...';
  return 'error' in calculated ? calculated.error : null;
}

function readField(book: Spreadsheet, tab: Tab, row: number, column: number, field: CellField): FieldValue {
  if (field === 'value' || field === 'display') return readContent(book, tab, row, column, field);
  const cell = tab.cell(row, column);
  if (field === 'formula') return cell?.formula ?? '';
  if (field === 'note') return cell?.note ?? '';
  if (field === 'validation') return cell?.validation ?? null;
  return looksAt(tab, row, column)[field] ?? plainLooks[field];
}

function readContent(
  book: Spreadsheet,
  tab: Tab,
  row: number,
  column: number,
  field: 'value' | 'display',
): SheetValue {
  const content = contentAt(tab, row, column);
  const format = looksAt(tab, row, column).numberFormat ?? plainLooks.numberFormat;
  if (field === 'value') {
    if (content === null) return '';
    if (typeof content !== 'number' || !isDateFormat(format)) return content;
    return { date: instantOfSerial(content, book.facts.timeZone) };
  }
  if (typeof content === 'number') return shownNumber(content, format);
  return typeof content === 'boolean' ? String(content).toUpperCase() : (content ?? '');
}

function writeField(book: Spreadsheet, cell: Cell, field: CellField, value: FieldValue): void {
  if (field === 'value') writeValue(book, cell, value as SheetValue);
  else if (field === 'formula') setContent(cell, null, formulaOf(String(value ?? '')));
  else if (field === 'note') cell.note = String(value ?? '');
  else if (field === 'validation') cell.validation = value as Validation | null;
  else if (field === 'display') throw new ServiceFault('A display value cannot be set.');
  else if (value === null) delete cell.looks[field];
  else Object.assign(cell.looks, { [field]: value });
}

/** A date brings a date format along where the cell has none. */
export function writeValue(book: Spreadsheet, cell: Cell, value: SheetValue): void {
  const format = cell.looks.numberFormat ?? plainLooks.numberFormat;
  const suggest = (suggested: string | null): void => {
    if (suggested !== null && format === plainLooks.numberFormat) cell.looks.numberFormat = suggested;
  };
  if (typeof value === 'string') {
    const typed = readTyped(value, book.locale, format);
    setContent(cell, typed.content, typed.formula);
    suggest(typed.format);
  } else if (typeof value === 'object' && value !== null) {
    const serial = serialOf(value.date, book.facts.timeZone);
    setContent(cell, serial, null);
    const day = dateFormat(book.locale);
    suggest(Number.isInteger(serial) ? day : `${day} H:mm:ss`);
  } else setContent(cell, value, null);
}

/** The same formula again keeps its result: only another content makes a formula new. */
function setContent(cell: Cell, content: Content, formula: string | null): void {
  if (formula === null || formula !== cell.formula) cell.calculated = null;
  cell.content = content;
  cell.formula = formula;
}

function formulaOf(text: string): string | null {
  if (text === '') return null;
  return text.startsWith('=') ? text : `=${text}`;
}

function checkShape(area: Area, values: unknown[][]): void {
  if (values.length !== area.rows) {
    throw new ServiceFault(
      `The number of rows in the data does not match the number of rows in the range. The data has ${values.length} but the range has ${area.rows}.`,
    );
  }
  const uneven = values.find((row) => row.length !== area.columns);
  if (uneven === undefined) return;
  throw new ServiceFault(
    `The number of columns in the data does not match the number of columns in the range. The data has ${uneven.length} but the range has ${area.columns}.`,
  );
}

function checkLength(value: FieldValue): void {
  if (typeof value !== 'string' || value.length <= limits.cellText.value) return;
  throw new ServiceFault(
    `Your input contains more than the maximum of ${limits.cellText.value} characters in a single cell.`,
  );
}

function rowsOf<T>(area: Area, at: (row: number, column: number) => T): T[][] {
  return Array.from({ length: area.rows }, (_, r) =>
    Array.from({ length: area.columns }, (_, c) => at(area.row + r, area.column + c)),
  );
}
