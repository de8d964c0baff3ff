import { type Draft, type Endpoint, readByRecipe } from '@answershare/core';

/** A figure that a recipe reads from a body. */
export interface Figure {
  /** `shareOfVoice`, `competitors.share`. */
  readonly field: string;
  readonly pointer: string;
  readonly value: unknown;
  readonly isShare: boolean;
  /** Rows of its list; null for a figure of the whole body. */
  readonly rows: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

const isRows = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);

/** Rows of the lists whose fields have no prefix. */
function ownRows(endpoint: Endpoint, value: unknown): readonly Fields[] {
  if (endpoint === 'websites') return value as readonly Fields[];
  return endpoint === 'analytics' ? ((value as { days: unknown }).days as readonly Fields[]) : [];
}

/** Dates of a day are objects; a person compares their text. */
function toText(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** What a draft reads from a body, with a pointer each; empty where it does not fit. */
export function figuresOf(endpoint: Endpoint, draft: Draft, body: unknown): readonly Figure[] {
  const reading = readByRecipe(endpoint, draft.recipe, body);
  if (!reading.ok) return [];
  const whole = reading.value as unknown as Fields;
  const { fields } = reading.trace;
  return Object.keys(fields).map((field): Figure => {
    const { pointer = '', codec = '' } = fields[field] ?? {};
    const [list = '', name] = field.split('.');
    const named = name === undefined ? null : whole[list];
    const rows = isRows(named) ? named : pointer.includes('/*') ? ownRows(endpoint, reading.value) : null;
    const value = rows === null ? whole[field] : rows[0]?.[name ?? field];
    const isShare = /percent|fraction/.test(codec);
    return { field, pointer, value: toText(value ?? null), isShare, rows: rows?.length ?? null };
  });
}
