/** Time-driven triggers of this user in this file. */
export interface TriggerScheduler {
  /** False where the build or the user's consent has no triggers. */
  readonly isAvailable: boolean;
  /** Asks for consent to triggers where it is missing. */
  requestConsent(): void;
  /** The first of these triggers that is this user's; null where none is. */
  findOwn(ids: readonly string[]): string | null;
  /** Sets a trigger of the dispatcher that fires each hour; its id. */
  create(): string;
  /** Removes those of these triggers that are this user's. */
  remove(ids: readonly string[]): void;
}
