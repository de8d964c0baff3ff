import { addDays, parsePeriod, toCalendarDate, translatePeriod } from '@answershare/core';
import { describe, expect, test } from 'vitest';
import { defineReport, type ReportKind } from '../../src/actions/report-definitions.ts';
import { runAction } from '../support/actions.ts';
import { anyForm, type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';

const place = (tab: string, a1: string): string => `'${tab}'!${a1}`;

async function insert(addon: LocalAddon, kind: ReportKind, as: 'values' | 'formulas' = 'values') {
  const website = kind === 'overview' ? '' : (addon.sandbox.websites[0]?.id ?? '');
  const { tab, fault } = await runAction(addon.host, 'insertReport', { kind, website, as });
  expect(fault).toBeNull();
  return tab;
}

describe.each(anyForm)('Form %i', (form) => {
  test.each([
    ['overview', 7, ['Website', 'Domain', 'Id', 'Authority', 'Share of voice', 'Citations', 'Notes']],
    ['trend', 4, ['Date', 'Visitors', 'Pageviews', 'Citations']],
    ['executive', 4, ['Date', 'Visitors', 'Pageviews', 'Citations']],
    ['winners', 3, ['Page', 'Citations', 'Engine']],
    ['engines', 3, ['Engine', 'Citations', 'Share of all']],
    ['share', 6, ['Rank', 'Name', 'Domain', 'Share of voice', 'Mentions', 'Own']],
    ['authority', 3, ['Component', 'Score', 'Weight']],
  ] as const)('the report %s has the same cells as values and as formulas', async (kind, width, headings) => {
    await using addon = await startConnectedAddon(form);
    const { sheet } = addon.host;
    const values = await insert(addon, kind);
    const formulas = await insert(addon, kind, 'formulas');
    await sheet.calculate();
    const end = `${'ABCDEFG'[width - 1]}40`;
    expect(sheet.values(place(values, `A4:${end}`))[0]).toEqual(headings);
    const shown = sheet.display(place(values, `A5:${end}`));
    expect(shown.filter((row) => row.some((cell) => cell !== '')).length).toBeGreaterThan(3);
    expect(sheet.display(place(formulas, `A5:${end}`))).toEqual(shown);
    expect(
      sheet
        .formulas(place(values, `A1:${end}`))
        .flat()
        .filter((text) => text !== ''),
    ).toEqual([]);
    expect(sheet.tabs().find(({ name }) => name === values)?.frozenRows).toBe(4);
    expect(sheet.values(place(values, 'A2'))[0]?.[0]).toMatch(
      /^Read \d{4}-\d\d-\d\d \d\d:\d\d \(Etc\/UTC\); the oldest figure is 0 minutes old\. A blank is unknown, never zero\.$/,
    );
  });
});

test('the trend report has real dates, a line chart of all rows, and a named range', async () => {
  await using addon = await startConnectedAddon(2);
  const { sheet } = addon.host;
  const tab = await insert(addon, 'trend');
  expect(sheet.values(place(tab, 'A5'))[0]?.[0]).toBeInstanceOf(Date);
  expect(sheet.cell(place(tab, 'A5')).format.numberFormat).toBe('yyyy-mm-dd');
  expect(sheet.names()).toEqual({ Answershare_trend_1: place(tab, 'A4:D34') });
  const [chart] = sheet.tabs().find(({ name }) => name === tab)?.charts ?? [];
  expect(chart).toMatchObject({
    type: 'LINE',
    ranges: [place(tab, 'A4:D34')],
    headers: 1,
    options: { title: '30-day trend: Northwind Outdoor' },
  });
});

describe('a refresh', () => {
  test('rewrites values and leaves the cells next to them', async () => {
    await using addon = await startConnectedAddon(1);
    const { host } = addon;
    const tab = await insert(addon, 'overview');
    host.sheet.type(place(tab, 'J6'), 'mine');
    host.sheet.type(place(tab, 'D5'), 'spoilt');
    await runAction(host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 });
    expect(host.sheet.values(place(tab, 'D5'))).toEqual([[70]]);
    expect(host.sheet.values(place(tab, 'J6'))).toEqual([['mine']]);
  });

  test('reports a deleted range once, and a report without space', async () => {
    await using addon = await startConnectedAddon(1);
    const { host } = addon;
    const trend = await insert(addon, 'trend');
    const share = await insert(addon, 'share');
    const kept = JSON.parse(host.properties.document.get('answershare.reports') ?? '[]');
    kept[0].range = 'Answershare_gone_1';
    host.properties.document.set('answershare.reports', JSON.stringify(kept));
    const { faults } = await runAction(host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 });
    expect(faults).toEqual([
      expect.stringMatching(
        /^The report “30-day trend: Northwind Outdoor” has lost its named range Answershare_gone_1/,
      ),
    ]);
    expect((await runAction(host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 })).faults).toEqual([]);
    expect((await runAction(host, 'state')).reports.map(({ title }) => title)).toEqual([
      'Share of voice: Northwind Outdoor',
    ]);
    expect(host.sheet.values(place(trend, 'A5'))[0]?.[0]).toBeInstanceOf(Date);
    expect(host.sheet.values(place(share, 'A5'))).toEqual([[1]]);
  });

  test('that fails leaves the older rows and shows the fault on the report', async () => {
    await using addon = await startConnectedAddon(2);
    const { host, sandbox } = addon;
    const tab = await insert(addon, 'authority');
    const before = host.sheet.values(place(tab, 'A5:C9'));
    await sandbox.admin.revoke('live');
    await runAction(host, 'pause', { paused: false });
    const { faults } = await runAction(host, 'gather', {
      questions: (await runAction(host, 'planRefresh')).questions,
      freshFrom: Date.now() + 60_000,
    }).then(() => runAction(host, 'finishRefresh', { freshFrom: Date.now() + 60_000, fresh: 1, total: 1 }));
    expect(faults).toHaveLength(1);
    expect(host.sheet.values(place(tab, 'A5:C9'))).toEqual(before);
    expect(host.sheet.values(place(tab, 'A2'))[0]?.[0]).toMatch(
      /^Not read at .* The service refuses this API key.* The rows below are older\.$/,
    );
  });
});

