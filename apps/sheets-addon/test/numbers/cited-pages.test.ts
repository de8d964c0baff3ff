import { describe, expect, test } from 'vitest';
import { anyForm, type LocalAddon, startLocalAddon } from '../support/local-addon.ts';
import { startRelay } from '../support/relay.ts';

interface Entry {
  readonly date: string;
  readonly engine: string;
  readonly url: string;
  readonly title: string;
}

interface Body extends Record<string, unknown> {
  readonly total: number;
  readonly citations: readonly Entry[];
}

const site = 'Meadow Clinic';
const today = '2026-11-21';

interface Service {
  readonly addon: LocalAddon;
  /** Paths with query since the connection. */
  readonly asked: readonly string[];
  /** The feed as the service sent it. */
  feed(): readonly Entry[];
}

/** The add-on on 2026-11-21 before a service whose citations `change` replaces. */
async function withFeed(
  form: 1 | 2,
  change: (body: Body) => object,
  check: (service: Service) => Promise<void>,
): Promise<void> {
  const now = Date.parse(`${today}T09:00:00Z`);
  await using addon = await startLocalAddon(form, { now: () => now });
  await addon.sandbox.admin.setClock(new Date(now).toISOString());
  await addon.sandbox.admin.freezeClock();
  const [id = ''] = addon.sandbox.websites.filter(({ name }) => name === site).map((one) => one.id);
  let feed: readonly Entry[] = [];
  await using service = await startRelay(addon.sandbox, (path, text) => {
    if (!path.includes('/citations')) return text;
    const body: Body = JSON.parse(text);
    const changed = change(body) as Body;
    if (path.includes(id)) feed = changed.citations;
    return JSON.stringify(changed);
  });
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  await addon.connect(addon.sandbox.keys.live);
  await addon.confirm();
  service.asked.length = 0;
  await check({ addon, asked: service.asked, feed: () => feed });
}

const withCitations = (body: Body, citations: readonly Entry[]): object => ({
  ...body,
  total: citations.length,
  engines: [],
  citations,
});

const entry = (date: string, page: string, engine = 'ChatGPT'): Entry => ({
  date,
  engine,
  url: `https://meadowclinic.example/${page}`,
  title: page,
});

/** Four pages between 2026-11-02 and 2026-11-21. */
const pages = [
  entry('2026-11-02', 'kept'),
  entry('2026-11-10', 'lost', 'Perplexity'),
  entry('2026-11-12', 'kept', 'Perplexity'),
  entry('2026-11-17', 'kept'),
  entry('2026-11-19', 'new', 'Gemini'),
  entry('2026-11-20', 'kept'),
];

const spellings = [
  'https://meadowclinic.example/guide/',
  'http://www.meadowclinic.example/guide',
  'https://MEADOWCLINIC.EXAMPLE:443/guide?utm_source=chatgpt.com',
  'https://meadowclinic.example/gu%69de?srsltid=AfmB1#:~:text=waterproof',
];

const page = (row: readonly unknown[]): string => String(row[0]).replace(/^.*example\//, '');

const readPages = async (addon: LocalAddon, ...args: unknown[]): Promise<unknown[][]> => {
  const rows = (await addon.cell('CITED_PAGES', site, ...args)) as unknown[][];
  return rows.map((row) => [
    page(row),
    ...row.slice(1).map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)),
  ]);
};

