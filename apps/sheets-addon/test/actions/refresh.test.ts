import { describe, expect, test } from 'vitest';
import { gatherAnswers, runAction } from '../support/actions.ts';
import { startConnectedAddon } from '../support/local-addon.ts';
import { startTimedAddon, type TimedAddon } from '../support/timed-addon.ts';

const dayMs = 86_400_000;

async function refused(addon: TimedAddon): Promise<number> {
  const { entries } = await addon.sandbox.admin.requests();
  return entries.filter(({ status }) => status === 429).length;
}

async function refresh(addon: TimedAddon, between: () => Promise<void> = async () => {}) {
  const plan = await runAction(addon.host, 'planRefresh');
  const result = await gatherAnswers(addon.host, plan.questions, plan.freshFrom, async (ms) => {
    await between();
    await addon.pass(ms);
  });
  const total = plan.questions.length;
  await runAction(addon.host, 'finishRefresh', { freshFrom: plan.freshFrom, fresh: result.fresh, total });
  await addon.host.sheet.calculate();
  return { ...result, requests: plan.requests };
}

test('200 questions under Starter limits meet no 429, and cells show their old values until the end', async () => {
  await using addon = await startTimedAddon(1, '2026-11-16T09:00:10Z');
  const { host, sandbox } = addon;
  await addon.connect(await sandbox.admin.createKey({ plan: 'starter', team: 'many' }));
  await addon.pass(60_000);
  const { websites } = await runAction(host, 'websites');
  host.sheet.typeRows(
    'A2',
    websites.slice(0, 50).map(({ id }) => [id]),
  );
  const functions = [
    'CITATIONS(A2:A51)',
    'AUTHORITY(A2:A51)',
    'SHARE_OF_VOICE(A2:A51)',
    'ANALYTICS_TOTAL(A2:A51; "citations")',
  ];
  for (const [at, call] of functions.entries()) host.sheet.type(`${'BCDE'[at]}2`, `=${call}`);
  await sandbox.admin.resetRequests();

  const first = await refresh(addon);
  expect(first).toMatchObject({ fresh: 200, requests: 201 });
  expect(await refused(addon)).toBe(0);
  const before = host.sheet.values('B2:E51');
  expect(before.flat().filter((cell) => typeof cell === 'number' || cell === '')).toHaveLength(200);

  await addon.pass(dayMs);
  await sandbox.admin.resetRequests();
  const seen: unknown[] = [];
  const second = await refresh(addon, async () => {
    await host.sheet.calculate();
    seen.push(host.sheet.values('B2:E51'));
  });
  expect(second).toMatchObject({ fresh: 200 });
  expect(seen.length).toBeGreaterThan(2);
  for (const values of seen) expect(values).toEqual(before);
  expect(await refused(addon)).toBe(0);
  expect((await sandbox.admin.requests()).total).toBe(201);
  const executions = host.executions().filter(({ kind }) => kind === 'sidebar');
  expect(executions.length).toBeGreaterThan(8);
});

