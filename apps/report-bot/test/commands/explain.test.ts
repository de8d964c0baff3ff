import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FigureExplanation } from '../../src/digest/explain-figure.ts';
import type { Figure } from '../../src/digest/figures.ts';
import { acme } from '../../src/digest/fixture-weeks.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';

const beta = { id: 'w_beta', name: 'Beta Goods', domain: null };
const hostile = { id: 'w_formula', name: '=HYPERLINK("http://evil.example","x")', domain: null };
const now = ['--now', '2026-11-23T08:00:00Z'];

let bot: Bot;
beforeAll(async () => {
  bot = newBot({ ANSWERSHARE_API_KEY: 'rs_test_explain0123456789abcdef', SMTP_PASSWORD: 'unused-password' });
  // Nothing listens on port 1: a request would fail the command.
  bot.settings(formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1 }));
  await seedLedger(bot, [acme, beta, hostile]);
});
afterAll(() => bot.remove());

async function explain(name: string, ...words: string[]): Promise<FigureExplanation> {
  const { code, out, err } = await bot.run(['explain', name, ...words, ...now, '--json']);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as FigureExplanation;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Wilson's 95 % interval, of which Newcombe (1998, method 10) makes that of a difference. */
function wilson(share: number, n: number) {
  const z = 1.959963984540054;
  const center = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  return { share, low: center - half, high: center + half };
}

const readValues = ({ snapshots }: FigureExplanation, week: string): number[] =>
  snapshots.find((one) => one.week === week)?.days.flatMap(({ value }) => value ?? []) ?? [];

describe('explain', () => {
  test('shows the snapshots from which the level, the change and the interval of a share can be recomputed', async () => {
    const share = await explain('acme.com/share');
    expect(share).toMatchObject({
      week: '2026-W47',
      baseline: '2026-W42',
      verdict: 'clear',
      direction: 'up',
    });
    const [after, before] = ['2026-W47', '2026-W42'].map((week) => readValues(share, week));
    expect([after?.length, before?.length]).toEqual([7, 7]);
    expect(share.level).toBeCloseTo(mean(after ?? []), 12);
    expect(share.change).toBeCloseTo(100 * (mean(after ?? []) - mean(before ?? [])), 9);
    const { sampling } = share.inputs;
    const n = (count: number | null | undefined): number =>
      ((count ?? 0) * 2) / ((sampling?.variance ?? 0) * (sampling?.dispersion ?? 0));
    const [first, last] = [
      wilson(mean(before ?? []), n(sampling?.before)),
      wilson(mean(after ?? []), n(sampling?.after)),
    ];
    const difference = last.share - first.share;
    const low = difference - Math.hypot(last.share - last.low, first.high - first.share);
    const high = difference + Math.hypot(last.high - last.share, first.share - first.low);
    expect(share.low).toBeCloseTo(100 * low, 6);
    expect(share.high).toBeCloseTo(100 * high, 6);
    expect(share.inputs.chance).toBeLessThanOrEqual(share.inputs.limit);
    expect(sampling).toMatchObject({ window: { days: 30, source: 'stated' }, before: 2000, after: 2000 });
  });

  test("computes the interval of a score by Student's t, whose 95 % value for 10 degrees is 2.228", async () => {
    const score = await explain('acme.com/authority');
    const { differences, smallest } = score.inputs;
    expect(differences).toHaveLength(11);
    const center = mean(differences);
    const variance = differences.reduce((sum, one) => sum + (one - center) ** 2, 0) / 10;
    const deviation = Math.max(Math.sqrt(variance), 0.6 * smallest);
    const half = 2.228 * deviation * Math.sqrt(1 + 1 / 11);
    expect(score.level).toBeCloseTo(mean(readValues(score, '2026-W47')), 12);
    expect((score.high ?? 0) - (score.change ?? 0)).toBeCloseTo(half, 3);
    expect((score.change ?? 0) - (score.low ?? 0)).toBeCloseTo(half, 3);
  });

  test('explains a rank by the shares of the brands', async () => {
    const rank = await explain('acme.com/rank');
    const own = rank.inputs.brands.find(({ name }) => name === 'acme.com')?.share ?? 0;
    const larger = rank.inputs.brands.filter(({ share }) => (share ?? 0) > own);
    expect(rank).toMatchObject({ level: larger.length + 1, verdict: null, baseline: null });
  });

  test('takes a website by id or name, and a week before the last one', async () => {
    expect(await explain('w_acme/citations')).toMatchObject({ figure: 'acme.com/citations', unit: 'count' });
    const earlier = await explain('beta goods/share', '--week', '2026-W45');
    expect(earlier).toMatchObject({ figure: 'Beta Goods/share', week: '2026-W45', baseline: '2026-W40' });
    expect(earlier.snapshots.map(({ week }) => week)).toEqual(['2026-W40', '2026-W45']);
  });

  test('prints formula and snapshots for people', async () => {
    const { code, out, err } = await bot.run(['explain', 'acme.com/share/globex.com', ...now]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^acme\.com\/share\/globex\.com in 2026-W47, schedule weekly\n29\.7%, 0\.0 points in 5 weeks/,
    );
    expect(out).toMatch(/^Formula:\n {2}Level: 29\.7%, the mean of 7 of 7 days: \(29\.7% \+ /m);
    expect(out).toContain('  2026-11-16  29.7%, 594 of 2000 mentions (taken 2026-11-16T06:00:00.000Z)\n');
    expect(err).toBe(`Next: answershare history ${now.join(' ')}\n`);
  });

  test('prints the formula of a sheet, which gives the figure of today', async () => {
    const { out } = await bot.run(['explain', 'acme.com/share/globex.com', ...now]);
    expect(out).toContain(
      'In Google Sheets with the add-on, the figure of today; the service has no history of it:\n  =SHARE_OF_VOICE("acme.com";"globex.com")\n',
    );
    expect((await explain('acme.com/authority')).sheetFormula).toEqual({
      text: '=AUTHORITY("acme.com")',
      gives: 'today',
    });
  });

  test('shows why a day has no value, and takes the mean of the others', async () => {
    const { out } = await bot.run(['explain', 'acme.com/authority', '--week', '2026-W45', ...now]);
    expect(out).toMatch(
      /^ {2}Level: 71, the mean of 6 of 7 days: \(72 \+ 70 \+ 71 \+ 70 \+ 71 \+ 72\) \/ 6\.$/m,
    );
    expect(out).toContain('  2026-11-05  no value: The service is down. (taken 2026-11-05T06:00:00.000Z)\n');
  });

  test.each([
    [
      'acme.com/shar',
      'There is no such figure; did you mean "acme.com/share"? There is acme.com/share, acme.com/rank, ',
    ],
    ['acme.com', 'There is no such figure; did you mean "acme.com/share"?'],
    [
      'acne.com/share',
      'The digest has no such website; did you mean "acme.com"? There is acme.com, Beta Goods, ',
    ],
  ])('answers %s with the nearest name and those that exist', async (name, message) => {
    const { code, err } = await bot.run(['explain', name, ...now]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test.each([
    ['explain', 'correct-canary-staple/share'],
    ['explain', 'acme.com/correct-canary-staple'],
    ['history', 'correct-canary-staple'],
  ])('%s prints no secret in the wrong place: %s', async (command, word) => {
    const { code, out, err } = await bot.run([command, word, ...now]);
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toContain('canary');
  });

  test('names the week without a snapshot', async () => {
    const { code, err } = await bot.run(['explain', 'acme.com/share', '--week', '2026-W50', ...now]);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('no snapshot of any of its websites was taken in 2026-W50'),
    ]);
  });
});

describe('history', () => {
  test('has the level, the verdict and the days of each week as explain has them', async () => {
    const { out } = await bot.run(['history', 'acme.com', '--weeks', '3', ...now, '--json']);
    const figures = JSON.parse(out) as Figure[];
    const shares = figures.filter(({ figure }) => figure === 'acme.com/share');
    expect(shares.map(({ week }) => week)).toEqual(['2026-W45', '2026-W46', '2026-W47']);
    for (const share of shares)
      expect(await explain(share.figure, '--week', share.week)).toMatchObject(share);
    expect(new Set(figures.map(({ website }) => website))).toEqual(new Set(['acme.com']));
  });

  test('is a table with one line a week for people', async () => {
    const { code, out, err } = await bot.run(['history', 'acme.com', '--weeks', '2', ...now]);
    expect(code).toBe(0);
    expect(out.split('\n').slice(0, 3)).toEqual([
      'acme.com/share, schedule weekly',
      '  2026-W46  34.3%  0.0 points in 5 weeks   no clear change  7 of 7 days',
      '  2026-W47  39.3%  +5.0 points in 5 weeks  up               7 of 7 days',
    ]);
    expect(err).toBe(`Next: answershare explain acme.com/share ${now.join(' ')}\n`);
  });

  test('is CSV in which a name cannot be a formula', async () => {
    const { out } = await bot.run(['history', '--csv', '--weeks', '1', ...now]);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^schedule,week,figure,websiteId,website,unit,level,/);
    expect(rows).toHaveLength(12);
    expect(rows.find((row) => row.includes('w_formula'))).toContain(
      `,"'=HYPERLINK(""http://evil.example"",""x"")/share","w_formula",`,
    );
  });

  test('refuses a number of weeks that no ledger has', async () => {
    const { code, err } = await bot.run(['history', '--weeks', '53', ...now]);
    expect([code, err]).toEqual([2, '--weeks is not a number from 1 to 52.\n']);
  });
});
