import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Figure, PageReport } from '../../src/digest/figures.ts';
import { listWeekDates } from '../../src/schedule/iso-week.ts';
import type { Bot } from '../support/bot.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { formatSettings } from '../support/settings-text.ts';

describe('the citations of a week', () => {
  let sandbox: RunningSandbox;
  let bot: Bot;
  beforeEach(async () => {
    sandbox = await startSandbox({ form: 2, now: '2026-11-19T05:30:00Z' });
    bot = await newPostgresBot({
      ANSWERSHARE_API_KEY: sandbox.keys.live,
      SMTP_PASSWORD: 'smtp-canary-password',
    });
    bot.settings(formatSettings({ url: sandbox.baseUrl, smtpPort: 1 }));
  });
  afterEach(async () => {
    await bot.remove();
    await sandbox.close();
  });

  const snapshot = async (now: string): Promise<void> => {
    await sandbox.admin.setClock(now);
    expect((await bot.run(['snapshot', '--now', now])).code).toBe(0);
  };

  /** The citations of the first website in the Monday's mail. */
  const readCitations = async (): Promise<Figure | undefined> => {
    const { out } = await bot.run(['preview', '--json', '--now', '2026-11-23T09:00:00Z']);
    const [schedule] = JSON.parse(out) as { figures: Figure[] }[];
    return schedule?.figures.find(({ figure }) => figure === `${sandbox.websites[0]?.domain}/citations`);
  };

  /** The service's own citations of a week, without the bot. */
  const fetchWeek = async (id: string, week: string): Promise<number> => {
    const response = await fetch(`${sandbox.baseUrl}/api/v1/analytics?website_id=${id}&period=90d`, {
      headers: { Authorization: `Bearer ${sandbox.keys.growth}` },
    });
    const rows = JSON.stringify(await response.json()).matchAll(
      /"date":"([\d-]+)"[^{}]*?"ai_?[cC]itations":(\d+)/g,
    );
    const days = listWeekDates(week);
    const counts = [...rows].flatMap(([, date = '', count]) => (days.includes(date) ? [Number(count)] : []));
    expect(counts).toHaveLength(7);
    return counts.reduce((sum, count) => sum + count, 0);
  };

  /** The service's own feed: each citation's date, engine, page and query, without the bot. */
  const fetchFeed = async (id: string): Promise<string[][]> => {
    const response = await fetch(`${sandbox.baseUrl}/api/v1/citations?website_id=${id}`, {
      headers: { Authorization: `Bearer ${sandbox.keys.growth}` },
    });
    const rows = JSON.stringify(await response.json()).matchAll(
      /"date":"([\d-]+)","engine":"([^"]+)","url":"https:..[^/]+([^"]+)","title":"[^"]*","query":"([^"]+)"/g,
    );
    return [...rows].map(([, ...fields]) => fields);
  };

  test('come with the new and lost pages of the feed, their engines and queries', async () => {
    await snapshot('2026-11-19T05:30:00Z');
    await snapshot('2026-11-23T05:30:00Z');
    expect((await bot.run(['export', '--out', 'out', '--now', '2026-11-23T09:00:00Z'])).code).toBe(0);
    const { pages } = JSON.parse(readFileSync(join(bot.folder, 'out/weekly-2026-W47.json'), 'utf8')) as {
      pages: { website: string; pages: PageReport | null }[];
    };
    let changed = 0;
    for (const { id, domain } of sandbox.websites) {
      const feed = await fetchFeed(id);
      const found = pages.find(({ website }) => website === domain)?.pages ?? null;
      const citedIn = (from: string, to: string) =>
        new Set(feed.flatMap(([date = '', , page]) => (date >= from && date <= to ? [page] : [])));
      const [now, past] = [citedIn('2026-11-16', '2026-11-22'), citedIn('2026-11-09', '2026-11-15')];
      const names = (all: PageReport['added'] = []) => all.map(({ page }) => page).sort();
      expect(names(found?.added)).toEqual([...now].filter((page) => !past.has(page)).sort());
      expect(names(found?.lost)).toEqual([...past].filter((page) => !now.has(page)).sort());
      for (const { page, engines, query, first } of [...(found?.added ?? []), ...(found?.lost ?? [])]) {
        changed += 1;
        const own = feed.filter(([, , path]) => path === page);
        expect(own.map(([, engine]) => engine)).toContain(engines[0]);
        expect(own.map(([, , , asked]) => asked)).toContain(query);
        expect(own.map(([date]) => date)).toContain(first);
      }
    }
    expect(changed).toBeGreaterThan(5);
  });

  test('are counted, compared and judged in the first mail', async () => {
    await snapshot('2026-11-19T05:30:00Z');
    await snapshot('2026-11-23T05:30:00Z');
    const id = sandbox.websites[0]?.id ?? '';
    const citations = await readCitations();
    expect(citations).toMatchObject({
      level: await fetchWeek(id, '2026-W47'),
      before: await fetchWeek(id, '2026-W46'),
      days: 7,
    });
    expect(['clear', 'unclear', 'steady']).toContain(citations?.verdict);
  });

  test('are the total of the feed while analytics fails, which a note reports', async () => {
    await sandbox.admin.fault({ fault: 'html', endpoint: 'analytics', times: 'always' });
    for (const now of ['2026-11-19T05:30:00Z', '2026-11-23T05:30:00Z']) {
      await sandbox.admin.setClock(now);
      expect((await bot.run(['snapshot', '--now', now])).code).toBe(1);
    }
    const citations = await readCitations();
    expect(citations).toMatchObject({ days: 1, verdict: 'first' });
    expect(citations?.level).toBeGreaterThan(0);
  });
});
