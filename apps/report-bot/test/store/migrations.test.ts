import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { createBodyReader, fillParts } from '../../src/store/bodies.ts';
import { readDigest } from '../../src/store/ledger.ts';
import { migrations } from '../../src/store/migrations.ts';
import { readSiteSnapshots } from '../../src/store/snapshots.ts';
import type { Tables } from '../../src/store/tables.ts';

const body = '{"total":7,"byEngine":[{"engine":"ChatGPT","citations":7}]}';
const citations = JSON.stringify({
  ...JSON.parse(body),
  items: [{ url: 'https://acme.com/a', citations: 7 }],
});

test('rows of the first version are read as before', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await PGlite.create() }) });
  onTestFinished(() => db.destroy());
  const migrateTo = async (version: string): Promise<void> => {
    const { error } = await new Migrator({ db, provider: migrations }).migrateTo(version);
    expect(error).toBeUndefined();
  };
  await migrateTo('2026-11-23-loops');
  const at = '2026-11-22T06:00:00Z';
  await sql`insert into snapshot (website_id, endpoint, day, raw, parsed, taken_at)
    values ('w_1', 'citations', '2026-11-22', ${body}, ${citations}, ${at})`.execute(db);
  await sql`insert into run (id, schedule_id, period_key, state, planned_at)
    values ('r', 'weekly', '2026-W47', 'composed', ${at})`.execute(db);
  await sql`insert into digest values ('d', 'r', 'hash', 'ann@example.com', null, 'News', '<p>Old & café</p>', 'Old',
    '["a@answershare"]', 'sha', ${at})`.execute(db);
  await migrateTo('2026-11-27-images');
  await sql`insert into image values ('a@answershare', 'a.png', 'image/png', 'AQID')`.execute(db);
  const versions = Object.keys(await migrations.getMigrations());
  await migrateTo(versions.at(-1) ?? '');

  const [taken] = await readSiteSnapshots(db, 'w_1', '2026-11-01', Date.parse('2026-11-23T00:00:00Z'));
  expect(taken?.citations).toMatchObject(JSON.parse(body));
  const [stored] = await db.selectFrom('snapshot').select(['raw', 'parsed']).execute();
  expect([stored?.raw, stored?.parsed]).toEqual([body, body]);
  const row = await readDigest(db, 'd');
  const kept = await createBodyReader(db)(row);
  expect(fillParts(row, kept)).toEqual({ html: '<p>Old & café</p>', text: 'Old' });
  expect(kept.attachments).toEqual([
    {
      cid: 'a@answershare',
      filename: 'a.png',
      contentType: 'image/png',
      content: Buffer.from([1, 2, 3]),
      disposition: 'inline',
    },
  ]);
});
