import { describe, expect, it } from 'vitest';
import { fixtureWeeks } from '../digest/fixture-weeks.ts';
import { extractText, renderFixture } from './rendered.ts';

describe('subject and preheader', () => {
  it.each([
    [
      'quiet',
      'acme.com: share of voice 34.2 %, no clear change (16 – 22 Nov)',
      'Authority 72, no clear change',
    ],
    ['first', 'acme.com: share of voice 34.2 %, first week (16 – 22 Nov)', 'Authority 72, first week'],
    [
      'fall',
      'acme.com: overtaken by globex.com: now number 2 of 8 in share of voice (16 – 22 Nov)',
      'Share of voice is down 9.8 points to 24.8 %',
    ],
    [
      'gap',
      'acme.com: share of voice 34.2 %, too few days to compare (16 – 22 Nov)',
      'Authority 72, too few days to compare',
    ],
    [
      'noCounts',
      'acme.com: share of voice 34.2 %, too early to judge (16 – 22 Nov)',
      'Authority 72, too early to judge',
    ],
    [
      'method',
      'acme.com: share of voice 34.2 %, no clear change (16 – 22 Nov)',
      'Authority 720, method may have changed',
    ],
    ['noData', 'acme.com: no data this week (16 – 22 Nov)', 'Nothing could be read on any of the 7 days.'],
    [
      'manyFirst',
      '3 websites: levels only, no change can be judged yet (16 – 22 Nov)',
      'acme.com: share of voice 34.2 %, first week',
    ],
    [
      'many',
      'Acme group: no data for 1 of 12 websites: brand-7.example (16 – 22 Nov)',
      'brand-4.example: share of voice is up 8.5 points to 26.7 %',
    ],
  ] as const)('%s', (week, subject, preheader) => {
    const mail = renderFixture(fixtureWeeks[week]());
    expect(mail.subject).toBe(subject);
    expect(mail.preheader.replace(/\u00a0/g, ' ')).toBe(preheader);
  });
});

describe('both parts', () => {
  it('say how large a clear change is and where it started', () => {
    for (const part of both('big')) {
      expect(part).toMatch(/34\.2 %\s+(▲ )?up 7\.7 points/);
      expect(part).toContain('26.5 % the week before');
    }
  });

  it('call a total over 30 days that', () => {
    for (const part of both('first')) expect(part).toContain('in 30 days');
  });

  it('say what noise allows where nothing is clear', () => {
    for (const part of both('quiet')) {
      expect(part).toContain('sampling allows a change of −2.5 to +1.7 points');
      expect(part).toContain('within the usual variation of ±3');
    }
  });

  it('say which days are missing and why', () => {
    for (const part of both('gap')) {
      expect(part).toContain('Share of voice: This week has 4 of 7 days; weeks are compared from 6 days on.');
      expect(part).toContain(
        'Competitors could not be read on 5 of 7 days. Last reason: The service answered 503.',
      );
    }
  });

  it('name a change of method and what is assumed', () => {
    for (const part of both('method')) {
      expect(part).toContain("the score's maximum was 100 and is now 1000");
      expect(part).toContain("Units and fields of the service's answers are assumed");
    }
  });

  it('give every website a row, and a section only where something clear happened', () => {
    const [html, text] = both('many');
    for (const part of [html, text]) {
      for (let at = 0; at < 12; at += 1) expect(part).toContain(`brand-${at}.example`);
      expect(part.match(/Citations by engine/g)).toHaveLength(1);
    }
  });
});

describe('the rule of directions', () => {
  const levels = 'Levels are means over the days of the week.';
  const least = ', and at least 1 point for a share of voice';
  const rule = (causes: string, more = '') =>
    `A direction is shown only for a clear change: one that is larger than ${causes} explains, among as many figures as are compared here${more}. ${levels}`;
  const past = 'the usual variation of 6 or more past weeks';

  it.each([
    ['big', rule(`sampling or ${past}`, least)],
    ['gap', `No change can be judged in this report. ${levels}`],
    ['noCounts', `No change can be judged in this report. ${levels}`],
    ['first', `No change can be judged in this report. ${levels}`],
    ['stillWithoutCounts', rule(past, least)],
  ] as const)('says what was done in the %s week and no more', (week, words) => {
    for (const part of both(week)) expect(part).toContain(words);
  });

  it('gives what never moved a usual variation, which is never ±0', () => {
    for (const part of both('stillWithoutCounts')) {
      expect(part).toContain('34.2 % the week before, within the usual variation of ±1.7 points');
      expect(part).toContain('72 the week before, within the usual variation of ±2.');
    }
    for (const week of Object.keys(fixtureWeeks) as (keyof typeof fixtureWeeks)[])
      for (const part of both(week)) expect(part).not.toMatch(/±[0.,]+(?![.,]?\d)/);
  });
});

describe('a mail about several websites', () => {
  it('prints a note that applies to all websites once', () => {
    for (const part of both('manyFirst')) {
      expect(part.match(/All websites: First report: levels only/g)).toHaveLength(1);
    }
  });
});

describe('the text part', () => {
  it.each(Object.entries(fixtureWeeks))('%s week keeps within 78 characters a line', (_, input) => {
    const lines = renderFixture(input()).text.split('\n');
    expect(lines.filter((line) => [...line].length > 78)).toEqual([]);
  });

  it('aligns its tables', () => {
    const lines = renderFixture(fixtureWeeks.big()).text.split('\n');
    const ends = lines.filter((line) => /^\d {2}\S/.test(line)).map((line) => line.indexOf('%'));
    expect(ends).toHaveLength(6);
    expect(new Set(ends).size).toBe(1);
  });
});

function both(week: keyof typeof fixtureWeeks): readonly [string, string] {
  const { html, text } = renderFixture(fixtureWeeks[week]());
  return [extractText(html), text.replace(/\s+/g, ' ')];
}
