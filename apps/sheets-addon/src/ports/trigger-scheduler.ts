/** Time-driven triggers of this user in this file. */
export interface TriggerScheduler {
  /** False if the build or the user's consent excludes triggers. */
  readonly isAvailable: boolean;
  /** Requests consent to triggers if it is missing. */
  requestConsent(): void;
  /** The first of these triggers that this user owns; null for none. */
  findOwn(ids: readonly string[]): string | null;
  /** Creates a trigger that runs the schedule every hour; returns its id. */
  create(): string;
  /** Removes those of these triggers that this user owns. */
  remove(ids: readonly string[]): void;
}