describe.each(anyForm)('Form %i', (form) => {
  test('lists every cited page of the feed with its citations, at the request of CITATIONS', () =>
    withFeed(
      form,
      (body) => body,
      async ({ addon, asked, feed }) => {
        const total = await addon.cell('CITATIONS', site);
        const rows = (await addon.cell('CITED_PAGES', site, '', 'headers=no')) as [string, number, string][];
        expect(asked.filter((path) => path.includes('/citations'))).toHaveLength(1);
        expect(rows.length).toBeGreaterThan(5);
        expect(rows.reduce((sum, [, count]) => sum + count, 0)).toBe(total);
        for (const [url, count, engines] of rows) {
          const own = feed().filter((one) => one.url === url);
          expect([url, count]).toEqual([url, own.length]);
          expect(engines.split(', ').sort()).toEqual([...new Set(own.map(({ engine }) => engine))].sort());
        }
      },
    ));

  test('marks pages as new, lost or kept against the equal window before', () =>
    withFeed(
      form,
      (body) => withCitations(body, pages),
      async ({ addon }) => {
        expect(await readPages(addon, '7d')).toEqual([
          ['Page', 'Citations', 'Engines', 'First', 'Last', 'Status', 'Title'],
          ['kept', 2, 'ChatGPT', '2026-11-02', '2026-11-20', 'kept', 'kept'],
          ['new', 1, 'Gemini', '2026-11-19', '2026-11-19', 'new', 'new'],
          ['lost', 0, 'Perplexity', '2026-11-10', '2026-11-10', 'lost', 'lost'],
        ]);
        const only = async (status: string) =>
          (await readPages(addon, '7d', `status=${status}; headers=no`)).map(([name]) => name);
        expect([await only('new'), await only('lost'), await only('kept')]).toEqual([
          ['new'],
          ['lost'],
          ['kept'],
        ]);
        const whole = await readPages(addon, '', 'columns=page, citations, engines, status; headers=no');
        expect(whole).toEqual([
          ['kept', 4, 'ChatGPT, Perplexity', 'kept'],
          ['lost', 1, 'Perplexity', 'lost'],
          ['new', 1, 'Gemini', 'new'],
        ]);
      },
    ));

  test('shows one row for a page in all its spellings, as kept from one period to the next', () =>
    withFeed(
      form,
      (body) =>
        withCitations(body, [
          entry('2026-11-10', 'guide'),
          ...spellings.map((url) => ({ ...entry('2026-11-18', 'guide'), url })),
          entry('2026-11-19', 'shop?id=1'),
          entry('2026-11-19', 'shop?id=2'),
          { ...entry('2026-11-02', ''), url: 'https://www.reddit.com/r/x/1' },
        ]),
      async ({ addon }) => {
        expect(await readPages(addon, '7d', 'columns=page, citations, status; headers=no')).toEqual([
          ['guide', spellings.length, 'kept'],
          ['shop?id=1', 1, 'new'],
          ['shop?id=2', 1, 'new'],
        ]);
      },
    ));

  test('claims neither new nor lost where the feed does not reach back, or is one page of several', async () => {
    const note =
      '[bad_window] The feed does not show which pages are new or lost: it has no dates, is cut, or starts too late. Choose a shorter period.';
    await withFeed(
      form,
      (body) => withCitations(body, pages),
      async ({ addon }) => {
        const statuses = (await readPages(addon, '12d', 'columns=page, status; headers=no')).map(
          ([, status]) => status,
        );
        expect(statuses).toEqual(['', '', '']);
        expect(await addon.note('CITED_PAGES', site, '12d', 'status=new')).toBe(note);
      },
    );
    await withFeed(
      form,
      (body) => ({ ...body, citations: body.citations.slice(0, 50), total: body.citations.length }),
      async ({ addon }) => {
        const rows = await readPages(addon, '', 'columns=page, citations, status; headers=no');
        expect(rows.length).toBeGreaterThan(2);
        for (const row of rows) expect(row.slice(1)).toEqual(['', '']);
      },
    );
  });

  test('refuses a period that begins before the feed, which covers 30 days', () =>
    withFeed(
      form,
      (body) => body,
      async ({ addon, feed }) => {
        const count = async (...args: unknown[]) =>
          (await readPages(addon, ...args)).slice(1).reduce((sum, row) => sum + Number(row[1]), 0);
        for (const period of ['2026-10-23..', '30d', 'MTD'])
          expect(await count(period)).toBe(
            feed().filter(({ date }) => period !== 'MTD' || date >= '2026-11-01').length,
          );
        for (const [period, from] of [
          ['2026-09', '2026-09-01'],
          ['last month', '2026-10-01'],
          ['60d', '2026-09-23'],
        ] as const) {
          const note = `[bad_window] The citation feed of this website begins on 2026-10-23, the period on ${from}. Write 2026-10-23.. or a later period, or leave it blank.`;
          expect(await addon.note('CITED_PAGES', site, period)).toBe(note);
        }
        const facts = (await addon.cell('EXPLAIN', 'CITED_PAGES', site, '7d')) as unknown[][];
        expect(Object.fromEntries(facts).Period).toBe(
          '2026-11-15 to 2026-11-21, compared with 2026-11-08 to 2026-11-14',
        );
      },
    ));

  test('takes a period from the stated start of a feed whose first days have no citations', () =>
    withFeed(
      form,
      (body) => withCitations(body, pages),
      async ({ addon }) => {
        const rows = await readPages(addon, '30d', 'columns=page, citations; headers=no');
        expect(rows).toEqual([
          ['kept', 4],
          ['lost', 1],
          ['new', 1],
        ]);
      },
    ));

  test('refuses a period that begins before the first citation, where the feed states no window', () =>
    withFeed(
      form,
      ({ from: _, to: __, ...body }) => withCitations(body as Body, pages),
      async ({ addon }) => {
        expect(await addon.note('CITED_PAGES', site, '30d')).toContain('begins on 2026-11-02, the period on');
        expect(await readPages(addon, '20d', 'headers=no')).toHaveLength(3);
      },
    ));

  test('refuses a period that one page of several may not cover', () =>
    withFeed(
      form,
      (body) => ({ ...body, citations: body.citations.slice(0, 50), total: body.citations.length }),
      async ({ addon, feed }) => {
        await readPages(addon, '');
        const oldest = feed().at(-1)?.date ?? '';
        expect(await addon.note('CITED_PAGES', site, `${oldest}..`)).toMatch(
          /^\[bad_window\] The citation feed came as one page that begins on [\d-]{10}, .* blank\.$/,
        );
        expect((await readPages(addon, '2d')).length).toBeGreaterThan(1);
      },
    ));

  test('lists pages without dates, and says why they have no period', () =>
    withFeed(
      form,
      (body) => withCitations(body, pages.map(({ date: _, ...undated }) => undated) as unknown as Entry[]),
      async ({ addon }) => {
        expect(await readPages(addon, '', 'headers=no; top=1')).toEqual([
          ['kept', 4, 'ChatGPT, Perplexity', '', '', '', 'kept'],
        ]);
        expect(await addon.note('CITED_PAGES', site, '7d')).toBe(
          '[bad_window] The citations of this website carry no dates. Leave the period blank for all of them.',
        );
      },
    ));

  test('says that a feed names no pages', () =>
    withFeed(
      form,
      ({ citations: _, ...body }) => body,
      async ({ addon }) => {
        expect(await addon.note('CITED_PAGES', site)).toBe(
          '[not_found] The citations of this website name no pages. Use CITATIONS_BY_ENGINE.',
        );
      },
    ));

  test('puts the pages of several websites below each other, with a failing one’s reason', () =>
    withFeed(
      form,
      (body) => body,
      async ({ addon, asked }) => {
        const range = [['Website'], [site], ['Atlas Freight'], ['x']];
        const rows = (await addon.cell(
          'CITED_PAGES',
          range,
          '7d',
          'top=1; columns=page, citations',
        )) as unknown[][];
        expect(rows.map((row) => row[0])).toEqual(['Website', site, 'Atlas Freight', 'x']);
        expect(String(rows[3]?.[1])).toMatch(/^\[not_found\] /);
        expect(asked.filter((path) => path.includes('/citations'))).toHaveLength(2);
      },
    ));
});
