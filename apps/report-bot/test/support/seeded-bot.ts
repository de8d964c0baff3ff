import type { Website } from '@answershare/core';
import { citedPages } from '../../src/digest/fixture-pages.ts';
import { createSnapshots, type FixtureWeek, type Taken } from '../../src/digest/fixture-weeks.ts';
import type { NewSnapshotRow } from '../../src/store/tables.ts';
import { teamKey } from '../../src/store/website-lists.ts';
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
  const rows = websites.flatMap((website) =>
    createSnapshots(website, typeof weeks === 'function' ? weeks(website) : weeks).flatMap(toRows),
  );
  const lists = new Map(
    rows.map(({ day, taken_at }) => [
      day,
      {
        day,
        taken_at,
        website_id: teamKey,
        endpoint: 'websites' as const,
        parsed: JSON.stringify(websites),
        form: '2',
      },
    ]),
  );
  await bot.inStore(({ db }) =>
    db
      .insertInto('snapshot')
      .values([...rows, ...lists.values()])
      .execute(),
  );
}

/** A statement for each row would take ten times as long. */
function toRows({ website, takenAt, windows, ...figures }: Taken): NewSnapshotRow[] {
  const taken_at = new Date(takenAt);
  const day = taken_at.toISOString().slice(0, 10);
  return (['authority', 'competitors', 'citations'] as const).map((endpoint) => ({
    website_id: website.id,
    endpoint,
    day,
    taken_at,
    form: '2',
    ...(endpoint === 'competitors'
      ? { raw: JSON.stringify({ windowDays: windows.competitors }), window_days: windows.competitors ?? null }
      : {}),
    ...(figures[endpoint] === null
      ? { failure: 'The service is down.' }
      : { parsed: JSON.stringify(figures[endpoint]) }),
    ...(endpoint === 'citations' && figures.pages ? { cited_pages: JSON.stringify(figures.pages) } : {}),
  }));
}
