import { describe, expect, it } from 'vitest';
import { buildDigest, type Digest } from '../../src/digest/digest.ts';
import { listFacts } from '../../src/digest/metric.ts';
import { createFormatter, type Formatter } from '../../src/mail/formatter.ts';
import { formatLegend } from '../../src/mail/view.ts';
import { fixtureWeeks } from '../digest/fixture-weeks.ts';
import { extractText, options, renderFixture } from './rendered.ts';

const numbersOf = (text: string) => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}

/** Every number that the digest holds, as this locale writes it, and those inside its own texts and dates. */
function allowed(digest: Digest, numbers: Formatter): Set<string> {
  const written = listFacts(digest).flatMap((fact) => [numbers.of(fact), numbers.size(fact)]);
  const dates = [
    numbers.dates(digest.from, digest.to, true),
    digest.asOf === null ? '' : numbers.instant(digest.asOf, digest.schedule.timezone),
  ];
  const texts = textsIn(
    digest.sites.map(({ name, share, authority, citations, notes }) => [
      name,
      share.rows.map((row) => row.name),
      [share, authority, citations].map(({ reason }) => reason),
      notes,
    ]),
  );
  return new Set([...written, ...dates, ...texts, formatLegend(digest.sites)].flatMap(numbersOf));
}

describe.each(Object.entries(fixtureWeeks))('%s week', (_, input) => {
  it.each(['en-GB', 'en', 'de'])('prints no number that the digest does not hold (%s)', (locale) => {
    const digest = buildDigest(input());
    const mail = renderFixture(input(), { locale });
    const known = allowed(digest, createFormatter(locale));
    for (const part of [mail.subject, mail.preheader, extractText(mail.html), mail.text]) {
      const own = part.replace(/and \d+ more/g, '').replace(decodeURI(options.unsubscribe), '');
      expect(numbersOf(own.replace(options.unsubscribe, '')).filter((number) => !known.has(number))).toEqual(
        [],
      );
    }
  });

  it('the text part holds nothing that the HTML part lacks', () => {
    const mail = renderFixture(input());
    const inHtml = new Set(numbersOf(extractText(mail.html)));
    const inText = numbersOf(mail.text.replace(options.unsubscribe, ''));
    expect(inText.filter((number) => !inHtml.has(number))).toEqual([]);
  });

  it('shows a direction exactly where a change is clear', () => {
    const digest = buildDigest(input());
    const clear = digest.sites.some(({ share, authority, citations }) =>
      [share, authority, citations, ...share.rows.map(({ metric }) => metric)].some(
        ({ verdict }) => verdict === 'clear',
      ),
    );
    const { subject, html, text } = renderFixture(input());
    const directions = /[▲▼↑↓]|\b(up|down) \d/u;
    expect(directions.test(extractText(html))).toBe(clear);
    expect(directions.test(text)).toBe(clear);
    if (!clear) expect(subject).not.toMatch(directions);
  });

  it('equal input gives equal bytes', () => {
    expect(renderFixture(input())).toEqual(renderFixture(input()));
  });
});
