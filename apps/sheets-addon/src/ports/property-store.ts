/** The file's stored texts by name. */
export interface PropertyStore {
  names(): readonly string[];
  get(name: string): string | null;
  set(name: string, text: string): void;
  remove(name: string): void;
  /** Deletes the leftovers of evicted answers. */
  removeLeftovers(): void;
}
