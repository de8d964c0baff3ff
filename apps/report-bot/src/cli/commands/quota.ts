import {
  type Budget,
  type BudgetInput,
  type PlanName,
  planBudget,
  plans,
  websiteEndpointNames,
} from '@answershare/core';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import { formatChoices, pluralize } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { formatTable } from '../io/format.ts';

/** `45 min`, `4.3 h`, `1.8 d`; rounded up, so that the schedule fits. */
function formatSpan(hours: number): string {
  if (hours < 1) return `${Math.ceil(hours * 60)} min`;
  return hours < 48 ? `${Math.ceil(hours * 10) / 10} h` : `${Math.ceil((hours / 24) * 10) / 10} d`;
}

function formatFrequency(rounds: number): string {
  if (rounds === 1) return 'once a day';
  return rounds > 1 ? `${Number(rounds.toFixed(2))} times a day` : `every ${formatSpan(24 / rounds)}`;
}

/** Formats the cost of a schedule under each plan. */
function formatBudget(schedule: RequestSchedule, budgets: readonly PlannedBudget[]): string[] {
  const { websites, endpoints, roundsPerDay, reserve } = schedule;
  const [first] = budgets;
  if (first === undefined) return [];
  const head = [
    'plan',
    'a day',
    `less ${Math.round(reserve * 100)} %`,
    'fits',
    'at most every',
    'most websites',
    'a round takes',
  ];
  const rows = budgets.map((budget) => [
    budget.plan,
    String(budget.perDay),
    String(budget.usablePerDay),
    budget.fits ? 'yes' : 'no',
    budget.shortestHours === null ? 'never' : formatSpan(budget.shortestHours),
    String(budget.mostWebsites),
    `${budget.minutesPerRound} min`,
  ]);
  return [
    `${pluralize(websites, 'website')}, ${endpoints.join(', ')}, ${formatFrequency(roundsPerDay)}`,
    `One round: ${pluralize(first.requestsPerRound, 'request')} (1 for the list of websites, ${endpoints.length} for each website); a day: ${Number.isInteger(roundsPerDay) ? '' : 'at most '}${first.requestsPerDay}`,
    ...formatTable([head, ...rows]),
  ];
}

/** The cost of a schedule under one plan. */
interface PlannedBudget extends Budget {
  readonly plan: PlanName;
  readonly perDay: number;
}

/** A request schedule from the command line. */
interface RequestSchedule {
  readonly websites: number;
  readonly endpoints: BudgetEndpoints;
  readonly roundsPerDay: number;
  /** Fraction of the daily requests that is reserved. */
  readonly reserve: number;
}

export interface PlanOptions {
  readonly websites: string;
  readonly endpoints: string;
  readonly perDay?: string;
  readonly every?: string;
  readonly plan?: string;
  readonly reserve: string;
  readonly json?: boolean;
}

type BudgetEndpoints = BudgetInput['endpoints'];

const planNames = Object.keys(plans) as readonly PlanName[];

const roundUnits = { h: 24, d: 1, min: 1440 } as const;

/** Parses the options. Throws one error that lists all faults. */
function parseRequestSchedule(
  options: PlanOptions,
): RequestSchedule & { readonly plans: readonly PlanName[] } {
  const faults: string[] = [];
  const number = (option: string, text: string, pattern: RegExp, rule: string): number => {
    if (!pattern.test(text)) faults.push(`--${option} is not a ${rule}.`);
    return Number(text);
  };
  const among = <T extends string>(option: string, word: string, words: readonly T[]): T[] => {
    const found = words.filter((one) => one === word);
    if (found.length === 0) faults.push(`--${option} holds an unknown word${formatChoices(word, words)}`);
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
    .flatMap((word) => among('endpoints', word.trim(), websiteEndpointNames));
  const selectedPlans = options.plan === undefined ? planNames : among('plan', options.plan, planNames);
  if (options.perDay !== undefined && options.every !== undefined)
    faults.push('--per-day and --every say the same; give one of them.');
  let roundsPerDay = 1;
  if (options.perDay !== undefined)
    roundsPerDay = number('per-day', options.perDay, /^[1-9]\d{0,3}$/, 'number of rounds a day, such as 4');
  if (options.every !== undefined) {
    const every = /^([1-9]\d{0,3})(h|d|min)$/.exec(options.every);
    if (every) roundsPerDay = roundUnits[every[2] as keyof typeof roundUnits] / Number(every[1]);
    else faults.push('--every is not a span; write it as 6h, 30min or 2d.');
  }
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
  return {
    websites,
    endpoints: [...new Set(endpoints)],
    roundsPerDay,
    reserve: reserve / 100,
    plans: selectedPlans,
  };
}

/**
 * Computes what a request schedule costs and which plan it fits; all plans by default. Exits 1 if it does not fit
 * the named plan. Sends nothing.
 */
export function planQuota(context: Context, options: PlanOptions): ExitCode {
  const { plans: selectedPlans, ...schedule } = parseRequestSchedule(options);
  const budgets: PlannedBudget[] = selectedPlans.map((plan) => ({
    plan,
    perDay: plans[plan].perDay,
    ...planBudget({ ...schedule, plan }),
  }));
  if (options.json === true) context.writeJson({ ...schedule, budgets });
  else context.report(formatBudget(schedule, budgets).join('\n'));
  return options.plan === undefined || budgets.every(({ fits }) => fits) ? 0 : 1;
}
