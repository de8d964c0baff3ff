import { describe, expect, it } from 'vitest';
import { acme, createInput, createSnapshots, fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import { extractText, renderFixture } from './rendered.ts';

describe('subject and preheader', () => {
  const dates = '16 – 22 Nov 2026';

  it.each([
    ['quiet', 'Acme 34.2%: no clear change', `acme.com, ${dates} · Authority 72: no clear change`],
    ['first', 'Acme 34.2%: first report', `acme.com, ${dates} · Authority 72: first report`],
    [
      'fall',
      '▼ Acme 24.8% (−9.8), no. 2',
      `acme.com, ${dates} · globex.com gained 3.3 points, more than any other competitor.`,
    ],
    ['gap', 'Acme: too few days', `acme.com, ${dates} · Share of voice 34.2%: too few days`],
    ['fewShares', 'Acme: no clear change', `acme.com, ${dates} · Citations 1,293: no clear change`],
    [
      'lostAnswers',
      '▼ Acme: 842 citations (−481)',
      `acme.com, ${dates} · ChatGPT fell most among the engines: citations −246.`,
    ],
    ['noCounts', 'Acme 34.2%: too few weeks yet', `acme.com, ${dates} · Authority 72: too few weeks yet`],
    ['method', 'Acme 34.2%: no clear change', `acme.com, ${dates} · Authority 720: not comparable`],
    ['noData', 'No data for Acme this week', `acme.com, ${dates}`],
    ['manyFirst', '3 websites: first figures', `3 websites, ${dates}`],
    [
      'many',
      '▲ Brand 4 26.7% (+8.5)',
      `Acme group, ${dates} · brand-4.example: Share of voice up 8.5 points to 26.7%`,
    ],
    [
      'movers',
      '▼ 1 down, ▲ 2 up of 12 websites',
      `Acme group, ${dates} · brand-5.example: Share of voice down 5.7 points to 14.2%`,
    ],
  ] as const)('%s', (week, subject, preheader) => {
    const mail = renderFixture(fixtureWeeks[week]());
    expect(mail.subject).toBe(subject);
    expect(mail.preheader.replace(/\u00a0/g, ' ')).toBe(preheader);
  });

  it.each(mailLanguages)('the subject fits a phone in every week, with a long name (%s)', (locale) => {
    for (const input of Object.values(fixtureWeeks)) {
      const { sites, ...rest } = input();
      const long = sites.map((site) => ({
        ...site,
        website: { ...site.website, name: 'Northwind Outdoor Équipement 山岳用品 & Sons' },
      }));
      const { subject } = renderFixture({ ...rest, sites: long }, { locale });
      const graphemes = [...new Intl.Segmenter(locale).segment(subject)];
      expect(graphemes.length, subject).toBeLessThanOrEqual(37);
    }
  });

  it('shortens a long name at a word', () => {
    const { sites, ...rest } = fixtureWeeks.big();
    const long = sites.map((site) => ({ ...site, website: { ...acme, name: 'Northwind Outdoor Supplies' } }));
    expect(renderFixture({ ...rest, sites: long }).subject).toBe('▲ Northwind 34.2% (+7.7), no. 1');
  });
});

describe('both parts', () => {
  it('say how large a clear change is and where it started', () => {
    for (const part of both('big')) {
      expect(part).toContain('▲ up 7.7 points');
      expect(part).toContain('26.5% the week before');
    }
  });

  it('say what moved with a change and what to do', () => {
    for (const part of both('fall')) {
      expect(part).toContain('globex.com gained 3.3 points, more than any other competitor.');
      expect(part).toContain('To do: compare the answers that name globex.com and not you.');
    }
    for (const part of both('quiet')) expect(part).toContain('Nothing to do this week.');
  });

  it('call a total over 30 days that, of one website and of several', () => {
    for (const part of both('first')) expect(part).toContain('in 30 days');
    const other = { id: 'w_beta', name: 'Beta', domain: 'beta.com' };
    const weeks = Array.from({ length: 3 }, () => ({ citations: () => 319, citationDays: 30 }));
    const input = createInput(
      [acme, other],
      [acme, other].flatMap((website) => createSnapshots(website, weeks)),
    );
    const { html, text } = renderFixture(input);
    for (const part of [extractText(html), text.replace(/\u00a0/g, ' ')])
      expect(part.match(/319 in 30 days/g)?.length).toBe(2);
  });

  it('say where a total has no known days', () => {
    for (const part of both('quiet')) expect(part).toContain('citations are the total of the service’s feed');
  });

  it('say why several websites could not be compared', () => {
    const other = { id: 'w_beta', name: 'Beta', domain: 'beta.com' };
    const weeks = [{ missing: [0, 1, 2, 3] }, {}, {}];
    const input = createInput(
      [acme, other],
      [acme, other].flatMap((website) => createSnapshots(website, weeks)),
    );
    const { subject, text } = renderFixture(input);
    expect(subject).toBe('2 websites: too few days');
    expect(text).not.toContain('First figures');
  });

  it('name the days of the engines that fell', () => {
    const weeks = [{ citations: () => 600 }, ...Array.from({ length: 9 }, () => ({}))].map((week) => ({
      ...week,
      citationDays: 30,
    }));
    const { text } = renderFixture(createInput([acme], createSnapshots(acme, weeks)));
    expect(text.replace(/\s+/g, ' ')).toContain(
      'ChatGPT fell most among the engines: citations in 30 days −349.',
    );
  });

  it('say what chance allows where nothing is clear', () => {
    for (const part of both('quiet')) {
      expect(part).toContain('may be anything from −2.5 to +1.7');
      expect(part).toContain('usually moves by up to 1 ');
      expect(part).toContain('no clear change (−1)');
    }
  });

  it('say which days are missing and why', () => {
    for (const part of both('gap')) {
      expect(part).toContain(
        'Share of voice, Authority, and Citations: too few days were read to compare the weeks; each week needs 6 of 7 days.',
      );
      expect(part).toContain(
        'Share of voice could not be read on 5 of 7 days. Last reason: The service failed. Status 503.',
      );
      expect(part).toContain('To do: find out why days are missing; see the notes at the end.');
      expect(part).not.toContain('Nothing to do');
    }
  });

  it('explain no figures where there are none', () => {
    for (const part of both('noData')) {
      expect(part).toContain('The service refused the API key.');
      for (const words of ['averages', 'Grey', 'assumed']) expect(part).not.toContain(words);
    }
  });

  it('name the part of the authority score that fell', () => {
    for (const part of both('authority')) {
      expect(part).toContain('Backlinks fell most among the parts of the score: −25.');
      expect(part).toContain('To do: start with Backlinks, the part of the score that fell most.');
      expect(part).toMatch(/Parts of the authority score Backlinks 36 −25/);
    }
  });

  it('count the engines that are left out', () => {
    for (const part of both('fall')) expect(part).toMatch(/Perplexity 349 −8 and 2 more/);
    for (const part of both('quiet')) expect(part).toMatch(/Claude 91 −2 (?!and)/);
  });

  it('name a difference of zero in no language', () => {
    for (const locale of mailLanguages) {
      const { html, text } = renderFixture(fixtureWeeks.big(), { locale });
      for (const part of [extractText(html), text]) expect(part, locale).not.toContain('Backlinks');
    }
  });

  it('keep a path in one piece where text runs from right to left', () => {
    const { html, text } = renderFixture(fixtureWeeks.fall(), { locale: 'ar' });
    for (const part of [extractText(html), text]) expect(part).toContain('\u2068/guides/boots-1\u2069');
  });

  it('name a change of method and what is assumed', () => {
    for (const part of both('method')) {
      expect(part).toContain('because the method may have changed (the maximum was 100 and is now 1,000)');
      expect(part).toContain('Units and fields of the service’s answers are assumed');
    }
  });

  it('name every website, and detail one with a clear change', () => {
    for (const part of both('many')) {
      for (let at = 0; at < 12; at += 1) expect(part).toContain(`brand-${at}.example`);
      expect(part.match(/You and your competitors/g)).toHaveLength(1);
      expect(part).toContain('No data for 1 of 12 websites: brand-7.example');
    }
  });

  it('list changed websites: falls first, then by the strength of their change', () => {
    for (const part of both('movers')) {
      const table = part.slice(part.indexOf('Websites with a clear change'));
      const places = ['brand-5.example', 'brand-1.example', 'brand-9.example'].map((name) =>
        table.indexOf(name),
      );
      expect(places.every((place) => place > 0)).toBe(true);
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }
  });

  it('explain each verdict that they use, and no other', () => {
    const meanings = {
      clear: 'more than chance explains',
      unclear: '“No clear change”: chance may',
      tooEarly: '“Too few weeks yet”: a change is judged once 6 weeks of changes are known.',
    };
    const used = {
      big: ['clear'],
      quiet: ['unclear'],
      first: [],
      noCounts: ['tooEarly'],
    } as const;
    for (const week of ['big', 'quiet', 'first', 'noCounts'] as const) {
      for (const part of both(week)) {
        const found = Object.entries(meanings).filter(([, words]) => part.includes(words));
        expect([week, found.map(([name]) => name)]).toEqual([week, used[week]]);
      }
    }
  });

  it('call a rise from zero new, and send to the notes where a method changed', () => {
    const weeks = Array.from({ length: 10 }, (_, week) => ({ citations: () => (week === 0 ? 120 : 0) }));
    const { subject, html, text } = renderFixture(createInput([acme], createSnapshots(acme, weeks)));
    expect(subject).toBe('▲ Acme: 120 citations (new)');
    for (const part of [extractText(html), text.replace(/\s+/g, ' ')]) {
      expect(part).toContain('Citations 120: new');
      expect(part).not.toContain('+120');
    }
    for (const part of both('method')) expect(part).toContain('a figure is measured in another way');
  });

  it.each([
    ['fr', 'qui ne vous citent plus :', 'globex.com, hooli.com, stark.com et 1 autre', '- Autorité : 73 la'],
    ['ja', '引用しなくなった回答：', 'globex.com、hooli.com、stark.com、ほか1件', '- オーソリティ：前週は73'],
  ])('have the commas and colons of the language (%s)', (locale, ...all) => {
    const text = renderFixture(fixtureWeeks.lostAnswers(), { locale }).text.replace(/\s+/g, ' ');
    for (const one of all) expect(text).toContain(one);
  });

  it('lead with what is known in a week with too few days', () => {
    const { text } = renderFixture(fixtureWeeks.gap());
    expect(text.split('\n').slice(2, 4)).toEqual([
      'Number 1 of 8 in share of voice',
      'Share of voice 34.2%: too few days',
    ]);
  });

  it('calls what never moved unchanged, without a usual variation', () => {
    for (const part of both('stillWithoutCounts')) {
      expect(part).toMatch(/Authority 72.{0,12}unchanged/);
      expect(part).not.toMatch(/usually moves|no clear change/);
    }
  });
});

describe('a mail about several websites', () => {
  it('prints a note that applies to all websites once', () => {
    for (const part of both('manyFirst')) {
      expect(part.match(/All websites: First report: figures only/g)).toHaveLength(1);
    }
  });
});

describe('the text part', () => {
  it.each(Object.entries(fixtureWeeks))('%s week keeps within 78 characters a line', (_, input) => {
    const lines = renderFixture(input()).text.split('\n');
    expect(lines.filter((line) => [...line].length > 78)).toEqual([]);
  });

  it('aligns its tables', () => {
    const lines = renderFixture(fixtureWeeks.quiet()).text.split('\n');
    const ends = lines.filter((line) => /^\d {2}\S/.test(line)).map((line) => line.indexOf('%'));
    expect(ends).toHaveLength(5);
    expect(new Set(ends).size).toBe(1);
  });
});

function both(week: keyof typeof fixtureWeeks): readonly [string, string] {
  const { html, text } = renderFixture(fixtureWeeks[week]());
  return [extractText(html), text.replace(/\s+/g, ' ')];
}
