import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendAudit } from '../../src/store/audit.ts';
import { saveSnapshot } from '../../src/store/snapshots.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { openPostgres } from '../support/ledgers.ts';
import { makeDatabaseFolder } from '../support/temporary-folder.ts';

const server = openPostgres();
let folder: string;
beforeAll(async () => {
  folder = makeDatabaseFolder('nul');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** PostgreSQL refuses U+0000 in a text (PostgreSQL documentation, section 8.3). */
test.each(['postgres', 'pglite'] as const)(
  'a NUL in a text of the service is written as U+FFFD by %s',
  async (engine) => {
    const store: Store = await openStore(engine === 'pglite' ? { folder } : { url: await server.database() });
    try {
      await saveSnapshot(store.db, {
        website_id: 'ws_\0',
        endpoint: 'authority',
        day: '2026-11-18',
        raw: '{"a":"\0"}',
        parsed: JSON.stringify({ name: 'nul\0byte' }),
        taken_at: new Date('2026-11-18T06:00:00Z'),
        form: '1',
        failure: 'it is about the website "\0"',
      });
      await appendAudit(store.db, 0, 'a\0', 'skipped', 'because of \0');
      const row = await store.db.selectFrom('snapshot').selectAll().executeTakeFirstOrThrow();
      expect(row).toMatchObject({
        website_id: 'ws_\ufffd',
        raw: '{"a":"\ufffd"}',
        failure: 'it is about the website "\ufffd"',
      });
      expect(JSON.parse(row.parsed ?? '')).toEqual({ name: 'nul\0byte' });
      const audit = await store.db.selectFrom('audit').selectAll().executeTakeFirstOrThrow();
      expect(audit).toMatchObject({ subject: 'a\ufffd', detail: 'because of \ufffd' });
    } finally {
      await store.close();
    }
  },
);
