import type { Form } from '../quirks/quirk.ts';
import type { Quirks } from '../quirks/quirks.ts';

export const PLANS = ['free', 'starter', 'growth', 'enterprise'] as const;

export type SandboxPlan = (typeof PLANS)[number];

/** The limits of one key; Infinity if unlimited. */
export interface Allowance {
  readonly minute: number;
  readonly day: number;
}

/** The properties of a key that decide its limits. */
export interface KeyHolder {
  readonly plan: SandboxPlan;
  readonly kind: 'live' | 'test';
}

/** The switches of plans (undecided items 14, 25 and 26). */
export type PlanQuirks = Pick<Quirks, 'testKeys' | 'freePlan' | 'dailyQuota'>;

/** Specification §8. It has no limits for the Free plan, so Starter's are counted. */
const ALLOWANCES: Record<SandboxPlan, Allowance> = {
  free: { minute: 60, day: 500 },
  starter: { minute: 60, day: 500 },
  growth: { minute: 300, day: 1_000 },
  enterprise: { minute: 1_000, day: 10_000 },
};

/** Form 1: "a separate, smaller quota" (specification §5); the figures are ours. Null: same as a live key. */
const TEST_KEY_ALLOWANCES: Record<Quirks['testKeys'], Allowance | null> = {
  small: { minute: 20, day: 50 },
  smaller: { minute: 5, day: 25 },
  'as-live': null,
};

/** Null: the plan has no API access. */
const FREE_PLAN_ALLOWANCES: Record<Quirks['freePlan'], Allowance | null> = {
  forbidden: null,
  limited: { minute: 10, day: 50 },
};

const ENTERPRISE_DAY_LIMITS: Record<Quirks['dailyQuota'], number> = {
  limited: ALLOWANCES.enterprise.day,
  unlimited: Number.POSITIVE_INFINITY,
};

/** The limits in a response to an unknown key: Starter's, unused. */
export const UNKNOWN_CALLER: Allowance = ALLOWANCES.starter;

/** Whether a key has the separate data and quota of Form 1's test keys (specification §5.7). */
export function isSandboxed(form: Form, key: KeyHolder, quirks: PlanQuirks): boolean {
  return form === 1 && key.kind === 'test' && TEST_KEY_ALLOWANCES[quirks.testKeys] !== null;
}

/** The limits of a key. In Form 2, live and test keys have the same ones (specification §8). */
export function findAllowance(form: Form, key: KeyHolder, quirks: PlanQuirks): Allowance {
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
