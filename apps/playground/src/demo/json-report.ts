import type { CellValue } from '../sheet/cell-values.ts';
import type { Figures } from './figures.ts';
import type { FormDemo, Shown } from './form-demo.ts';

type Plain = string | number | boolean | null;

/** The one JSON object of `--once --json`. Dates are ISO 8601, a table is an array of its rows. */
export interface JsonReport {
  readonly forms: Record<'1' | '2', JsonForm>;
  readonly digest: {
    readonly subject: string;
    readonly figures: readonly Figures[];
    readonly requests: number;
    readonly recipients: readonly string[];
  };
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  readonly urls: Readonly<Record<string, string>>;
}

export interface JsonForm {
  readonly table: readonly { readonly formula: string; readonly value: JsonValue }[];
  readonly requests: number;
}

export type JsonValue = Plain | Plain[][] | { readonly error: string };

export function jsonForm({ shown, requests }: FormDemo): JsonForm {
  return {
    table: shown.map(({ formula, outcome }) => ({ formula, value: jsonValue(outcome) })),
    requests: requests.connect + requests.formulas,
  };
}

function jsonValue(outcome: Shown['outcome']): JsonValue {
  if ('error' in outcome) return { error: outcome.error };
  const rows = outcome.rows.map((row) => row.map(plain));
  return rows.length === 1 && rows[0]?.length === 1 ? (rows[0][0] ?? null) : rows;
}

function plain(cell: CellValue): Plain {
  return cell instanceof Date ? cell.toISOString() : cell;
}