test('no name of the hostile team becomes a formula, a tab beyond its own, or anything but its text', async () => {
  await using addon = await startConnectedAddon(2, 'hostile');
  const { host } = addon;
  const { websites } = await runAction(host, 'websites');
  const { tab } = await runAction(host, 'insertReport', { kind: 'overview', website: '', as: 'values' });
  for (const { id } of websites.slice(0, 8)) {
    await runAction(host, 'insertReport', { kind: 'share', website: id, as: 'values' });
  }
  await runAction(host, 'track');
  const tabs = host.sheet.tabs();
  expect(tabs).toHaveLength(11);
  for (const { name, lastRow } of tabs.filter(({ lastRow }) => lastRow > 0)) {
    expect(
      host.sheet
        .formulas(place(name.replace(/'/g, "''"), `A1:J${lastRow}`))
        .flat()
        .filter((text) => text !== ''),
    ).toEqual([]);
    expect(name).toMatch(/^[^=+@'"<>[\]:]+$/);
  }
  const shown = host.sheet.values(place(tab, `A5:A${websites.length + 4}`)).map(([name]) => name);
  expect(shown).toContain('=1+1');
  expect(shown).toContain("+cmd|' /C calc'!A0");
  expect(shown).toContain('@SUM(1+1)');
  expect(shown.every((name) => typeof name === 'string')).toBe(true);
  expect(
    Object.keys(host.sheet.names()).every((name) => /^Answershare(_[a-z]+_\d+|History)$/.test(name)),
  ).toBe(true);
});

test.each(['23', '24', '25', '26', '27', '28', '29'])(
  'on 2026-11-%s no report asks for more than 90 days',
  (day) => {
    const today = toCalendarDate(Date.parse(`2026-11-${day}T12:00:00Z`));
    const zone = { today, locale: () => null, toDate: toCalendarDate, translate: translatePeriod };
    for (const kind of ['executive', 'trend'] as const) {
      const [, period] = defineReport(kind, 'ws').parts.flatMap(({ arguments: of }) =>
        of === 'ids' ? [] : of,
      );
      const text = period !== undefined && 'text' in period ? period.text : '';
      const parsed = parsePeriod([text], zone);
      expect(parsed.ok && parsed.period.from >= addDays(today, -89)).toBe(true);
    }
  },
);
