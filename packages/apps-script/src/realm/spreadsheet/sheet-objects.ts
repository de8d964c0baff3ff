import type { Area } from '../../spreadsheet/area.ts';
import type { Validation } from '../../spreadsheet/cell.ts';
import type { FieldValue } from '../../spreadsheet/cell-access.ts';
import type { Chart, TabFacts } from '../../spreadsheet/tab.ts';
import type { Kit } from '../kit.ts';

/** What the classes of SpreadsheetApp make of each other's facts, and read back from a script's arguments. */
export interface SheetObjects {
  spreadsheet: object;
  /** Null on a tab without cells. */
  currentCell(): object | null;
  sheet(id: number): object;
  range(area: Area): object;
  chart(tab: number, facts: Chart): object;
  chartBuilder(tab: number, facts: Chart | null): object;
  validation(facts: Validation): object;
  newValidation(): object;
  namedRange(name: string, area: Area): object;
  /** A range by numbers; throws Google's complaints about them. */
  rectangle(tab: number, row: number, column: number, rows: number, columns: number): object;
  protection(tab: number, facts: TabFacts['protection']): object;
  /** `A1:B2`, and `Sheet1!A1:B2`. */
  a1(area: Area): string;
  fullA1(area: Area): string;
  /** A script's value as a cell takes it. */
  toCell(value: unknown): FieldValue;
  /** The facts behind an object of one of these classes; throws the signature text for any other value. */
  areaOf(method: string, value: unknown): Area;
  tabOf(method: string, value: unknown): number;
  chartOf(method: string, value: unknown): Chart;
  validationOf(method: string, value: unknown): Validation;
  /** Allows and checks in one: a method that reads the document, and one that changes it. */
  reads: Kit['check'];
  writes: Kit['check'];
}

/** The part that the classes share. The first of the installers, run when a script first opens the document. */
export function sheetObjects(kit: Kit, sheets: SheetObjects): void {
  const method = (name: string): string => `SpreadsheetApp.${name}`;
  sheets.reads = (name, args, ...signatures) => kit.check(method(name), args, ...signatures);
  sheets.writes = (name, args, ...signatures) => {
    // Google names the method alone in this refusal.
    kit.allow(name.slice(name.lastIndexOf('.') + 1), 'document-write');
    kit.check(method(name), args, ...signatures);
  };
  sheets.toCell = (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'number') return Number.isFinite(value) ? value : '#NUM!';
    if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) throw kit.exception('Cannot write an invalid Date into a cell.');
      return { date: value.getTime() };
    }
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    throw kit.exception(
      `Cannot write ${Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`} into one cell.`,
    );
  };
}
