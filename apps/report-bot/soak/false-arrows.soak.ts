import { describe, expect, it } from 'vitest';
import {
  measurePower,
  measureStepDates,
  ownRule,
  unchangedServices,
} from '../test/simulation/digest-truth.ts';
import { countFalseArrows, countFound, type FalseArrows, kinds } from '../test/simulation/false-arrows.ts';
import { established, type SimulatedService } from '../test/simulation/simulated-weeks.ts';

const mails = 400;
const websites = 20;
const seed = 20_261_123;

const lasting: Readonly<Record<string, SimulatedService>> = {
  ...unchangedServices,
  'counts, 30 days, sd 0.5': { ...established, deviation: 0.5 },
  'counts, 30 days, sd 1': established,
  'counts, 30 days, sd 2, citations of 30 days': { ...established, deviation: 2, citations: 'window' },
  'counts, 7 days, sd 1': { ...established, window: 7 },
  'counts, 7 days, daily sd 0.5, citations of 7 days': {
    ...established,
    window: 7,
    moves: 'daily',
    deviation: 0.5,
    citations: 'window',
  },
  'counts, 7 days, daily sd 2': { ...established, window: 7, moves: 'daily', deviation: 2 },
  'no counts, 30 days, sd 2': { ...established, counts: false, deviation: 2 },
  'no counts, 7 days, daily sd 1': { ...established, counts: false, window: 7, moves: 'daily' },
  'no counts, whole per cents, 30 days, sd 0.5': {
    ...established,
    counts: false,
    step: 0.01,
    deviation: 0.5,
  },
  'week 8, counts, 30 days, sd 1': { ...established, weeks: 8 },
  'scores of every fourth week': { ...established, moves: 'monthly', deviation: 2 },
  'days of six times as many citations': { ...established, heavy: true },
  'week 8, no counts, 7 days, daily sd 1': {
    ...established,
    weeks: 8,
    counts: false,
    window: 7,
    moves: 'daily',
  },
};

const percent = (found: number, of: number) => `${((100 * found) / of).toFixed(2)} %`;

function row({ mails: of, series, own, competitors, headline }: FalseArrows): Record<string, string> {
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, percent(series[kind].found, series[kind].of)])),
    'mails: own': percent(own, of),
    'mails: rivals': percent(competitors, of),
    'mails: headline': percent(headline, of),
  };
}

function expectFew({ mails: of, series, own, competitors }: FalseArrows): void {
  for (const kind of kinds) expect(series[kind].found / series[kind].of).toBeLessThanOrEqual(0.05);
  expect(own / of).toBeLessThanOrEqual(0.05);
  expect(competitors / of).toBeLessThanOrEqual(0.05);
}

describe('of mails about 20 websites that did not change at most 5 % show an arrow', () => {
  const table: Record<string, Record<string, string>> = {};

  it.each(Object.entries(lasting))('%s', (name, service) => {
    const found = countFalseArrows(service, mails, websites, seed);
    table[name] = row(found);
    expectFew(found);
  });

  it.each([true, false])('weeks 2 to 7 of a new user, counts: %s', (counts) => {
    for (let weeks = 2; weeks <= 7; weeks += 1) {
      const found = countFalseArrows({ ...established, window: 7, weeks, counts }, mails / 4, websites, seed);
      table[`week ${weeks}, ${counts ? 'counts' : 'no counts'}, 7 days, sd 1`] = row(found);
      expect(found.series.authority.found + found.series.citations.found).toBe(0);
      expectFew(found);
    }
  });

  it('prints the table', () => {
    console.table(table);
    expect(Object.keys(table)).toHaveLength(Object.keys(lasting).length + 12);
  });
});

it('true changes of the authority score are found', () => {
  const table: Record<string, Record<string, string>> = {};
  for (const [count, all] of [
    [1, 2_000],
    [websites, 400],
  ] as const) {
    for (const deviation of [0.5, 1, 2]) {
      const share = (units: number) =>
        countFound({ ...established, deviation }, all, count, units, seed) / all;
      const found = { 2: share(2), 3: share(3), 5: share(5) };
      table[`${count} websites, sd ${deviation}`] = Object.fromEntries(
        Object.entries(found).map(([units, part]) => [`${units} units`, percent(part, 1)]),
      );
      if (deviation < 2) expect(found[5]).toBeGreaterThan(count === 1 ? 0.9 : 0.4);
    }
  }
  console.table(table);
});

it('a lasting step of the share is found within six mails about one website', () => {
  const service = { ...established, mentions: 3_000 };
  const found = (points: number) => measurePower(service, points, 2_000, seed);
  const table = { 3: found(3), 5: found(5), 10: found(10) };
  console.table(table);
  expect(table[5][ownRule]).toBeGreaterThanOrEqual(0.6);
  expect(table[10][ownRule]).toBeGreaterThanOrEqual(0.95);
});

describe('a lasting step of the share, 1,000 mentions in 30 days', () => {
  const service = { ...established, mentions: 1_000 };

  it('of 10 points is dated within a week in four of five mails that find it', () => {
    const { clear, dated, right } = measureStepDates(service, 10, 400, seed);
    expect(dated).toBeGreaterThan(0.9 * clear);
    expect(right).toBeGreaterThan(0.8 * dated);
  });

  it('of 5 points is missed by weeks that share days', () => {
    expect(measurePower(service, 5, 400, seed)['z of two weeks']).toBeLessThanOrEqual(0.05);
  });
});
