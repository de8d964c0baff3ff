import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoreLocation } from '../../src/settings/settings.ts';
import { readLastReadings } from '../../src/store/last-readings.ts';
import { applyRetention } from '../../src/store/retention.ts';
import { maxRawBytes, readSiteSnapshots, saveSnapshot, toFigureColumns } from '../../src/store/snapshots.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import type { NewSnapshotRow } from '../../src/store/tables.ts';
import { engines, openPostgres } from '../support/ledgers.ts';
import { makeDatabaseFolder } from '../support/temporary-folder.ts';

const now = Date.parse('2026-11-23T08:00:00Z');
const daysAgo = (days: number): Date => new Date(now - days * 86_400_000);
const item = {
  engine: 'chatgpt',
  url: null,
  domain: null,
  date: null,
  title: 'a \0 and half a \ud83d',
  query: null,
  count: null,
};
const citations = {
  total: 7,
  byEngine: [{ engine: 'chatgpt', label: 'ChatGPT', count: 7 }],
  items: [item, item],
};

describe.each(engines)('snapshots on %s', (engine) => {
  const server = engine === 'postgres' ? openPostgres() : null;
  let folder: string;
  let store: Store;

  beforeEach(async () => {
    folder = makeDatabaseFolder('snapshots');
    const location: StoreLocation = server === null ? { folder } : { url: await server.database() };
    store = await openStore(location);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const row = (days: number, of: Partial<NewSnapshotRow> = {}): NewSnapshotRow => ({
    website_id: 'w_1',
    endpoint: 'citations',
    day: daysAgo(days).toISOString().slice(0, 10),
    raw: '{"total":7}',
    ...toFigureColumns('citations', citations),
    taken_at: daysAgo(days),
    form: '2',
    failure: null,
    ...of,
  });
  const all = () => store.db.selectFrom('snapshot').selectAll().orderBy('day').execute();

  test('a body of 256 KB is kept, and of a larger one the size alone', async () => {
    const text = 'é'.repeat(maxRawBytes / 2);
    await saveSnapshot(store.db, row(1, { raw: text }));
    await saveSnapshot(store.db, row(0, { raw: `${text}.` }));
    expect((await all()).map(({ raw }) => raw)).toEqual([
      text,
      '[not kept: the body has 262145 bytes, more than 262144]',
    ]);
  });

  test('the text of a body goes after 14 days, its figures after two years', async () => {
    for (const days of [741, 739, 15, 13, 0]) await saveSnapshot(store.db, row(days));
    expect(await applyRetention(store, now, 13)).toEqual({ bodies: 2, snapshots: 1, mails: 0 });
    expect((await all()).map(({ raw, parsed }) => [raw !== null, parsed !== null])).toEqual([
      [false, true],
      [false, true],
      [true, true],
      [true, true],
    ]);
    expect(await applyRetention(store, now, 13)).toEqual({ bodies: 0, snapshots: 0, mails: 0 });
  });

  test('what takes the place of removed text does not make the table grow', async () => {
    const size = async (): Promise<number> => {
      const { rows } = await sql<{
        bytes: string;
      }>`select pg_total_relation_size('snapshot') as bytes`.execute(store.db);
      return Number(rows[0]?.bytes);
    };
    const noise = () => randomBytes(45_000).toString('base64');
    let full = 0;
    for (let round = 0; round < 8; round += 1) {
      const days = (8 - round) * 20;
      for (let at = 0; at < 8; at += 1)
        await saveSnapshot(store.db, row(days, { website_id: `w_${at}`, raw: noise() }));
      full ||= await size();
      expect((await applyRetention(store, daysAgo(days - 15).getTime(), 13)).bodies).toBe(8);
      // PostgreSQL has autovacuum.
      if (engine === 'postgres') await sql`vacuum snapshot`.execute(store.db);
    }
    expect(full).toBeGreaterThan(8 * 45_000);
    expect(await size()).toBeLessThan(full);
  });

  test('keeps the window that a body states with its reading', async () => {
    const raw = '{"from":"2026-10-20","to":"2026-11-18","total":7}';
    await saveSnapshot(store.db, row(0, { raw }));
    await saveSnapshot(store.db, row(1, { raw: '{"total":7}' }));
    const taken = await readSiteSnapshots(store.db, 'w_1', '2026-11-01', now);
    expect(taken.map(({ windows }) => windows)).toEqual([{}, { citations: 30 }]);
  });

  test('reads the last answers: a failure is none, and a day is finished once a later answer has it', async () => {
    const counts = (days: number) =>
      row(days, { endpoint: 'analytics', parsed: JSON.stringify([{ day: '2026-11-22', value: 3 }]) });
    const read = async () => (await readLastReadings(store.db, '2026-11-22', now)).get('w_1');
    await saveSnapshot(store.db, row(2));
    await saveSnapshot(store.db, row(0, { parsed: null, raw: null, failure: 'The service is down.' }));
    const takenAt = daysAgo(2).getTime();
    expect(await read()).toEqual({ takenAt, analyticsAt: null, hasDay: false });
    await saveSnapshot(store.db, counts(1));
    expect(await read()).toEqual({ takenAt, analyticsAt: daysAgo(1).getTime(), hasDay: false });
    await saveSnapshot(store.db, counts(0));
    expect(await read()).toEqual({ takenAt, analyticsAt: now, hasDay: true });
  });
});
