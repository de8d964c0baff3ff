import type { Website } from '@answershare/core';
import { describe, expect, it } from 'vitest';
import { buildDigest, type Digest, type DigestInput } from '../../src/digest/digest.ts';
import {
  createCompetitors,
  createInput,
  createSnapshots,
  createWebsites,
  fixtureWeeks,
} from '../../src/digest/fixture-weeks.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import { slackRenderer } from '../../src/renderers/chat/slack.ts';
import { teamsRenderer } from '../../src/renderers/chat/teams.ts';
import { renderWebhook } from '../../src/renderers/data/webhook-body.ts';
import { extractShownTexts } from '../support/shown-texts.ts';

const options = { locale: 'en-GB', dashboard: 'https://dash.example/{website}?a=1&b=2' };
/** The longest addresses that Slack links to. */
const longLinks = {
  webCopy: `https://a.example/${'w'.repeat(982)}`,
  sheet: `https://b.example/${'s'.repeat(982)}`,
};

interface SlackBlock {
  readonly type: string;
  readonly text?: { readonly type: string; readonly text: string; readonly verbatim?: boolean };
  readonly fields?: readonly { readonly text: string; readonly verbatim: boolean }[];
  readonly elements?: readonly { readonly text: string; readonly verbatim: boolean }[];
}

type Links = Partial<typeof longLinks>;

const renderBoth = (input: DigestInput, locale = options.locale, links: Links = {}) =>
  renderDigest(buildDigest(input), locale, links);

function renderDigest(digest: Digest, locale: string, links: Links) {
  const slack = slackRenderer.render(digest, { ...options, locale, ...links }).body;
  return {
    slack,
    blocks: (JSON.parse(slack) as { blocks: readonly SlackBlock[] }).blocks,
    teams: teamsRenderer.render(digest, { ...options, locale, ...links }).body,
  };
}

/** The documented limits of Block Kit, and 28 KB for Teams. */
function expectWithinLimits({ slack, blocks, teams }: ReturnType<typeof renderBoth>): void {
  expect(blocks.length).toBeLessThanOrEqual(50);
  expect(slack.length).toBeLessThan(11_300);
  expect(Buffer.byteLength(teams)).toBeLessThanOrEqual(28_000);
  for (const { type, text, fields = [], elements = [] } of blocks) {
    expect(text?.text.length ?? 0).toBeLessThanOrEqual(type === 'header' ? 150 : 3000);
    expect(Math.max(fields.length, elements.length)).toBeLessThanOrEqual(10);
    for (const one of fields) expect(one.text.length).toBeLessThanOrEqual(2000);
    for (const one of elements) expect(one.text.length).toBeLessThanOrEqual(3000);
    for (const one of [text, ...fields, ...elements]) expect(one?.text).not.toBe('');
  }
}

function named(name: string): DigestInput {
  const website: Website = { id: name, name, domain: null };
  const rows = createCompetitors(2000).map((entry, at) =>
    at === 0 ? { ...entry, name, domain: null } : entry,
  );
  const failures = [{ endpoint: name, reason: name }];
  const weeks = [
    { share: () => 0.5, competitors: rows, failures },
    { share: () => 0.2, competitors: rows },
  ];
  return createInput([website], createSnapshots(website, weeks), name);
}

