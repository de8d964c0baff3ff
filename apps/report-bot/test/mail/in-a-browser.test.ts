import { readFileSync, writeFileSync } from 'node:fs';
import { startBrowser } from '@answershare/browser';
import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAgency,
  createChanges,
  createInput,
  createSnapshots,
  createWebsites,
  fixtureWeeks,
} from '../../src/digest/fixture-weeks.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import type { RenderedMail } from '../../src/renderers/mail/render.ts';
import { renderFixture } from './rendered.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await startBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());

/** The lowest contrast of any text against the nearest painted background (WCAG 2.2, 1.4.3), with that text. */
const lowestContrast = `(() => {
  const channels = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const painted = channels(getComputedStyle(at).backgroundColor);
      if (painted.length === 3 || painted[3] > 0) return painted.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let lowest = { ratio: 21, text: '', seen: 0 };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const box = node.parentElement.getBoundingClientRect();
    if (node.data.trim() === '' || box.height === 0) continue;
    const a = light(channels(getComputedStyle(node.parentElement).color).slice(0, 3));
    const b = light(behind(node.parentElement));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    lowest = { ...(ratio < lowest.ratio ? { ratio, text: node.data } : lowest), seen: lowest.seen + 1 };
  }
  return lowest;
})()`;

const structure = `({
  language: document.documentElement.lang,
  width: document.documentElement.scrollWidth,
  h1: document.querySelectorAll('h1').length,
  headings: [...document.querySelectorAll('h1,h2,h3')].map((heading) => heading.tagName).join(' '),
  links: [...document.querySelectorAll('a')].map((link) => link.protocol),
  unscoped: document.querySelectorAll('th:not([scope])').length,
  unexplained: [...document.querySelectorAll('table:not([role=presentation])')].filter((table) => !table.querySelector('th[scope]')).length,
  speechless: document.querySelectorAll('img:not([alt])').length,
  foreign: document.querySelectorAll('script,svg,link,iframe,form').length,
})`;

async function opened<T>(
  html: string,
  width: number,
  colorScheme: 'light' | 'dark',
  expression: string,
): Promise<T> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  await page.setContent(html);
  return page.evaluate<T>(expression);
}

interface Structure {
  readonly width: number;
  readonly headings: string;
}

describe.each(['fall', 'movers', 'agency', 'noData'] as const)('%s week', (week) => {
  const { html } = renderFixture(fixtureWeeks[week]());

  // 188 pixels: a phone of 375 at a zoom of 200 % (WCAG 2.2, 1.4.4).
  it.each([188, 640])('is sound and needs no sideways scrolling at %i pixels', async (width) => {
    const found = await opened<Structure>(html, width, 'light', structure);
    expect(found).toMatchObject({
      language: 'en-GB',
      width,
      h1: 1,
      links: ['mailto:'],
      unscoped: 0,
      unexplained: 0,
      speechless: 0,
      foreign: 0,
    });
    expect(found.headings).toMatch(/^H1( H2)*$/);
  });

  it.each(['light', 'dark'] as const)('has a contrast of at least 4.5 in %s', async (scheme) => {
    const { ratio, text, seen } = await opened<{ ratio: number; text: string; seen: number }>(
      html,
      375,
      scheme,
      lowestContrast,
    );
    expect(seen).toBeGreaterThan(9);
    expect(ratio, text).toBeGreaterThanOrEqual(4.5);
  });
});

it('keeps its shape where a client drops style sheets', async () => {
  const bare = renderFixture(fixtureWeeks.big()).html.replace(/<style[\s\S]*?<\/style>/g, '');
  const { width } = await opened<Structure>(bare, 375, 'dark', structure);
  expect(width).toBe(375);
});

it.each(['light', 'dark'] as const)('breaks no rule of axe in %s', async (colorScheme) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.emulateMedia({ colorScheme });
  for (const week of ['fall', 'movers', 'agency', 'noData'] as const) {
    await page.setContent(renderFixture(fixtureWeeks[week]()).html);
    // A mail has no landmarks: the client's window has them.
    expect([
      week,
      (await findAccessibilityFaults(page)).filter((fault) => !/^(region|landmark-)/.test(fault)),
    ]).toEqual([week, []]);
  }
});

