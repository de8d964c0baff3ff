/** What a schedule costs, before it runs: forty websites, four endpoints each, every six hours. */
import { planBudget } from '@answershare/core';

const endpoints = ['analytics', 'citations', 'competitors', 'authority'] as const;
for (const plan of ['starter', 'growth', 'enterprise'] as const) {
  const { requestsPerDay, usablePerDay, fits, shortestHours } = planBudget({
    websites: 40,
    endpoints,
    plan,
    roundsPerDay: 4,
  });
  const most = shortestHours === null ? 'not even once a day' : `at most every ${shortestHours.toFixed(1)} h`;
  console.log(
    `${plan}: ${requestsPerDay} of ${usablePerDay} a day, ${fits ? 'fits' : `does not fit, ${most}`}`,
  );
}
