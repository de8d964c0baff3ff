import { expect, test } from 'vitest';
import { buildDigest } from '../src/digest/digest.ts';
import { fixtureWeeks } from '../src/digest/fixture-weeks.ts';
import { checkMailTemplate } from '../src/renderers/mail/template-samples.ts';
import { renderOwnTemplate as render, toTemplate } from '../test/mail/rendered.ts';

test('a template that takes too long for 400 websites fails the check, and is not tried again for its run', async () => {
  const nested = `${'{{#each @root.moreGroups}}'.repeat(4)}x${'{{/each}}'.repeat(4)}{{unsubscribe}}`;
  const template = toTemplate({ text: nested });
  const slowMail = './mails: takes more than 5 s or 128 MB to render; look for lists in lists.';
  expect(await checkMailTemplate(template)).toEqual([`${slowMail} This is a mail about 400 websites.`]);
  const digest = buildDigest(fixtureWeeks.fall());
  expect((await render(template, digest)).fault).toBe(slowMail);
  expect((await render(template, { ...digest, week: '2026-W48' })).fault).toBeNull();
});
