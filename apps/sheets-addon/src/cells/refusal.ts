/** A request that cannot be served, for a reason that the add-on itself found. `code` stands first in the cell's note. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** Also for one that the other script file made: `instanceof` fails across bundles. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && thrown.name === 'Refusal' && 'code' in thrown;
}
