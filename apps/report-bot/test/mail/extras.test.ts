import { startBrowser } from '@answershare/browser';
import { findAccessibilityFaults } from '@answershare/browser/accessibility';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DigestInput } from '../../src/digest/digest.ts';
import { createWebsites, fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { defaultDesign } from '../../src/message/design.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import { createFiguresFile } from '../../src/renderers/data/figures-file.ts';
import { findMailFaults } from '../../src/renderers/mail/mail-faults.ts';
import { htmlBudget, type RenderedMail } from '../../src/renderers/mail/render.ts';
import { embedImages } from '../../src/renderers/page/web-copy.ts';
import { digestOf, extractText, renderFixture } from './rendered.ts';

const sheet = 'https://docs.google.com/spreadsheets/d/1a?gid=0&x="y"';
const webCopy = 'https://reports.example.com/answershare-weekly-2026-W47-0f.html';

function renderWithAll(input: DigestInput, locale = 'en'): RenderedMail {
  const figures = createFiguresFile(digestOf(input));
  const design = { ...defaultDesign, sheet, formulas: true };
  return renderFixture(input, { locale, design, extras: { webCopy, figures } });
}

const countOf = (text: string, part: string): number => text.split(part).length - 1;
/** The part without the links of its numbers. */
const readOtherLinks = (html: string): string => html.replace(/<a href="[^"]*" class="n /g, '');
const readFormulas = (html: string): string[] =>
  [...html.matchAll(/<code dir="ltr"[^>]*>([^<]*)<\/code>/g)].map(([, text = '']) => extractText(text));

const weeks = Object.entries(fixtureWeeks).map(([name, create]) => [name, create()] as const);
const big = fixtureWeeks.big();

describe.each(mailLanguages)('a mail with page, sheet, attachment and formulas in %s', (locale) => {
  it('has no fault in any week, links once to each, and names the file once', () => {
    for (const [name, input] of weeks) {
      const mail = renderWithAll(input, locale);
      expect([name, findMailFaults(mail)]).toEqual([name, []]);
      const file = mail.attachments.find(({ disposition }) => disposition === 'attachment')?.filename ?? '';
      for (const part of [webCopy, file]) {
        expect([name, part, countOf(readOtherLinks(mail.html), part)]).toEqual([name, part, 1]);
        expect([name, part, countOf(mail.text, part)]).toEqual([name, part, 1]);
      }
      expect(countOf(readOtherLinks(mail.html), 'href="https://docs.google.com/spreadsheets/d/1a?gid')).toBe(
        1,
      );
      expect(countOf(mail.text, sheet)).toBe(1);
    }
  });

  it('says nothing else than without them', () => {
    const plain = renderFixture(big, { locale });
    const { text, html, subject } = renderWithAll(big, locale);
    expect(subject).toBe(plain.subject);
    const left = plain.text.split('\n');
    const added = text.split('\n').filter((line) => {
      if (line !== left[0]) return true;
      left.shift();
      return false;
    });
    expect(left).toEqual([]);
    const formulas = readFormulas(html);
    expect(formulas).toHaveLength(4);
    for (const line of added.filter((one) => /\d/.test(one)))
      expect(
        [...formulas, sheet, webCopy, 'answershare-monday-2026-W47.csv'].some((known) =>
          line.includes(known),
        ),
      ).toBe(true);
  });
});

it('a formula reads from left to right and stays one word of the text part', () => {
  for (const locale of ['en', 'ar']) {
    const { html, text } = renderWithAll(fixtureWeeks.fall(), locale);
    const formulas = readFormulas(html);
    expect(formulas).toEqual([
      '=SHARE_OF_VOICE("acme.com")',
      '=AUTHORITY("acme.com")',
      '=CITATIONS("acme.com")',
      '=VLOOKUP(TRUE;COMPETITORS("acme.com";"columns=own,rank;headers=no");2;FALSE)',
    ]);
    for (const formula of formulas) expect(text.split('\n')).toContain(`  ${formula}`);
  }
});

it('a figure without a value has no formula', () => {
  expect(readFormulas(renderWithAll(fixtureWeeks.noData()).html)).toEqual([]);
  expect(renderWithAll(fixtureWeeks.noData()).text).not.toContain('Google Sheets');
});

it('keeps the HTML part below 80 KB for 1 to 500 websites', () => {
  for (const count of [1, 20, 200, 500])
    expect(
      Buffer.byteLength(renderWithAll(createWebsites(count, Math.ceil(count / 5))).html),
    ).toBeLessThanOrEqual(htmlBudget);
});

it('says that the file lacks the competitors where it does', () => {
  const input = createWebsites(20, 4);
  const figures = createFiguresFile(digestOf(input), undefined, 1);
  const { html, text } = renderFixture(input, { locale: 'en', extras: { webCopy: null, figures } });
  for (const part of [extractText(html), text.replace(/\s+/g, ' ')])
    expect(part).toContain('The figures are attached without those of competitors: answershare-');
});

describe('in a browser', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it.each([
    ['en', 'light'],
    ['en', 'dark'],
    ['ar', 'dark'],
  ] as const)('fits a phone and breaks no rule of axe in %s, %s', async (locale, colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 375, height: 800 }, colorScheme });
    const { html, attachments } = renderWithAll(fixtureWeeks.big(), locale);
    await page.setContent(embedImages(html, attachments));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    const faults = await findAccessibilityFaults(page);
    expect(faults.filter((fault) => !/^(region|landmark-)/.test(fault))).toEqual([]);
    await page.close();
  });
});
