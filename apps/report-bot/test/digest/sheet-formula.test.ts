import type { Website } from '@answershare/core';
import { expect, test } from 'vitest';
import { buildDigest, type Digest } from '../../src/digest/digest.ts';
import { createSnapshots, fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { createSheetFormula } from '../../src/digest/sheet-formula.ts';
import { computeSiteSeries } from '../../src/digest/site-digest.ts';

const digestOf = (...websites: readonly Website[]): Digest => {
  const week = { share: () => 0.3, authority: () => 70, citations: () => 100 };
  const sites = websites.map((website) =>
    computeSiteSeries(website, createSnapshots(website, [week, week]), '2026-W47', 'UTC'),
  );
  return buildDigest({ ...fixtureWeeks.quiet(), sites });
};

function formulasOf(digest: Digest, competitor: string | null = null): (string | undefined)[] {
  return digest.sites.map((site) => createSheetFormula(digest, { site, measure: 'share', competitor })?.text);
}

test('a website is named by its domain, and by its id if two have that domain or none', () => {
  const digest = digestOf(
    { id: 'w_1', name: 'Acme', domain: 'acme.com' },
    { id: 'w_2', name: 'One', domain: 'twin.example' },
    { id: 'w_3', name: 'Two', domain: 'twin.example' },
    { id: 'w_4', name: 'None', domain: null },
  );
  expect(formulasOf(digest)).toEqual([
    '=SHARE_OF_VOICE("acme.com")',
    '=SHARE_OF_VOICE("w_2")',
    '=SHARE_OF_VOICE("w_3")',
    '=SHARE_OF_VOICE("w_4")',
  ]);
});

test('quotes of a hostile name are doubled, so that it cannot end its text', () => {
  const digest = digestOf({ id: 'w_1', name: null, domain: 'a";IMPORTXML("http://x.example' });
  expect(formulasOf(digest, '";1+1;"')).toEqual([
    '=SHARE_OF_VOICE("a"";IMPORTXML(""http://x.example";""";1+1;""")',
  ]);
});

test.each([['a\nb'], ['a\u202eb'], [' a'], ['a'.repeat(254)]])(
  'the domain %j would change in a cell, so that the id names the website',
  (domain) => {
    expect(formulasOf(digestOf({ id: 'w_1', name: null, domain }))).toEqual(['=SHARE_OF_VOICE("w_1")']);
  },
);

test('a competitor that cannot be written has no formula', () => {
  expect(formulasOf(digestOf({ id: 'w_1', name: null, domain: 'acme.com' }), 'a\u0000b')).toEqual([
    undefined,
  ]);
});

test('the total of a citation feed is that of today', () => {
  const digest = digestOf({ id: 'w_1', name: null, domain: 'acme.com' });
  const [site] = digest.sites;
  expect(site && createSheetFormula(digest, { site, measure: 'citations', competitor: null })).toEqual({
    text: '=CITATIONS("acme.com")',
    gives: 'today',
  });
});
