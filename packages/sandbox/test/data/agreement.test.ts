import { describe, expect, test } from 'vitest';
import { FORMS, get, json, pathFor, started } from '../started.ts';

type Row = Record<string, string | number>;

describe.each(FORMS)('Form %i', (form) => {
  test("analytics, the feed and its engine counts agree over the feed's 30 days", async () => {
    const sandbox = await started(form);
    for (const index of sandbox.websites.keys()) {
      const analytics = await json(await get(sandbox, pathFor(sandbox, 'analytics', index)));
      const feed = await json(await get(sandbox, pathFor(sandbox, 'citations', index)));
      const items = feed.citations as Row[];
      for (const day of analytics.days as Row[]) {
        const listed = items.filter((item) => item.date === day.date).length;
        expect(day[form === 1 ? 'aiCitations' : 'ai_citations']).toBe(listed);
      }
      for (const { engine, count } of feed.engines as Row[]) {
        expect(items.filter((item) => item.engine === engine)).toHaveLength(Number(count));
      }
      expect(feed.total).toBe(items.length);
      expect(items.map((item) => item.date)).toEqual(
        items
          .map((item) => item.date)
          .sort()
          .reverse(),
      );
    }
  });

  test('yesterday reads the same today as it did yesterday, and after a restart', async () => {
    const [monday, tuesday] = [await started(form), await started(form, { now: '2026-11-17T23:59:59Z' })];
    const until = form === 1 ? '&from=2026-11-11&to=2026-11-16' : '&period=7d';
    const days = async (sandbox: typeof monday) =>
      ((await json(await get(sandbox, pathFor(sandbox, 'analytics', 0, until)))).days as Row[]).filter(
        (day) => String(day.date) >= '2026-11-11' && String(day.date) <= '2026-11-16',
      );
    expect(await days(monday)).toHaveLength(6);
    expect(await days(tuesday)).toEqual(await days(monday));
    await monday.admin.setClock('2026-11-17T23:59:59Z');
    expect(await json(await get(monday, pathFor(monday, 'competitors')))).toEqual(
      await json(await get(tuesday, pathFor(tuesday, 'competitors'))),
    );
  });

  test('the demo team has the difficult names', async () => {
    const names = (await started(form)).websites.map((website) => website.name);
    expect(names.length).toBeGreaterThanOrEqual(7);
    expect(names).toContain('=HYPERLINK("http://evil.example","x")');
    expect(names.some((name) => /\P{ASCII}/u.test(name))).toBe(true);
  });
});