describe('a refresh', () => {
  test('sends each distinct question once, for all its spellings and functions', async () => {
    await using addon = await startConnectedAddon(2);
    const { host } = addon;
    host.sheet.typeRows('A1', [
      ['Northwind Outdoor'],
      ['northwind-outdoor.example'],
      ['Harbor & Pine'],
      ['nobody'],
    ]);
    host.sheet.type('C1', '=CITATIONS(A1:A4)');
    host.sheet.type('D1', '=IFERROR(CITATIONS("Northwind Outdoor"; "ChatGPT"); 0)');
    host.sheet.type('E1', '=ANALYTICS(A1; "7d")');
    host.sheet.type('J1', '=ANALYTICS_TOTAL(A2; "visitors"; "30d")');
    host.sheet.name('Sites', 'A1:A3');
    host.sheet.name('AnswershareRefresh', 'M1');
    host.sheet.type('L1', '=IFERROR(CITATIONS(Sites; "ChatGPT"; TODAY(); AnswershareRefresh); 0)');
    host.sheet.type('K1', '=SUM(1; 2)');
    const plan = await runAction(host, 'planRefresh');
    expect(plan).toMatchObject({ formulas: 5, reports: 0, requests: 4 });
    const { fresh } = await gatherAnswers(host, plan.questions, plan.freshFrom, async () => {});
    expect(fresh).toBe(3);
    expect(await addon.requests()).toEqual({ websites: 1, citations: 2, analytics: 1 });
    await runAction(host, 'finishRefresh', { freshFrom: plan.freshFrom, fresh: 1, total: 1 });
    await host.sheet.calculate();
    expect(await addon.requests()).toEqual({});
    expect(host.sheet.cell('K1').formula).toBe('=SUM(1; 2)');
  });

  test('counts a window that ends in the future separately, because it costs its own request', async () => {
    await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
    const { host } = addon;
    await addon.connect(addon.sandbox.keys.live);
    host.sheet.type('A1', '=ANALYTICS("Meadow Clinic"; "7d")');
    host.sheet.type('F1', '=ANALYTICS("Meadow Clinic"; "2026-11-10..2026-11-16")');
    host.sheet.type('K1', '=ANALYTICS("Meadow Clinic"; "2026-11-10..2026-11-20")');
    await addon.requests();
    const plan = await runAction(host, 'planRefresh');
    expect(plan).toMatchObject({ formulas: 3, requests: 3 });
    await gatherAnswers(host, plan.questions, plan.freshFrom, async () => {});
    expect(await addon.requests()).toEqual({ analytics: 2 });
  });

  test('runs formulas with the named range again through it, and rewrites the others', async () => {
    await using addon = await startConnectedAddon(2);
    const { host } = addon;
    host.sheet.type('A1', 'Northwind Outdoor');
    host.sheet.name('AnswershareRefresh', 'D1');
    host.sheet.type('B1', '=AUTHORITY(A1; ; AnswershareRefresh)');
    host.sheet.type('B2', '=CITATIONS(A1)');
    host.sheet.type('B3', '="CITATIONS(A1)"');
    await host.sheet.calculate();
    const finished = await runAction(host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 });
    expect(finished.cells).toBe(1);
    expect(host.sheet.cell('D1').value).toBeInstanceOf(Date);
    expect((await host.sheet.calculate()).ran.sort()).toEqual(['Sheet1!B1', 'Sheet1!B2']);
    expect(Object.keys(host.properties.document.all()).filter((name) => /journal/.test(name))).toEqual([]);
  });

  test('continues after a range that cannot be written, reports it, and leaves no cell empty', async () => {
    let writes: number | null = null;
    await using addon = await startConnectedAddon(2, 'live', {
      onCall({ operation }) {
        if (writes === null || operation !== 'sheet.write') return;
        writes += 1;
        if (writes === 2) throw new Error('You are trying to edit a protected cell or object.');
      },
    });
    const { host } = addon;
    host.sheet.typeRows('A1', [['Northwind Outdoor'], ['Harbor & Pine']]);
    for (const row of [1, 2])
      for (const column of 'BDF') host.sheet.type(`${column}${row}`, `=CITATIONS(A${row})`);
    await host.sheet.calculate();
    const before = host.sheet.formulas('A1:F2');
    writes = 0;
    const { faults } = await runAction(host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 });
    expect(faults).toEqual([
      expect.stringMatching(
        /^The formulas in Sheet1!D1:D2 could not be run again, .*protected cell or object/,
      ),
    ]);
    expect(host.sheet.formulas('A1:F2')).toEqual(before);
    expect((await host.sheet.calculate()).ran.sort()).toEqual(
      ['B1', 'B2', 'F1', 'F2'].map((cell) => `Sheet1!${cell}`),
    );
    expect(Object.keys(host.properties.document.all()).filter((name) => /journal/.test(name))).toEqual([]);
  });

  test('that fails in the middle of a range keeps its empty cells in the journal for the next opening', async () => {
    let writes: number | null = null;
    await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z', 'Etc/UTC', ({ operation }) => {
      if (writes === null || operation !== 'sheet.write') return;
      writes += 1;
      if (writes === 3) throw new Error('Service Spreadsheets failed.');
    });
    const { host } = addon;
    await addon.connect(addon.sandbox.keys.live);
    host.sheet.type('A1', 'Northwind Outdoor');
    for (const column of 'BD') host.sheet.type(`${column}1`, '=CITATIONS(A1)');
    writes = 0;
    const { faults } = await runAction(host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 });
    expect(faults).toHaveLength(1);
    expect(host.sheet.formulas('B1:D1')).toEqual([['', '', '=CITATIONS(A1)']]);
    expect((await runAction(host, 'state')).restored).toBe(false);
    await addon.pass(360_000);
    expect((await runAction(host, 'state')).restored).toBe(true);
    expect(host.sheet.formulas('B1:D1')).toEqual([['=CITATIONS(A1)', '', '=CITATIONS(A1)']]);
  });

  test('that was aborted opens the sidebar for a user without write access, and is restored by one with access', async () => {
    let protects = true;
    await using addon = await startConnectedAddon(2, 'live', {
      onCall({ operation }) {
        if (protects && operation === 'sheet.write')
          throw new Error('You are trying to edit a protected cell.');
      },
    });
    const { host } = addon;
    const kept = [{ sheet: 0, tab: 'Sheet1', row: 1, column: 2, formulas: ['=CITATIONS(A1)'] }];
    const journal = `answershare.journal.${Date.now() - 360_000}.1`;
    host.properties.document.set(journal, JSON.stringify(kept));
    expect((await runAction(host, 'state')).restored).toBe(false);
    protects = false;
    expect((await runAction(host, 'state')).restored).toBe(true);
    expect(host.sheet.formulas('B1')).toEqual([['=CITATIONS(A1)']]);
    expect(host.properties.document.get(journal)).toBeNull();
  });

  test('that was aborted while cells are empty is restored when the sidebar opens', async () => {
    await using addon = await startConnectedAddon(2);
    const { host } = addon;
    host.sheet.typeRows('A1', [['Northwind Outdoor'], ['Harbor & Pine']]);
    for (const row of [1, 2]) host.sheet.type(`B${row}`, `=CITATIONS(A${row})`);
    const kept = [
      { sheet: 0, tab: 'Sheet1', row: 1, column: 2, formulas: ['=CITATIONS(A1)', '=CITATIONS(A2)'] },
    ];
    const alive = `answershare.journal.${Date.now()}`;
    host.properties.document.set(alive, JSON.stringify(kept));
    host.sheet.erase('B1');
    expect((await runAction(host, 'state')).restored).toBe(false);
    host.properties.document.set(`answershare.journal.${Date.now() - 360_000}`, JSON.stringify(kept));
    expect((await runAction(host, 'state')).restored).toBe(true);
    expect(host.sheet.formulas('B1:B2')).toEqual([['=CITATIONS(A1)'], ['=CITATIONS(A2)']]);
    expect((await runAction(host, 'state')).restored).toBe(false);
  });

  test('that was aborted is restored in a renamed tab, and drops a deleted tab', async () => {
    await using addon = await startConnectedAddon(2);
    const { host } = addon;
    const kept = { tab: 'Numbers', row: 1, column: 2, formulas: ['=CITATIONS(A1)', '=CITATIONS(A2)'] };
    const journal = `answershare.journal.${Date.now() - 360_000}.1`;
    host.properties.document.set(journal, JSON.stringify([{ ...kept, sheet: 0 }]));
    expect((await runAction(host, 'state')).restored).toBe(true);
    expect(host.sheet.formulas('B1:B2')).toEqual([['=CITATIONS(A1)'], ['=CITATIONS(A2)']]);
    host.sheet.erase('B1:B2');
    host.properties.document.set(journal, JSON.stringify([{ ...kept, tab: 'Sheet1', sheet: 7 }]));
    expect((await runAction(host, 'state')).restored).toBe(false);
    expect(host.sheet.formulas('B1:B2')).toEqual([[''], ['']]);
    expect(host.properties.document.get(journal)).toBeNull();
  });

  test('leaves cells that changed in the meantime, and names them', async () => {
    let writes: number | null = null;
    await using addon = await startConnectedAddon(2, 'live', {
      onCall({ operation }) {
        if (writes === null || operation !== 'sheet.write') return;
        writes += 1;
        if (writes === 3) deleteRowAbove();
      },
    });
    const { sheet } = addon.host;
    // As Sheets does: lower rows move up, with their references.
    function deleteRowAbove(): void {
      for (let row = 1; row <= 199; row += 1) sheet.type(`D${row}`, `=CITATIONS(A${row})`);
      sheet.type('D200', '=SUM(D1:D199)');
      sheet.type('D201', null);
    }
    const engine = 'an engine whose name is long, so that one batch is not enough';
    sheet.type('A1', 'Northwind Outdoor');
    for (let row = 1; row <= 60; row += 1) sheet.type(`B${row}`, `=CITATIONS(A${row}; "${engine}")`);
    for (let row = 2; row <= 200; row += 1) sheet.type(`D${row}`, `=CITATIONS(A${row})`);
    sheet.type('D201', '=SUM(D2:D200)');
    writes = 0;
    const { faults } = await runAction(addon.host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 });
    expect(faults).toEqual([
      'The formulas in Sheet1!D200 were not run again, as somebody changed them meanwhile. Refresh again.',
    ]);
    expect(sheet.formulas('D199:D201')).toEqual([['=CITATIONS(A199)'], ['=SUM(D1:D199)'], ['']]);
    expect(Object.keys(addon.host.properties.document.all()).filter((name) => /journal/.test(name))).toEqual(
      [],
    );
  });

  test('stops at the end of the day’s quota, and older answers stay valid', async () => {
    await using addon = await startTimedAddon(1, '2026-11-16T09:00:10Z');
    const { host, sandbox } = addon;
    await addon.connect(sandbox.keys.starter);
    host.sheet.typeRows(
      'A1',
      sandbox.websites.map(({ id }) => [id]),
    );
    host.sheet.type('B1', '=CITATIONS(A1:A8)');
    await refresh(addon);
    const before = host.sheet.values('B1:B8');
    await sandbox.admin.setUsage('starter', { day: 500 });
    await addon.pass(60_000);
    await sandbox.admin.resetRequests();
    const plan = await runAction(host, 'planRefresh');
    const step = await runAction(host, 'gather', { questions: plan.questions, freshFrom: plan.freshFrom });
    expect(step).toMatchObject({ fresh: 0, failed: 8, rest: [] });
    expect(step.fault?.code).toBe('daily_quota_exceeded');
    expect((await sandbox.admin.requests()).total).toBeLessThanOrEqual(2);
    await runAction(host, 'finishRefresh', { freshFrom: plan.freshFrom, fresh: 0, total: 1 });
    await host.sheet.calculate();
    expect(host.sheet.values('B1:B8')).toEqual(before);
  });
});

