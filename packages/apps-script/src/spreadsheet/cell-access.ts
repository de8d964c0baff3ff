import {
  type Area,
  type CellContent,
  type CellField,
  type CellFormat,
  type CellPart,
  defaultFormat,
  type FieldValue,
  type SheetValue,
  type StoredCell,
  type Validation,
} from '../protocol/document.ts';
import { ServiceFault } from '../protocol/errors.ts';
import { checkCellText } from '../protocol/limits.ts';
import { areaContains } from './a1-notation.ts';
import { parseTypedText } from './cell-input.ts';
import type { DocumentTab } from './document-tab.ts';
import { instantToSerial, serialToInstant, toDateFormat } from './locale.ts';
import { formatNumber, isDateFormat } from './number-format.ts';
import type { Spreadsheet } from './spreadsheet.ts';

export function readArea(book: Spreadsheet, area: Area, field: CellField): FieldValue[][] {
  const tab = book.tab(area.tab);
  return mapArea(area, (row, column) => readField(book, tab, row, column, field));
}

/** Throws before it writes if the rows do not fill the area or a text is too long. */
export function writeArea(book: Spreadsheet, area: Area, field: CellField, values: FieldValue[][]): void {
  assertShape(area, values);
  const tab = book.tab(area.tab);
  values.flat().forEach(checkCellText);
  mapArea(area, (row, column) => {
    const value = values[row - area.row]?.[column - area.column] ?? null;
    writeField(book, tab.ensureCell(row, column), field, value);
  });
  tab.invalidate();
}

/** Writes values without formulas and formats, as many as `from` has, from the first cell of `to` on. */
export function pasteValues(book: Spreadsheet, from: Area, to: Area): void {
  const source = book.tab(from.tab);
  const contents = mapArea(from, (row, column) => readContent(source, row, column));
  const target = book.tab(to.tab);
  contents.forEach((line, down) => {
    line.forEach((content, right) => {
      setContent(target.ensureCell(to.row + down, to.column + right), content, null);
    });
  });
  target.invalidate();
}

export function clearArea(book: Spreadsheet, area: Area, parts: CellPart[]): void {
  const tab = book.tab(area.tab);
  for (const { row, column, cell } of tab.cells()) {
    if (!areaContains(area, area.tab, row, column)) continue;
    if (parts.includes('contents')) setContent(cell, null, null);
    if (parts.includes('formats')) cell.format = {};
  }
  tab.invalidate();
}

/** The cell's own content, its formula's result, or a value spilled into it. */
function readContent(tab: DocumentTab, row: number, column: number): CellContent {
  const cell = tab.cell(row, column);
  if (cell?.formula != null) return tab.resultAt(row, column)?.content ?? placeholderFor(cell);
  return cell?.content ?? tab.resultAt(row, column)?.content ?? null;
}

/** The cell's format, with the date format of a formula's result. */
export function readFormat(tab: DocumentTab, row: number, column: number): Partial<CellFormat> {
  const own = tab.cell(row, column)?.format ?? {};
  const format = own.numberFormat ?? tab.resultAt(row, column)?.numberFormat ?? null;
  return format === null ? own : { ...own, numberFormat: format };
}

function placeholderFor({ result }: StoredCell): CellContent {
  // Sheets shows this for a formula that has not run (guides/sheets/functions).
  if (result === null) return 'Loading...';
  return 'error' in result ? result.error : null;
}

function readField(
  book: Spreadsheet,
  tab: DocumentTab,
  row: number,
  column: number,
  field: CellField,
): FieldValue {
  if (field === 'value' || field === 'display') return readValue(book, tab, row, column, field);
  const cell = tab.cell(row, column);
  if (field === 'formula') return cell?.formula ?? '';
  if (field === 'note') return cell?.note ?? '';
  if (field === 'validation') return cell?.validation ?? null;
  return readFormat(tab, row, column)[field] ?? defaultFormat[field];
}

function readValue(
  book: Spreadsheet,
  tab: DocumentTab,
  row: number,
  column: number,
  field: 'value' | 'display',
): SheetValue {
  const content = readContent(tab, row, column);
  const format = readFormat(tab, row, column).numberFormat ?? defaultFormat.numberFormat;
  if (field === 'value') {
    if (content === null) return '';
    if (typeof content !== 'number' || !isDateFormat(format)) return content;
    return { date: serialToInstant(content, book.properties.timeZone) };
  }
  if (typeof content === 'number') return formatNumber(content, format);
  return typeof content === 'boolean' ? String(content).toUpperCase() : (content ?? '');
}

function writeField(book: Spreadsheet, cell: StoredCell, field: CellField, value: FieldValue): void {
  if (field === 'value') writeValue(book, cell, value as SheetValue);
  else if (field === 'formula') setContent(cell, null, normalizeFormula(String(value ?? '')));
  else if (field === 'note') cell.note = String(value ?? '');
  else if (field === 'validation') cell.validation = value as Validation | null;
  else if (field === 'display') throw new ServiceFault('A display value cannot be set.');
  else if (value === null) delete cell.format[field];
  else Object.assign(cell.format, { [field]: value });
}

/** A date sets a date format if the cell has none. */
function writeValue(book: Spreadsheet, cell: StoredCell, value: SheetValue): void {
  const format = cell.format.numberFormat ?? defaultFormat.numberFormat;
  const suggest = (suggested: string | null): void => {
    if (suggested !== null && format === defaultFormat.numberFormat) cell.format.numberFormat = suggested;
  };
  if (typeof value === 'string') {
    const typed = parseTypedText(value, book.locale, format);
    setContent(cell, typed.content, typed.formula);
    suggest(typed.format);
  } else if (typeof value === 'object' && value !== null) {
    const serial = instantToSerial(value.date, book.properties.timeZone);
    setContent(cell, serial, null);
    const day = toDateFormat(book.locale);
    suggest(Number.isInteger(serial) ? day : `${day} H:mm:ss`);
  } else setContent(cell, value, null);
}

/** The same formula keeps its result; other content clears it. */
function setContent(cell: StoredCell, content: CellContent, formula: string | null): void {
  if (formula === null || formula !== cell.formula) cell.result = null;
  cell.content = content;
  cell.formula = formula;
}

function normalizeFormula(text: string): string | null {
  if (text === '') return null;
  return text.startsWith('=') ? text : `=${text}`;
}

function assertShape(area: Area, values: unknown[][]): void {
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

function mapArea<T>(area: Area, at: (row: number, column: number) => T): T[][] {
  return Array.from({ length: area.rows }, (_, r) =>
    Array.from({ length: area.columns }, (_, c) => at(area.row + r, area.column + c)),
  );
}
