import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBatchLines } from '../support/batch-lines.ts';
import { type Bot, newBot } from '../support/bot.ts';

let bot: Bot;
beforeAll(() => {
  bot = newBot({});
});
afterAll(() => bot.remove());

const plan = ['quota', 'plan'];

interface QuotaLine {
  readonly roundsPerDay: number;
  readonly budgets: readonly {
    readonly plan: string;
    readonly requestsPerRound: number;
    readonly fits: boolean;
    readonly shortestHours: number | null;
    readonly mostWebsites: number;
  }[];
}

describe('quota plan', () => {
  test('reports for each plan whether a schedule fits, how often it could run, and for how many websites', async () => {
    const { code, out } = await bot.run([...plan, '--websites', '50', '--every', '6h']);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual([
      '50 websites, analytics, citations, competitors, authority, 4 times a day',
      'One round: 201 requests (1 for the list of websites, 4 for each website); a day: 804',
      'plan        a day  less 10 %  fits  at most every  most websites  a round takes',
      'starter     500    450        no    12 h           27             4 min',
      'growth      1000   900        yes   6 h            56             1 min',
      'enterprise  10000  9000       yes   33 min         562            1 min',
    ]);
  });

  test('gives spans by whole rounds a day, and the exit code with the fit', async () => {
    const sizes = ['10', '20', '50', '100', '200'];
    const results = await runBatchLines(bot, [
      ...sizes.map((size) => [...plan, '--websites', size, '--json']),
      [...plan, '--websites', '112', '--plan', 'starter', '--json'],
      [...plan, '--websites', '113', '--plan', 'starter', '--json'],
      [
        ...plan,
        '--websites',
        '20',
        '--endpoints',
        'authority, citations',
        '--every',
        '2d',
        '--reserve',
        '0',
        '--json',
      ],
    ]);
    const parsed = results.map(({ output }) => JSON.parse(output) as QuotaLine);
    const hours = (at: number): (number | null)[] =>
      parsed.slice(0, sizes.length).map(({ budgets }) => {
        const { shortestHours = null } = budgets[at] ?? {};
        return shortestHours && Math.round(shortestHours * 10) / 10;
      });
    expect([hours(0), hours(1), hours(2)]).toEqual([
      [2.4, 4.8, 12, 24, null],
      [1.1, 2.2, 6, 12, 24],
      [0.1, 0.2, 0.5, 1.1, 2.2],
    ]);
    expect(results.slice(5).map(({ exitCode }) => exitCode)).toEqual([0, 1, 0]);
    expect(parsed[6]?.budgets).toMatchObject([{ plan: 'starter', fits: false, mostWebsites: 112 }]);
    expect(parsed[7]).toMatchObject({
      roundsPerDay: 0.5,
      reserve: 0,
      budgets: [{ requestsPerRound: 41 }, {}, {}],
    });
  });

  test('judges the fullest day, not the average one', async () => {
    const spans = [
      ['224', '2d'],
      ['100', '22h'],
      ['50', '11h'],
      ['50', '12h'],
    ] as const;
    const results = await runBatchLines(
      bot,
      spans.map(([size, every]) => [...plan, '--websites', size, '--every', every, '--plan', 'starter']),
    );
    expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 0]);
    expect(results.map(({ output }) => /a day: (.*)/.exec(output)?.[1])).toEqual([
      'at most 897',
      'at most 802',
      'at most 603',
      '402',
    ]);
    expect(results[0]?.output).toMatch(/^starter +500 +450 +no +never +112 /m);
  });

  test('reports all faults of a command line at once', async () => {
    const { code, out, err } = await bot.run([
      ...plan,
      ...['--websites', 'many', '--endpoints', 'authorty,websites', '--plan', 'stater', '--reserve', '100'],
      ...['--per-day', '0', '--every', '6 hours'],
    ]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.trimEnd().split('\n')).toEqual([
      '--websites is not a number of websites from 0 to 999999, such as 20.',
      '--reserve is not a number of percent from 0 to 99.',
      '--endpoints holds an unknown word; did you mean "authority"? There is analytics, citations, competitors, authority.',
      '--endpoints holds an unknown word. There is analytics, citations, competitors, authority.',
      '--plan holds an unknown word; did you mean "starter"? There is starter, growth, enterprise.',
      '--per-day and --every say the same; give one of them.',
      '--per-day is not a number of rounds a day, such as 4.',
      '--every is not a span; write it as 6h, 30min or 2d.',
    ]);
  });
});
