import { readFileSync } from 'node:fs';
import type { FaultKind } from '@answershare/core';
import { startSandbox } from '@answershare/sandbox';
import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReportedMethodChange } from '../../src/digest/metric.ts';
import { createPhrases, mailLanguages } from '../../src/message/phrases.ts';
import { formatFailureReason, formatMethodReason } from '../../src/message/reasons.ts';
import { newBot } from '../support/bot.ts';
import { openHttpProxy } from '../support/http-proxy.ts';
import { formatSettings } from '../support/settings-text.ts';

const kinds = [
  [
    'auth.invalid',
    'forbidden',
    'bad_request',
    'not_found',
    'burst',
    'daily',
    'server',
    'transport',
    'timeout',
  ],
  ['bad_body', 'shape', 'budget', 'unexpected'],
].flat() as FaultKind[];
const status = { id: 'status', value: 503, unit: 'count', digits: 0 } as const;
const fault = { kind: 'server', status: null, serviceMessage: null, reason: 'The disk is full.' };
const fact = (value: number) => ({ id: `fact/${value}`, value, unit: 'count', digits: 0 }) as const;
const changes: readonly ReportedMethodChange[] = [
  { kind: 'scale', from: fact(100), to: fact(10) },
  { kind: 'components', added: ['Reviews'], removed: ['Links'] },
  { kind: 'weights', names: ['Reviews'] },
  { kind: 'readings', others: fact(2), of: fact(7) },
  { kind: 'competitors' },
];

describe.each(mailLanguages)('a reason in %s', (language) => {
  const phrases = createPhrases(language);
  const english = createPhrases('en');

  it('has words of its own for each kind of fault', () => {
    const own = kinds.map((kind) => formatFailureReason({ ...fault, kind }, phrases));
    expect(new Set(own).size).toBe(kinds.length);
    const others = kinds.map((kind) => formatFailureReason({ ...fault, kind }, english));
    expect(own.filter((text) => others.includes(text))).toHaveLength(language === 'en' ? kinds.length : 0);
  });

  it("names the status where it says more, and quotes the service's own words unchanged", () => {
    const serviceMessage = 'Back at 9 <b>';
    expect(formatFailureReason({ ...fault, status, serviceMessage }, phrases)).toMatch(
      /(503|٥٠٣).*Back at 9 <b>/,
    );
    expect(formatFailureReason({ ...fault, kind: 'timeout', status }, phrases)).not.toMatch(/503|٥٠٣/);
  });

  it.each([null, 'of_a_later_version', 'toString'])('of the kind %s is the English sentence', (kind) => {
    const text = formatFailureReason({ ...fault, kind }, phrases);
    expect(text).toContain('The disk is full.');
    expect(text === 'The disk is full.').toBe(language === 'en');
  });

  it('has words of its own for each change of method', () => {
    const own = changes.map((change) => formatMethodReason(change, phrases));
    const others = changes.map((change) => formatMethodReason(change, english));
    expect(own.filter((text) => others.includes(text))).toHaveLength(language === 'en' ? changes.length : 0);
  });
});

it("a mail says in the reader's language why the service gave no answer, also by rows of an earlier version", async () => {
  const sandbox = await startSandbox({ form: 1, now: '2026-11-18T06:00:00Z' });
  onTestFinished(() => sandbox.close());
  const body = '{"error":{"code":"server_error","message":"Maintenance until noon."}}';
  const proxy = await openHttpProxy(sandbox, (url) =>
    url.includes('/authority') ? { status: 503, body } : null,
  );
  onTestFinished(() => proxy.close());
  const bot = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.live, SMTP_PASSWORD: 'unused-password' });
  onTestFinished(() => bot.remove());
  const domain = sandbox.websites[0]?.domain ?? '';
  const recipients = ['{to: ann@example.com, locale: de}'];
  bot.settings(formatSettings({ url: proxy.url, smtpPort: 1, recipients, websites: [domain] }));
  const now = ['--now', '2026-11-18T06:00:00Z'];
  expect((await bot.run(['snapshot', ...now])).code).toBe(1);
  const readText = async (): Promise<string> => {
    const { code, out, err } = await bot.run(['export', '--json', '--out', 'out', ...now]);
    expect([code, err]).toEqual([0, '']);
    const [{ files }] = JSON.parse(out) as [{ files: readonly string[] }];
    const mail = await PostalMime.parse(readFileSync(files[0] ?? ''));
    return mail.text?.replace(/\s+/g, ' ') ?? '';
  };
  expect(await readText()).toContain(
    'Letzter Grund: Beim Dienst ist ein Fehler aufgetreten. Status 503. Der Dienst meldet: „Maintenance until noon.“',
  );
  await bot.inStore(({ db }) => db.updateTable('snapshot').set({ fault: null }).execute());
  expect(await readText()).toContain(
    'Letzter Grund: auf Englisch: The service failed (503) while reading authority. Try again later.',
  );
});
