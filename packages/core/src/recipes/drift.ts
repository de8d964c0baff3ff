/** A note on a body that was read. */
export interface RecipeNote {
  readonly kind: 'new field' | 'not measured' | 'new status' | 'more pages' | 'no own brand';
  readonly pointer: string;
  readonly detail: string;
}

/** Why a body no longer fits its recipe. */
export interface Drift {
  /** JSON Pointer (RFC 6901) to an existing place of the body. */
  readonly pointer: string;
  readonly problem: 'missing' | 'type' | 'value' | 'repeated' | 'error' | 'relation';
  /** The expectation, with the recipe's pointer if the body lacks it. */
  readonly expected: string;
  readonly found: string;
}

/** Thrown only inside this folder. */
export class DriftError extends Error {
  readonly drift: Drift;
  constructor(drift: Drift) {
    super(drift.problem);
    this.drift = drift;
  }
}

export function throwDrift(
  pointer: string,
  problem: Drift['problem'],
  expected: string,
  found: string,
): never {
  throw new DriftError({ pointer, problem, expected, found });
}
