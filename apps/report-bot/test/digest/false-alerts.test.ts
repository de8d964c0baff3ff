import { expect, it } from 'vitest';
import { measureFalseAlerts, measureFoundSteps } from '../simulation/alert-truth.ts';
import { established } from '../simulation/simulated-weeks.ts';

// The whole simulation: npm run bench -- --only alert-truth.
it.each([
  ['a score of every week', established],
  ['a score of every fourth week', { ...established, moves: 'monthly', deviation: 2 }],
] as const)(
  'of 10 websites that do not change, with %s, few alert in four weeks, and by a simple rule most',
  (_, service) => {
    const { alerts, ...others } = measureFalseAlerts(service, 10, 11);
    // 0.05 per website and month, and two standard errors of it.
    for (const found of Object.values(alerts ?? {})) expect(10 * found).toBeLessThanOrEqual(2);
    const simple = others['seven days against the seven before'];
    expect(simple?.['share below']).toBeGreaterThan(0.5);
  },
);

it('a lasting step of 10 points is found in six weeks of daily looks', () => {
  const service = { ...established, window: 7, mentions: 1_000 } as const;
  const { alerts } = measureFoundSteps(service, 10, 10, 11);
  // Nine of ten, as a sum of binary fractions.
  expect(alerts?.share).toBeGreaterThan(0.85);
  expect(alerts?.authority).toBeGreaterThan(0.85);
});
