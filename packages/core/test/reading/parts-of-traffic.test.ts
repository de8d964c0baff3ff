import { describe, expect, it } from 'vitest';
import { readAnalytics } from '../../src/index.ts';

const dates = ['2026-11-01', '2026-11-02'];

/** Two days whose rows have these fields, too. */
const daysWith = (held: object): object => ({ data: dates.map((date) => ({ date, ...held, visitors: 4 })) });

const visitorsOf = (body: unknown): unknown => {
  const reading = readAnalytics(body);
  return reading.ok ? reading.value.days.map(({ visitors }) => visitors) : reading.reason;
};

const notesOf = (body: unknown): unknown => {
  expect(visitorsOf(body)).toEqual([4, 4]);
  return readAnalytics(body).trace.notes;
};

describe('rows that name a part of the traffic are told', () => {
  it.each([
    ['channel', 'AI'],
    ['channel_group', 'Organic Search'],
    ['medium', 'organic'],
    ['segment', 'new'],
    ['campaign', 'spring'],
    ['audience', 'buyers'],
    ['cohort', 'May'],
    ['traffic_type', 'ai'],
    ['traffic_source', 'newsletter'],
    ['traffic_kind', 'human'],
    ['traffic_category', 'human'],
    ['user_segment', 'new'],
    ['visitor_type', 'returning'],
    ['os', 'iOS'],
    ['path', '/crm'],
    ['page', '/'],
    ['page', '/crm/*'],
    ['page', '*crm'],
    ['segment', '-new'],
    ['page_title', 'CRM'],
    ['title', 'CRM'],
    ['country', 'DE'],
    ['city', 'Ulm'],
    ['engine', 'kagi'],
    ['platform', 'app'],
    ['source', 'newsletter'],
    ['referrer', 'news.example'],
    ['device', 'mobile'],
    ['browser', 'Firefox'],
    ['event', 'signup'],
    ['keyword', 'crm'],
    ['competitor', 'Rival'],
    ['locale', 'de'],
    ['language', 'de'],
    ['type', 'ai_referral'],
    ['kind', 'organic'],
    ['category', 'ai'],
    ['group', 'paid_search'],
    ['report', 'ai_traffic'],
  ])('%s: %s', (name, value) => {
    expect(notesOf(daysWith({ [name]: value }))).toEqual([
      `the rows name a ${name}, so that they may be a part of the traffic`,
    ]);
  });
});

describe('rows of the whole are not', () => {
  it.each([
    ['segment', 'All users'],
    ['segment', '(all)'],
    ['visitor_type', 'total'],
    ['device', 'combined'],
    ['channel', 'overall'],
    ['campaign', '-'],
    ['path', '/*'],
    ['country', 'all countries'],
    ['device', '*'],
    ['traffic_source', 'any'],
    ['type', 'daily'],
    ['category', 'traffic'],
    ['report', 'overview'],
    ['source', 'ga4'],
    ['source', 'Google Analytics'],
    ['source', 'google_analytics_4'],
    ['source', 'matomo'],
    ['source', 'Plausible'],
    ['source', 'fathom'],
    ['source', 'PostHog'],
    ['source', 'umami'],
    ['source', 'cloudflare'],
    ['source', 'Adobe Analytics'],
    ['source', 'server logs'],
    ['source', 'pixel'],
    ['source', 'tracker'],
    ['source', 'script'],
    ['source', 'api'],
    ['url', 'https://acme.example'],
    ['url', 'https://acme.example/'],
    ['url', 'http://www.acme.example'],
    ['domain', 'acme.example'],
    ['cited_urls', ['https://acme.example/crm']],
  ])('%s: %s', (name, value) => {
    expect(notesOf(daysWith({ [name]: value }))).toEqual([]);
  });
});

