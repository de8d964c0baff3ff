import type { Permission } from '../protocol/authorization.ts';
import type { Area, Chart, FieldValue, TabProperties, Validation } from '../protocol/document.ts';
import type { ScriptErrorKind, ScriptFailure } from '../protocol/errors.ts';
import type { HostCalls } from '../protocol/host-calls.ts';
import type { RealmFacts } from '../protocol/thread-messages.ts';

/** A parameter type in a method's signature. */
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

/** What every service is built with. Functions with this parameter run in the realm from their source text. */
export interface ServiceRuntime {
  readonly facts: RealmFacts;
  /** Calls the host. Throws the host's failure as an Exception. */
  call<Op extends keyof HostCalls>(
    operation: Op,
    ...args: Parameters<HostCalls[Op]>
  ): ReturnType<HostCalls[Op]>;
  /** An error as Google's services throw it: named Exception, of this realm. */
  exception(message: string, kind?: ScriptErrorKind): Error;
  /** Throws the permission message unless the AuthMode, the manifest and the user grant `need`. */
  allow(method: string, need: Permission): void;
  /** Throws unless `args` match one of the signatures. */
  check(method: string, args: readonly unknown[], ...signatures: ParameterType[][]): void;
  /** Defines a service as a frozen global. */
  service(name: string, service: object): void;
  /** A frozen object that maps each name to itself, as Google's enumerations. */
  enumeration(names: string[]): Readonly<Record<string, string>>;
  describe(thrown: unknown): ScriptFailure;
  /** A script's bytes, -128..127, from and to base64. */
  blobs: {
    make(base64: string, contentType: string | null, name: string | null): object;
    base64Of(blob: unknown): string | null;
  };
  /** null = the machine is in the script's time zone. */
  localTime: LocalTime | null;
  formatDate(date: Date, timeZone: string, pattern: string): string;
  /** SpreadsheetApp without its user interface, which is added later. */
  spreadsheetApp: { [name: string]: unknown };
  /** The factory for SpreadsheetApp's objects, created at the first call. */
  sheets(): SheetClasses;
  /** The triggers of ScriptApp; its authorisation is added later. */
  scriptApp: { [name: string]: unknown };
}

/** Local time in the script's zone, for Date's constructor and methods. */
interface LocalTime {
  /** The instant of the local time `wall`, which is encoded as if it were UTC; both in ms. */
  instantOf(wall: number): number;
  /** Date.parse with the script's zone as default. */
  parse(text: string): number;
}

/** Creates objects of SpreadsheetApp's classes, and finds the data of an object that a script passes. */
export interface SheetClasses {
  spreadsheet: object;
  /** null = a tab without cells. */
  currentCell(): object | null;
  sheet(id: number): object;
  range(area: Area, formula?: string): object;
  chart(tab: number, facts: Chart): object;
  chartBuilder(tab: number, facts: Chart | null): object;
  validation(facts: Validation): object;
  newValidation(): object;
  namedRange(name: string, area: Area): object;
  /** A range by numbers; throws Google's errors. */
  rectangle(tab: number, row: number, column: number, rows: number, columns: number): object;
  protection(tab: number, facts: TabProperties['protection']): object;
  /** `A1:B2`, and `Sheet1!A1:B2`. */
  a1(area: Area): string;
  fullA1(area: Area): string;
  /** A script's value as cell content. */
  toCell(value: unknown): FieldValue;
  /** The data of an object; throws the signature message for other values. */
  find<T>(objects: WeakMap<object, T>, type: string, method: string, value: unknown): T;
  areaOf(method: string, value: unknown): Area;
  tabOf(method: string, value: unknown): number;
  chartOf(method: string, value: unknown): Chart;
  validationOf(method: string, value: unknown): Validation;
  /** Checks permission and arguments of a method that reads, or writes, the document. */
  reads: ServiceRuntime['check'];
  writes: ServiceRuntime['check'];
}
