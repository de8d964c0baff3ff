import { expect, test } from 'vitest';
import { done } from '../support/actions.ts';
import { connectedAddon } from '../support/local-addon.ts';
import { type TimedAddon, timedAddon } from '../support/timed-addon.ts';

const hourMs = 3_600_000;
const daily = { pace: 'day', hour: 7, tracking: true, plan: 'growth' } as const;

async function withSheet(addon: TimedAddon): Promise<void> {
  await addon.connect(addon.sandbox.keys.live);
  addon.host.sheet.typeRows('A1', [['Northwind Outdoor'], ['Harbor & Pine']]);
  addon.host.sheet.type('B1', '=CITATIONS(A1:A2)');
  await addon.host.sheet.calculate();
}

test('a daily schedule refreshes cells and reports and records the day, by one trigger', async () => {
  await using addon = await timedAddon(2, '2026-11-16T09:00:00Z');
  const { host } = addon;
  await withSheet(addon);
  await done(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  expect(await done(host, 'saveSchedule', daily)).toMatchObject({ pace: 'day', trigger: expect.any(String) });
  await done(host, 'saveSchedule', daily);
  expect(host.triggers()).toHaveLength(1);
  await addon.requests();
  await addon.pass((host.triggers()[0]?.due ?? 0) - addon.now());
  expect(host.triggerRuns()).toEqual([expect.objectContaining({ handler: 'onSchedule', failure: null })]);
  expect(await addon.requests()).toEqual({ websites: 1, authority: 8, competitors: 8, citations: 8 });
  const { run, history, reports } = await done(host, 'state');
  expect(run?.faults).toEqual([]);
  expect(history?.lastDay).toBe('2026-11-17');
  expect(reports[0]?.readAt).toBe(run?.at);
  expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!B1']);
  expect(await addon.requests()).toEqual({});
});

test('what goes wrong is told in the sidebar and on the reports, and the trigger does not fail', async () => {
  await using addon = await timedAddon(1, '2026-11-16T09:00:00Z');
  const { host, sandbox } = addon;
  await withSheet(addon);
  const { tab } = await done(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  await done(host, 'saveSchedule', daily);
  await sandbox.admin.revoke('live');
  await addon.pass(24 * hourMs);
  expect(host.triggerRuns()).toEqual([expect.objectContaining({ failure: null })]);
  const { run } = await done(host, 'state');
  expect(run?.faults.length).toBeGreaterThan(0);
  expect(run?.faults.join(' ')).toContain('The service refuses this API key');
  expect(host.sheet.values(`'${tab}'!A2`)[0]?.[0]).toMatch(
    /^Not read at 2026-11-17 0\d:\d\d: The service refuses this API key/,
  );
  expect(host.sheet.values(`'${tab}'!D5`)).toEqual([[70]]);
  const secret = sandbox.keys.live.slice('rs_live_'.length);
  expect(JSON.stringify([run, host.log(), host.sheet.values(`'${tab}'!A1:G20`)])).not.toContain(secret);
});

const history = 'Answershare history';

/** 350 questions of a team on the smallest plan, which no run of six minutes can ask. */
async function withManyWebsites(addon: TimedAddon, chosen: object): Promise<void> {
  const { host, sandbox } = addon;
  await addon.connect(await sandbox.admin.createKey({ plan: 'starter', team: 'many' }));
  await addon.pass(60_000);
  const { websites } = await done(host, 'websites');
  host.sheet.typeRows(
    'A1',
    websites.map(({ id }) => [id]),
  );
  host.sheet.type('B1', '=CITATIONS(A1:A250)');
  host.sheet.type('C1', '=AUTHORITY(A1:A100)');
  await done(host, 'saveSchedule', { ...daily, ...chosen });
  await sandbox.admin.resetRequests();
}

/** Passes the time until the trigger fires, once. */
async function nextRun(addon: TimedAddon): Promise<void> {
  const { host } = addon;
  const runs = host.triggerRuns().length;
  await addon.pass((host.triggers()[0]?.due ?? 0) - addon.now());
  expect(host.triggerRuns()).toHaveLength(runs + 1);
  expect(host.triggerRuns().at(-1)?.failure).toBeNull();
}

const hoursUntilNext = (addon: TimedAddon): number =>
  Math.round(((addon.host.triggers()[0]?.due ?? 0) - addon.now()) / hourMs);

test('a refresh that six minutes are too short for goes on an hour later and comes to its end', async () => {
  await using addon = await timedAddon(1, '2026-11-16T09:00:10Z');
  const { host, sandbox } = addon;
  await withManyWebsites(addon, { plan: 'starter', tracking: false });
  await nextRun(addon);
  const first = await sandbox.admin.requests();
  expect(first.entries.filter(({ status }) => status === 429)).toEqual([]);
  expect(first.total).toBeLessThan(351);
  const open = await done(host, 'state');
  expect(open.run?.faults).toEqual([
    expect.stringMatching(/^\d+ of 350 answers came in time; the rest follows in about an hour\.$/),
  ]);
  expect(open.refreshedAt).toBe(0);
  expect(hoursUntilNext(addon)).toBe(1);
  expect(open.schedule).toMatchObject({ pace: 'day', hour: 7 });
  await nextRun(addon);
  const both = await sandbox.admin.requests();
  expect(both.entries.filter(({ status }) => status === 429)).toEqual([]);
  const asked = both.entries.filter(({ endpoint }) => endpoint !== 'websites');
  expect(asked).toHaveLength(350);
  expect(new Set(asked.map(({ path, query }) => `${path} ${query.websiteId}`)).size).toBe(350);
  const ended = await done(host, 'state');
  expect(ended.run?.faults).toEqual([]);
  expect(ended.refreshedAt).toBeGreaterThan(open.run?.at ?? 0);
  expect(host.properties.document.get('answershare.round')).toBeNull();
  expect(hoursUntilNext(addon)).toBeGreaterThan(20);
  expect(host.triggers()).toHaveLength(1);
});

test('a day that one run is too short for is recorded as far as it came, and completed an hour later', async () => {
  let minute = 0;
  await using addon: TimedAddon = await timedAddon(
    1,
    '2026-11-16T09:00:10Z',
    'Etc/UTC',
    async ({ operation }) => {
      const present = Math.floor(addon.now() / 60_000);
      if (operation !== 'fetch.send' || present === minute) return;
      minute = present;
      await addon.sandbox.admin.setClock(new Date(addon.now()).toISOString());
      await addon.sandbox.admin.setUsage('starter', { minute: 50 });
    },
  );
  const { host, sandbox } = addon;
  await addon.connect(sandbox.keys.starter);
  await addon.pass(60_000);
  await done(host, 'saveSchedule', { ...daily, plan: 'starter' });
  await sandbox.admin.resetRequests();
  const rows = () => host.sheet.values(`'${history}'!A2:H9`).filter(([date]) => date !== '') as unknown[][];
  const complete = () => rows().filter((row) => row[7] === '');
  await nextRun(addon);
  expect((await done(host, 'state')).run?.faults).toEqual([
    expect.stringMatching(/^History: \d+ of 24 answers came in time; the rest follows in about an hour\.$/),
  ]);
  expect(complete().length).toBeGreaterThan(2);
  expect(complete().length).toBeLessThan(8);
  const notes = rows().map((row) => row[7]);
  for (const note of notes.filter((text) => text !== ''))
    expect(note).toMatch(/^(?:(?:authority|competitors|citations): \[pending\](?:; )?)+$/);
  expect(hoursUntilNext(addon)).toBe(1);
  await nextRun(addon);
  expect(complete()).toHaveLength(8);
  expect(new Set(rows().map((row) => row[1])).size).toBe(8);
  const { entries } = await sandbox.admin.requests();
  expect(entries.filter(({ status }) => status === 429)).toEqual([]);
  expect(entries.filter(({ endpoint }) => endpoint !== 'websites')).toHaveLength(24);
  expect((await done(host, 'state')).run?.faults).toEqual([]);
  expect(hoursUntilNext(addon)).toBeGreaterThan(20);
});

test('a refresh that takes all the time leaves the history its own', async () => {
  await using addon = await timedAddon(1, '2026-11-16T09:00:10Z');
  await withManyWebsites(addon, { plan: 'enterprise' });
  await nextRun(addon);
  expect((await addon.requests()).competitors).toBeGreaterThan(0);
  expect((await done(addon.host, 'state')).run?.faults).toEqual([
    expect.stringMatching(/^\d+ of 350 answers came in time/),
    expect.stringMatching(/^History: \d+ of 750 answers came in time/),
  ]);
});

test('a schedule that is saved anew, and a refresh in the meantime, end a round that stands open', async () => {
  await using addon = await timedAddon(2, '2026-11-16T09:00:00Z');
  const { host } = addon;
  const { document } = host.properties;
  const old = { freshFrom: addon.now() - 3 * 24 * hourMs, after: 'zzz', left: [], failed: 0 };
  await withSheet(addon);
  const refreshedFrom = addon.now();
  await done(host, 'finishRefresh', { freshFrom: refreshedFrom, whole: true });
  await done(host, 'finishRefresh', { freshFrom: old.freshFrom, whole: true });
  expect(JSON.parse(document.get('answershare.connection') ?? '{}').freshFrom).toBe(refreshedFrom);
  await done(host, 'saveSchedule', { ...daily, tracking: false });
  document.set('answershare.round', JSON.stringify(old));
  await addon.requests();
  await addon.pass(24 * hourMs);
  expect(await addon.requests()).toEqual({ websites: 1, citations: 2 });
  document.set('answershare.round', JSON.stringify({ ...old, freshFrom: addon.now() }));
  await done(host, 'saveSchedule', daily);
  expect(document.get('answershare.round')).toBeNull();
});

test('a schedule that the plan has no room for is refused with what would fit, and leaves the earlier one', async () => {
  await using addon = await timedAddon(1, '2026-11-16T09:00:00Z');
  const { host } = addon;
  await withSheet(addon);
  await done(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  await done(host, 'saveSchedule', daily);
  await expect(done(host, 'saveSchedule', { ...daily, pace: '1h', plan: 'starter' })).rejects.toThrow(
    '[refused] This does not fit: 600 requests a day, and the plan has 450 for it. The most frequent that fits: Every 2 hours.',
  );
  expect((await done(host, 'state')).schedule.pace).toBe('day');
  expect(host.triggers()).toHaveLength(1);
});

test('switching off, or disconnecting, takes the trigger away', async () => {
  await using addon = await connectedAddon(2);
  const { host } = addon;
  await done(host, 'saveSchedule', daily);
  await done(host, 'saveSchedule', { ...daily, pace: 'off' });
  expect(host.triggers()).toEqual([]);
  await done(host, 'saveSchedule', daily);
  host.properties.document.set('answershare.round', '{}');
  await host.sidebarCall('disconnect', []);
  expect(host.triggers()).toEqual([]);
  expect(host.properties.document.all()).toEqual({});
});

test('a trigger of the same person in another file is left alone', async () => {
  await using addon = await connectedAddon(2);
  const { host } = addon;
  await done(host, 'saveSchedule', daily);
  const [elsewhere] = host.triggers();
  host.properties.document.set('answershare.triggers', '[]');
  host.properties.document.set(
    'answershare.schedule',
    JSON.stringify({ ...daily, pace: 'off', trigger: null }),
  );
  await done(host, 'saveSchedule', { ...daily, pace: 'off' });
  expect(host.triggers()).toEqual([elsewhere]);
});

test('another person’s older trigger ends itself and does nothing', async () => {
  await using addon = await timedAddon(2, '2026-11-16T09:00:00Z');
  const { host } = addon;
  await withSheet(addon);
  await done(host, 'saveSchedule', daily);
  const stored = JSON.parse(host.properties.document.get('answershare.schedule') ?? '{}');
  host.properties.document.set('answershare.schedule', JSON.stringify({ ...stored, trigger: 'another' }));
  await addon.requests();
  await addon.pass(24 * hourMs);
  expect(host.triggers()).toEqual([]);
  expect(await addon.requests()).toEqual({});
});

test('without consent for triggers the schedule asks for it and changes nothing', async () => {
  const granted = ['spreadsheets.currentonly', 'script.container.ui', 'script.external_request'];
  const grantedScopes = granted.map((scope) => `https://www.googleapis.com/auth/${scope}`);
  await using addon = await connectedAddon(2, 'live', { grantedScopes });
  const { host } = addon;
  await expect(done(host, 'saveSchedule', daily)).rejects.toThrow();
  expect(host.consentAsked()).toEqual([['https://www.googleapis.com/auth/script.scriptapp']]);
  expect((await done(host, 'state')).schedule.pace).toBe('off');
  expect(host.triggers()).toEqual([]);
  host.properties.document.set(
    'answershare.schedule',
    JSON.stringify({ ...daily, trigger: 'of another person' }),
  );
  expect(await host.sidebarCall('disconnect', [])).toMatchObject({ ok: true });
  expect(host.properties.document.all()).toEqual({});
});
