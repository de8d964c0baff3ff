import { type Budget, type BudgetInput, type PlanName, planBudget, plans } from '@answershare/core';
import { Complaint, type ExitCode } from '../../complaint.ts';
import { nearest } from '../../settings/nearest.ts';
import type { Context } from '../context.ts';
import { budgetWords } from './budget-words.ts';

export interface PlanOptions {
  readonly websites: string;
  readonly endpoints: string;
  readonly perDay?: string;
  readonly every?: string;
  readonly plan?: string;
  readonly reserve: string;
  readonly json?: boolean;
}

type Endpoints = BudgetInput['endpoints'];

/** The endpoints that are asked for each website. */
export const perWebsite: Endpoints = ['analytics', 'citations', 'competitors', 'authority'];
const planNames = Object.keys(plans) as readonly PlanName[];

/** What a schedule costs under one plan. */
export interface PlannedBudget extends Budget {
  readonly plan: PlanName;
  readonly perDay: number;
}

/** A schedule as the command line words it. */
export interface Schedule {
  readonly websites: number;
  readonly endpoints: Endpoints;
  readonly roundsPerDay: number;
  /** Share of the day's requests that is kept. */
  readonly reserve: number;
}

const units = { h: 24, d: 1, min: 1440 } as const;

/** Reads the options; all that is wrong with them at once. */
function scheduleFrom(options: PlanOptions): Schedule & { readonly plans: readonly PlanName[] } {
  const faults: string[] = [];
  const number = (option: string, text: string, pattern: RegExp, rule: string): number => {
    if (!pattern.test(text)) faults.push(`--${option} is no ${rule}.`);
    return Number(text);
  };
  const among = <T extends string>(option: string, word: string, words: readonly T[]): T[] => {
    const found = words.filter((one) => one === word);
    const near = nearest(word, words);
    if (found.length === 0)
      faults.push(
        `--${option} holds an unknown word${near === null ? '.' : `; did you mean "${near}"?`} There is ${words.join(', ')}.`,
      );
    return found;
  };
  const websites = number(
    'websites',
    options.websites,
    /^\d{1,6}$/,
    'number of websites from 0 to 999999, such as 20',
  );
  const reserve = number('reserve', options.reserve, /^\d{1,2}$/, 'number of percent from 0 to 99');
  const endpoints = options.endpoints
    .split(',')
    .flatMap((word) => among('endpoints', word.trim(), perWebsite));
  const chosen = options.plan === undefined ? planNames : among('plan', options.plan, planNames);
  if (options.perDay !== undefined && options.every !== undefined)
    faults.push('--per-day and --every say the same; give one of them.');
  let roundsPerDay = 1;
  if (options.perDay !== undefined)
    roundsPerDay = number('per-day', options.perDay, /^[1-9]\d{0,3}$/, 'number of rounds a day, such as 4');
  if (options.every !== undefined) {
    const every = /^([1-9]\d{0,3})(h|d|min)$/.exec(options.every);
    if (every) roundsPerDay = units[every[2] as keyof typeof units] / Number(every[1]);
    else faults.push('--every is no span; write it as 6h, 30min or 2d.');
  }
  if (faults.length > 0) throw new Complaint(faults.join('\n'), 2);
  return {
    websites,
    endpoints: [...new Set(endpoints)],
    roundsPerDay,
    reserve: reserve / 100,
    plans: chosen,
  };
}

/**
 * Says what a schedule of requests costs and what fits a plan; all plans where none is named. Ends with 1 where a plan is
 * named and the schedule does not fit it. Asks nobody.
 */
export function planQuota(context: Context, options: PlanOptions): 0 | ExitCode {
  const { plans: chosen, ...schedule } = scheduleFrom(options);
  const budgets: PlannedBudget[] = chosen.map((plan) => ({
    plan,
    perDay: plans[plan].perDay,
    ...planBudget({ ...schedule, plan }),
  }));
  if (options.json === true) context.write(JSON.stringify({ ...schedule, budgets }));
  else context.write(budgetWords(schedule, budgets).join('\n'));
  return options.plan === undefined || budgets.every(({ fits }) => fits) ? 0 : 1;
}
