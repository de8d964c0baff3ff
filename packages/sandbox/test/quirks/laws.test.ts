import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { QuirkChoices } from '../../src/index.ts';
import { get, json, started } from '../started.ts';

interface Day {
  date: string;
  aiCitations: number;
}
interface Feed {
  total: number;
  engines: { engine: string; count: number }[];
  citations: { date: string; engine: string }[];
}

const WAYS: readonly QuirkChoices[] = [
  { today: 'partial' },
  { today: 'absent' },
  { dayZone: 'team' },
  { dayZone: 'team', today: 'partial' },
  { engineNames: 'mixed' },
  { engines: 'more' },
  { engines: 'more', today: 'partial' },
  { unknownFields: 'some' },
];

test.each(WAYS)("analytics' daily citations are the feed's count per day under %j", async (quirks) => {
  const sandbox = await started(1, { quirks, now: '2026-11-16T14:30:00Z' });
  for (const { id } of sandbox.websites.slice(0, 3)) {
    const of = async (endpoint: string) => json(await get(sandbox, `/api/v1/${endpoint}?websiteId=${id}`));
    const { days } = (await of('analytics')) as unknown as { days: Day[] };
    const feed = (await of('citations')) as unknown as Feed;
    const counts = new Map(days.map(({ date }) => [date, 0]));
    for (const { date } of feed.citations) counts.set(date, (counts.get(date) ?? 0) + 1);
    expect(days.map(({ date, aiCitations }) => [date, aiCitations])).toEqual([...counts]);
    expect(feed.total).toBe(feed.citations.length);
    expect(feed.engines.reduce((sum, { count }) => sum + count, 0)).toBe(feed.total);
  }
});

test('also for the team as one', async () => {
  const sandbox = await started(1, { quirks: { otherName: 'ignored', today: 'partial' } });
  const of = async (endpoint: string) => json(await get(sandbox, `/api/v1/${endpoint}?website_id=any`));
  const { days } = (await of('analytics')) as unknown as { days: Day[] };
  const { citations } = (await of('citations')) as unknown as Feed;
  for (const { date, aiCitations } of days)
    expect(citations.filter((citation) => citation.date === date)).toHaveLength(aiCitations);
});

const slices: readonly QuirkChoices[] = [
  {},
  { nulls: 'some', unknownFields: 'some' },
  { today: 'partial' },
  { bounds: 'exclusive-end' },
  { dayZone: 'team' },
];

test.each(slices)('a window is the slice of any wider one under %j', async (quirks) => {
  const sandbox = await started(1, { quirks });
  const id = sandbox.websites[0]?.id;
  const days = async (from: string, to: string) => {
    const path = `/api/v1/analytics?websiteId=${id}&from=${from}&to=${to}`;
    return (await json(await sandbox.fetch(new Request(`${sandbox.baseUrl}${path}`, bearer)))).days as Day[];
  };
  const bearer = { headers: { Authorization: `Bearer ${sandbox.keys.enterprise}` } };
  const wide = await days('2026-08-01', '2026-11-16');
  await fc.assert(
    fc.asyncProperty(fc.nat(107), fc.nat(107), async (a, b) => {
      const [first, last] = [Math.min(a, b), Math.max(a, b)];
      const date = (offset: number) => new Date(Date.UTC(2026, 7, 1 + offset)).toISOString().slice(0, 10);
      const kept = wide.filter((day) => day.date >= date(first) && day.date <= date(last));
      const asked = await days(date(first), date(last));
      expect(asked).toEqual(quirks.bounds === undefined ? kept : kept.filter((day) => day.date < date(last)));
    }),
    { numRuns: 25 },
  );
});

test.each([
  [{}, 1000],
  [{ shares: 'fraction' }, 1000],
  [{ shares: 'text' }, 1000],
  [{ shares: 'mixed' }, 1000],
] as const)('shares come from counts and sum to the whole under %j', async (quirks, whole) => {
  const sandbox = await started(1, { quirks });
  const { shares = 'percent' } = quirks as QuirkChoices;
  const tenths = { percent: [10, 10], fraction: [1000, 1000], text: [10, 10], mixed: [10, 1000] } as const;
  const unit = tenths[shares];
  for (const { id } of sandbox.websites.slice(0, 4)) {
    const body = await json(await get(sandbox, `/api/v1/competitors?websiteId=${id}`));
    const read = (share: unknown) => Number.parseFloat(String(share));
    const rivals = (body.competitors as { shareOfVoice: unknown }[]).map((rival) => read(rival.shareOfVoice));
    const sum = rivals.reduce((all, share) => all + Math.round(share * unit[1]), 0);
    expect(sum + Math.round(read(body.shareOfVoice) * unit[0])).toBe(whole);
  }
});