describe.each([
  '<!channel> & <@U123>',
  '@here <https://evil.example|click>',
  '<at>everyone</at>',
  '[click](https://evil.example)',
  '*bold* _x_ `code` ~gone~',
  '&lt;!channel&gt;',
  'a\r\n\u202e"},{"type":"divider"',
])('a website, competitor and reason named %j', (name) => {
  const { slack, blocks, teams } = renderBoth(named(name));
  const own = `<https://dash.example/${encodeURIComponent(name)}?a=1&amp;b=2|`;

  it('is plain text in Slack', () => {
    for (const text of extractMarkup(slack)) {
      const rest = text.split(own).join('').replace(/>\*$/m, '');
      expect(rest).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
      expect(rest.replace(/\u200b./gu, '')).not.toMatch(/[`~]/);
    }
    for (const { type, text, fields = [], elements = [] } of blocks) {
      if (type === 'header') expect(text).toMatchObject({ type: 'plain_text' });
      else for (const one of [text, ...fields, ...elements]) expect(one?.verbatim ?? true).toBe(true);
    }
    const shown = extractShownTexts(slack).join('\n').replaceAll('\u200b', '');
    const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(shown).toContain(escaped.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' '));
  });

  it('is a text run in Teams, which knows no Markdown', () => {
    const types = [...teams.matchAll(/"type":"([A-Za-z.]+)"/g)].map(([, type]) => type);
    expect(new Set(types)).toEqual(
      new Set(['message', 'AdaptiveCard', 'RichTextBlock', 'TextRun', ...linkTypes(types)]),
    );
    expect(teams).not.toMatch(/"entities"|\u202e|\\r|\\n/);
    expect(extractShownTexts(teams).join('\n')).toContain(name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' '));
  });
});

const linkTypes = (types: readonly (string | undefined)[]): readonly string[] =>
  ['Container', 'Action.OpenUrl'].filter((type) => types.includes(type));

/** The texts that Slack parses: the notification and all but the header. */
function extractMarkup(body: string): string[] {
  const { text, blocks } = JSON.parse(body) as { text: string; blocks: readonly SlackBlock[] };
  return [text, ...blocks.slice(1).flatMap((block) => extractShownTexts(JSON.stringify(block)))];
}

describe('the limits of Slack and Teams', () => {
  it.each(Object.entries(fixtureWeeks))('hold for the %s week in every language', (_, input) => {
    const digest = buildDigest(input());
    for (const locale of mailLanguages) expectWithinLimits(renderDigest(digest, locale, longLinks));
  });

  it.each([1, 20, 500])('hold for %i websites, all changed', (count) => {
    const rendered = renderBoth(createWebsites(count, count), 'en-GB', longLinks);
    expectWithinLimits(rendered);
    for (const body of [rendered.slack, rendered.teams])
      expect(extractShownTexts(body).join(' ')).toMatch(/brand[- ]\d/i);
  });

  it.each(['<', '&', '"', '\u{1f600}'])(
    'hold for 100 websites, competitors and failures with names of %s',
    (sign) => {
      const sites = Array.from(
        { length: 100 },
        (_, at): Website => ({ id: `${at}`, name: `${at}${sign.repeat(100)}`, domain: null }),
      );
      const many = Array.from({ length: 20 }, (_, at) => ({
        name: `${at}${sign.repeat(100)}`,
        domain: null,
        share: 0.01,
        mentions: 20,
        totalMentions: 2000,
      }));
      const failures = Array.from({ length: 40 }, (_, at) => ({
        endpoint: `${at}`,
        reason: sign.repeat(5000),
      }));
      const weeks = [
        { share: () => 0.4, competitors: many, failures },
        { share: () => 0.2, competitors: many },
      ];
      for (const all of [sites, sites.slice(0, 1)])
        expectWithinLimits(
          renderBoth(
            createInput(
              all,
              all.flatMap((site) => createSnapshots(site, weeks)),
            ),
            options.locale,
            longLinks,
          ),
        );
    },
  );
});

describe('a message', () => {
  it('links to the page with all figures and to the spreadsheet, and to nothing without them', () => {
    const digest = buildDigest(createWebsites(3, 1));
    const addresses = { webCopy: 'https://reports.example/a.html?b&c', sheet: 'https://sheets.example/d/1' };
    const slack = slackRenderer.render(digest, { ...options, ...addresses }).body;
    expect(slack).toContain('<https://reports.example/a.html?b&amp;c|All figures>');
    expect(slack).toContain('<https://sheets.example/d/1|Open the sheet>');
    const read = (body: string) =>
      (JSON.parse(body) as { attachments: { content: { actions: { type: string; url: string }[] } }[] })
        .attachments[0]?.content.actions;
    expect(read(teamsRenderer.render(digest, { ...options, ...addresses }).body)).toEqual([
      { type: 'Action.OpenUrl', title: 'All figures', url: addresses.webCopy },
      { type: 'Action.OpenUrl', title: 'Open the sheet', url: addresses.sheet },
    ]);
    expect(slackRenderer.render(digest, options).body).not.toContain('All figures');
    expect(read(teamsRenderer.render(digest, options).body)).toEqual([]);
  });

  it('has no words of a link that is too long for Slack', () => {
    const digest = buildDigest(createWebsites(3, 1));
    expect(slackRenderer.render(digest, { ...options, ...longLinks }).body).toContain(
      `${longLinks.sheet}|Open the sheet>`,
    );
    const sheet = `${longLinks.sheet}s`;
    expect(slackRenderer.render(digest, { ...options, sheet }).body).not.toContain('Open the sheet');
  });

  it('links each changed website to its dashboard', () => {
    const { slack, teams } = renderBoth(createWebsites(3, 3));
    const [id] = buildDigest(createWebsites(3, 3)).changes.map(({ site }) => site.id);
    expect(slack).toContain(`<https://dash.example/${id}?a=1&amp;b=2|`);
    expect(teams).toContain(`"url":"https://dash.example/${id}?a=1&b=2"`);
  });

  it('counts the websites that it leaves out', () => {
    const { slack } = renderBoth(createWebsites(500, 500));
    const shown = extractShownTexts(slack).join('\n');
    const names = new Set([...shown.matchAll(/brand-\d+/g)].map(([name]) => name));
    const more = Number(/ and (\d+) more/.exec(shown)?.[1]);
    expect(names.size + more).toBe(500);
  });

  it('has the same bytes for the same digest', () => {
    expect(renderBoth(fixtureWeeks.first())).toEqual(renderBoth(fixtureWeeks.first()));
    expect(renderWebhook(buildDigest(fixtureWeeks.first()))).toBe(
      renderWebhook(buildDigest(fixtureWeeks.first())),
    );
  });

  it('is written from right to left in Arabic', () => {
    expect(JSON.parse(renderBoth(fixtureWeeks.first(), 'ar-EG').teams)).toMatchObject({
      attachments: [{ content: { version: '1.5', rtl: true, lang: 'ar' } }],
    });
  });
});