test('a pause sends no request, and cells still show cached answers', async () => {
  await using addon = await startTimedAddon(2, '2026-11-16T09:00:10Z');
  const { host } = addon;
  await addon.connect(addon.sandbox.keys.live);
  host.sheet.typeRows('A1', [['Northwind Outdoor'], ['Harbor & Pine']]);
  host.sheet.type('B1', '=CITATIONS(A1)');
  await host.sheet.calculate();
  const kept = host.sheet.cell('B1').value;
  await runAction(host, 'pause', { paused: true });
  await addon.requests();
  await addon.pass(2 * dayMs);
  host.sheet.erase('B1');
  host.sheet.type('B1', '=CITATIONS(A1)');
  host.sheet.type('B2', '=CITATIONS(A2)');
  await host.sheet.calculate();
  expect(host.sheet.cell('B1').value).toBe(kept);
  expect(host.sheet.cell('B2').error).toMatch(/^\[paused\] /);
  expect(await addon.requests()).toEqual({});
  expect((await runAction(host, 'state')).paused).toBe(true);
  expect(await runAction(host, 'pause', { paused: false })).toEqual({ paused: false, faults: [] });
  await host.sheet.calculate();
  expect(host.sheet.cell('B2').value).toEqual(expect.any(Number));
  expect((await addon.requests()).citations).toBe(2);
  expect(await runAction(host, 'pause', { paused: false })).toEqual({ paused: false, faults: [] });
  expect((await host.sheet.calculate()).ran).toEqual([]);
});

