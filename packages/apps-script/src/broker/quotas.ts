import { ServiceFault } from '../protocol/errors.ts';
import { limits } from '../protocol/limits.ts';

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

/** One user's quotas over all files. Daily ones reset 24 hours after the first request (guides/services/quotas). */
class Quotas {
  readonly #account: Account | null;
  #since: number | null = null;
  #use: QuotaUsage = { urlFetch: 0, properties: 0, mail: 0, triggerTime: 0 };
  #burst = { second: 0, calls: 0 };
  #running = 0;

  constructor(account: Account | null) {
    this.#account = account;
  }

  /** Counts an execution. Returns Google's message if too many run (guides/support/troubleshooting), or null. */
  begin(): string | null {
    if (this.#account !== null && this.#running >= limits.executionsAtOnce.value)
      return 'There are too many scripts running simultaneously for this Google user account.';
    this.#running++;
    return null;
  }

  end(): void {
    this.#running--;
  }

  /** Throws Google's message, without counting, if the amount exceeds the quota. `now` is epoch milliseconds. */
  spend(quota: 'urlFetch' | 'properties' | 'mail', amount: number, now: number): void {
    const use = this.#today(now);
    const most = this.#account === null ? Number.POSITIVE_INFINITY : limitByQuota[quota][this.#account];
    if (use[quota] + amount > most) throw new ServiceFault(messageByQuota[quota]);
    use[quota] += amount;
    if (quota === 'properties' && this.#account !== null) this.#assertBurst(now);
  }

  #assertBurst(now: number): void {
    const second = Math.floor(now / 1_000);
    this.#burst = { second, calls: second === this.#burst.second ? this.#burst.calls + 1 : 1 };
    if (this.#burst.calls <= limits.propertyBurst.value) return;
    throw new ServiceFault(
      'Service invoked too many times in a short time: properties. Try Utilities.sleep(1000) between calls.',
    );
  }

  /** Recipients of mails left today; without an account those of a consumer. */
  mailLeft(now: number): number {
    return Math.max(0, limitByQuota.mail[this.#account ?? 'consumer'] - this.#today(now).mail);
  }

  /** The message that prevents a trigger run, or null. */
  triggerTimeError(now: number): string | null {
    if (this.#account === null) return null;
    return this.#today(now).triggerTime >= limitByQuota.triggerTime[this.#account]
      ? messageByQuota.triggerTime
      : null;
  }

  /** Records use without calls. */
  add(use: Partial<QuotaUsage>, now: number): void {
    const today = this.#today(now);
    for (const [quota, amount] of Object.entries(use)) today[quota as keyof QuotaUsage] += amount;
  }

  used(now: number): QuotaUsage {
    return { ...this.#today(now) };
  }

  #today(now: number): QuotaUsage {
    if (this.#since === null || now >= this.#since + dayMs) {
      this.#since = now;
      this.#use = { urlFetch: 0, properties: 0, mail: 0, triggerTime: 0 };
    }
    return this.#use;
  }
}

/** The users of one or several files: the hosts that get the same object share their quotas. */
export class GoogleAccounts {
  readonly #kind: Account | null;
  readonly #users = new Map<string, Quotas>();
  readonly #gone = new Set<string>();

  /** Without a kind, use is counted and never refused. */
  constructor(kind: Account | null) {
    this.#kind = kind;
  }

  quotas(user: string): Quotas {
    const known = this.#users.get(user) ?? new Quotas(this.#kind);
    this.#users.set(user, known);
    return known;
  }

  /** Deletes the user's account: its triggers fire no more. */
  delete(user: string): void {
    this.#gone.add(user);
  }

  isDeleted(user: string): boolean {
    return this.#gone.has(user);
  }
}
