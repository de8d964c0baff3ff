import type { Cell, Rows } from '../cells/cell.ts';
import type { Desk } from '../desk.ts';

export interface Parameter {
  readonly name: string;
  /** Begins with `Optional.` where it is: Sheets shows every parameter as required (Google: guides/sheets/functions). */
  readonly text: string;
}

export interface Example {
  readonly formula: string;
  readonly shows: string;
}

/** One custom function, whole: its stub, its help, its page and its tests are made from this. */
export interface SheetFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly returns: string;
  readonly examples: readonly [Example, ...Example[]];
  /** @throws ApiError or Refusal */
  answer(args: readonly unknown[], desk: Desk): Cell | Rows;
}
