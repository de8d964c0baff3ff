import { ServiceFault } from '../protocol/errors.ts';
import { limits } from '../protocol/limits.ts';
import type { HostClock } from './clock.ts';

export type Account = 'consumer' | 'workspace';

/** One user's use of the daily quotas. */
export interface QuotaUsage {
  /** UrlFetchApp requests. */
  urlFetch: number;
  /** Reads and writes of properties. */
  properties: number;
  /** Recipients of mails. */
  mail: number;
  /** Milliseconds of trigger runs. */
  triggerTime: number;
}

const dayMs = 86_400_000;
const limitByQuota = {
  urlFetch: { consumer: limits.urlFetchADayConsumer.value, workspace: limits.urlFetchADayWorkspace.value },
  properties: {
    consumer: limits.propertiesADayConsumer.value,
    workspace: limits.propertiesADayWorkspace.value,
  },
  mail: {
    consumer: limits.mailRecipientsADayConsumer.value,
    workspace: limits.mailRecipientsADayWorkspace.value,
  },
  triggerTime: {
    consumer: limits.triggerTimeADayConsumer.value,
    workspace: limits.triggerTimeADayWorkspace.value,
  },
};
const messageByQuota = {
  urlFetch: 'Service invoked too many times for one day: urlfetch.',
  properties: 'Service invoked too many times for one day: properties.',
  mail: 'Service invoked too many times for one day: email.',
  triggerTime: 'Service using too much computer time for one day',
};

/** Quotas are per user and reset 24 hours after the first request (guides/services/quotas). */
export class Quotas {
  readonly #account: Account | null;
  readonly #clock: HostClock;
  #since: number | null = null;
  #use: QuotaUsage = { urlFetch: 0, properties: 0, mail: 0, triggerTime: 0 };

  /** Without an account, use is counted and never refused. */
  constructor(account: Account | null, clock: HostClock) {
    this.#account = account;
    this.#clock = clock;
  }

  /** Throws Google's message, without counting, if the amount exceeds the quota. */
  spend(quota: 'urlFetch' | 'properties' | 'mail', amount: number): void {
    const use = this.#today();
    const most = this.#account === null ? Number.POSITIVE_INFINITY : limitByQuota[quota][this.#account];
    if (use[quota] + amount > most) throw new ServiceFault(messageByQuota[quota]);
    use[quota] += amount;
  }

  /** Recipients of mails left today; without an account those of a consumer. */
  mailLeft(): number {
    return Math.max(0, limitByQuota.mail[this.#account ?? 'consumer'] - this.#today().mail);
  }

  /** The message that prevents a trigger run, or null. */
  triggerTimeError(): string | null {
    if (this.#account === null) return null;
    return this.#today().triggerTime >= limitByQuota.triggerTime[this.#account]
      ? messageByQuota.triggerTime
      : null;
  }

  /** Records use without calls. */
  add(use: Partial<QuotaUsage>): void {
    const today = this.#today();
    for (const [quota, amount] of Object.entries(use)) today[quota as keyof QuotaUsage] += amount;
  }

  used(): QuotaUsage {
    return { ...this.#today() };
  }

  #today(): QuotaUsage {
    const now = this.#clock.now();
    if (this.#since === null || now >= this.#since + dayMs) {
      this.#since = now;
      this.#use = { urlFetch: 0, properties: 0, mail: 0, triggerTime: 0 };
    }
    return this.#use;
  }
}
