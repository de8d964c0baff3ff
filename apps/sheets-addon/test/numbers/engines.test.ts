import { startAppsScript } from '@answershare/apps-script';
import { startSandbox } from '@answershare/sandbox';
import { expect, test } from 'vitest';
import { localFolder } from '../../build/build-addon.ts';
import { anyForm, type LocalAddon, openAddon, startLocalAddon } from '../support/local-addon.ts';
import { startRelay } from '../support/relay.ts';

type Row = [engine: string, citations: number, share: number | ''];

async function table(addon: LocalAddon, options = 'headers=no'): Promise<Row[]> {
  return (await addon.cell('CITATIONS_BY_ENGINE', 'Northwind Outdoor', options)) as Row[];
}

async function answering(
  form: 1 | 2,
  change: (total: number) => object,
  check: (addon: LocalAddon) => Promise<void>,
  reduce: (body: Record<string, unknown>) => object = (body) => body,
) {
  await using addon = await startLocalAddon(form);
  await using service = await startRelay(addon.sandbox, (path, text) => {
    if (!path.includes('/citations')) return text;
    const body: Record<string, unknown> = JSON.parse(text);
    return typeof body.total === 'number' ? JSON.stringify({ ...reduce(body), ...change(body.total) }) : text;
  });
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  await addon.connect(addon.sandbox.keys.live);
  await check(addon);
}

test.each(anyForm)('Form %i: lists engines by citations, with each one’s share of all', (form) =>
  answering(
    form,
    () => ({}),
    async (addon) => {
      const total = await addon.cell('CITATIONS', 'Northwind Outdoor');
      const rows = await table(addon);
      expect(rows.length).toBeGreaterThan(3);
      for (const [engine, count, share] of rows) {
        expect(count).toBe(await addon.cell('CITATIONS', 'Northwind Outdoor', engine));
        expect(share).toBe(count / Number(total));
      }
      const counts = rows.map(([, count]) => count);
      expect(counts).toEqual([...counts].sort((one, other) => other - one));
      expect((await table(addon, 'order=asc'))[0]).toEqual(['Engine', 'Citations', 'Share']);
      expect((await table(addon, 'headers=no; order=asc')).map(([, count]) => count)).toEqual(
        [...counts].reverse(),
      );
    },
  ),
);

test.each(anyForm)('Form %i: shows no share without a total', (form) =>
  answering(
    form,
    () => ({ total: null }),
    async (addon) => {
      expect(await addon.note('CITATIONS', 'Northwind Outdoor')).toMatch(/^\[shape\] .*sidebar/);
      expect(await addon.confirm()).toEqual(['citations']);
      const rows = await table(addon);
      expect(rows.length).toBeGreaterThan(3);
      const total = await addon.cell('CITATIONS', 'Northwind Outdoor');
      for (const [, count, share] of rows) expect(share).toBe(total === '' ? '' : count / Number(total));
    },
  ),
);

test.each(anyForm)('Form %i: a grid has what CITATIONS shows of each website and engine', (form) =>
  answering(
    form,
    () => ({}),
    async (addon) => {
      const sites = ['Northwind Outdoor', 'Harbor & Pine'];
      const range = [['Website'], ...sites.map((site) => [site]), ['Quillfield Studio'], ['x']];
      const [header = [], ...rows] = (await addon.cell(
        'CITATIONS_BY_ENGINE',
        range,
        'layout=grid',
      )) as unknown[][];
      expect([header[0], header.at(-1), header.length]).toEqual(['Website', 'Total', 8]);
      for (const [at, site] of sites.entries()) {
        const engines = header.slice(1, -1).map((engine) => addon.cell('CITATIONS', site, engine));
        const total = addon.cell('CITATIONS', site);
        expect(rows[at]).toEqual([site, ...(await Promise.all([...engines, total]))]);
      }
      expect(rows[2]).toEqual(['Quillfield Studio', 0, 0, 0, 0, 0, 0, 0]);
      expect(rows[3]).toEqual(['x', expect.stringMatching(/^\[not_found\] /), '', '', '', '', '', '']);
      const small = await addon.cell(
        'CITATIONS_BY_ENGINE',
        'Northwind Outdoor',
        'layout=grid; top=1; headers=no; columns=total, ChatGPT',
      );
      expect(small).toEqual([[rows[0]?.at(-1), rows[0]?.[1]]]);
    },
  ),
);

