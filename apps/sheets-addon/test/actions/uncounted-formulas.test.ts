import { expect, test } from 'vitest';
import { runAction } from '../support/actions.ts';
import { startTimedAddon, type TimedAddon } from '../support/timed-addon.ts';

async function connected(): Promise<TimedAddon> {
  const addon = await startTimedAddon(2, '2026-11-16T09:00:00Z');
  await addon.connect(addon.sandbox.keys.live);
  addon.host.sheet.type('A1', 'Northwind Outdoor');
  return addon;
}

const freshFromOf = ({ host }: TimedAddon): number =>
  JSON.parse(host.properties.document.get('answershare.connection') ?? '').freshFrom;

test('formulas with computed arguments are counted, run again, and make a refresh partial', async () => {
  await using addon = await connected();
  const { host } = addon;
  const formulas = [
    '=CITATIONS(INDEX(A1:A8; 1))',
    '=CITATIONS(Sites[Domain])',
    '=API_FIELD("citations"; A1&""; "/total")',
    '=ANALYTICS_TOTAL(A1; "visitors"; TODAY()-9&".."&TODAY())',
    '=CITATIONS(A1)',
    '=CITATIONS(A1; ""; "on_error="&B9)',
    '=CITATIONS_CHANGE(A1&"")',
  ];
  formulas.forEach((formula, at) => {
    host.sheet.type(`B${at + 1}`, formula);
  });
  const plan = await runAction(host, 'planRefresh');
  expect([plan.formulas, plan.uncounted, plan.questions.length]).toEqual([7, 4, 2]);
  const before = freshFromOf(addon);
  const order = { freshFrom: addon.now() + 1, fresh: 1, total: 1 };
  expect((await runAction(host, 'finishRefresh', order)).cells).toBe(7);
  expect(freshFromOf(addon)).toBe(before);
  for (const row of [1, 2, 3, 4]) host.sheet.erase(`B${row}`);
  expect(await runAction(host, 'planRefresh')).toMatchObject({ formulas: 3, uncounted: 0 });
  await runAction(host, 'finishRefresh', order);
  expect(freshFromOf(addon)).toBe(order.freshFrom);
});
