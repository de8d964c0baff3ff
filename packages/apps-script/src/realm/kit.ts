import type { AuthMode, Permission } from '../auth-mode.ts';
import type { HostCalls } from '../host-calls.ts';
import type { Failure, ScriptErrorKind } from '../script-error.ts';
import type { LocalTime } from './local-time.ts';
import type { SheetObjects } from './spreadsheet/sheet-objects.ts';

/** Plain facts about one execution, given to its realm as JSON. */
export interface RealmFacts {
  mode: AuthMode;
  scriptTimeZone: string;
  hostClock: boolean;
  hostDice: boolean;
  /** Utilities.sleep goes by the host's clock. */
  hostSleep: boolean;
  scopes: ScopeFacts;
  errorBodyShown: number;
  validationList: number;
}

/** The scopes of the manifest, null where it lists none, and those of them that the user has granted. */
export interface ScopeFacts {
  listed: readonly string[] | null;
  granted: readonly string[] | null;
}

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
export interface Kit {
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
  describe(thrown: unknown): Failure;
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
  sheets(): SheetObjects;
  /** The triggers of ScriptApp, completed by its authorisation half. */
  scriptApp: { [name: string]: unknown };
}