test('a chart on its own sheet does not stop refresh, pause, doctor, diagnostics, report or history', async () => {
  await using addon = await startConnectedAddon(2);
  const { host } = addon;
  host.sheet.typeRows('A1', [['Northwind Outdoor'], ['Harbor & Pine']]);
  host.sheet.type('B1', '=CITATIONS(A1:A2)');
  host.sheet.chartSheet('All websites');
  const plan = await runAction(host, 'planRefresh');
  expect(plan).toMatchObject({ formulas: 1 });
  expect(
    await runAction(host, 'finishRefresh', { freshFrom: plan.freshFrom, fresh: 0, total: 1 }),
  ).toMatchObject({
    cells: 1,
    faults: [],
  });
  await runAction(host, 'pause', { paused: true });
  expect((await runAction(host, 'pause', { paused: false })).faults).toEqual([]);
  expect((await runAction(host, 'findRangeFormulas')).found).toEqual([]);
  await runAction(host, 'diagnose');
  host.sheet.select("'All websites'!A1");
  await expect(
    runAction(host, 'insertFormula', { formula: '=CITATIONS("a")', replace: false }),
  ).rejects.toThrow('[refused] This tab has no cells. Open one that has, and select a cell.');
  const { tab } = await runAction(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  expect(tab).toBe('All websites 2');
  await runAction(host, 'track');
  expect((await runAction(host, 'state')).history?.lastDay).toEqual(expect.any(String));
});
