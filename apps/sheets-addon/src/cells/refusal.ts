/** A request that cannot be served, for a reason that the add-on itself found. `code` stands first in the cell's note. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
