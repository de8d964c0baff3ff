import { startBrowser } from '@answershare/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { loadChartRenderer } from '../../src/renderers/mail/chart.ts';
import { createLogo, toMailDesign } from '../../src/renderers/mail/logo.ts';
import { embedImages } from '../../src/renderers/page/web-copy.ts';
import { plainDesign, renderFixture } from './rendered.ts';

const draw = (width: number, height: number, content: string) =>
  new (loadChartRenderer().Resvg)(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  ).render();
const toPng = (width: number, height: number, content: string) => draw(width, height, content).asPng();

/** A drop and a bar, as of a wordmark. */
const createMark = (colour: string) =>
  toPng(
    240,
    80,
    `<circle cx="40" cy="40" r="30" fill="${colour}"/><rect x="90" y="30" width="140" height="20" fill="${colour}"/>`,
  );

const marks = {
  dark: createMark('#14171c'),
  blue: createMark('#1f3f8f'),
  white: createMark('#ffffff'),
  yellow: createMark('#ffd84d'),
};

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** The ways in which mail programs show a mail. */
const programs = {
  light: { colorScheme: 'light', style: '' },
  dark: { colorScheme: 'dark', style: '' },
  'forced dark colours': {
    colorScheme: 'light',
    style: '* { background: #1d2128 !important; color: #eee !important; }',
  },
  'inverted as a whole': { colorScheme: 'light', style: 'html { filter: invert(1); background: #fff; }' },
} as const;

/** The contrast of the lightest pixel to the darkest (WCAG 2.2), where a browser shows the logo. */
async function measureContrast(html: string, program: keyof typeof programs): Promise<number> {
  const { colorScheme, style } = programs[program];
  const page = await browser.newPage({ viewport: { width: 375, height: 400 }, colorScheme });
  await page.setContent(html.replace('</head>', `<style>${style}</style></head>`));
  const shot = await page.locator('img').first().screenshot();
  const { width, height } = (await page.locator('img').first().boundingBox()) ?? { width: 0, height: 0 };
  await page.close();
  const image = `<image width="${width}" height="${height}" href="data:image/png;base64,${shot.toString('base64')}"/>`;
  const { pixels } = draw(width, height, image);
  const linear = (value = 0) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = Array.from({ length: pixels.length / 4 }, (_, at) => {
    const [red, green, blue] = pixels.slice(4 * at, 4 * at + 3);
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  });
  return (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05);
}

describe.each(Object.entries(marks))('a %s logo on a transparent ground', (_, content) => {
  const design = toMailDesign({ ...plainDesign, logo: { content, type: 'png' } }, null);
  const { html, attachments } = renderFixture(fixtureWeeks.quiet(), { design });

  test.each(Object.keys(programs) as (keyof typeof programs)[])('is visible: %s', async (program) => {
    expect(await measureContrast(embedImages(html, attachments), program)).toBeGreaterThan(7);
  });

  test('is the same image each time, with the height that it is shown in', () => {
    const logo = createLogo({ content, type: 'png' });
    expect(createLogo({ content, type: 'png' })).toEqual(logo);
    expect(html).toContain(`src="cid:${logo.cid}" alt="" height="${logo.height}"`);
  });
});

test('a logo with a ground of its own, and what is no image, stay as they are', () => {
  const opaque = toPng(80, 80, '<rect width="80" height="80" fill="#14171c"/>');
  const icon = toPng(80, 80, '<rect width="80" height="80" rx="16" fill="#14171c"/>');
  const empty = toPng(80, 80, '');
  const broken = marks.dark.subarray(0, 40);
  for (const content of [opaque, icon, empty, broken, new Uint8Array([0x89, 0x50, 0x4e, 0x47])])
    expect(createLogo({ content, type: 'png' })).toMatchObject({ content, height: 32 });
  expect(createLogo({ content: marks.dark, type: 'jpeg' })).toMatchObject({ content: marks.dark });
});

test.each([
  [60_000, 60_000],
  [4_000_000, 1],
])('an image that states %i x %i pixels is not drawn', (width, height) => {
  const content = Buffer.from(marks.dark);
  content.writeUInt32BE(width, 16);
  content.writeUInt32BE(height, 20);
  expect(createLogo({ content, type: 'png' })).toMatchObject({ content, height: 32 });
});

test('a transparent GIF has a plate too', () => {
  // 2 x 2 pixels, one of them black.
  const content = Buffer.from(
    '47494638396102000200800000000000ffffff21f90401000001002c00000000020002000002030c0205003b',
    'hex',
  );
  expect(createLogo({ content, type: 'gif' })).toMatchObject({ contentType: 'image/png', height: 40 });
});
