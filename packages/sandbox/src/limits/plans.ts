import { decisions } from '../decisions.ts';
import type { Form } from '../form.ts';

export const PLANS = ['free', 'starter', 'growth', 'enterprise'] as const;

export type Plan = (typeof PLANS)[number];

/** Requests per minute and per day of one key. */
export interface Allowance {
  readonly minute: number;
  readonly day: number;
}

/**
 * Specification §8. The Free plan has no figures there and may not call at all (undecided item 26); its calls are
 * counted against Starter's figures before they are refused.
 */
const ALLOWANCES: Record<Plan, Allowance> = {
  free: { minute: 60, day: 500 },
  starter: { minute: 60, day: 500 },
  growth: { minute: 300, day: 1_000 },
  enterprise: { minute: 1_000, day: 10_000 },
};

/** Form 1: "a separate, smaller quota" for test keys (specification §5); the figures are ours (undecided item 25). */
const TEST_ALLOWANCE: Allowance = decisions.testKeys.value;

/** What an answer shows when no known key was sent: Starter's figures, untouched. */
export const UNKNOWN_CALLER: Allowance = ALLOWANCES.starter;

/** What a key may use. Form 2 gives live and test keys the same quotas (specification §8). */
export function allowance(form: Form, key: { plan: Plan; kind: 'live' | 'test' }): Allowance {
  return form === 1 && key.kind === 'test' ? TEST_ALLOWANCE : ALLOWANCES[key.plan];
}

/** Plan availability of specification §1: Form 1 from Starter, Form 2 from Growth. */
export function mayCall(form: Form, plan: Plan): boolean {
  const first: Plan = form === 1 ? 'starter' : 'growth';
  return PLANS.indexOf(plan) >= PLANS.indexOf(first);
}
