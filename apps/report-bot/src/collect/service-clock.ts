import { findAnswerDoubt } from '../schedule/clock.ts';
import { recordAnswerTime } from '../store/clock.ts';
import type { Store } from '../store/store.ts';
import { UserError } from '../system/errors.ts';
import { computeNextAttempt, pauseCollecting } from './questions.ts';

/** The time of one collection, and the service's by the `Date` of its last answer (RFC 9110 §6.6.1). */
export class ServiceClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly #store: Store;
  readonly #isChecked: boolean;
  #answer: { readonly date: number; readonly at: number } | null = null;
  #isStored = false;

  constructor(
    store: Store,
    { now, checksClock = false }: { readonly now: number; readonly checksClock?: boolean },
  ) {
    const begun = Date.now();
    this.now = () => now + Date.now() - begun;
    this.#store = store;
    this.#isChecked = checksClock;
  }

  readonly read = ({ date = '' }: Readonly<Record<string, string>>): void => {
    const time = Date.parse(date);
    if (!Number.isNaN(time)) this.#answer = { date: time, at: this.now() };
  };

  /** Rejects with a {@link UserError}, and pauses the collection, if the service's clock disagrees by more than a day. */
  async assertAgreement(): Promise<void> {
    if (!this.#isChecked || this.#answer === null) return;
    const { date, at } = this.#answer;
    if (!this.#isStored) await recordAnswerTime(this.#store.db, date, at);
    this.#isStored = true;
    const doubt = findAnswerDoubt(at, date);
    if (doubt === null) return;
    await pauseCollecting(this.#store.db, at, computeNextAttempt(null, at));
    throw new UserError(`No answer was kept: ${doubt}`);
  }
}
