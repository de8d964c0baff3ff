import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveLearnt } from '../../src/collect/service-profile.ts';
import { composeDigest } from '../../src/delivery/compose.ts';
import { composeRun } from '../../src/delivery/compose-run.ts';
import { composeDue } from '../../src/delivery/run-digests.ts';
import type { DigestSchedule } from '../../src/settings/settings.ts';
import { createBodyReader, fillParts } from '../../src/store/bodies.ts';
import { listDeliveries, listReadyDigests, readDigest } from '../../src/store/ledger.ts';
import { listPlannedRuns, planRun } from '../../src/store/runs.ts';
import { saveSnapshot } from '../../src/store/snapshots.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { teamKey } from '../../src/store/website-lists.ts';

const day = '2026-11-18';
const taken = new Date(`${day}T06:00:00Z`);
const now = Date.parse('2026-11-23T08:00:00Z');
const locales = ['en', 'de', 'ja'];
const recipients = Array.from({ length: 12 }, (_, at) => ({
  to: `p${at}@example.com`,
  name: at % 2 === 0 ? `Person ${at} & <Co>` : null,
  locale: locales[at % 3] ?? 'en',
}));
const schedule: DigestSchedule = {
  id: 'weekly',
  title: null,
  cron: '0 9 * * 1',
  timezone: 'UTC',
  websites: 'all',
  recipients,
  copies: { cc: [], bcc: [] },
  channels: [],
  attach: [],
  webCopy: null,
  mode: 'always',
  waitHours: 0,
  dashboard: 'https://dash.example/{website}/week',
  design: {
    colour: '#7a1f5f',
    logo: null,
    intro: 'Intro of us',
    footer: 'Footer of us',
    sections: ['engines'],
    template: null,
    sheet: null,
    formulas: false,
  },
};

