import { expect, test } from 'vitest';
import { renderSlack } from '../../src/channels/slack.ts';
import { buildDigest } from '../../src/digest/digest.ts';
import { acme, citedPages, createInput, createSnapshots } from '../../src/digest/fixture-weeks.ts';
import { toMailDesign } from '../../src/mail/design.ts';
import { mailLanguages } from '../../src/mail/phrases.ts';
import { extractShownTexts } from '../support/shown-texts.ts';
import { extractText, plainDesign, renderFixture } from './rendered.ts';

/** Eight weeks of 1,284 citations a day, then one with another number. */
const week = (citations: number, pages = citedPages) =>
  createInput(
    [acme],
    createSnapshots(acme, [
      { citations: () => citations, pages },
      ...Array.from({ length: 8 }, (_, at) => ({ citations: () => 1284 + (at % 3) })),
    ]),
  );

test('a rise of citations names the new page, a fall the lost one as what to do', () => {
  expect(renderFixture(week(1600)).text).toContain('Newly cited: /guides/boots-1 (ChatGPT).');
  expect(renderFixture(week(900)).text.replace(/\s+/g, ' ')).toContain(
    'To do: check /compare/47-tents (Perplexity and Gemini); it is no longer cited.',
  );
});

test('a quiet week lists the pages, and nothing to do', () => {
  const { text } = renderFixture(week(1285));
  expect(text).toContain('Nothing to do this week.');
  expect(text).toContain('- /compare/47-tents: Perplexity and Gemini · “the best 3 tents”');
});

test('at most five new and five lost pages are named, and the number of others', () => {
  const lost = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => ({
    url: `https://acme.com/old-${at}`,
    engines: [],
    query: null,
    dates: ['2026-11-10'],
  }));
  const count = (text: string, start: string) => text.split(start).length - 1;
  const only = renderFixture(week(1285)).text;
  const added = only.slice(only.indexOf('Newly cited pages'));
  expect([count(added, '- /guides/boots-'), count(added, 'and 2 more')]).toEqual([5, 1]);
  const pages = { ...citedPages, pages: [...citedPages.pages, ...lost] };
  const { html, text } = renderFixture(week(1285, pages));
  for (const part of [text, extractText(html)])
    expect([count(part, '/guides/boots-'), count(part, '/old-')]).toEqual([3, 2]);
  const slack = extractShownTexts(
    renderSlack(buildDigest(week(1285, pages)), { locale: 'en', dashboard: null }).body,
  ).join('\n');
  expect([count(slack, '/guides/boots-'), count(slack, '/old-')]).toEqual([5, 4]);
});

test.each(mailLanguages)('every language names the pages in HTML, text and Slack (%s)', (locale) => {
  const { html, text } = renderFixture(week(1285), { locale });
  const slack = extractShownTexts(
    renderSlack(buildDigest(week(1285)), { locale, dashboard: null }).body,
  ).join('\n');
  for (const part of [extractText(html), text, slack]) {
    expect(part).toContain('/guides/boots-1');
    expect(part).toContain('/compare/47-tents');
    expect(part).toContain('the best 3 tents');
  }
});

test('a schedule without the section has no pages', () => {
  const { html, text } = renderFixture(week(1285), { design: toMailDesign(plainDesign, null) });
  expect(html + text).not.toContain('/guides/');
});
