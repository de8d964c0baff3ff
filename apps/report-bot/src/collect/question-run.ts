import { type Endpoint, isApiError } from '@answershare/core';
import { toLedgerId } from '../settings/services.ts';
import type { UnreadBody } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import { computeNextAttempt, formatRemaining, pauseCollecting, type SnapshotQuestion } from './questions.ts';
import { formatWebsiteName } from './website-directory.ts';

export interface CollectFailure {
  /** For messages: domain, name or id. */
  readonly website: string;
  readonly endpoint: Endpoint;
  readonly reason: string;
}

/** Faults that stop the collection: of the key, and of a limit that waiting did not lift. */
const stoppingFaults = new Set(['auth.missing', 'auth.invalid', 'daily', 'budget', 'burst']);

/** Faults of service or network: one may pass, several in a row stop the collection. */
const outageFaults = new Set(['server', 'transport', 'timeout', 'bad_body']);
const maxOutages = 3;

/** The questions of one collection that are left, and those that failed. */
export class QuestionRun {
  readonly left: Set<SnapshotQuestion>;
  /** Why the collection must stop; null while it may go on. */
  stopped: string | null = null;
  readonly #store: Store;
  readonly #service: string;
  readonly #now: number;
  /** The list of websites has no question. */
  #failed: readonly { readonly question: SnapshotQuestion | null; readonly reason: string }[] = [];
  /** The last questions, if all of them ended in an outage. */
  #outages: readonly SnapshotQuestion[] = [];

  constructor(store: Store, service: string, now: number, left: readonly SnapshotQuestion[]) {
    this.#store = store;
    this.#service = service;
    this.#now = now;
    this.left = new Set(left);
  }

  get failures(): readonly CollectFailure[] {
    return this.#failed.map(({ question, reason }) =>
      question === null
        ? { website: toLedgerId(this.#service, 'all'), endpoint: 'websites', reason }
        : {
            website: toLedgerId(this.#service, formatWebsiteName(question.website)),
            endpoint: question.endpoint,
            reason,
          },
    );
  }

  recordAnswer(question: SnapshotQuestion): void {
    this.left.delete(question);
    this.#outages = [];
  }

  /**
   * Records a failure; true if the collection must stop. {@link maxOutages} outages in a row about several websites stop it.
   * @param question null for the list of websites
   */
  async recordFailure(question: SnapshotQuestion | null, thrown: Error): Promise<boolean> {
    this.#failed = [...this.#failed, { question, reason: thrown.message }];
    const isOutage = question !== null && isApiError(thrown) && outageFaults.has(thrown.kind);
    this.#outages = isOutage ? [...this.#outages, question] : [];
    const { length } = this.#outages;
    const isOut = length >= maxOutages && new Set(this.#outages.map(({ website }) => website.id)).size > 1;
    if (!isOut && !(isApiError(thrown) && stoppingFaults.has(thrown.kind))) return false;
    const name = this.#service === '' ? '' : `${this.#service}: `;
    const prefix = isOut ? `The service failed ${length} times in a row. ` : '';
    this.stopped = `${name}${prefix}${thrown.message} ${formatRemaining(this.left)}`;
    await pauseCollecting(this.#store.db, this.#service, this.#now, computeNextAttempt(thrown, this.#now));
    return true;
  }

  /** Removes questions whose stored bodies are readable now. */
  recordRead(read: readonly UnreadBody[]): void {
    const isRead = ({ endpoint, website }: SnapshotQuestion): boolean =>
      read.some((body) => body.endpoint === endpoint && body.websiteId === website.id);
    for (const question of this.left) if (isRead(question)) this.left.delete(question);
    this.#failed = this.#failed.filter(({ question }) => question === null || !isRead(question));
  }
}
