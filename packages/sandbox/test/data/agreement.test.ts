import { describe, expect, test } from 'vitest';
import { forms, get, pathFor, readJson, startTestSandbox } from '../sandbox.ts';

type Row = Record<string, string | number>;

describe.each(forms)('Form %i', (form) => {
  test('analytics, feed and engine counts agree over 30 days', async () => {
    const sandbox = await startTestSandbox(form);
    for (const index of sandbox.websites.keys()) {
      const analytics = await readJson(await get(sandbox, pathFor(sandbox, 'analytics', index)));
      const feed = await readJson(await get(sandbox, pathFor(sandbox, 'citations', index)));
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

  test('the figures of a day do not change later or after a restart', async () => {
    const [monday, tuesday] = [
      await startTestSandbox(form),
      await startTestSandbox(form, { now: '2026-11-17T23:59:59Z' }),
    ];
    const until = form === 1 ? '&from=2026-11-11&to=2026-11-16' : '&period=7d';
    const days = async (sandbox: typeof monday) =>
      ((await readJson(await get(sandbox, pathFor(sandbox, 'analytics', 0, until)))).days as Row[]).filter(
        (day) => String(day.date) >= '2026-11-11' && String(day.date) <= '2026-11-16',
      );
    expect(await days(monday)).toHaveLength(6);
    expect(await days(tuesday)).toEqual(await days(monday));
    await monday.admin.setClock('2026-11-17T23:59:59Z');
    expect(await readJson(await get(monday, pathFor(monday, 'competitors')))).toEqual(
      await readJson(await get(tuesday, pathFor(tuesday, 'competitors'))),
    );
  });

  test('the demo team has the difficult names', async () => {
    const names = (await startTestSandbox(form)).websites.map((website) => website.name);
    expect(names.length).toBeGreaterThanOrEqual(7);
    expect(names).toContain('=HYPERLINK("http://evil.example","x")');
    expect(names.some((name) => /\P{ASCII}/u.test(name))).toBe(true);
  });
});
