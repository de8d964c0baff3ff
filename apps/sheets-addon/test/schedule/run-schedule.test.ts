import { expect, test } from 'vitest';
import { runAction } from '../support/actions.ts';
import { startConnectedAddon } from '../support/local-addon.ts';
import { startTimedAddon, type TimedAddon } from '../support/timed-addon.ts';

const hourMs = 3_600_000;
const daily = { pace: 'day', hour: 7, tracking: true, plan: 'growth' } as const;

async function withSheet(addon: TimedAddon): Promise<void> {
  await addon.connect(addon.sandbox.keys.live);
  addon.host.sheet.typeRows('A1', [['Meadow Clinic'], ['Atlas Freight']]);
  addon.host.sheet.type('B1', '=CITATIONS(A1:A2)');
  await addon.host.sheet.calculate();
}

/** Passes hours until a due run has completed. @returns how many */
async function nextRun(addon: TimedAddon): Promise<number> {
  const { host } = addon;
  const last = host.properties.document.get('answershare.run');
  for (let hours = 1; hours <= 30; hours += 1) {
    await addon.pass((host.triggers()[0]?.due ?? 0) - addon.now());
    expect(host.triggerRuns().at(-1)).toMatchObject({ handler: 'onSchedule', failure: null });
    if (host.properties.document.get('answershare.run') !== last) return hours;
  }
  throw new Error('No run was done in thirty hours.');
}

