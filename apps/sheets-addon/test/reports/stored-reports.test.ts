import { expect, test } from 'vitest';
import { readStoredReports, type StoredReport, storeReports } from '../../src/actions/stored-reports.ts';
import { runAction } from '../support/actions.ts';
import { type LocalAddon, startConnectedAddon } from '../support/local-addon.ts';

const name = 'answershare.reports';

const keptAt = (place: number): StoredReport => ({
  kind: 'trend',
  website: 'w',
  title: `Trend ${place}`,
  range: `Answershare_trend_${place}`,
  readAt: 0,
  fault: null,
});

function keep({ host }: LocalAddon, reports: readonly StoredReport[]): void {
  host.properties.document.set(name, JSON.stringify(reports));
}

const keptIn = ({ host }: LocalAddon) => readStoredReports({ properties: host.properties.document });

const orderOf = (addon: LocalAddon, at: number, as: 'values' | 'formulas' = 'values') =>
  ({ kind: 'authority', website: addon.sandbox.websites[at]?.id ?? '', as }) as const;

test('a report never reuses the range name of a report with a deleted range', async () => {
  await using addon = await startConnectedAddon(2);
  const { host } = addon;
  const [first] = addon.sandbox.websites;
  const lost = { ...keptAt(1), kind: 'authority', website: first?.id ?? '', title: 'Lost' } as const;
  keep(addon, [{ ...lost, range: 'Answershare_authority_1' }]);
  const { tab } = await runAction(host, 'insertReport', orderOf(addon, 1));
  expect(host.sheet.names()).toEqual({ Answershare_authority_2: expect.stringContaining(tab) });
  const before = host.sheet.values(`'${tab}'!A4:C12`);
  const { faults, reports } = await runAction(host, 'finishRefresh', { freshFrom: 0, fresh: 0, total: 1 });
  expect([reports, faults]).toEqual([
    1,
    [expect.stringMatching(/^The report “Lost” has lost its named range Answershare_authority_1, /)],
  ]);
  expect(host.sheet.values(`'${tab}'!A4:C12`)).toEqual(before);
  expect(keptIn(addon).map(({ range }) => range)).toEqual(['Answershare_authority_2']);
});

test('one report too many is refused before any request, and no other is dropped', async () => {
  await using addon = await startConnectedAddon(1);
  const { host } = addon;
  const full = Array.from({ length: 30 }, (_, at) => keptAt(at + 1));
  for (const { range } of full) host.sheet.name(range, 'Sheet1!A1');
  keep(addon, full);
  const sentence = '[refused] This file has 30 updated reports, the most possible. ';
  await expect(runAction(host, 'planReport', orderOf(addon, 0))).rejects.toThrow(sentence);
  await expect(runAction(host, 'insertReport', orderOf(addon, 0))).rejects.toThrow(sentence);
  expect(await addon.requests()).toEqual({});
  expect(host.sheet.tabs()).toHaveLength(1);
  expect(keptIn(addon)).toEqual(full);
  await runAction(host, 'insertReport', orderOf(addon, 0, 'formulas'));
  keep(addon, full.slice(1).concat({ ...keptAt(1), range: 'Answershare_gone_1' }));
  await runAction(host, 'insertReport', orderOf(addon, 0));
  expect(keptIn(addon).map(({ range }) => range)).toEqual(
    full
      .slice(1)
      .map(({ range }) => range)
      .concat('Answershare_authority_1'),
  );
});

test('thirty reports with long titles and faults fit into a property', () => {
  const long = Array.from({ length: 30 }, (_, at) => ({
    ...keptAt(at),
    website: 'site_0123456789abcdef',
    title: 'Überschrift '.repeat(20),
    fault: 'Die Antwort fehlt für Köln. '.repeat(30),
  }));
  const texts = new Map<string, string>();
  const properties = {
    get: (key: string) => texts.get(key) ?? null,
    set: (key: string, text: string) => void texts.set(key, text),
  };
  storeReports({ properties }, long);
  expect(Buffer.byteLength(texts.get(name) ?? '')).toBeLessThanOrEqual(9 * 1024);
  const stored = readStoredReports({ properties });
  expect(stored.map(({ range }) => range)).toEqual(long.map(({ range }) => range));
  expect(stored.every(({ fault }) => fault?.startsWith('Die Antwort'))).toBe(true);
  storeReports({ properties }, [keptAt(1)]);
  expect(readStoredReports({ properties })).toEqual([keptAt(1)]);
});
