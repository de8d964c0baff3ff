import { describe, expect, it } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import {
  createAgency,
  createChanges,
  createInput,
  createSnapshots,
  fixtureWeeks,
} from '../../src/digest/fixture-weeks.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import { slackRenderer } from '../../src/renderers/chat/slack.ts';
import { teamsRenderer } from '../../src/renderers/chat/teams.ts';
import { renderWebhook } from '../../src/renderers/data/webhook-body.ts';
import { extractShownTexts } from '../support/shown-texts.ts';
import { extractText, renderFixture } from './rendered.ts';

const week = fixtureWeeks.agency;
const changed = [
  'Öko Möbel',
  'Harbor Foods',
  'Atlas Freight',
  'Sakura 旅館',
  'Northwind Outdoor',
  'Café Río',
];
const quiet = ['Lumen Dental', 'Meadow Clinic', 'Cobalt Ledger'];

const areInOrder = (text: string, names: readonly string[]): boolean =>
  names.every(
    (name, at) =>
      text.indexOf(name) >= 0 && (at === 0 || text.indexOf(names[at - 1] ?? '') < text.indexOf(name)),
  );

describe('a mail by client', () => {
  it('is the one that was looked at', async () => {
    await expect(renderFixture(week()).text).toMatchFileSnapshot('agency.en.txt');
    await expect(renderFixture(week(), { locale: 'ar' }).text).toMatchFileSnapshot('agency.ar.txt');
  });

  it.each(mailLanguages)(
    'orders clients by their falls, then by their strongest rise, then quiet ones, in every part (%s)',
    (locale) => {
      const { html, text } = renderFixture(week(), { locale });
      const digest = buildDigest(week());
      const chats = [slackRenderer.render, teamsRenderer.render].map((render) =>
        extractShownTexts(render(digest, { locale, dashboard: null }).body).join('\n'),
      );
      for (const part of [extractText(html), text, ...chats])
        expect(areInOrder(part, [...changed, ...quiet])).toBe(true);
    },
  );

  it('counts websites of each client, with those that no client has at the end', () => {
    const { groups, counts } = buildDigest(week());
    const sum = (of: 'all' | 'changed' | 'quiet' | 'noData') =>
      groups.reduce((total, group) => total + group.counts[of].value, 0);
    for (const of of ['all', 'changed', 'quiet', 'noData'] as const) expect(sum(of)).toBe(counts[of].value);
    expect(groups.map(({ client }) => client)).toEqual([...changed, null, ...quiet]);
    const quietOnes = buildDigest(createAgency(10, 3, {})).groups.map(({ client }) => client);
    expect(quietOnes).toEqual(['Harbor Foods', 'Lumen Dental', 'Öko Möbel', null]);
  });

  it('names no client where all websites have the same one, or none', () => {
    const one = createAgency(6, 1, createChanges(2, 1));
    expect(buildDigest(one).groups).toEqual([]);
    expect(renderFixture(one).text).not.toContain('Harbor Foods');
    expect(buildDigest({ ...one, clients: [] }).groups).toEqual([]);
  });

  it('lists more than eight quiet clients in lines, apart from those that are not compared yet', () => {
    const { sites, ...rest } = createAgency(24, 12, createChanges(1, 2));
    const fresh = sites.flatMap((site, at) => (at < 22 ? site : withoutHistory(site)));
    const text = extractText(renderFixture({ ...rest, sites: fresh }).html);
    expect(text).toContain(
      'number of websites in brackets: Lumen Dental (2), Öko Möbel (2), Northwind Outdoor (1),',
    );
    expect(text).toContain('Not compared yet: Öko Möbel 2 (2)');
    expect(text.match(/Öko Möbel 2/g)).toHaveLength(1);
  });

  it('is one by website in a first week, which has figures alone', () => {
    const { sites, ...rest } = createAgency(6, 3, {});
    const first = { ...rest, sites: sites.flatMap(withoutHistory) };
    expect(buildDigest(first).groups).toEqual([]);
    expect(renderFixture(first).text).toMatch(/^brand-5\.example +34\.2%/m);
  });

  it('is a field of each website in the body of a webhook, only where there are clients', () => {
    const { websites } = JSON.parse(renderWebhook(buildDigest(week()))).data;
    expect(websites[0]).toMatchObject({ client: 'Harbor Foods' });
    expect(websites[37]).toMatchObject({ client: null });
    expect(renderWebhook(buildDigest(fixtureWeeks.movers()))).not.toContain('"client"');
  });
});

/** A website in its first week. */
const withoutHistory = ({ website }: ReturnType<typeof week>['sites'][number]) =>
  createInput([website], createSnapshots(website, [{}])).sites;
