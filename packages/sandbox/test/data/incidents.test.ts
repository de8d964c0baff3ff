import { expect, test } from 'vitest';
import { INCIDENTS_EVERY } from '../../src/data/site.ts';
import { forms, get, idParameter, readJson, startTestSandbox } from '../sandbox.ts';

type Row = Record<string, number | string>;

/** Calls for a website of the eventful team by a word in its name, in Form 1 at a given time. */
async function createCaller(word: string, now: string) {
  const sandbox = await startTestSandbox(1, { now });
  const key = sandbox.keys.eventful;
  const { websites } = await readJson(await get(sandbox, '/api/v1/websites', key));
  const id = (websites as { id: string; name: string }[]).find(({ name }) => name.includes(word))?.id;
  return (endpoint: string, more = '') =>
    get(sandbox, `/api/v1/${endpoint}?websiteId=${id}${more}`, key).then((response) => readJson(response));
}

async function days(word: string, from: string, to: string): Promise<Row[]> {
  const ask = await createCaller(word, `${to}T23:00:00Z`);
  return (await ask('analytics', `&from=${from}&to=${to}`)).days as Row[];
}

function mean(rows: Row[]): number {
  return rows.reduce((sum, row) => sum + Number(row.visitors), 0) / rows.length;
}

test('a launch multiplies visitors by five on 5 November 2026 and fades within four weeks', async () => {
  const rows = await days('Launchpad', '2026-10-22', '2026-12-02');
  const usual = mean(rows.slice(0, 14));
  expect(Number(rows[14]?.visitors) / usual).toBeGreaterThan(3.5);
  expect(mean(rows.slice(14, 21)) / usual).toBeGreaterThan(2);
  expect(mean(rows.slice(-7)) / usual).toBeLessThan(1.4);
});

test('an outage has two days of zero visitors with citations', async () => {
  const rows = await days('Flicker', '2026-11-09', '2026-11-15');
  expect(rows.map(({ visitors, pageviews }) => [Number(visitors) > 0, Number(pageviews) > 0])).toEqual([
    [true, true],
    [true, true],
    [false, false],
    [false, false],
    [true, true],
    [true, true],
    [true, true],
  ]);
  expect(rows.slice(2, 4).some(({ aiCitations }) => Number(aiCitations) > 0)).toBe(true);
});

test('a missing day has no row in analytics and no item in the feed', async () => {
  const rows = await days('Gap', '2026-11-09', '2026-11-15');
  expect(rows.map(({ date }) => String(date).slice(-2))).toEqual(['09', '10', '11', '13', '14', '15']);
  const ask = await createCaller('Gap', '2026-11-16T09:00:00Z');
  const feed = (await ask('citations')).citations as Row[];
  expect(feed.filter(({ date }) => date === '2026-11-12')).toEqual([]);
  expect(feed.filter(({ date }) => date === '2026-11-13').length).toBeGreaterThan(0);
});

test('launches, outages and missing days repeat every 91 days', async () => {
  const later = new Date(Date.parse('2026-11-12') + INCIDENTS_EVERY * 86_400_000).toISOString().slice(0, 10);
  expect(await days('Gap', later, later)).toEqual([]);
  expect(await days('Flicker', later, later)).toMatchObject([{ visitors: 0 }]);
});

test('a new competitor has a share from its first day on and no row before', async () => {
  const listed = async (now: string) =>
    (await (
      await createCaller('Crowded', now)
    )('competitors')) as unknown as {
      shareOfVoice: number;
      competitors: { name: string; shareOfVoice: number }[];
    };
  const [before, after, later] = [
    await listed('2026-11-01T12:00:00Z'),
    await listed('2026-11-02T12:00:00Z'),
    await listed('2026-12-02T12:00:00Z'),
  ];
  const names = (answer: typeof before) => answer.competitors.map(({ name }) => name);
  expect(names(before)).not.toContain('Newcomer Goods');
  expect(names(after).at(-1)).toBe('Newcomer Goods');
  expect(names(later)[0]).toBe('Newcomer Goods');
  expect(later.shareOfVoice).toBeLessThan(before.shareOfVoice - 5);
  const tenths = [later, ...later.competitors].reduce(
    (sum, one) => sum + Math.round(one.shareOfVoice * 10),
    0,
  );
  expect(tenths).toBe(1_000);
});

test('a new method changes weights and score, but the components hardly', async () => {
  type Scored = { score: number; components: { name: string; score: number; weight: number }[] };
  const scored = async (now: string) =>
    (await (
      await createCaller('Rescored', now)
    )('authority')) as unknown as Scored;
  const [before, after] = [await scored('2026-11-08T12:00:00Z'), await scored('2026-11-09T12:00:00Z')];
  const byOldWeights = after.components.reduce(
    (sum, { score }, i) => sum + score * (before.components[i]?.weight ?? 0),
    0,
  );
  expect(Math.abs(byOldWeights - before.score)).toBeLessThan(1.5);
  expect(Math.abs(after.score - before.score)).toBeGreaterThanOrEqual(2);
  expect(after.components.map(({ weight }) => weight)).not.toEqual(
    before.components.map(({ weight }) => weight),
  );
  expect(after.components.reduce((sum, { weight }) => sum + Math.round(weight * 100), 0)).toBe(100);
});

test.each(forms)('Form %i serves every endpoint for every website with an incident', async (form) => {
  const sandbox = await startTestSandbox(form);
  const key = sandbox.keys.eventful;
  const { websites } = await readJson(await get(sandbox, '/api/v1/websites', key));
  expect(websites).toHaveLength(5);
  for (const { id } of websites as { id: string }[]) {
    for (const endpoint of ['analytics', 'citations', 'competitors', 'authority']) {
      expect((await get(sandbox, `/api/v1/${endpoint}?${idParameter(form)}=${id}`, key)).status).toBe(200);
    }
  }
});
