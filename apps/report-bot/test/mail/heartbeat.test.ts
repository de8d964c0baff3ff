import { expect, test } from 'vitest';
import { buildDigest, type Digest } from '../../src/digest/digest.ts';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import { createFact } from '../../src/digest/metric.ts';
import { mailLanguages } from '../../src/message/phrases.ts';
import { countGraphemes } from '../../src/message/text-layout.ts';
import { slackRenderer } from '../../src/renderers/chat/slack.ts';
import { renderMail } from '../../src/renderers/mail/render.ts';
import { extractText, options } from './rendered.ts';

const shorten = (digest: Digest): Digest => ({
  ...digest,
  heartbeat: {
    weeks: createFact('heartbeat/weeks', 6, 'weeks'),
    most: createFact('rules/heartbeat', 4, 'weeks'),
  },
});

test.each(mailLanguages)('a short digest in %s has a subject that a phone shows, and no figure', (locale) => {
  for (const week of ['quiet', 'big', 'agency', 'noData'] as const) {
    const digest = shorten(buildDigest(fixtureWeeks[week]()));
    const mail = renderMail(digest, { ...options, locale });
    const { subject, html, text, attachments } = mail.for(options);
    expect(countGraphemes(subject)).toBeLessThanOrEqual(37);
    expect(attachments).toEqual([]);
    for (const words of [subject, extractText(html), text]) expect(words).not.toMatch(/[▲▼]|\d\s?%/);
    const { body } = slackRenderer.render(digest, { locale, dashboard: null });
    expect(body).not.toMatch(/[▲▼]|\d\s?%/);
  }
});

test('a short digest without any data keeps the reasons', () => {
  const { text } = renderMail(shorten(buildDigest(fixtureWeeks.noData())), options).for(options);
  expect(text).toContain('No figures this week.');
  expect(text).toContain('Nothing could be read');
});