test('a daily schedule refreshes cells and reports and records the day, by one trigger', async () => {
  await using addon = await startTimedAddon(2, '2026-11-17T05:00:00Z');
  const { host } = addon;
  await withSheet(addon);
  await runAction(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  expect(await runAction(host, 'saveSchedule', daily)).toMatchObject({
    pace: 'day',
    trigger: expect.any(String),
  });
  await runAction(host, 'saveSchedule', daily);
  expect(host.triggers()).toHaveLength(1);
  await addon.requests();
  expect(await nextRun(addon)).toBe(2);
  expect(await addon.requests()).toEqual({ websites: 1, authority: 8, competitors: 8, citations: 8 });
  const { run, history, reports } = await runAction(host, 'state');
  expect(run?.faults).toEqual([]);
  expect(history?.lastDay).toBe('2026-11-17');
  expect(reports[0]?.readAt).toBe(run?.at);
  expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!B1']);
  expect(await addon.requests()).toEqual({});
  expect(await nextRun(addon)).toBe(24);
});

test('a fault is shown in the sidebar and on the reports, and the trigger does not fail', async () => {
  await using addon = await startTimedAddon(1, '2026-11-17T05:00:00Z');
  const { host, sandbox } = addon;
  await withSheet(addon);
  const { tab } = await runAction(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  await runAction(host, 'saveSchedule', daily);
  await sandbox.admin.revoke('live');
  await nextRun(addon);
  const { run } = await runAction(host, 'state');
  expect(run?.faults.length).toBeGreaterThan(0);
  expect(run?.faults.join(' ')).toContain('The service refuses this API key');
  expect(host.sheet.values(`'${tab}'!A2`)[0]?.[0]).toMatch(
    /^Not read at 2026-11-17 0\d:\d\d: The service refuses this API key/,
  );
  expect(host.sheet.values(`'${tab}'!D5`)).toEqual([[70]]);
  const secret = sandbox.keys.live.slice('rs_live_'.length);
  expect(JSON.stringify([run, host.log(), host.sheet.values(`'${tab}'!A1:G20`)])).not.toContain(secret);
});

test('a run that exceeds the plan of another key does not start, and says so', async () => {
  await using addon = await startTimedAddon(1, '2026-11-17T05:00:00Z');
  const { host, sandbox } = addon;
  await withSheet(addon);
  for (const call of ['CITATIONS', 'AUTHORITY', 'SHARE_OF_VOICE'])
    for (const [at, { domain }] of sandbox.websites.entries())
      host.sheet.type(
        `${{ CITATIONS: 'D', AUTHORITY: 'E', SHARE_OF_VOICE: 'F' }[call]}${at + 1}`,
        `=${call}("${domain}")`,
      );
  await runAction(host, 'saveSchedule', { ...daily, pace: '1h', tracking: false });
  const { requests } = await runAction(host, 'planRefresh');
  expect(requests * 24).toBe(600);
  await addon.connect(sandbox.keys.starter);
  await runAction(host, 'websites');
  await addon.requests();
  await nextRun(addon);
  expect(await addon.requests()).toEqual({ websites: 1 });
  const { run, schedule } = await runAction(host, 'state');
  expect(schedule).toMatchObject({ pace: '1h', plan: 'starter' });
  expect(run?.faults).toEqual([
    'Another key is connected, and the schedule exceeds its plan. This does not fit: 600 requests a day, and the plan has 450 for it. The most frequent that fits: Every 2 hours. Save the schedule again.',
  ]);
  await runAction(host, 'saveSchedule', { ...schedule, pace: '2h' });
  await nextRun(addon);
  expect((await runAction(host, 'state')).run?.faults).toEqual([]);
  expect((await addon.requests()).citations).toBe(8);
});

test('a schedule continues with another key whose plan is large enough', async () => {
  await using addon = await startTimedAddon(1, '2026-11-17T05:00:00Z');
  const { host, sandbox } = addon;
  await withSheet(addon);
  await runAction(host, 'saveSchedule', { ...daily, pace: '1h', tracking: false });
  await addon.connect(sandbox.keys.starter);
  await nextRun(addon);
  const { run, schedule } = await runAction(host, 'state');
  expect(run?.faults).toEqual([]);
  expect(schedule).toMatchObject({ pace: '1h', plan: 'starter' });
});

const history = 'Answershare history';

/** 350 questions of a team on the smallest plan: more than a run of six minutes can send. */
async function withManyWebsites(addon: TimedAddon, chosen: object): Promise<void> {
  const { host, sandbox } = addon;
  await addon.connect(await sandbox.admin.createKey({ plan: 'starter', team: 'many' }));
  await addon.pass(60_000);
  const { websites } = await runAction(host, 'websites');
  host.sheet.typeRows(
    'A1',
    websites.map(({ id }) => [id]),
  );
  host.sheet.type('B1', '=CITATIONS(A1:A250)');
  host.sheet.type('C1', '=AUTHORITY(A1:A100)');
  await runAction(host, 'saveSchedule', { ...daily, ...chosen });
  await sandbox.admin.resetRequests();
}

test('a refresh longer than six minutes resumes an hour later and completes', async () => {
  await using addon = await startTimedAddon(1, '2026-11-17T05:00:10Z');
  const { host, sandbox } = addon;
  await withManyWebsites(addon, { plan: 'starter', tracking: false });
  await nextRun(addon);
  const first = await sandbox.admin.requests();
  expect(first.entries.filter(({ status }) => status === 429)).toEqual([]);
  expect(first.total).toBeLessThan(351);
  const open = await runAction(host, 'state');
  expect(open.run?.faults).toEqual([
    expect.stringMatching(/^\d+ of 350 answers came in time; the rest follows in about an hour\.$/),
  ]);
  expect(open.refreshedAt).toBe(0);
  expect(open.schedule).toMatchObject({ pace: 'day', hour: 7 });
  expect(await nextRun(addon)).toBe(1);
  const both = await sandbox.admin.requests();
  expect(both.entries.filter(({ status }) => status === 429)).toEqual([]);
  const asked = both.entries.filter(({ endpoint }) => endpoint !== 'websites');
  expect(asked).toHaveLength(350);
  expect(new Set(asked.map(({ path, query }) => `${path} ${query.websiteId}`)).size).toBe(350);
  const ended = await runAction(host, 'state');
  expect(ended.run?.faults).toEqual([]);
  expect(ended.refreshedAt).toBeGreaterThan(open.run?.at ?? 0);
  expect(host.properties.document.get('answershare.round')).toBeNull();
  expect(host.triggers()).toHaveLength(1);
});

/** A key with ten requests a minute left by others. */
async function scarceAddon(start: string, atSend: () => Promise<void> = async () => {}): Promise<TimedAddon> {
  let minute = 0;
  const addon: TimedAddon = await startTimedAddon(1, start, 'Etc/UTC', async ({ operation }) => {
    if (operation !== 'fetch.send') return;
    const present = Math.floor(addon.now() / 60_000);
    if (present !== minute) {
      minute = present;
      await addon.sandbox.admin.setClock(new Date(addon.now()).toISOString());
      await addon.sandbox.admin.setUsage('starter', { minute: 50 });
    }
    await atSend();
  });
  await addon.connect(addon.sandbox.keys.starter);
  await addon.pass(60_000);
  return addon;
}

test('a day longer than one run is recorded in part, and completed an hour later', async () => {
  await using addon = await scarceAddon('2026-11-17T05:00:10Z');
  const { host, sandbox } = addon;
  await runAction(host, 'saveSchedule', { ...daily, plan: 'starter' });
  await sandbox.admin.resetRequests();
  const rows = () => host.sheet.values(`'${history}'!A2:H9`).filter(([date]) => date !== '') as unknown[][];
  const complete = () => rows().filter((row) => row[7] === '');
  await nextRun(addon);
  expect((await runAction(host, 'state')).run?.faults).toEqual([
    expect.stringMatching(/^History: \d+ of 24 answers came in time; the rest follows in about an hour\.$/),
  ]);
  expect(complete().length).toBeGreaterThan(2);
  expect(complete().length).toBeLessThan(8);
  const notes = rows().map((row) => row[7]);
  for (const note of notes.filter((text) => text !== ''))
    expect(note).toMatch(/^(?:(?:authority|competitors|citations): \[pending\](?:; )?)+$/);
  expect(await nextRun(addon)).toBe(1);
  expect(complete()).toHaveLength(8);
  expect(new Set(rows().map((row) => row[1])).size).toBe(8);
  const { entries } = await sandbox.admin.requests();
  expect(entries.filter(({ status }) => status === 429)).toEqual([]);
  const asked = entries.filter(({ endpoint }) => endpoint !== 'websites');
  const questions = asked.map(({ endpoint, query }) => JSON.stringify([endpoint, query]));
  expect(new Set(questions).size).toBe(questions.length);
  expect((await runAction(host, 'state')).run?.faults).toEqual([]);
  await sandbox.admin.resetRequests();
  await addon.pass(20 * hourMs);
  expect((await sandbox.admin.requests()).total).toBe(0);
});

test('a day that ends before its record is complete says so, and leaves the next day unchanged', async () => {
  await using addon = await scarceAddon('2026-11-16T21:00:10Z');
  const { host, sandbox } = addon;
  await runAction(host, 'saveSchedule', { ...daily, hour: 23, plan: 'starter' });
  await nextRun(addon);
  expect((await runAction(host, 'state')).run?.faults).toEqual([
    expect.stringMatching(/^History: \d+ of 24 answers came before the day ended: choose an earlier hour\.$/),
  ]);
  await sandbox.admin.resetRequests();
  await addon.pass(3 * hourMs);
  expect((await sandbox.admin.requests()).total).toBe(0);
  expect((await runAction(host, 'state')).history?.lastDay).toBe('2026-11-16');
});

test.each(['off', 'changed', 'disconnected'] as const)(
  'a schedule that is %s during its run stays so',
  async (how) => {
    let chosen: Record<string, string> = {};
    let running = false;
    const own = /^answershare\.(?:schedule|run|round|beat|connection)$/;
    const kept = (all: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => own.test(name)));
    await using addon: TimedAddon = await scarceAddon('2026-11-17T05:00:10Z', async () => {
      if (!running) return;
      running = false;
      if (how === 'disconnected') await addon.host.sidebarCall('disconnect', []);
      else {
        const pace = how === 'off' ? 'off' : 'day';
        await runAction(addon.host, 'saveSchedule', { ...daily, pace, hour: 20, tracking: false });
      }
      chosen = kept(addon.host.properties.document.all());
    });
    const { host } = addon;
    await runAction(host, 'saveSchedule', { ...daily, plan: 'starter' });
    running = true;
    for (let hours = 0; running && hours < 30; hours += 1) await addon.pass(hourMs);
    expect(kept(host.properties.document.all())).toEqual(chosen);
    expect(host.triggers()).toHaveLength(how === 'changed' ? 1 : 0);
    if (how === 'disconnected') expect(kept(host.properties.document.all())).toEqual({});
  },
);

test('a history without its headings costs no request, and the reports stay unchanged', async () => {
  await using addon = await startTimedAddon(2, '2026-11-17T05:00:00Z');
  const { host, sandbox } = addon;
  await withSheet(addon);
  const website = sandbox.websites[0]?.id ?? '';
  const { tab } = await runAction(host, 'insertReport', { kind: 'authority', website, as: 'values' });
  await runAction(host, 'saveSchedule', daily);
  await nextRun(addon);
  host.sheet.type(`'${history}'!F1`, 'Mentions');
  await addon.requests();
  await nextRun(addon);
  expect(await addon.requests()).toEqual({ websites: 1, authority: 1, citations: 2 });
  const { run, history: recorded } = await runAction(host, 'state');
  expect(run?.faults).toEqual([
    expect.stringMatching(/^History: The tab “Answershare history” lacks the headings Citations\./),
  ]);
  expect(recorded?.lastDay).toBeNull();
  expect(host.sheet.values(`'${tab}'!A2`)[0]?.[0]).toMatch(/^Read 2026-11-18 07:/);
});

test('a failing refresh still records the day', async () => {
  await using addon = await startTimedAddon(2, '2026-11-17T05:00:00Z');
  const { host } = addon;
  await withSheet(addon);
  await runAction(host, 'saveSchedule', daily);
  host.properties.document.set('answershare.round', 'no JSON');
  await nextRun(addon);
  const { run, history: recorded } = await runAction(host, 'state');
  expect(run?.faults).toHaveLength(1);
  expect(recorded?.lastDay).toBe('2026-11-17');
});

test('a trigger that stopped is reported after some hours, and saving creates another', async () => {
  await using addon = await startTimedAddon(2, '2026-11-17T05:00:00Z');
  const { host } = addon;
  await withSheet(addon);
  await runAction(host, 'saveSchedule', daily);
  const begun = addon.now();
  const beat = host.properties.document.get('answershare.beat') ?? '';
  await addon.pass(5 * hourMs);
  expect((await runAction(host, 'state')).schedule.staleSince).toBeNull();
  host.properties.document.set('answershare.beat', beat);
  expect((await runAction(host, 'state')).schedule.staleSince).toBe(begun);
  const trigger = () => JSON.parse(host.properties.document.get('answershare.schedule') ?? '{}').trigger;
  const first = trigger();
  await runAction(host, 'saveSchedule', daily);
  expect(host.triggers()).toHaveLength(1);
  expect(trigger()).not.toBe(first);
  expect((await runAction(host, 'state')).schedule.staleSince).toBeNull();
});

test('a long refresh leaves time for the history', async () => {
  await using addon = await startTimedAddon(1, '2026-11-17T05:00:10Z');
  await withManyWebsites(addon, { plan: 'enterprise' });
  await nextRun(addon);
  expect((await addon.requests()).competitors).toBeGreaterThan(0);
  expect((await runAction(addon.host, 'state')).run?.faults).toEqual([
    expect.stringMatching(/^\d+ of 350 answers came in time/),
    expect.stringMatching(/^History: \d+ of 750 answers came in time/),
  ]);
});

test('saving a schedule, or a refresh in the meantime, ends an unfinished refresh', async () => {
  await using addon = await startTimedAddon(2, '2026-11-17T05:00:00Z');
  const { host } = addon;
  const { document } = host.properties;
  const old = { freshFrom: addon.now() - 3 * 24 * hourMs, after: 'zzz', left: [], failed: 0 };
  await withSheet(addon);
  const refreshedFrom = addon.now();
  await runAction(host, 'finishRefresh', { freshFrom: refreshedFrom, fresh: 1, total: 1 });
  await runAction(host, 'finishRefresh', { freshFrom: old.freshFrom, fresh: 1, total: 1 });
  expect(JSON.parse(document.get('answershare.connection') ?? '{}').freshFrom).toBe(refreshedFrom);
  await runAction(host, 'saveSchedule', { ...daily, tracking: false });
  document.set('answershare.round', JSON.stringify(old));
  await addon.requests();
  await addon.pass(24 * hourMs);
  expect(await addon.requests()).toEqual({ websites: 1, citations: 2 });
  document.set('answershare.round', JSON.stringify({ ...old, freshFrom: addon.now() }));
  await runAction(host, 'saveSchedule', daily);
  expect(document.get('answershare.round')).toBeNull();
});

test('a schedule that exceeds the plan is refused with one that fits, and the earlier one stays', async () => {
  await using addon = await startTimedAddon(1, '2026-11-17T05:00:00Z');
  const { host } = addon;
  await withSheet(addon);
  await runAction(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  await runAction(host, 'saveSchedule', daily);
  await expect(runAction(host, 'saveSchedule', { ...daily, pace: '1h', plan: 'starter' })).rejects.toThrow(
    '[refused] This does not fit: 600 requests a day, and the plan has 450 for it. The most frequent that fits: Every 2 hours.',
  );
  expect((await runAction(host, 'state')).schedule.pace).toBe('day');
  expect(host.triggers()).toHaveLength(1);
});

test('switching off or disconnecting removes the trigger', async () => {
  await using addon = await startConnectedAddon(2);
  const { host } = addon;
  await runAction(host, 'saveSchedule', daily);
  await runAction(host, 'saveSchedule', { ...daily, pace: 'off' });
  expect(host.triggers()).toEqual([]);
  await runAction(host, 'saveSchedule', daily);
  host.properties.document.set('answershare.round', '{}');
  await host.sidebarCall('disconnect', []);
  expect(host.triggers()).toEqual([]);
  expect(host.properties.document.all()).toEqual({});
});

test('a trigger of the same user in another file stays', async () => {
  await using addon = await startConnectedAddon(2);
  const { host } = addon;
  await runAction(host, 'saveSchedule', daily);
  const [elsewhere] = host.triggers();
  host.properties.document.set('answershare.triggers', '[]');
  host.properties.document.set(
    'answershare.schedule',
    JSON.stringify({ ...daily, pace: 'off', trigger: null }),
  );
  await runAction(host, 'saveSchedule', { ...daily, pace: 'off' });
  expect(host.triggers()).toEqual([elsewhere]);
});

test('another user’s older trigger removes itself and does nothing', async () => {
  await using addon = await startTimedAddon(2, '2026-11-17T05:00:00Z');
  const { host } = addon;
  await withSheet(addon);
  await runAction(host, 'saveSchedule', daily);
  const stored = JSON.parse(host.properties.document.get('answershare.schedule') ?? '{}');
  host.properties.document.set('answershare.schedule', JSON.stringify({ ...stored, trigger: 'another' }));
  await addon.requests();
  await addon.pass(24 * hourMs);
  expect(host.triggers()).toEqual([]);
  expect(await addon.requests()).toEqual({});
});

test('without consent for triggers a schedule requests it and changes nothing', async () => {
  const granted = ['spreadsheets.currentonly', 'script.container.ui', 'script.external_request'];
  const grantedScopes = granted.map((scope) => `https://www.googleapis.com/auth/${scope}`);
  await using addon = await startConnectedAddon(2, 'live', { grantedScopes });
  const { host } = addon;
  await expect(runAction(host, 'saveSchedule', daily)).rejects.toThrow();
  expect(host.consentAsked()).toEqual([['https://www.googleapis.com/auth/script.scriptapp']]);
  expect((await runAction(host, 'state')).schedule.pace).toBe('off');
  expect(host.triggers()).toEqual([]);
  host.properties.document.set(
    'answershare.schedule',
    JSON.stringify({ ...daily, trigger: 'of another person' }),
  );
  expect(await host.sidebarCall('disconnect', [])).toMatchObject({ ok: true });
  expect(host.properties.document.all()).toEqual({});
});

test('an hour without a due run only runs failed formulas again, with what has no answer', async () => {
  await using addon = await startTimedAddon(2, '2026-11-17T05:00:00Z');
  const { host, sandbox } = addon;
  await withSheet(addon);
  await runAction(host, 'saveSchedule', { ...daily, tracking: false });
  await sandbox.admin.fault({ fault: 'status', endpoint: 'authority', times: 'always' });
  host.sheet.type('C1', '=AUTHORITY("Meadow Clinic")');
  await host.sheet.calculate();
  expect(host.sheet.values('C1')).toEqual([['#ERROR!']]);
  await sandbox.admin.clearFaults();
  await addon.requests();
  await addon.pass((host.triggers()[0]?.due ?? 0) - addon.now());
  expect((await host.sheet.calculate()).ran).toEqual(['Sheet1!C1']);
  expect(host.sheet.values('C1')).toEqual([[expect.any(Number)]]);
  expect(await addon.requests()).toMatchObject({ authority: 1 });
  expect((await runAction(host, 'state')).run).toBeNull();
});

test('every editor sees whose account runs the schedule, and takes it over with one click', async () => {
  await using addon = await startTimedAddon(2, '2026-11-17T05:00:00Z');
  const { host } = addon;
  await withSheet(addon);
  const state = async () => (await runAction(host, 'state')).schedule;
  await runAction(host, 'saveSchedule', daily);
  expect(await state()).toMatchObject({ isOwn: true, pace: 'day' });
  host.signIn('ben@example.com');
  expect(await state()).toMatchObject({ isOwn: false, pace: 'day' });
  await runAction(host, 'saveSchedule', await state());
  expect(await state()).toMatchObject({ isOwn: true, pace: 'day' });
  host.deleteAccount('user@example.com');
  await addon.pass(24 * hourMs);
  expect((await runAction(host, 'state')).run).toMatchObject({ faults: [] });
  expect(host.triggerRuns().filter(({ failure }) => failure !== null)).toEqual([]);
});
