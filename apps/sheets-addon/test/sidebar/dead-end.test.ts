import { expect, test } from 'vitest';
import { type LocalAddon, startLocalAddon } from '../support/local-addon.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { openSidebar, toScreenshotPath } from '../support/sidebar-page.ts';

interface Body {
  readonly citations?: readonly object[];
  readonly [name: string]: unknown;
}

/** How the service answers about one website, by its place in the list. */
type Change = (body: Body, place: number) => Body;

async function connectThrough(addon: LocalAddon, endpoint: string, change: Change): Promise<Relay> {
  const ids = addon.sandbox.websites.map(({ id }) => id);
  const relay = await startRelay(addon.sandbox, (path, text) => {
    const place = ids.findIndex((id) => path.includes(id));
    return path.includes(`/${endpoint}?`) ? JSON.stringify(change(JSON.parse(text), place)) : text;
  });
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', relay.url);
  expect(await addon.connect(addon.sandbox.keys.live)).toMatchObject({ ok: true });
  return relay;
}

/** Types a formula about each website and calculates. */
async function fill({ host, sandbox }: LocalAddon, name: string): Promise<readonly unknown[]> {
  host.sheet.typeRows(
    'A1',
    sandbox.websites.map(({ id }) => [id]),
  );
  sandbox.websites.forEach((_, row) => {
    host.sheet.type(`B${row + 1}`, `=${name}(A${row + 1})`);
  });
  return recalculate({ host, sandbox });
}

async function recalculate({
  host,
  sandbox,
}: Pick<LocalAddon, 'host' | 'sandbox'>): Promise<readonly unknown[]> {
  await host.sheet.calculate();
  return host.sheet.values(`B1:B${sandbox.websites.length}`).flat();
}

const withoutRows = (body: Body): Body => ({ ...body, total: 0, engines: [], citations: [] });

const languages = [
  {
    locale: 'en_US',
    accept: 'Yes, they match',
    done: /^Confirmed\./,
    share: /share of voice that your dashboard shows for/,
    engines: /Are these the citations of .* by AI engine\? ChatGPT \d+/,
  },
  {
    locale: 'de_DE',
    accept: 'Ja, sie stimmen',
    done: /^Bestätigt\./,
    share: /Zeigt Ihr Dashboard für .* Share of Voice\?/,
    engines: /Sind das die Nennungen von .* je KI-Suche\? ChatGPT \d+/,
  },
] as const;

test.each(languages)(
  'a shape that one website alone has is one click away from its figures ($locale)',
  async ({ locale, accept, done, share }) => {
    await using addon = await startLocalAddon(2, { locale });
    const odd = 4;
    await using relay = await connectThrough(addon, 'competitors', (body, place) =>
      place === odd ? { result: body } : body,
    );
    const before = await fill(addon, 'SHARE_OF_VOICE');
    expect(before.map((value) => value === '#ERROR!')).toEqual(before.map((_, row) => row === odd));
    relay.asked.length = 0;
    await using sidebar = await openSidebar(addon.host, { height: 1500 });
    const { frame, page, errors } = sidebar;
    const card = frame.getByRole('group', { name: new RegExp(`: ${addon.sandbox.websites[odd]?.name} \\(`) });
    await card.getByText(share).waitFor();
    expect(await frame.locator('code:visible').count()).toBe(0);
    expect(relay.asked).toEqual([]);
    await page.screenshot({ path: toScreenshotPath(`dead-end-shape-${locale}`) });
    await frame.getByRole('button', { name: accept }).click();
    await frame.getByText(done).waitFor();
    // Two other websites of the endpoint, once; the open sidebar may run the failed formula again.
    const own = String(addon.sandbox.websites[odd]?.id);
    const others = relay.asked.filter((path) => path.includes('/competitors?') && !path.includes(own));
    expect(others).toHaveLength(2);
    const after = await recalculate(addon);
    expect(after.filter((_, row) => row !== odd)).toEqual(before.filter((_, row) => row !== odd));
    expect(after[odd]).toEqual(expect.any(Number));
    expect(errors).toEqual([]);
  },
);

test.each(languages)(
  'sampled websites without any row teach nothing: the sidebar reads the first one with rows ($locale)',
  async ({ locale, engines }) => {
    await using addon = await startLocalAddon(1, { locale });
    const last = addon.sandbox.websites.length - 1;
    await using relay = await connectThrough(addon, 'citations', (body, place) =>
      [0, 1, last].includes(place) ? withoutRows(body) : body,
    );
    const before = await fill(addon, 'CITATIONS');
    expect(before).toContain('#ERROR!');
    relay.asked.length = 0;
    await using sidebar = await openSidebar(addon.host, { height: 1500 });
    await sidebar.frame.getByText(engines).waitFor();
    await sidebar.page.screenshot({ path: toScreenshotPath(`dead-end-empty-${locale}`) });
    expect(relay.asked).toEqual([]);
    expect((await recalculate(addon)).filter((value) => typeof value !== 'number')).toEqual([]);
    expect(sidebar.errors).toEqual([]);
  },
);

test('a first website without any row, or with one page, makes no other one fail', async () => {
  await using addon = await startLocalAddon(1);
  await using _relay = await connectThrough(addon, 'citations', (body, place) =>
    place === 0 ? withoutRows(body) : { ...body, nextPage: place > 2 ? 2 : null },
  );
  const shown = await fill(addon, 'CITATIONS');
  expect(shown.slice(0, 4)).toEqual([
    0,
    expect.any(Number),
    expect.any(Number),
    expect.stringMatching(/^≥ \d+$/),
  ]);
  expect(shown).not.toContain('#ERROR!');
});
