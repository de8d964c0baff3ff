import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { QuirkChoices } from '../../src/index.ts';
import { get, readJson, startTestSandbox } from '../sandbox.ts';

interface Day {
  date: string;
  aiCitations: number;
}
interface Feed {
  total: number;
  engines: { engine: string; count: number }[];
  citations: { date: string; engine: string }[];
}

const QUIRKS_OF_COUNTS: readonly QuirkChoices[] = [
  { today: 'partial' },
  { today: 'absent' },
  { dayZone: 'team' },
  { dayZone: 'team', today: 'partial' },
  { engineNames: 'mixed' },
  { engines: 'more' },
  { engines: 'more', today: 'partial' },
  { unknownFields: 'some' },
];

test.each(QUIRKS_OF_COUNTS)("daily citations of analytics equal the feed's under %j", async (quirks) => {
  const sandbox = await startTestSandbox(1, { quirks, now: '2026-11-16T14:30:00Z' });
  for (const { id } of sandbox.websites.slice(0, 3)) {
    const of = async (endpoint: string) =>
      readJson(await get(sandbox, `/api/v1/${endpoint}?websiteId=${id}`));
    const { days } = (await of('analytics')) as unknown as { days: Day[] };
    const feed = (await of('citations')) as unknown as Feed;
    const counts = new Map(days.map(({ date }) => [date, 0]));
    for (const { date } of feed.citations) counts.set(date, (counts.get(date) ?? 0) + 1);
    expect(days.map(({ date, aiCitations }) => [date, aiCitations])).toEqual([...counts]);
    expect(feed.total).toBe(feed.citations.length);
    expect(feed.engines.reduce((sum, { count }) => sum + count, 0)).toBe(feed.total);
  }
});

test('daily citations equal the feed for the merged team', async () => {
  const sandbox = await startTestSandbox(1, { quirks: { otherName: 'ignored', today: 'partial' } });
  const of = async (endpoint: string) => readJson(await get(sandbox, `/api/v1/${endpoint}?website_id=any`));
  const { days } = (await of('analytics')) as unknown as { days: Day[] };
  const { citations } = (await of('citations')) as unknown as Feed;
  for (const { date, aiCitations } of days)
    expect(citations.filter((citation) => citation.date === date)).toHaveLength(aiCitations);
});

const QUIRKS_OF_WINDOWS: readonly QuirkChoices[] = [
  {},
  { nulls: 'some', unknownFields: 'some' },
  { today: 'partial' },
  { bounds: 'exclusive-end' },
  { dayZone: 'team' },
];

test.each(QUIRKS_OF_WINDOWS)('a window is a slice of any wider one under %j', async (quirks) => {
  const sandbox = await startTestSandbox(1, { quirks });
  const id = sandbox.websites[0]?.id;
  const days = async (from: string, to: string) => {
    const path = `/api/v1/analytics?websiteId=${id}&from=${from}&to=${to}`;
    return (await readJson(await sandbox.fetch(new Request(`${sandbox.baseUrl}${path}`, bearer))))
      .days as Day[];
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
] as const)('shares match the counts and sum to the whole under %j', async (quirks, whole) => {
  const sandbox = await startTestSandbox(1, { quirks });
  const { shares = 'percent' } = quirks as QuirkChoices;
  const tenths = { percent: [10, 10], fraction: [1000, 1000], text: [10, 10], mixed: [10, 1000] } as const;
  const unit = tenths[shares];
  for (const { id } of sandbox.websites.slice(0, 4)) {
    const body = await readJson(await get(sandbox, `/api/v1/competitors?websiteId=${id}`));
    const read = (share: unknown) => Number.parseFloat(String(share));
    const competitors = (body.competitors as { shareOfVoice: unknown }[]).map((competitor) =>
      read(competitor.shareOfVoice),
    );
    const sum = competitors.reduce((all, share) => all + Math.round(share * unit[1]), 0);
    expect(sum + Math.round(read(body.shareOfVoice) * unit[0])).toBe(whole);
  }
});
