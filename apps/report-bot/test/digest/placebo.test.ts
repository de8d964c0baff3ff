import { expect, it } from 'vitest';
import { measurePlacebo } from '../../src/digest/placebo.ts';
import { countFalseArrows } from '../simulation/false-arrows.ts';
import { seededRandom } from '../simulation/random.ts';
import { established, type SimulatedService, simulateInput } from '../simulation/simulated-weeks.ts';

const services: Readonly<Record<string, SimulatedService>> = {
  'windows of a week': { ...established, window: 7, noise: { kind: 'panel', keep: 0.5 } },
  'windows of 30 days': { ...established, citations: 'counted', heavy: true },
};

const [ledgers, mails, websites] = [25, 20, 5];

it.each(Object.entries(services))(
  'a placebo on ledgers of noise gives the rate of false arrows within two standard errors: %s',
  (_, service) => {
    const truth = countFalseArrows(service, 250, websites, 3).own / 250;
    const random = seededRandom(5);
    const rates = Array.from({ length: ledgers }, (__, at) => {
      const placebo = measurePlacebo(simulateInput(service, websites, random), mails, at);
      return (placebo?.own ?? Number.NaN) / mails;
    });
    const rate = rates.reduce((sum, one) => sum + one, 0) / ledgers;
    const spread = rates.reduce((sum, one) => sum + (one - rate) ** 2, 0) / (ledgers - 1);
    const error = Math.sqrt(spread / ledgers + (truth * (1 - truth)) / 250);
    expect(Math.abs(rate - truth)).toBeLessThanOrEqual(2 * error);
  },
);

it('of fewer than nine weeks there is no placebo', () => {
  expect(measurePlacebo(simulateInput({ ...established, weeks: 8 }, 2, seededRandom(5)), 5)).toBeNull();
});
