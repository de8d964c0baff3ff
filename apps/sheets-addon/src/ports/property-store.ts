/** The file's stored texts by name. */
export interface PropertyStore {
  names(): readonly string[];
  get(name: string): string | null;
  set(name: string, text: string): void;
  remove(name: string): void;
  /** Deletes the leftovers of evicted answers. */
  removeLeftovers(): void;
}

/** Upper bound of a text's bytes in a property or the store: a non-ASCII character takes up to three bytes. */
export const countBytes = (text: string): number => text.replace(/[\u0080-\uffff]/g, '___').length;
