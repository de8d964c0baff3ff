import { expect, test } from 'vitest';
import { failureOf, hostOf } from '../support/pushed-folder.ts';

const code = `
function sheet() { return SpreadsheetApp.getActiveSheet(); }
function draw() {
  var s = sheet();
  s.insertChart(s.newChart().setChartType(Charts.ChartType.LINE).addRange(s.getRange('A1:B30')).setNumHeaders(1)
    .setPosition(2, 4, 0, 10).setOption('title', 'Trend').setOption('hAxis', { format: 'd MMM' }).build());
  s.insertChart(s.newChart().asColumnChart().addRange(s.getRange('C1:C5')).setTitle('Engines').setPosition(20, 4, 0, 0).build());
}
function change() {
  var s = sheet(), charts = s.getCharts();
  s.updateChart(charts[0].modify().setOption('title', 'New').build());
  s.removeChart(charts[1]);
  return [s.getCharts().length, s.getCharts()[0].getOptions().get('title'), s.getCharts()[0].getRanges()[0].getA1Notation()];
}
function nowhere() { sheet().newChart().build(); }
function rule(list) {
  var s = sheet();
  s.getRange('A1:A2').setDataValidation(SpreadsheetApp.newDataValidation().requireValueInList(list, true).setAllowInvalid(false).setHelpText('Pick one').build());
  s.getRange('B1').setDataValidation(SpreadsheetApp.newDataValidation().requireValueInRange(s.getRange('D1:D9')).build());
  s.getRange('A2').setDataValidation(null);
  var kept = s.getRange('A1').getDataValidation();
  return [kept.getCriteriaType(), kept.getCriteriaValues()[0].join(), kept.getAllowInvalid(), s.getRange('A2').getDataValidation()];
}
function kinds() { return SpreadsheetApp.getActive().getSheets().map(function (s) { return [s.getName(), s.getType() === SpreadsheetApp.SheetType.GRID]; }); }
function current() { return [SpreadsheetApp.getCurrentCell(), sheet().getName()]; }
function cellsOf(name) { return SpreadsheetApp.getActive().getSheetByName(name).getDataRange().getValues(); }
function noRule() { SpreadsheetApp.newDataValidation().build(); }
`;

test('stores, changes and removes charts', async () => {
  const host = await hostOf(code);
  await host.run('draw');
  expect(host.sheet.tabs()[0]?.charts).toEqual([
    {
      id: 1,
      type: 'LINE',
      ranges: ['Sheet1!A1:B30'],
      options: { title: 'Trend', hAxis: { format: 'd MMM' } },
      headers: 1,
      position: { row: 2, column: 4, offsetX: 0, offsetY: 10 },
    },
    {
      id: 2,
      type: 'COLUMN',
      ranges: ['Sheet1!C1:C5'],
      options: { title: 'Engines' },
      headers: 0,
      position: { row: 20, column: 4, offsetX: 0, offsetY: 0 },
    },
  ]);
  expect(await host.run('change')).toEqual([1, 'New', 'A1:B30']);
});

test('refuses a chart without a position', async () => {
  const host = await hostOf(code);
  expect((await failureOf(host.run('nowhere'))).message).toContain('call setPosition');
});

test('a chart on its own sheet has no cells', async () => {
  const host = await hostOf(code);
  host.sheet.chartSheet('Chart1');
  expect(await host.run('kinds')).toEqual([
    ['Sheet1', true],
    ['Chart1', false],
  ]);
  expect(await host.run('current')).toEqual([null, 'Chart1']);
  expect((await failureOf(host.run('cellsOf', ['Chart1']))).message).toContain(
    'The action is not supported for OBJECT sheet.',
  );
});

test('stores data validation by list and by range', async () => {
  const host = await hostOf(code);
  expect(await host.run('rule', [['7d', '30d']])).toEqual(['VALUE_IN_LIST', '7d,30d', false, null]);
  expect(host.sheet.cell('A1').validation).toEqual({
    criteria: 'VALUE_IN_LIST',
    values: ['7d', '30d'],
    showDropdown: true,
    allowInvalid: false,
    helpText: 'Pick one',
  });
  expect(host.sheet.cell('B1').validation).toMatchObject({
    criteria: 'VALUE_IN_RANGE',
    values: ['Sheet1!D1:D9'],
  });
  expect((await failureOf(host.run('noRule'))).message).toContain('has no criteria');
});

test('accepts a list of 500 items and refuses one more', async () => {
  const host = await hostOf(code);
  const items = (n: number) => Array.from({ length: n }, (_, i) => `w${i}`);
  await host.run('rule', [items(500)]);
  expect((await failureOf(host.run('rule', [items(501)]))).message).toContain(
    'more items than the limit of 500',
  );
});
