import { describe, expect, it } from 'vitest';
import { buildDigest, type Digest } from '../../src/digest/digest.ts';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { type Fact, listFacts } from '../../src/digest/metric.ts';
import { createFormatter, type Formatter } from '../../src/message/formatter.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import { slackRenderer } from '../../src/renderers/chat/slack.ts';
import { teamsRenderer } from '../../src/renderers/chat/teams.ts';
import { renderWebhook } from '../../src/renderers/data/webhook-body.ts';
import { renderMail } from '../../src/renderers/mail/render.ts';
import { extractShownTexts } from '../support/shown-texts.ts';
import { extractSentences, extractText, options, renderFixture } from './rendered.ts';

/** A space groups digits in French. */
const numbersOf = (text: string) =>
  text
    .replace(/(?<=\p{Nd})[ \u00a0\u202f](?=\p{Nd}{3}(?!\p{Nd}))/gu, '')
    .match(/\p{Nd}+(?:[.,٫٬]\p{Nd}+)*/gu) ?? [];

function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}

/** Every number that the mail may print: its facts, as this locale writes them, dates, and foreign texts. */
function allowed(digest: Digest, facts: Iterable<Fact>, numbers: Formatter): Set<string> {
  const written = [...facts].flatMap((fact) => [numbers.of(fact), numbers.size(fact)]);
  const runs = digest.sites.flatMap(({ share, authority, citations }) =>
    [share, authority, citations].flatMap(({ run, step }) =>
      [run, step].flatMap((one) => (one === null ? [] : [numbers.day(one.since)])),
    ),
  );
  const dates = [
    numbers.period(digest.from, digest.to),
    digest.asOf === null ? '' : numbers.instant(digest.asOf, digest.schedule.timezone),
  ];
  const texts = textsIn(
    digest.sites.map(({ name, share, authority, citations, notes, pages }) => [
      name,
      share.rows.map((row) => row.name),
      [share, authority, citations].map(({ reason }) => reason),
      notes,
      [...(pages?.added ?? []), ...(pages?.lost ?? [])].map(({ page, query }) => [page, query]),
    ]),
  );
  return new Set([...written, ...runs, ...dates, ...texts].flatMap(numbersOf));
}

const dashboard = 'https://dash.example/{website}';

const isLeftOut = ({ id }: Fact) => id.startsWith('layout/');

describe.each(Object.entries(fixtureWeeks))('%s week', (_, input) => {
  const digest = buildDigest(input());

  it.each(['en-GB', 'en', ...mailLanguages])(
    'prints no number that the digest does not hold (%s)',
    (locale) => {
      const mail = renderMail(digest, { ...options, locale });
      const held = new Map(listFacts(digest).map((fact) => [fact.id, fact.value]));
      expect([...mail.facts].filter((fact) => !isLeftOut(fact) && held.get(fact.id) !== fact.value)).toEqual(
        [],
      );
      const known = allowed(digest, mail.facts, createFormatter(locale));
      const { subject, preheader, html, text } = mail.for(options);
      for (const part of [subject, preheader, ...extractSentences(html), extractText(html), text]) {
        const own = part.replaceAll(options.unsubscribe, '').replace(decodeURI(options.unsubscribe), '');
        expect(numbersOf(own).filter((number) => !known.has(number))).toEqual([]);
      }
    },
  );

  it.each(['en-GB', ...mailLanguages])('prints no other number in Slack and Teams (%s)', (locale) => {
    const held = new Map(listFacts(digest).map((fact) => [fact.id, fact.value]));
    for (const message of [
      slackRenderer.render(digest, { locale, dashboard }),
      teamsRenderer.render(digest, { locale, dashboard }),
    ]) {
      expect(
        [...message.facts].filter((fact) => !isLeftOut(fact) && held.get(fact.id) !== fact.value),
      ).toEqual([]);
      const known = allowed(digest, message.facts, createFormatter(locale));
      const texts = extractShownTexts(message.body);
      expect(texts.length).toBeGreaterThan(3);
      for (const text of texts) expect(numbersOf(text).filter((number) => !known.has(number))).toEqual([]);
    }
  });

  it('the webhook holds the facts of the digest, with equal values', () => {
    const held = new Map(listFacts(digest).map((fact) => [fact.id, fact.value]));
    const figures = [...renderWebhook(digest).matchAll(/"fact":("[^"]*"),"value":([^,]+),/g)];
    for (const [, fact = '', value] of figures) expect(held.get(JSON.parse(fact))).toBe(Number(value));
    if (digest.sites.some(({ state }) => state === 'reported')) expect(figures.length).toBeGreaterThan(2);
  });

  it('the text part holds nothing that the HTML part lacks', () => {
    const mail = renderFixture(input());
    const inHtml = new Set(numbersOf(extractText(mail.html)));
    const inText = numbersOf(mail.text.replace(options.unsubscribe, ''));
    expect(inText.filter((number) => !inHtml.has(number))).toEqual([]);
  });

  it('shows a direction exactly where a change is clear', () => {
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
    for (const render of [slackRenderer.render, teamsRenderer.render]) {
      const shown = extractShownTexts(render(digest, { locale: 'en-GB', dashboard: null }).body).join('\n');
      expect(directions.test(shown) && !clear).toBe(false);
      if (digest.changes.length > 0) expect(shown).toMatch(directions);
    }
  });

  it('equal input gives equal bytes', () => {
    expect(renderFixture(input())).toEqual(renderFixture(input()));
  });
});
