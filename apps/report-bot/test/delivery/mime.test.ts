import { execFileSync } from 'node:child_process';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { createPreviewRow } from '../../src/delivery/digest-messages.ts';
import { fixtureWeeks } from '../../src/digest/fixture-weeks.ts';
import type { DigestSchedule } from '../../src/settings/settings.ts';
import { createMessage } from '../../src/transports/smtp/message.ts';
import { renderFixture } from '../mail/rendered.ts';

/** What Python's parser reads, by other hands than ours. */
const pythonRead = `
import email, email.policy, json, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
parts = list(mail.walk())
print(json.dumps({
  "defects": [str(defect) for part in parts for defect in part.defects],
  "text": mail.get_body(("plain",)).get_content().replace("\\r\\n", "\\n"),
  "html": mail.get_body(("html",)).get_content().replace("\\r\\n", "\\n"),
  "to": str(mail["To"]),
  "subject": str(mail["Subject"]),
}))`;

const schedule = { id: 'weekly' } as DigestSchedule;
const envelope = {
  from: 'Bot <bot@example.com>',
  scheduleId: 'weekly',
  messageId: '<one@example.com>',
  unsubscribe: null,
};

const createFixtureMail = (locale: string, name: string | null) => {
  const mail = renderFixture(fixtureWeeks.movers(), { locale, name, address: 'ann@example.com' });
  const recipient = { to: 'ann@example.com', name, locale };
  const row = createPreviewRow(mail, { schedule, week: '2026-W47', recipient, copies: null, now: 0 });
  return { mail, raw: createMessage(row, mail.body, envelope).raw };
};

test.each([
  ['en', null],
  ['de', 'Änne & <Co> = Bröt'],
  ['ja', '山田 太郎'],
  ['ar', 'ليلى.'],
  ['fr', 'x'.repeat(200)],
])('two parsers read the parts of a mail in %s for %s as they were rendered', async (locale, name) => {
  const { mail, raw } = createFixtureMail(locale, name);
  const python = JSON.parse(execFileSync('python3', ['-c', pythonRead], { input: raw, encoding: 'utf8' }));
  expect(python).toMatchObject({ defects: [], text: mail.text, html: mail.html, subject: mail.subject });
  const parsed = await PostalMime.parse(raw);
  expect(parsed.subject).toBe(mail.subject);
  // PostalMime ends each part with a line break of its own.
  expect([parsed.text, parsed.html]).toEqual([`${mail.text}\n`, `${mail.html}\n`]);
  expect(parsed.to).toEqual([{ address: 'ann@example.com', name: name ?? '' }]);
});

test('a mail is ASCII in lines of at most 78 characters, and equal digests give equal bytes', () => {
  const { raw } = createFixtureMail('ar', 'ليلى');
  expect(raw.toString('latin1')).toMatch(/^(?:[\t\x20-\x7e]{0,78}\r\n)+$/);
  expect(createFixtureMail('ar', 'ليلى').raw.equals(raw)).toBe(true);
});
