import { expect, test } from 'vitest';
import { runAction } from '../support/actions.ts';
import { startConnectedAddon } from '../support/local-addon.ts';

const doubtful = [
  ['=SUM(B2:B4)', 'skips', 'B2:B4'],
  ['=average(B:B)/2', 'skips', 'B:B'],
  ['=QUERY(A1:B9; "select sum(B)")', 'skips', 'A1:B9'],
  ['=MAX(Sheet1!$B$3:$B$9)', 'skips', 'Sheet1!$B$3:$B$9'],
  ['=COUNT(CITATIONS(A2:A4))', 'passes', 'COUNT'],
  ['=SUM(iferror(CITATIONS(A2:A4); 0))', 'passes', 'IFERROR'],
  ['=IFERROR(CITATIONS(A2); 0)', 'passes', 'IFERROR'],
  ['=IF(ISERROR(AUTHORITY(A2)); 0; 1)', 'passes', 'ISERROR'],
  ['=COUNTA(C2:D4)', 'passes', 'COUNTA'],
  ['=CITATIONS(A2; ""; ""; now())', 'volatile', 'NOW'],
  ['=SUM(CITATIONS(A2; ; ; H1:H2))', 'volatile', 'RAND'],
] as const;
const safe = [
  '=SUM(C2:C4)',
  '=SUM(D2:D4)',
  '=SUM(B5:B9)',
  '=COUNT(B5:B9)',
  '=SUM(CITATIONS(A2:A4))',
  '=CITATIONS(A2:A4; ""; "total=yes")',
  '=IFERROR(CITATIONS(A2); "none")',
  '=IFERROR(CITATIONS(A2))',
  '=CITATIONS(A2; ; ; TODAY())',
  '=NOW()',
  '=B2+B3',
  '=INDEX(B2:B4; 2)',
  '="SUM(B2:B4) IFERROR(CITATIONS(A2); 0)"',
];

test('the doctor finds formulas that pass over failing rows, and volatile arguments', async () => {
  await using addon = await startConnectedAddon(2);
  const { sheet } = addon.host;
  sheet.typeRows('A2', [['Northwind Outdoor'], ['Harbor & Pine'], ['nobody']]);
  sheet.type('B2', '=CITATIONS(A2:A4)');
  sheet.type('C2', '=AUTHORITY(A2:A4; "on_error=throw")');
  sheet.type('D2', '=CITATIONS(A2)');
  sheet.type('H2', '=RAND() * 2');
  await sheet.calculate();
  [...doubtful.map(([formula]) => formula), ...safe].forEach((formula, at) => {
    sheet.type(`F${at + 1}`, formula);
  });
  const found = await runAction(addon.host, 'findRangeFormulas');
  expect(found.doubtful).toEqual(
    doubtful.map(([, reason, what], at) => ({ place: `Sheet1!F${at + 1}`, reason, what })),
  );
});
