import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startBrowser } from '@answershare/browser';
import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import { createWebsites, fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { defaultDesign } from '../../src/message/design.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import { readerSlots } from '../../src/message/text-layout.ts';
import { renderWebCopy } from '../../src/renderers/page/web-copy.ts';
import { extractText } from './rendered.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** A page of `html`, and every address that it asked for. */
async function openPage(
  html: string,
  width: number,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; requests: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  onTestFinished(() => page.close());
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.setContent(html);
  return { page, requests };
}

const all = buildDigest(createWebsites(60, 15));

describe('the page of a digest', () => {
  test('loads nothing, is in no index, and no page that it links to learns its address', async () => {
    const asked: (readonly [path: string | undefined, referrer: string | undefined])[] = [];
    const foreign =
      '<img src="/pixel"><script src="/script"></script><link rel="stylesheet" href="/style"><a href="/other">other</a>';
    const html = renderWebCopy(all, 'en', defaultDesign).replace('</body>', `${foreign}</body>`);
    const server = createServer(({ url, headers }, response) => {
      asked.push([url, headers.referer]);
      response.setHeader('content-type', 'text/html').end(url === '/secret' ? html : 'other');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    await page.locator('a[href="/other"]').click();
    await page.waitForURL('**/other');
    expect(asked.filter(([path]) => path !== '/favicon.ico')).toEqual([
      ['/secret', undefined],
      ['/other', undefined],
    ]);
  });

  test('has the four figures of every website with data, and every changed one in the table', () => {
    const text = extractText(renderWebCopy(all, 'en', defaultDesign));
    const html = renderWebCopy(all, 'en', defaultDesign);
    const reported = all.sites.filter(({ state }) => state === 'reported');
    expect(reported.length).toBeGreaterThan(50);
    for (const { name } of reported) expect(text).toContain(name);
    expect(html.match(/>Share of voice<\/div>/g)).toHaveLength(reported.length);
    expect(html.match(/<th scope="row"[^>]*line"/g)?.length).toBeGreaterThanOrEqual(all.changes.length);
    expect(text).not.toContain('and 5 more');
  });

  test('names no reader and no mailbox', () => {
    for (const locale of mailLanguages) {
      const html = renderWebCopy(all, locale, defaultDesign);
      for (const part of ['mailto:', 'cid:', readerSlots.greeting, readerSlots.reason])
        expect(html).not.toContain(part);
      expect(html).toBe(renderWebCopy(all, locale, defaultDesign));
    }
  });

  test('shows every new and lost page, competitor and engine of a website', () => {
    const digest = buildDigest(fixtureWeeks.big());
    const text = extractText(renderWebCopy(digest, 'en', defaultDesign));
    const [site] = digest.sites;
    for (const { page } of [...(site?.pages?.added ?? []), ...(site?.pages?.lost ?? [])])
      expect(text).toContain(page);
    for (const { name } of site?.share.rows ?? []) expect(text).toContain(name);
    for (const { label } of site?.engines ?? []) expect(text).toContain(label);
  });

  test.each(['light', 'dark'] as const)(
    'fits a phone, loads nothing and is accessible in %s',
    async (scheme) => {
      const html = renderWebCopy(buildDigest(createWebsites(12, 4)), 'en', defaultDesign);
      const { page, requests } = await openPage(html, 375, scheme);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
      expect(requests.filter((address) => !address.startsWith('data:'))).toEqual([]);
      const broken = '[...document.images].filter((image) => image.naturalWidth === 0).length';
      expect(await page.evaluate(broken)).toBe(0);
      expect(await page.evaluate('document.images.length')).toBeGreaterThan(40);
      expect(
        (await findAccessibilityFaults(page)).filter((fault) => !/^(region|landmark-)/.test(fault)),
      ).toEqual([]);
    },
  );

  test('begins with a link to each website with figures, which leads to its heading', async () => {
    const { page } = await openPage(renderWebCopy(all, 'en', defaultDesign), 375);
    const links = await page.evaluate<[string, string][]>(
      `[...document.querySelectorAll('a[href^="#"]')].map((link) => [link, document.querySelector(link.hash)].map((one) => one?.textContent))`,
    );
    expect(links.map(([name]) => name).sort()).toEqual(
      all.sites.flatMap(({ name, state }) => (state === 'reported' ? [name] : [])).sort(),
    );
    for (const [name, heading] of links) expect(heading).toBe(name);
    expect(renderWebCopy(buildDigest(fixtureWeeks.big()), 'en', defaultDesign)).not.toContain('href="#');
  });

  test('prints on white paper, and no row is cut', async () => {
    const { page } = await openPage(renderWebCopy(all, 'en', defaultDesign), 700, 'light');
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate("getComputedStyle(document.querySelector('tr')).breakInside")).toBe('avoid');
  });

  test('runs no script of a hostile name', async () => {
    const input = createWebsites(3, 1);
    const name = '"><script>document.title="hacked"</script><img src=x onerror="document.title=1">';
    const sites = input.sites.map((site) => ({ ...site, website: { ...site.website, domain: name } }));
    const html = renderWebCopy(buildDigest({ ...input, sites }), 'en', { ...defaultDesign, formulas: true });
    const { page, requests } = await openPage(html, 375);
    expect(await page.title()).not.toBe('hacked');
    expect(await page.evaluate('document.scripts.length')).toBe(0);
    expect(requests.filter((address) => !address.startsWith('data:'))).toEqual([]);
  });
});
