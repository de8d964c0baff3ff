import type { Form } from '../quirks/quirk.ts';
import type { Quirks } from '../quirks/quirks.ts';

export const PLANS = ['free', 'starter', 'growth', 'enterprise'] as const;

export type SandboxPlan = (typeof PLANS)[number];

/** Requests per minute and per day of one key; Infinity where a limit is lifted. */
export interface Allowance {
  readonly minute: number;
  readonly day: number;
}

/** A key as the limits see it. */
export interface KeyHolder {
  readonly plan: SandboxPlan;
  readonly kind: 'live' | 'test';
}

/** What the specification leaves open about plans (undecided items 14, 25 and 26). */
export type PlanQuirks = Pick<Quirks, 'testKeys' | 'freePlan' | 'dailyQuota'>;

const DEFAULT_PLAN_QUIRKS: PlanQuirks = { testKeys: 'small', freePlan: 'forbidden', dailyQuota: 'limited' };

/** Specification §8. The Free plan has no figures there: while it may not call, Starter's are counted. */
const ALLOWANCES: Record<SandboxPlan, Allowance> = {
  free: { minute: 60, day: 500 },
  starter: { minute: 60, day: 500 },
  growth: { minute: 300, day: 1_000 },
  enterprise: { minute: 1_000, day: 10_000 },
};

/** Form 1: "a separate, smaller quota" (specification §5); the figures are ours. Null: as a live key. */
const TEST_KEY_ALLOWANCES: Record<Quirks['testKeys'], Allowance | null> = {
  small: { minute: 20, day: 50 },
  smaller: { minute: 5, day: 25 },
  'as-live': null,
};

/** Null: the plan may not call. */
const FREE_PLAN_ALLOWANCES: Record<Quirks['freePlan'], Allowance | null> = {
  forbidden: null,
  limited: { minute: 10, day: 50 },
};

const ENTERPRISE_DAY_LIMITS: Record<Quirks['dailyQuota'], number> = {
  limited: ALLOWANCES.enterprise.day,
  unlimited: Number.POSITIVE_INFINITY,
};

/** What an answer shows when no known key was sent: Starter's figures, untouched. */
export const UNKNOWN_CALLER: Allowance = ALLOWANCES.starter;

/** Whether a key is one of Form 1's test keys with data and quota of their own (specification §5.7). */
export function isSandboxed(form: Form, key: KeyHolder, quirks: PlanQuirks): boolean {
  return form === 1 && key.kind === 'test' && TEST_KEY_ALLOWANCES[quirks.testKeys] !== null;
}

/** What a key may use. Form 2 gives live and test keys the same quotas (specification §8). */
export function findAllowance(
  form: Form,
  key: KeyHolder,
  quirks: PlanQuirks = DEFAULT_PLAN_QUIRKS,
): Allowance {
  const test = form === 1 && key.kind === 'test' ? TEST_KEY_ALLOWANCES[quirks.testKeys] : null;
  if (test !== null) return test;
  const free = form === 1 && key.plan === 'free' ? FREE_PLAN_ALLOWANCES[quirks.freePlan] : null;
  if (free !== null) return free;
  const allowed = ALLOWANCES[key.plan];
  return key.plan === 'enterprise' ? { ...allowed, day: ENTERPRISE_DAY_LIMITS[quirks.dailyQuota] } : allowed;
}

/** Plan availability of specification §1: Form 1 from Starter (Free: undecided item 26), Form 2 from Growth. */
export function mayCall(form: Form, plan: SandboxPlan, quirks: PlanQuirks): boolean {
  if (form === 1 && plan === 'free') return FREE_PLAN_ALLOWANCES[quirks.freePlan] !== null;
  const first: SandboxPlan = form === 1 ? 'starter' : 'growth';
  return PLANS.indexOf(plan) >= PLANS.indexOf(first);
}
