import { expect, test } from 'vitest';
import { failureOf, hostOf, manifest } from '../support/pushed-folder.ts';

const code = `
function SEND(to, body) { MailApp.sendEmail(to, 'Subject', body); return MailApp.getRemainingDailyQuota(); }
function ME() { return Session.getEffectiveUser().getEmail(); }
function ACTIVE() { return Session.getActiveUser().getEmail(); }
`;

test.each([
  ['consumer', 100],
  ['workspace', 1_500],
] as const)('lets a %s account mail %d recipients a day', async (account, most) => {
  let now = 0;
  const host = await hostOf(code, { account, now: () => now });
  host.quotas.add({ mail: most - 2 });
  expect((await failureOf(host.run('SEND', ['a@x.example, b@x.example, c@x.example', 'Text']))).message).toBe(
    'Service invoked too many times for one day: email.',
  );
  expect(host.mails()).toEqual([]);
  expect(await host.run('SEND', ['a@x.example, b@x.example', 'Text'])).toBe(0);
  expect(host.mails()).toEqual([
    { recipients: ['a@x.example', 'b@x.example'], subject: 'Subject', body: 'Text' },
  ]);
  now = 86_400_000;
  expect(await host.run('SEND', [await host.run('ME'), 'Text'])).toBe(most - 1);
});

test('refuses a mail without a valid recipient, to too many, or with too long a body', async () => {
  const host = await hostOf(code);
  const refusal = async (to: string, body: string): Promise<string> =>
    (await failureOf(host.run('SEND', [to, body]))).message;
  const addresses = (count: number): string =>
    Array.from({ length: count }, (_, at) => `${at}@x.example`).join();
  expect(await refusal('', '')).toBe('Failed to send email: no recipient');
  expect(await refusal('nobody', '')).toBe('Invalid email: nobody');
  expect(await refusal(addresses(51), '')).toBe('Limit Exceeded: Email Recipients Per Message.');
  expect(await refusal('a@x.example', 'ä'.repeat(100 * 1024 + 1))).toBe('Limit Exceeded: Email Body Size.');
  expect(await host.run('SEND', [addresses(50), 'ä'.repeat(100 * 1024)])).toBe(50);
});

test('needs its scopes, and a cell may neither mail nor know the user', async () => {
  const host = await hostOf(
    code,
    {},
    {
      'appsscript.json': JSON.stringify({
        ...manifest,
        oauthScopes: ['https://www.googleapis.com/auth/script.scriptapp'],
      }),
    },
  );
  expect((await failureOf(host.run('SEND', ['a@x.example', '']))).message).toMatch(
    /Required permissions: .*script\.send_mail$/,
  );
  expect((await failureOf(host.run('ME'))).message).toMatch(/Required permissions: .*userinfo\.email$/);
  expect((await failureOf(host.run('ACTIVE'))).message).toMatch(/Required permissions: .*userinfo\.email$/);
  const stranger = await hostOf(code, { activeUser: '' });
  expect(await stranger.run('ACTIVE')).toBe('');
  expect(await stranger.run('ME')).toBe('user@example.com');
  expect((await failureOf(host.customFunction('SEND', ['a@x.example', '']))).message).toBe(
    'You do not have permission to call MailApp.sendEmail',
  );
  expect((await failureOf(host.customFunction('ME', []))).message).toBe(
    'You do not have permission to call Session.getEffectiveUser',
  );
});
