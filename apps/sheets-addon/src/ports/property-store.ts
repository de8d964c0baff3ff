/** Texts that the file keeps, one a name. */
export interface PropertyStore {
  names(): readonly string[];
  get(name: string): string | null;
  set(name: string, text: string): void;
  remove(name: string): void;
  /** Clears away what answers that had to give way have left. */
  removeLeftovers(): void;
}
