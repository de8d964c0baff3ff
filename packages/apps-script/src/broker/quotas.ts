import type { Clock } from '../clock/clock.ts';
import { ServiceFault } from '../host-calls.ts';
import { limits } from '../limits.ts';

export type Account = 'consumer' | 'workspace';

/** What one user has used of the quotas that Google counts by the day. */
export interface QuotaUse {
  /** UrlFetchApp requests. */
  urlFetch: number;
  /** Reads and writes of properties. */
  properties: number;
  /** Milliseconds that triggers ran. */
  triggerTime: number;
}

const day = 86_400_000;
const limit = {
  urlFetch: { consumer: limits.urlFetchADayConsumer.value, workspace: limits.urlFetchADayWorkspace.value },
  properties: {
    consumer: limits.propertiesADayConsumer.value,
    workspace: limits.propertiesADayWorkspace.value,
  },
  triggerTime: {
    consumer: limits.triggerTimeADayConsumer.value,
    workspace: limits.triggerTimeADayWorkspace.value,
  },
};
const refusal = {
  urlFetch: 'Service invoked too many times for one day: urlfetch.',
  properties: 'Service invoked too many times for one day: properties.',
  triggerTime: 'Service using too much computer time for one day',
};

/** Quotas are per user and reset 24 hours after the first request (guides/services/quotas). */
export class Quotas {
  readonly #account: Account | null;
  readonly #clock: Clock;
  #since: number | null = null;
  #use: QuotaUse = { urlFetch: 0, properties: 0, triggerTime: 0 };

  /** Without an account everything is counted and nothing refused. */
  constructor(account: Account | null, clock: Clock) {
    this.#account = account;
    this.#clock = clock;
  }

  /** Throws Google's sentence, and uses nothing, when that is more than the day has left. */
  spend(quota: 'urlFetch' | 'properties', amount: number): void {
    const use = this.#today();
    const most = this.#account === null ? Number.POSITIVE_INFINITY : limit[quota][this.#account];
    if (use[quota] + amount > most) throw new ServiceFault(refusal[quota]);
    use[quota] += amount;
  }

  /** The sentence that keeps a trigger from starting, or null. */
  triggerRefusal(): string | null {
    if (this.#account === null) return null;
    return this.#today().triggerTime >= limit.triggerTime[this.#account] ? refusal.triggerTime : null;
  }

  /** Notes what is used already, so that a test need not make a day's calls. */
  add(use: Partial<QuotaUse>): void {
    const today = this.#today();
    for (const [quota, amount] of Object.entries(use)) today[quota as keyof QuotaUse] += amount;
  }

  used(): QuotaUse {
    return { ...this.#today() };
  }

  #today(): QuotaUse {
    const now = this.#clock.now();
    if (this.#since === null || now >= this.#since + day) {
      this.#since = now;
      this.#use = { urlFetch: 0, properties: 0, triggerTime: 0 };
    }
    return this.#use;
  }
}
