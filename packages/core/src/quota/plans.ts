/** Requests that a plan allows one key (specification §8). */
export interface Plan {
  readonly perMinute: number;
  readonly perDay: number;
}

export type PlanName = 'starter' | 'growth' | 'enterprise';

/** Specification §8. The Free plan has no figures there. */
export const plans: Readonly<Record<PlanName, Plan>> = {
  starter: { perMinute: 60, perDay: 500 },
  growth: { perMinute: 300, perDay: 1_000 },
  enterprise: { perMinute: 1_000, perDay: 10_000 },
};

/** Tolerance for quotients such as 24 divided by hours, or a share such as 0.1. */
export const roundingError = 1e-9;

/** The requests of a limit that a client may use. It reserves a share for other users of the key; at least one is left. */
export function usableRequests(limit: number, reserve = 0.1): number {
  return limit - Math.floor(limit * reserve + roundingError);
}
