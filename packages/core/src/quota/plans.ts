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
