import type { Website } from '@answershare/core';
import { describe, expect, it } from 'vitest';
import {
  createAgency,
  createChanges,
  createCompetitors,
  createInput,
  createSnapshots,
  createWebsites,
  fixtureWeeks,
} from '../../src/digest/fixture-weeks.ts';
import { htmlBudget, loadTemplates } from '../../src/renderers/mail/render.ts';
import { extractText, renderFixture } from './rendered.ts';

const names = [
  '=HYPERLINK("http://evil.example","x")',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'a\r\nBcc: victim@evil.example',
  '{{constructor}}',
  "' onmouseover='alert(1)",
];

function named(name: string) {
  const website: Website = { id: name, name, domain: null };
  const competitor = createCompetitors(2000).map((entry, at) =>
    at === 0 ? { ...entry, name, domain: null } : entry,
  );
  const failures = [{ endpoint: name, reason: name }];
  const page = { url: `https://acme.com/${name}`, engines: [name], query: name, dates: ['2026-11-20'] };
  const pages = {
    first: '2026-11-01',
    last: '2026-11-22',
    pages: [page, { ...page, dates: ['2026-11-10'] }],
  };
  return createInput(
    [website],
    createSnapshots(website, [{ competitors: competitor, failures, pages }, { competitors: competitor }]),
    name,
  );
}

describe.each(names)('a website, competitor and reason named %j', (name) => {
  const mail = renderFixture(named(name), { address: name, name });

  it('is text, not markup', () => {
    expect(mail.html.match(/<script|<img src=x|onmouseover='/gi)).toBeNull();
    const line = name.replace(/\s+/g, ' ');
    expect(extractText(mail.html)).toContain(line);
    expect(mail.text.replace(/\s+/g, ' ')).toContain(`“${line}”`);
  });

  it('adds no line to the subject', () => {
    expect(mail.subject).not.toMatch(/\p{Cc}/u);
    expect(mail.preheader).not.toMatch(/\p{Cc}/u);
  });
});

describe('markup', () => {
  it.each(Object.entries(fixtureWeeks))('%s week holds nothing that mail clients refuse', (_, input) => {
    const { html } = renderFixture(input());
    expect(html.match(/<img(?! src="cid:[0-9a-f]{32}@answershare" alt="[^"]*")/g)).toBeNull();
    expect(html.match(/data:|<svg|<link|@import|javascript:|var\(|url\(|<script/gi)).toBeNull();
    const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
    const unquoted = tags.filter((tag) => tag.replace(/="[^"]*"/g, '').includes('='));
    expect(unquoted).toEqual([]);
  });

  it('direction-changing characters are dropped', () => {
    const { html, text, subject } = renderFixture(named('acme\u202egro.live'));
    for (const part of [html, text, subject]) expect(part).not.toContain('\u202e');
  });
});

describe('size', () => {
  it('stays within the budget for 300 websites with the longest names, all changed', () => {
    const sites = Array.from(
      { length: 300 },
      (_, at): Website => ({ id: `${at}`, name: `${at}${'"'.repeat(500)}`, domain: null }),
    );
    const many = Array.from({ length: 60 }, (_, at) => ({
      name: `${at}${'='.repeat(500)}`,
      domain: null,
      share: 0.01,
      mentions: 20,
      totalMentions: 2000,
    }));
    const failures = Array.from({ length: 40 }, (_, at) => ({ endpoint: `${at}`, reason: '<'.repeat(5000) }));
    const weeks = [
      { share: () => 0.4, competitors: many, failures },
      { share: () => 0.2, competitors: many },
    ];
    const input = createInput(
      sites,
      sites.flatMap((site) => createSnapshots(site, weeks)),
    );
    const mail = renderFixture(input, { address: '&'.repeat(5000), name: '&'.repeat(5000) });
    expect(Buffer.byteLength(mail.html)).toBeLessThanOrEqual(htmlBudget);
    const found = new Set([...extractText(mail.html).matchAll(/(\d+)"{3}/g)].map(([, id]) => id));
    expect(sites.filter(({ id }) => !found.has(id))).toEqual([]);
  });
});

describe('the number of websites', () => {
  it.each([1, 500])('%i websites, all changed, are within the budget and all named', (count) => {
    const { html } = renderFixture(createWebsites(count, count));
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(htmlBudget);
    const text = extractText(html);
    const names = Array.from({ length: count }, (_, at) => `brand-${at}`);
    expect(names.filter((name) => !new RegExp(`${name}(?!\\d)`).test(text))).toEqual([]);
  });
});

describe('websites by client', () => {
  it.each([
    [20, 4],
    [500, 500],
  ])('%i of %i clients, all changed, are within the budget and all named', (count, clients) => {
    const input = createAgency(count, clients, createChanges(count, 1));
    const { html } = renderFixture(input, { locale: 'ar' });
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(htmlBudget);
    const text = extractText(html);
    const names = Array.from({ length: count }, (_, at) => `brand-${at}`);
    expect(names.filter((name) => !new RegExp(`${name}(?!\\d)`).test(text))).toEqual([]);
  });

  it('stay within the budget with the longest names of 300 clients, and are text', () => {
    const { clients = [], ...week } = createAgency(300, 300, createChanges(300, 1));
    const hostile = clients.map((client, at) => ({
      ...client,
      name: `${at}${names[at % names.length]}${'"'.repeat(500)}`,
    }));
    const { html, text, subject } = renderFixture({ ...week, clients: hostile });
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(htmlBudget);
    expect(html.match(/<script|<img src=x|onmouseover='/gi)).toBeNull();
    for (const part of [text, subject]) expect(part).not.toMatch(/[^\P{Cc}\n]/u);
  });
});

describe('refusals', () => {
  it.each(['javascript:alert(1)', 'https://a b', 'reports@acme.example', ''])(
    'the unsubscribe address %j',
    (unsubscribe) => {
      expect(() => renderFixture(fixtureWeeks.first(), { unsubscribe })).toThrow(
        'starts with https: or mailto:',
      );
    },
  );

  it('a locale that is none', () => {
    expect(() => renderFixture(fixtureWeeks.first(), { locale: 'english please' })).toThrow(
      'is not a locale',
    );
  });

  it('a template that was not built, with the command that builds it', () => {
    expect(() => loadTemplates('/nowhere/letter.js')).toThrow('run `pnpm build`');
  });

  it('no websites at all still make a mail', () => {
    expect(renderFixture(createInput([], [])).subject).toContain('No websites to report on');
  });
});
