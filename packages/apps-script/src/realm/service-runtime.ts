import type { Permission } from '../protocol/authorization.ts';
import type { Area, Chart, FieldValue, TabProperties, Validation } from '../protocol/document.ts';
import type { ScriptErrorKind, ScriptFailure } from '../protocol/errors.ts';
import type { HostCalls } from '../protocol/host-calls.ts';
import type { RealmFacts } from '../protocol/thread-messages.ts';

/** A parameter as a method's signature names it. */
export type ParameterType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'object'
  | 'string[]'
  | 'number[]'
  | 'date'
  | 'null'
  | 'any'
  | `${string}[][]`;

/** What every service of the realm is built with. Functions that take it run in the realm, from their source text. */
export interface ServiceRuntime {
  readonly facts: RealmFacts;
  /** Asks the host; throws what the host answers with as an Exception. */
  call<Op extends keyof HostCalls>(
    operation: Op,
    ...args: Parameters<HostCalls[Op]>
  ): ReturnType<HostCalls[Op]>;
  /** An error as Google's services throw it: named Exception, born in this realm. */
  exception(message: string, kind?: ScriptErrorKind): Error;
  /** Throws the permission text unless the AuthMode grants `need`, and manifest and user the scopes for it. */
  allow(method: string, need: Permission): void;
  /** Throws unless `args` fits one of the signatures. */
  check(method: string, args: readonly unknown[], ...signatures: ParameterType[][]): void;
  /** Defines a service as a frozen global. */
  service(name: string, service: object): void;
  describe(thrown: unknown): ScriptFailure;
  /** Bytes as a script sees them, -128..127, from and to base64. */
  blobs: {
    make(base64: string, contentType: string | null, name: string | null): object;
    base64Of(blob: unknown): string | null;
  };
  /** null where the machine is in the script's zone. */
  localTime: LocalTime | null;
  formatDate(date: Date, timeZone: string, pattern: string): string;
  /** The document half of SpreadsheetApp, completed by its user interface. */
  spreadsheetApp: { [name: string]: unknown };
  /** The classes of the document, made at the first call. */
  sheets(): SheetClasses;
  /** The triggers of ScriptApp, completed by its authorisation half. */
  scriptApp: { [name: string]: unknown };
}

/** Local time of the script's zone, where the machine has another: what Date's constructor and methods stand on. */
export interface LocalTime {
  /** The instant whose local reading is `wall`, itself written as if it were UTC; both in ms. */
  instantOf(wall: number): number;
  /** Date.parse with the script's zone for text that names none. */
  parse(text: string): number;
}

/** What the classes of SpreadsheetApp make of each other's facts, and read back from a script's arguments. */
export interface SheetClasses {
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
  protection(tab: number, facts: TabProperties['protection']): object;
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
  reads: ServiceRuntime['check'];
  writes: ServiceRuntime['check'];
}
