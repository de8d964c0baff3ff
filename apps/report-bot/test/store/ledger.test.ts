import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBody } from '../../src/message/body.ts';
import type { StoreLocation } from '../../src/settings/settings.ts';
import { saveBody } from '../../src/store/bodies.ts';
import { claimNext, recordOutcome, releaseBody } from '../../src/store/claims.ts';
import { freezeDigests, hashRecipient } from '../../src/store/digests.ts';
import { listDeliveries, listReadyDigests, readDigest, recoverClaims } from '../../src/store/ledger.ts';
import { listPlannedRuns, planRun, readScheduleHistories } from '../../src/store/runs.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { engines, openPostgres } from '../support/ledgers.ts';
import { makeDatabaseFolder } from '../support/temporary-folder.ts';

const now = Date.parse('2026-11-23T08:00:00Z');
const week = { scheduleId: 'weekly', week: '2026-W47', verdict: 'run', reason: null } as const;
const body = createBody({ html: '<p>Hello</p>', text: 'Hello', attachments: [] });
const message = (subject: string, to: string) => ({
  recipient: { to, name: null },
  hash: hashRecipient(to),
  copies: null,
  channel: null,
  mail: { subject, body, inserts: [] },
  messageId: '<one@example.com>',
});

describe.each(engines)('the ledger on %s', (engine) => {
  const server = engine === 'postgres' ? openPostgres() : null;
  let folder: string;
  let location: StoreLocation;
  let store: Store;

  beforeEach(async () => {
    folder = makeDatabaseFolder('store');
    location = server === null ? { folder } : { url: await server.database() };
    store = await openStore(location);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const reopen = async (): Promise<void> => {
    await store.close();
    store = await openStore(location);
  };

  const ready = async (): Promise<string> => {
    await planRun(store.db, week, now);
    const [run] = await listPlannedRuns(store.db);
    await saveBody(store.db, body);
    await freezeDigests(store.db, run?.id ?? '', [message('First', 'Ann@example.com')], now);
    return (await listReadyDigests(store.db, now, ['weekly']))[0]?.digestId ?? '';
  };

  const state = async (): Promise<string | undefined> => (await listDeliveries(store.db))[0]?.state;

  test('a week is planned once however many ask', async () => {
    const planned = await Promise.all(Array.from({ length: 8 }, () => planRun(store.db, week, now)));
    expect(planned.filter(Boolean)).toHaveLength(1);
    expect(await readScheduleHistories(store.db, now)).toEqual(
      new Map([['weekly', { weeks: new Set(['2026-W47']), since: now, look: null, lastLook: -Infinity }]]),
    );
  });

  test('a digest is frozen once, whatever the letter case of the address', async () => {
    const id = await ready();
    const [run] = await listPlannedRuns(store.db);
    const second = message('Second', 'ann@EXAMPLE.com');
    expect(await freezeDigests(store.db, run?.id ?? '', [second], now)).toBe(0);
    expect(await readDigest(store.db, id)).toMatchObject({ subject: 'First', composed_at: new Date(now) });
    expect(await listDeliveries(store.db)).toHaveLength(1);
  });

  test('a delivery is claimed by one', async () => {
    const id = await ready();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimNext(store, [id], now)));
    expect(claims.filter((held) => held !== null)).toEqual([
      { digestId: id, fence: 1, attempts: 1, isRepeat: false },
    ]);
    expect(await listReadyDigests(store.db, now, ['weekly'])).toEqual([]);
  });

  test('a claim of a dead process is ready again, and its fence keeps a late sleeper out', async () => {
    const id = await ready();
    const old = await claimNext(store, [id], now);
    await reopen();
    expect(await recoverClaims(store, now)).toEqual({ ready: 1, uncertain: 0 });
    const fresh = await claimNext(store, [id], now);
    if (old === null || fresh === null) throw new Error('a claim failed');
    await expect(releaseBody(store, old, now)).rejects.toThrow('another process took this delivery over');
    expect(await recordOutcome(store, old, { state: 'sent', smtpCode: 250, reason: null }, null, now)).toBe(
      false,
    );
    await releaseBody(store, fresh, now);
    expect(await state()).toBe('body_released');
  });

  test('a released body of a dead process is uncertain, and only a 250 of that attempt settles it', async () => {
    const id = await ready();
    const held = await claimNext(store, [id], now);
    if (held === null) throw new Error('the claim failed');
    await releaseBody(store, held, now);
    await reopen();
    expect(await recoverClaims(store, now)).toEqual({ ready: 0, uncertain: 1 });
    expect(await recoverClaims(store, now)).toEqual({ ready: 0, uncertain: 0 });
    expect(await claimNext(store, [id], now)).toBeNull();
    expect(await recordOutcome(store, held, { state: 'ready', smtpCode: null, reason: 'x' }, null, now)).toBe(
      false,
    );
    expect(await recordOutcome(store, held, { state: 'sent', smtpCode: 250, reason: null }, null, now)).toBe(
      true,
    );
    expect(await state()).toBe('sent');
  });

  test('a repeat of a dead process says nothing of the attempt before, and no other sender makes one', async () => {
    const [id, repeats] = [await ready(), { by: 'resend', hours: 24 }];
    const first = await claimNext(store, [id], now, repeats);
    if (first === null) throw new Error('the claim failed');
    await releaseBody(store, first, now, repeats);
    await reopen();
    await recoverClaims(store, now);
    for (const other of [null, { by: 'other', hours: 24 }])
      expect(await claimNext(store, [id], now, other)).toBeNull();
    expect(await claimNext(store, [id], now + 23 * 3_600_000, repeats)).toBeNull();
    expect(await claimNext(store, [id], now, repeats)).toMatchObject({ isRepeat: true, attempts: 2 });
    await reopen();
    expect(await recoverClaims(store, now)).toEqual({ ready: 0, uncertain: 1 });
    expect(await state()).toBe('uncertain');
  });

  test('what this process holds is not recovered', async () => {
    const id = await ready();
    await claimNext(store, [id], now);
    expect(await recoverClaims(store, now)).toEqual({ ready: 0, uncertain: 0 });
    expect(await state()).toBe('claimed');
  });

  test('a delivery that waits is ready when its time has come', async () => {
    const id = await ready();
    const held = await claimNext(store, [id], now);
    if (held === null) throw new Error('the claim failed');
    await recordOutcome(store, held, { state: 'ready', smtpCode: 451, reason: 'later' }, now + 60_000, now);
    expect(await listReadyDigests(store.db, now + 59_999, ['weekly'])).toEqual([]);
    expect(await listReadyDigests(store.db, now + 60_000, ['weekly'])).toMatchObject([{ digestId: id }]);
    expect(await listReadyDigests(store.db, null, ['weekly'])).toMatchObject([{ digestId: id }]);
    expect(await listReadyDigests(store.db, null, ['other'])).toEqual([]);
  });

  test('every transition is in the audit', async () => {
    const id = await ready();
    await claimNext(store, [id], now);
    await reopen();
    await recoverClaims(store, now);
    const events = await store.db.selectFrom('audit').select(['subject', 'event']).orderBy('id').execute();
    expect(events.map(({ event }) => event)).toEqual(['planned', 'composed', 'claimed', 'ready']);
    expect(events.at(-1)?.subject).toBe(id);
  });

  if (engine === 'postgres') {
    test('a living process keeps its claim while another recovers', async () => {
      const other = await openStore(location);
      try {
        const id = await ready();
        await claimNext(store, [id], now);
        expect(await recoverClaims(other, now)).toEqual({ ready: 0, uncertain: 0 });
      } finally {
        await other.close();
      }
    });
  }
});
