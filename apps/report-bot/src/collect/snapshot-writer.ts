import {
  type AsyncClient,
  type CalendarDate,
  type DialectProfile,
  type Endpoint,
  isApiError,
  type RecipeBook,
  type Result,
  toForm,
} from '@answershare/core';
import type { StoredFault } from '../digest/site-days.ts';
import { findAnswerDoubt } from '../schedule/clock.ts';
import type { Service } from '../settings/services.ts';
import { recordAnswerTime } from '../store/clock-evidence.ts';
import { saveSnapshot, toFigureColumns } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import { UserError } from '../system/errors.ts';
import { computeNextAttempt, pauseCollecting } from './questions.ts';
import {
  type LearntService,
  saveLearnt,
  selectLearntProfile,
  selectLearntRecipes,
} from './service-profile.ts';

/** A change in the shape of an endpoint's bodies. */
export interface ShapeChange {
  readonly endpoint: Endpoint;
  readonly reason: string;
}

interface WriterInput {
  readonly store: Store;
  readonly service: Service;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The UTC day under which answers are stored. */
  readonly day: CalendarDate;
  /** What earlier runs learnt. */
  readonly before: LearntService;
  /** Rejects with a {@link UserError} if the service's clock disagrees. */
  readonly assertClock: () => Promise<void>;
}

/** Stores the answers and failures of one collection, and what the client learnt from them. */
export class SnapshotWriter {
  /** Changed shapes that were read nevertheless. */
  readonly changes: ShapeChange[] = [];
  /** The last deviation of each endpoint. */
  readonly drifts = new Map<string, string>();
  /** The number of stored answers. */
  answers = 0;
  readonly #input: WriterInput;
  #learnt: string;

  constructor(input: WriterInput) {
    this.#input = input;
    this.#learnt = JSON.stringify(input.before);
  }

  /** @param profile null if no answer has shown one */
  async saveLearnt(profile: DialectProfile | null, recipes: RecipeBook): Promise<void> {
    const { store, service, before } = this.#input;
    const latest = {
      profile: profile === null ? before.profile : selectLearntProfile(profile, before.profile),
      recipes: selectLearntRecipes(recipes),
    };
    if (JSON.stringify(latest) === this.#learnt) return;
    this.#learnt = JSON.stringify(latest);
    await saveLearnt(store.db, service, latest);
  }

  /** @param recipes those before the answer */
  async saveAnswer(
    website: string,
    endpoint: Endpoint,
    { text, value, meta }: Result<unknown>,
    client: AsyncClient,
    recipes: RecipeBook,
  ): Promise<void> {
    await this.#input.assertClock();
    const changed = this.#findChange(endpoint, recipes, client.recipes());
    const form = String(toForm(meta.dialect) ?? 'unknown');
    const read = { raw: text, ...toFigureColumns(endpoint, value), form };
    await this.#save(website, endpoint, { ...read, failure: null, changed });
    this.answers += 1;
    await this.saveLearnt(client.profile(), client.recipes());
  }

  async saveFailure(website: string, endpoint: Endpoint, thrown: Error): Promise<void> {
    const fault = isApiError(thrown) ? thrown : null;
    const raw = fault?.kind === 'shape' && fault.status === 200 ? fault.raw : '';
    const stored: StoredFault | null = fault && {
      kind: fault.kind,
      status: fault.status,
      serviceMessage: fault.serviceMessage,
    };
    await this.#save(website, endpoint, {
      raw: raw || null,
      parsed: null,
      form: null,
      failure: thrown.message,
      fault: stored && JSON.stringify(stored),
      next_attempt_at: computeNextAttempt(thrown, this.#input.now),
    });
  }

  async #save(
    website_id: string,
    endpoint: Endpoint,
    columns: Omit<Parameters<typeof saveSnapshot>[1], 'website_id' | 'endpoint' | 'day' | 'taken_at'>,
  ): Promise<void> {
    const { store, day, now } = this.#input;
    await saveSnapshot(store.db, { website_id, endpoint, day, taken_at: new Date(now), ...columns });
  }

  /** Why the first recipe of an endpoint changed; null if it did not. */
  #findChange(endpoint: Endpoint, before: RecipeBook, after: RecipeBook): string | null {
    const [first] = before[endpoint] ?? [];
    if (first === undefined || after[endpoint]?.[0]?.recipe === first.recipe) return null;
    const reason = this.drifts.get(endpoint) ?? 'its shape has changed';
    this.changes.push({ endpoint, reason });
    return reason;
  }
}

/** The time of one collection, and the service's by the `Date` of its last answer (RFC 9110 §6.6.1). */
export class ServiceClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly #store: Store;
  readonly #service: string;
  readonly #isChecked: boolean;
  #answer: { readonly date: number; readonly at: number } | null = null;
  #isStored = false;

  constructor(
    store: Store,
    service: string,
    { now, checksClock = false }: { readonly now: number; readonly checksClock?: boolean },
  ) {
    const begun = Date.now();
    this.now = () => now + Date.now() - begun;
    this.#store = store;
    this.#service = service;
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
    await pauseCollecting(this.#store.db, this.#service, at, computeNextAttempt(null, at));
    throw new UserError(`No answer was kept: ${doubt}`);
  }
}