/** A phone's screen in CSS pixels. */
const screen = 740;

/** The HTML part with its images in it, for a browser. */
function inlineImages({ html, attachments }: RenderedMail): string {
  return attachments.reduce(
    (text, { cid, content }) =>
      text.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(content).toString('base64')}`),
    html,
  );
}

it.each([
  [1, 1, 2],
  [20, 6, 3],
  [50, 12, 3],
  [200, 40, 4],
] as const)('%i websites of which %i changed fit %i phone screens', async (count, changed, screens) => {
  const shown = inlineImages(renderFixture(createWebsites(count, changed)));
  const height = await opened<number>(shown, 375, 'light', 'document.body.scrollHeight');
  expect(height).toBeGreaterThan(screen);
  expect(height).toBeLessThanOrEqual(screens * screen);
});

/** 200 websites of 40 clients, of which 40 changed: in few clients, in half of them, in each one. */
const agencyWeeks = {
  few: createAgency(200, 40, createChanges(40, 1)),
  half: createAgency(200, 40, createChanges(40, 2)),
  all: createAgency(200, 40, createChanges(40, 5)),
  none: createAgency(200, 40, {}),
};

it.each(Object.entries(agencyWeeks))(
  '200 websites by client fit four phone screens (%s)',
  async (_, week) => {
    for (const locale of ['en-GB', 'de', 'ar']) {
      const shown = inlineImages(renderFixture(week, { locale }));
      const height = await opened<number>(shown, 375, 'light', 'document.body.scrollHeight');
      expect([locale, height]).toEqual([locale, Math.min(height, 4 * screen)]);
    }
  },
);

it.each(mailLanguages)(
  'a website with changed pages and parts of its score fits two phone screens in %s',
  async (locale) => {
    for (const week of ['big', 'fall'] as const) {
      const shown = inlineImages(renderFixture(fixtureWeeks[week](), { locale }));
      const height = await opened<number>(shown, 375, 'light', 'document.body.scrollHeight');
      expect([week, height], week).toEqual([week, Math.min(height, 2 * screen)]);
    }
  },
);

it('breaks no name inside a word on a phone', async () => {
  const domains = ['cobaltledger.example', 'northwind-outdoor.example', 'meadowclinic.example'];
  const competitors = domains.map((domain, at) => ({
    name: domain,
    domain,
    share: 0.2 - at / 30,
    mentions: 400,
  }));
  const weeks = Array.from({ length: 3 }, () => ({ competitors }));
  for (const of of [1, 3]) {
    const sites = domains.slice(0, of).map((domain, at) => ({ id: `w_${at}`, name: null, domain }));
    const input = createInput(
      sites,
      sites.flatMap((site) => createSnapshots(site, weeks)),
    );
    // A part of a name that wraps has the height of two lines.
    const broken = await opened<string[]>(
      renderFixture(input).html,
      375,
      'light',
      `[...document.querySelectorAll('.rows th[scope=row]')].flatMap((cell) => [...cell.childNodes].filter((node) => node.nodeType === 3).flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getClientRects().length > 1 ? [node.data] : [];
      }))`,
    );
    expect(broken).toEqual([]);
  }
});

it('makes the picture of a phone that the page about the mail shows', async () => {
  const mail = renderFixture(fixtureWeeks.fall());
  const document = readFileSync(new URL('../../docs/mail.md', import.meta.url), 'utf8');
  expect(document).toContain(`![A mail on a phone: ${mail.subject}](../../../docs/pictures/mail-phone.png)`);
  await page.setViewportSize({ width: 375, height: 720 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setContent(inlineImages(mail));
  const picture = await page.screenshot();
  const file = new URL('../../../../docs/pictures/mail-phone.png', import.meta.url);
  if (process.env.WRITE_PICTURES === '1') writeFileSync(file, picture);
  // Fonts differ from machine to machine: the format and the size are compared, not each dot.
  expect(readFileSync(file).subarray(0, 24)).toEqual(picture.subarray(0, 24));
});