describe('rows with an address', () => {
  const day = { date: '2026-11-01', url: 'https://acme.example' };

  it('of the website have its traffic, be it page views alone', () => {
    const reading = readAnalytics({ data: [{ ...day, pageviews: 9 }] });
    expect(reading.ok && reading.value.days[0]?.pageviews).toBe(9);
  });

  it.each([
    ['a page', { ...day, url: 'https://acme.example/crm', visitors: 5 }],
    ['a page of no known site', { ...day, url: '/crm', visitors: 5 }],
    ['a text with an address in it', { ...day, url: 'see acme.example', visitors: 5 }],
    ['a text behind an address', { ...day, url: 'acme.example crm', visitors: 5 }],
    ['citations without traffic', { ...day, citations: 5 }],
    ['an object', { ...day, url: { href: 'https://acme.example' }, visitors: 5 }],
  ])('of %s are none of a day', (_, row) => {
    expect(visitorsOf({ data: [row] })).toMatch(/^no list of dated rows/);
  });

  it('of two websites are refused', () => {
    const data = dates.map((date, at) => ({ date, domain: `acme-${at}.example`, visitors: 4 }));
    expect(visitorsOf({ data })).toBe('the rows are of "acme-0.example" and of "acme-1.example"');
  });

  it.each(['host', 'hostname'])('of two websites by %s are refused', (name) => {
    const data = dates.map((date, at) => ({ date, [name]: `acme-${at}.example`, visitors: 4 }));
    expect(visitorsOf({ data })).toMatch(/^the rows are of/);
  });
});

describe('days inside the one entry of a list', () => {
  const daily = dates.map((date) => ({ date, visitors: 4 }));

  it.each([
    ['a website with its address', { url: 'https://acme.example', daily }],
    ['a website with its language', { locale: 'de', daily }],
    ['a website of a kind', { type: 'website', daily }],
  ])('%s', (_, entry) => {
    expect(visitorsOf({ data: [entry] })).toEqual([4, 4]);
  });

  it.each([
    ['a page', { url: 'https://acme.example/crm', daily }],
    ['one way of traffic', { type: 'ai_traffic', daily }],
    ['a segment', { segment: 'new', daily }],
    ['a device, of an object in it', { traffic: { device: 'mobile', daily } }],
  ])('%s is refused', (_, entry) => {
    expect(visitorsOf({ data: [entry] })).toMatch(/^no list of dated rows/);
  });
});

describe('what stands around rows and says that they are a part', () => {
  it.each([
    ['report', 'ai_traffic'],
    ['report_type', 'organic traffic'],
    ['type', 'ai_referral'],
    ['view', 'bot_visits'],
    ['dataset', 'LLM sessions'],
    ['scope', 'direct traffic'],
    ['category', 'paid_search_traffic'],
    ['kind', 'social visits'],
    ['traffic_type', 'ai'],
    ['visitor_category', 'new'],
    ['visit_source', 'newsletter'],
    ['competitor', 'rival.example'],
  ])('%s: %s', (name, value) => {
    expect(notesOf({ [name]: value, ...daysWith({}) })).toEqual([
      `/${name} says "${value}": the figures are of this part alone`,
    ]);
  });

  it.each([
    ['report', 'traffic'],
    ['type', 'daily'],
    ['competitor', '3'],
    ['path', '/*'],
  ])('%s: %s says nothing of the kind', (name, value) => {
    expect(notesOf({ [name]: value, ...daysWith({}) })).toEqual([]);
  });
});

describe('rows of one engine or source alone', () => {
  it.each([
    ['engine', 'chatgpt'],
    ['source', 'chatgpt.com'],
  ])('are refused for what they are: %s', (name, value) => {
    expect(visitorsOf(daysWith({ [name]: value }))).toBe(
      `the row of 2026-11-01 is of ${value} alone: give a mapping`,
    );
  });
});

it.each([
  ['another number for the unique ones is told', { total: 120, unique: 100 }, 1],
  ['the same number is not', { total: 120, unique: 120 }, 0],
  ['another figure is not', { total: 120, views: 300 }, 0],
  ['no number is not', { total: 120, unique: null }, 0],
])('visitors in an object: %s', (_, visitors, count) => {
  const reading = readAnalytics({ data: [{ date: '2026-11-01', visitors }] });
  expect(reading.ok && reading.value.days[0]?.visitors).toBe(120);
  expect(reading.trace.notes).toEqual(
    ['visitors are those at /data/*/visitors/total; others stand at /data/*/visitors/unique'].slice(0, count),
  );
});

it('page views in an object beside unique ones are not told', () => {
  const data = [{ date: '2026-11-01', pageviews: { total: 120, unique: 100 } }];
  expect(readAnalytics({ data }).trace.notes).toEqual([]);
});
