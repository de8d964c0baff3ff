import { expect, test } from 'vitest';
import { runAction } from '../support/actions.ts';
import { startConnectedAddon } from '../support/local-addon.ts';

test('the doctor finds totals that pass over the failing rows of a range formula', async () => {
  await using addon = await startConnectedAddon(2);
  const { sheet } = addon.host;
  sheet.typeRows('A2', [['Northwind Outdoor'], ['Harbor & Pine'], ['nobody']]);
  sheet.type('B2', '=CITATIONS(A2:A4)');
  sheet.type('C2', '=AUTHORITY(A2:A4; "on_error=throw")');
  sheet.type('D2', '=CITATIONS(A2)');
  await sheet.calculate();
  const doubtful = [
    '=SUM(B2:B4)',
    '=average(B:B)/2',
    '=QUERY(A1:B9; "select sum(B)")',
    '=MAX(Sheet1!$B$3:$B$9)',
  ];
  const safe = [
    '=SUM(C2:C4)',
    '=SUM(D2:D4)',
    '=SUM(B5:B9)',
    '=SUM(CITATIONS(A2:A4))',
    '=B2+B3',
    '=INDEX(B2:B4; 2)',
    '="SUM(B2:B4)"',
  ];
  [...doubtful, ...safe].forEach((formula, at) => {
    sheet.type(`F${at + 1}`, formula);
  });
  const { totals } = await runAction(addon.host, 'findRangeFormulas');
  expect(totals).toEqual([
    { place: 'Sheet1!F1', cells: 'B2:B4' },
    { place: 'Sheet1!F2', cells: 'B:B' },
    { place: 'Sheet1!F3', cells: 'A1:B9' },
    { place: 'Sheet1!F4', cells: 'Sheet1!$B$3:$B$9' },
  ]);
});