describe('a run of twelve recipients in three locales', () => {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-compose-'));
  let store: Store;

  beforeAll(async () => {
    store = await openStore({ folder });
    const row = { day, raw: null, taken_at: taken, form: '2', failure: null } as const;
    const websites = [{ id: 'w_1', name: null, domain: 'acme.com' }];
    const list = { website_id: teamKey, endpoint: 'websites', parsed: JSON.stringify(websites) } as const;
    await saveSnapshot(store.db, { ...row, ...list });
    const authority = JSON.stringify({ score: 72, scale: 100, components: [] });
    await saveSnapshot(store.db, { ...row, website_id: 'w_1', endpoint: 'authority', parsed: authority });
    await planRun(store.db, { scheduleId: 'weekly', week: '2026-W47', verdict: 'run', reason: null }, now);
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('names the figures that rest on an assumed recipe, until somebody confirms it', async () => {
    const recipe = { v: 1, kind: 'authority', whole: { score: '/score number' } } as const;
    const keepAs = (status: 'provisional' | 'confirmed') =>
      saveLearnt(
        store.db,
        { name: '', url: 'https://api.example.com' },
        {
          profile: null,
          recipes: { authority: [{ recipe, status, assumes: [], learntAt: 1 }] },
        },
      );
    const notes = async () => (await composeDigest(store, schedule, ['2026-W47'], { until: now })).notes;
    await keepAs('provisional');
    expect(await notes()).toEqual([
      { kind: 'assumed', figures: [{ endpoint: 'authority', pointers: ['/score'] }] },
    ]);
    await keepAs('confirmed');
    expect(await notes()).toEqual([]);
  });

  test('stops between two websites at the end of the process, freezes nothing, and stays planned', async () => {
    const ended = new AbortController();
    const counts: number[] = [];
    const events: string[] = [];
    await composeDue(
      store,
      {
        schedules: [{ ...schedule, recipients: recipients.map((one) => ({ ...one, websites: ['w_1'] })) }],
        alerts: [],
        mail: null,
        now,
        week: '2026-W47',
        impatient: false,
        clock: () => now,
        shutdown: { ended: ended.signal, late: ended.signal },
        progress: (done) => {
          counts.push(done);
          ended.abort();
        },
      },
      ({ type }) => events.push(type),
    );
    expect([counts, events]).toEqual([[0], []]);
    expect(await listPlannedRuns(store.db)).toHaveLength(1);
    expect(await listDeliveries(store.db)).toEqual([]);
  });

  test('is written three times, and each mail names its own recipient and no other', async () => {
    const [run] = await listPlannedRuns(store.db);
    if (run === undefined) throw new Error('Nothing is planned.');
    const compose = () =>
      composeRun(store, schedule, run, {
        from: 'bot@example.com',
        now,
        forced: false,
        ended: new AbortController().signal,
        progress: () => undefined,
      });
    expect(await compose()).toEqual({ digests: 12, letters: 3, faults: [] });
    const readBody = createBodyReader(store.db);
    const mails = await Promise.all(
      (await listReadyDigests(store.db, now, ['weekly'])).map(async ({ digestId }) => {
        const row = await readDigest(store.db, digestId);
        return { ...row, ...fillParts(row, await readBody(row)) };
      }),
    );
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(recipients.map(({ to }) => to).sort());
    for (const { recipient, recipient_name: name, html, text } of mails) {
      for (const part of [html, text]) {
        expect(part.match(/p\d+@example\.com/g)).toEqual([recipient]);
        expect(part).not.toMatch(/[^\P{Cc}\n]/u);
      }
      const locale = recipients.find(({ to }) => to === recipient)?.locale ?? '';
      const greetings: Readonly<Record<string, string>> = {
        en: `For ${name}`,
        de: `Für ${name}`,
        ja: `${name} 様`,
      };
      expect(text.includes(`\n${greetings[locale]}\n`)).toBe(name !== null);
      const escaped = name?.replace('& <Co>', '&amp; &lt;Co&gt;') ?? '</html>';
      expect(html).toContain(escaped);
      expect(html).not.toContain('<Co>');
    }
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3);
    expect(await compose()).toEqual({ digests: 0, letters: 3, faults: [] });
  });
});

test('readers with websites of their own share one list, and the first mail is frozen before the last is composed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-selections-'));
  const store = await openStore({ folder });
  const websites = Array.from({ length: 9 }, (_, at) => ({
    id: `w_${at}`,
    name: `Brand ${at}`,
    domain: `b${at}.example`,
  }));
  const row = { day, raw: null, taken_at: taken, form: '2', failure: null } as const;
  const parsed = JSON.stringify({ score: 72, scale: 100, components: [] });
  await saveSnapshot(store.db, {
    ...row,
    website_id: teamKey,
    endpoint: 'websites',
    parsed: JSON.stringify(websites),
  });
  for (const { id } of websites)
    await saveSnapshot(store.db, { ...row, website_id: id, endpoint: 'authority', parsed });
  await planRun(store.db, { scheduleId: 'weekly', week: '2026-W47', verdict: 'run', reason: null }, now);
  const [run] = await listPlannedRuns(store.db);
  const statements: string[] = [];
  const db = store.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = store.db.getExecutor().compileQuery(node, queryId);
      if (parameters.includes('websites')) statements.push('list');
      else if (/^select .* from "snapshot" .*"website_id" = /.test(sql)) statements.push('website');
      else if (sql.startsWith('insert into "digest"')) statements.push('mail');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const readers = recipients.slice(0, 4).map((recipient, at) => ({
    ...recipient,
    websites: [`b${2 * at}.example`, `Brand ${2 * at + 1}`],
  }));
  const result = await composeRun(
    { ...store, db },
    { ...schedule, recipients: readers },
    run ?? expect.fail(),
    {
      from: 'bot@example.com',
      now,
      forced: false,
      ended: new AbortController().signal,
      progress: () => undefined,
    },
  );
  expect(result).toEqual({ digests: 4, letters: 4, faults: [] });
  const oneReader = ['website', 'website', 'mail'];
  expect(statements).toEqual(['list', ...oneReader, ...oneReader, ...oneReader, ...oneReader]);
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
