import { maxOf } from '@answershare/core';
import { counted } from '../../counted.ts';
import type { PlannedBudget, Schedule } from './plan-quota.ts';

/** `45 min`, `4.3 h`, `1.8 d`; rounded up, so that the span said always fits. */
function span(hours: number): string {
  if (hours < 1) return `${Math.ceil(hours * 60)} min`;
  return hours < 48 ? `${Math.ceil(hours * 10) / 10} h` : `${Math.ceil((hours / 24) * 10) / 10} d`;
}

function often(rounds: number): string {
  if (rounds === 1) return 'once a day';
  return rounds > 1 ? `${Number(rounds.toFixed(2))} times a day` : `every ${span(24 / rounds)}`;
}

/** The table's columns, each with the width of its widest cell. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => maxOf(rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** What a schedule costs, for a person. */
export function budgetWords(schedule: Schedule, budgets: readonly PlannedBudget[]): string[] {
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
    budget.shortestHours === null ? 'never' : span(budget.shortestHours),
    String(budget.mostWebsites),
    `${budget.minutesPerRound} min`,
  ]);
  return [
    `${counted(websites, 'website')}, ${endpoints.join(', ')}, ${often(roundsPerDay)}`,
    `One round: ${counted(first.requestsPerRound, 'request')} (1 for the list of websites, ${endpoints.length} for each website); a day: ${Number.isInteger(roundsPerDay) ? '' : 'at most '}${first.requestsPerDay}`,
    ...table([head, ...rows]),
  ];
}
