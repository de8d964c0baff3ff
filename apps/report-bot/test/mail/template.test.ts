import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lintTemplate } from '../../src/mail/template-lint.ts';
import { createSampleModels, describeModels } from '../../src/mail/template-samples.ts';

test('the built-in template has no fault that the check of a template finds', () => {
  const source = readFileSync(new URL('../../src/mail/mail.mjml', import.meta.url), 'utf8');
  const shape = describeModels(createSampleModels());
  expect(lintTemplate('html', source, shape)).toEqual([]);
  expect(
    lintTemplate('html', source.replace('{{headline}}', '{{{headline}}}{{#if absent}}{{/if}}'), shape),
  ).toEqual([
    expect.stringMatching(/^html\.hbs line \d+: write/),
    expect.stringMatching(/^html\.hbs line \d+: the mail has no "absent" here/),
  ]);
});
