import { expect, test } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import { citedPages } from '../../src/digest/fixture-pages.ts';
import { acme, createInput, createSnapshots } from '../../src/digest/fixture-weeks.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import { slackRenderer } from '../../src/renderers/chat/slack.ts';
import { toMailDesign } from '../../src/renderers/mail/logo.ts';
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
  expect(text.replace(/\s+/g, ' ')).toContain(
    '- /compare/47-tents: Perplexity and Gemini · “the best 3 tents for walks in the rain”',
  );
});

/** So many pages of a name that one week alone cites, with nothing but their address. */
const short = (count: number, name: string, date: string) =>
  Array.from({ length: count }, (_, at) => ({
    url: `https://acme.com/${name}-${at}`,
    engines: [],
    query: null,
    dates: [date],
  }));

test.each([
  [9, 1, 5, 1],
  [1, 9, 1, 5],
  [9, 9, 3, 3],
])('%i new and %i lost pages: %i and %i are named, with the number of others', (added, lost, new_, old) => {
  const pages = {
    ...citedPages,
    pages: [...short(added, 'new', '2026-11-17'), ...short(lost, 'old', '2026-11-10')],
  };
  const { html, text } = renderFixture(week(1285, pages));
  for (const part of [text, extractText(html)]) {
    const count = (start: string) => part.split(start).length - 1;
    expect([count('/new-'), count('/old-')]).toEqual([new_, old]);
    for (const more of [added - new_, lost - old]) if (more > 0) expect(part).toContain(`and ${more} more`);
  }
});

test('pages with a query take two lines: fewer are named, in Slack as many as before', () => {
  const { html, text } = renderFixture(week(1285));
  const slack = extractShownTexts(
    slackRenderer.render(buildDigest(week(1285)), { locale: 'en', dashboard: null }).body,
  ).join('\n');
  const count = (part: string) => part.split('/guides/boots-').length - 1;
  expect([text, extractText(html), slack].map(count)).toEqual([2, 2, 5]);
});

test.each(mailLanguages)('every language names the pages in HTML, text and Slack (%s)', (locale) => {
  const { html, text } = renderFixture(week(1285), { locale });
  const slack = extractShownTexts(
    slackRenderer.render(buildDigest(week(1285)), { locale, dashboard: null }).body,
  ).join('\n');
  for (const part of [extractText(html), text, slack]) {
    expect(part).toContain('/guides/boots-1');
    expect(part).toContain('/compare/47-tents');
    expect(part.replace(/\s+/g, ' ')).toContain('the best 3 tents for walks in the rain');
  }
});

test('the lost pages come first after a fall, in HTML, text and Slack', () => {
  for (const [citations, order] of [
    [900, ['Pages no longer cited', 'Newly cited pages']],
    [1600, ['Newly cited pages', 'Pages no longer cited']],
    [1285, ['Newly cited pages', 'Pages no longer cited']],
  ] as const) {
    const { html, text } = renderFixture(week(citations));
    const slack = slackRenderer.render(buildDigest(week(citations)), { locale: 'en', dashboard: null }).body;
    for (const part of [extractText(html), text, slack])
      expect(part.match(/Newly cited pages|Pages no longer cited/g)).toEqual(order);
  }
});

test('a schedule without the section has no pages', () => {
  const { html, text } = renderFixture(week(1285), { design: toMailDesign(plainDesign, null) });
  expect(html + text).not.toContain('/guides/');
});

test('after a clear fall the mail shows three answers that cite others now, and links to web pages alone', () => {
  const answer = (at: number, url: string) => ({
    query: `boots ${at}`,
    engine: 'Gemini',
    sources: [
      { domain: 'www.acme.com', url: 'https://acme.com/a', dates: ['2026-11-10'] },
      { domain: 'globex.com', url, dates: ['2026-11-18'] },
    ],
  });
  const address = 'https://globex.com/boots';
  const answers = [
    answer(1, address),
    answer(2, 'javascript:alert(1)'),
    answer(3, address),
    answer(4, address),
  ];
  const pages = { ...citedPages, answers };
  const { html, text } = renderFixture(week(600, pages));
  expect(html.split(`href="${address}"`)).toHaveLength(3);
  expect(html).not.toContain('javascript:');
  for (const part of [extractText(html), text.replace(/\s+/g, ' ')]) {
    expect(part).toContain('Answers that no longer cite you');
    for (const at of [1, 2, 3]) expect(part).toContain(`“boots ${at}” (Gemini): now cites globex.com`);
    expect(part).not.toContain('boots 4');
  }
  expect(renderFixture(week(1285, pages)).text).not.toContain('Answers that');
});