test.each(anyForm)(
  'Form %i: refuses several engines in one argument, for one website and for a range',
  (form) =>
    answering(
      form,
      () => ({}),
      async (addon) => {
        const sites = ['Northwind Outdoor', 'Quillfield Studio'];
        for (const engines of ['ChatGPT, Perplexity', 'ChatGPT and Claude', 'Claude Perplexity']) {
          const note = `[bad_request] "${engines}" names several engines. Use one engine for each cell, or CITATIONS_BY_ENGINE for all.`;
          expect(await addon.note('CITATIONS', sites[0], engines)).toBe(note);
          const range = sites.map((site) => [site]);
          expect(await addon.cell('CITATIONS', range, engines)).toEqual([[note], [note]]);
        }
      },
    ),
);

test.each(anyForm)('Form %i: leaves engines blank where a row of a feed without counts has none', (form) =>
  answering(
    form,
    () => ({}),
    async (addon) => {
      expect(await table(addon, '')).toEqual([['Engine', 'Citations', 'Share']]);
      expect(await addon.cell('CITATIONS', 'Northwind Outdoor', 'ChatGPT')).toBe('');
      expect(await addon.cell('CITATIONS', 'Northwind Outdoor')).toBeGreaterThan(0);
    },
    ({ engines: _, citations, ...body }) => ({
      ...body,
      citations: (citations as object[]).map((row, at) => (at % 9 === 0 ? { ...row, engine: null } : row)),
    }),
  ),
);

test.each(anyForm)('Form %i: an engine that a complete feed lacks has no citation', (form) =>
  answering(
    form,
    () => ({}),
    async (addon) => {
      const total = Number(await addon.cell('CITATIONS', 'Northwind Outdoor'));
      const cell = (engine: string) => addon.cell('CITATIONS', 'Northwind Outdoor', engine);
      expect([await cell('Perplexity'), await cell('Bard')]).toEqual([total - 3, 3]);
      expect([await cell('ChatGPT'), await cell('SGE')]).toEqual([0, 0]);
      expect(await addon.note('CITATIONS', 'Northwind Outdoor', 'none')).toMatch(/^\[not_found\] No engine/);
    },
    ({ citations, engines, ...body }) => {
      const [sample = {}] = engines as Record<string, unknown>[];
      const rows = Object.entries({ Perplexity: Number(body.total) - 3, Gemini: 3 }).map(([engine, count]) =>
        Object.fromEntries(
          Object.entries(sample).map(([key, value]) => [key, typeof value === 'number' ? count : engine]),
        ),
      );
      return { ...body, engines: rows };
    },
  ),
);

test.each(anyForm)('Form %i: counts the engines of a feed that is a bare list of rows', async (form) => {
  const sandbox = await startSandbox({ form, seed: 1, quirks: { envelope: 'bare' } });
  await using addon = openAddon(sandbox, await startAppsScript({ folder: localFolder, threads: 2 }));
  await addon.connect(sandbox.keys.live);
  await addon.confirm();
  const rows = await table(addon);
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  expect([rows.length, total]).toEqual([6, await addon.cell('CITATIONS', 'Northwind Outdoor')]);
  for (const [engine, count] of rows)
    expect(await addon.cell('CITATIONS', 'Northwind Outdoor', engine)).toBe(count);
  expect(await addon.note('CITATIONS', 'Northwind Outdoor', 'nonsense')).toMatch(/^\[not_found\] No engine/);
});
