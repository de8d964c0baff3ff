import { isObject } from '../json/json.ts';

/** Something that a person should know of a body that was read. */
export interface RecipeNote {
  readonly kind: 'new field' | 'not measured' | 'new status' | 'more pages' | 'no own brand';
  readonly pointer: string;
  readonly detail: string;
}

/** Why a body does not fit its recipe. */
export interface Drift {
  /** JSON Pointer (RFC 6901) to a place that the body has. */
  readonly pointer: string;
  readonly problem: 'missing' | 'type' | 'value' | 'repeated' | 'error' | 'relation';
  /** What the recipe expects, with its own pointer where the body has no such place. */
  readonly expected: string;
  readonly found: string;
}

/** Thrown inside this folder alone. */
export class DriftError extends Error {
  readonly drift: Drift;
  constructor(drift: Drift) {
    super(drift.problem);
    this.drift = drift;
  }
}

/** A value as a message may quote it: short, on one line. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'symbol') return 'something else';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const text = isObject(value)
    ? `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'no field'}`
    : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Throws drift at a place of the body. */
export function throwDrift(
  pointer: string,
  problem: Drift['problem'],
  expected: string,
  found: string,
): never {
  throw new DriftError({ pointer, problem, expected, found });
}
