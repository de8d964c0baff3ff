import { join } from 'node:path';
import type { Website } from '@answershare/core';
import { citedPages, createSnapshots, type FixtureWeek } from '../../src/digest/fixture-weeks.ts';
import { saveSnapshot, teamKey } from '../../src/store/snapshots.ts';
import { openStore } from '../../src/store/store.ts';
import type { Bot } from './bot.ts';

/**
 * Twelve even weeks, then one with a share that rose by five points; a week's index is its distance from 2026-W47. One
 * answer about authority failed, on 5 November 2026.
 */
const risingWeeks: readonly FixtureWeek[] = Array.from({ length: 13 }, (_, week) => ({
  share: (day) => 0.342 + (week === 0 ? 0.05 : 0) + 0.001 * ((day + week) % 3),
  authority: (day) => (week === 2 && day === 3 ? null : 70 + ((day + week) % 3)),
  citations: (day) => 1284 + 5 * ((day * 3 + week) % 7),
  window: 30,
  ...(week === 0 ? { pages: citedPages } : {}),
}));

/** Stores daily answers about these websites up to 22 November 2026 in the bot's folder; `weeks` may differ by website. */
export async function seedLedger(
  bot: Bot,
  websites: readonly Website[],
  weeks: readonly FixtureWeek[] | ((website: Website) => readonly FixtureWeek[]) = risingWeeks,
): Promise<void> {
  const store = await openStore({ folder: join(bot.folder, 'answershare-data') });
  const row = { form: '2', failure: null } as const;
  try {
    const all = websites.flatMap((website) =>
      createSnapshots(website, typeof weeks === 'function' ? weeks(website) : weeks),
    );
    await store.db.transaction().execute(async (transaction) => {
      for (const { website, takenAt, windows, ...figures } of all) {
        const taken_at = new Date(takenAt);
        const at = { ...row, day: taken_at.toISOString().slice(0, 10), taken_at };
        for (const endpoint of ['authority', 'competitors', 'citations'] as const)
          await saveSnapshot(transaction, {
            ...at,
            website_id: website.id,
            endpoint,
            raw: endpoint === 'competitors' ? JSON.stringify({ windowDays: windows.competitors }) : null,
            ...(figures[endpoint] === null
              ? { parsed: null, failure: 'The service is down.' }
              : { parsed: JSON.stringify(figures[endpoint]) }),
            ...(endpoint === 'citations' && figures.pages
              ? { cited_pages: JSON.stringify(figures.pages) }
              : {}),
          });
        const list = {
          website_id: teamKey,
          endpoint: 'websites',
          raw: null,
          parsed: JSON.stringify(websites),
        } as const;
        await saveSnapshot(transaction, { ...at, ...list });
      }
    });
  } finally {
    await store.close();
  }
}
