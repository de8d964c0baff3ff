import { expect, test } from 'vitest';
import { startLocalAddon } from '../support/local-addon.ts';
import { startRelay } from '../support/relay.ts';

interface Feed {
  readonly total: number;
  readonly engines: readonly object[];
  readonly citations: readonly object[];
}

test('a feed without a total counts its rows if complete, and “at least” its rows if paged', async () => {
  await using addon = await startLocalAddon(1);
  const [whole, page] = addon.sandbox.websites.map(({ id }) => id);
  const rows = new Map<string, number>();
  await using service = await startRelay(addon.sandbox, (path, body) => {
    if (!path.includes('/citations')) return body;
    const { total: _, engines: __, ...feed } = JSON.parse(body) as Feed;
    const isPage = path.includes(`${page}`);
    rows.set(isPage ? 'page' : 'whole', feed.citations.length);
    return JSON.stringify({ ...feed, hasMore: isPage });
  });
  addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  await addon.connect(addon.sandbox.keys.live);
  expect(await addon.cell('CITATIONS', whole)).toBe(rows.get('whole'));
  expect(await addon.cell('CITATIONS', page)).toBe(`≥ ${rows.get('page')}`);
});
