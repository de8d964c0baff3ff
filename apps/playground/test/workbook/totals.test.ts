import { startAppsScript, steppedClock } from '@answershare/apps-script';
import { startSandbox } from '@answershare/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { ScriptDocument } from '../../src/workbook/script-document.ts';
import { GridWorkbook } from '../../src/workbook/workbook.ts';
import { bundle, connectAddon } from '../../src/world/addon.ts';

/** Aggregates of the figures `@`. Each is an error where its figures are one. */
const aggregates = [
  ...'SUM AVERAGE MAX MIN MEDIAN PRODUCT SUMPRODUCT STDEV STDEVP VAR VARP AVEDEV CONCATENATE'
    .split(' ')
    .map((name) => `${name}(@)`),
  'LARGE(@, 2)',
  'SMALL(@, 3)',
  'PERCENTILE(@, 0.9)',
  'QUARTILE(@, 1)',
  'SUM(@) / 7',
  'SUM(@) + MAX(@)',
  'MAX(@) - MIN(@)',
  'SUM(FILTER(@, @ > 50))',
  'AVERAGE(SORT(@))',
  'SUM(UNIQUE(@))',
  'SUM(TRANSPOSE(@))',
  'SUM(@ * 2)',
  'SUMPRODUCT(@, @)',
  'SUM(IF(@ > 50, @, 0))',
  'SUM(TOCOL(@))',
  'SUM(ABS(@))',
  'SUM(CHOOSECOLS(@, 1))',
  'SUM(CHOOSEROWS(@, 1))',
  'SUM(HSTACK(@, @))',
  'SUM(VSTACK(@, @))',
  'ROUND(AVERAGE(@), 2)',
  'IF(SUM(@) > 100, "many", "few")',
];
/** They pass over an error, and are exact once the failed queries have their answers. */
const passing = [
  'COUNT(@)',
  'COUNTA(@)',
  'IFERROR(SUM(@), 0)',
  'SUM(IFERROR(@, 0))',
  'ROWS(FILTER(@, @ > 50))',
];

const arrays = [
  'SORT(@)',
  'UNIQUE(@)',
  'TRANSPOSE(@)',
  'FILTER(@, @ >= 0)',
  '@ * 3',
  'ABS(@)',
  'IF(@ > 9, @, 9)',
];

/**
 * Random nestings of the aggregates. The generator is "ranqd1" of Numerical Recipes. SUMPRODUCT of this grid takes an
 * error in a list for zero, which Google's does not.
 */
function listNestings(count: number, seed: number): string[] {
  let state = seed;
  const choose = (texts: readonly string[]): string => {
    state = (1664525 * state + 1013904223) % 2 ** 32;
    return texts[Math.floor((state / 2 ** 32) * texts.length)] ?? '';
  };
  return Array.from({ length: count }, (_, at) => {
    let inner = '@';
    for (let depth = 0; depth <= at % 3; depth++) inner = choose(arrays).replaceAll('@', inner);
    return choose(aggregates.slice(0, 20).filter((text) => !/SUMPRODUCT/.test(text))).replaceAll('@', inner);
  });
}

const rows = 40;
const calls = [
  [`CITATIONS(A2:A${rows + 1})`, 'CITATIONS(Sites, , "total=yes")'],
  [
    `ANALYTICS_TOTAL(A2:A${rows + 1}, "7d", "visitors")`,
    'ANALYTICS_TOTAL(Sites, "7d", "visitors", , "total=yes")',
  ],
  ['CITATIONS(Sites, , "on_error=blank")', 'CITATIONS(Sites, , "total=yes; on_error=blank")'],
] as const;

test.each(calls)(
  'totals of %s are exact or an error, and exact once failed formulas ran',
  { timeout: 60_000 },
  async (call, total) => {
    const start = '2026-11-16T09:00:10Z';
    const sandbox = await startSandbox({ form: 1, seed: 1, now: start });
    onTestFinished(() => sandbox.close());
    const clock = steppedClock(Date.parse(start));
    const host = await startAppsScript({
      folder: bundle,
      threads: 4,
      timeZone: 'UTC',
      clock,
      async onCall({ operation }) {
        if (operation === 'fetch.send') await sandbox.admin.setClock(new Date(clock.now()).toISOString());
      },
    });
    onTestFinished(() => host.close());
    host.properties.script.set('ANSWERSHARE_SERVICE_URL', sandbox.baseUrl);
    await connectAddon(host, await sandbox.admin.createKey({ plan: 'growth', team: 'many' }));
    const workbook = await GridWorkbook.open(host);
    const document = new ScriptDocument(host, workbook, () => undefined);
    const websites = (await host.customFunction('WEBSITES', ['headers=no'])) as string[][];
    const ids = websites.slice(-rows).map(([id = '']) => id);
    const shapes = [...aggregates, ...passing, ...listNestings(20, call.length)];
    const show = (column: string) =>
      shapes.map((_, at) =>
        workbook.error(`${column}${at + 1}`) === null ? workbook.value(`${column}${at + 1}`) : 'error',
      );
    const type = (first: string, texts: readonly string[]) => {
      for (const [at, text] of texts.entries())
        workbook.setCell(`${first.charAt(0)}${Number(first.slice(1)) + at}`, text);
    };
    const fill = (column: string, figures: string) =>
      type(
        `${column}1`,
        shapes.map((shape) => `=${shape.replaceAll('@', figures)}`),
      );
    type('A2', ids);
    const zone = { top: 1, left: 0, bottom: rows, right: 0 };
    const ranges = [{ _sheetId: 'tab-0', _zone: zone }];
    workbook.dispatch([{ type: 'CREATE_NAMED_RANGE', name: 'Sites', ranges } as never]);
    await sandbox.admin.fault({ fault: 'status', probability: 0.4 });
    fill('C', call);
    type('F1', [`=${total}`]);
    await workbook.evaluate();
    const passes = [
      { shown: show('C'), total: workbook.error('F1') === null ? workbook.value('F1') : 'error' },
    ];
    for (let minute = 0; minute < 4; minute++) {
      await host.advance(clock.now() + 60_000);
      await document.run(() => host.sidebarCall('act', ['runFailed', { withComputed: false }]));
      await workbook.evaluate();
      passes.push({
        shown: show('C'),
        total: workbook.error('F1') === null ? workbook.value('F1') : 'error',
      });
      if (minute === 0) await sandbox.admin.clearFaults();
    }
    const name = call.split('(')[0] ?? '';
    const one = (id: string) =>
      host.customFunction(name, name === 'CITATIONS' ? [id] : [id, '7d', 'visitors']);
    const figures = await Promise.all(ids.map(one));
    type('D2', figures.map(String));
    fill('E', `D2:D${rows + 1}`);
    await workbook.evaluate();
    const exact = show('E');
    expect(exact).not.toContain('error');
    expect(show('C')).toEqual(exact);
    expect(passes.map((pass) => pass.total)).toEqual(
      passes.map((_, at) => (passes[at]?.total === 'error' && at + 1 < passes.length ? 'error' : exact[0])),
    );
    expect(passes[0]).toMatchObject({ total: 'error' });
    const wrong = passes.flatMap(({ shown }, pass) =>
      shapes.flatMap((shape, at) =>
        passing.includes(shape) || shown[at] === 'error' || shown[at] === exact[at]
          ? []
          : [{ pass, shape, shown: shown[at] }],
      ),
    );
    expect(wrong).toEqual([]);
    const exactAtOnce = shapes.filter(
      (shape, at) => !passing.includes(shape) && passes[0]?.shown[at] !== 'error',
    );
    expect(exactAtOnce).toEqual([]);
  },
);
