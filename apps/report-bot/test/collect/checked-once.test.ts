import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, expect, test } from 'vitest';
import type { Bot } from '../support/bot.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { formatSettings } from '../support/settings-text.ts';

let sandbox: RunningSandbox;
let bot: Bot;
afterEach(async () => {
  await bot.remove();
  await sandbox.close();
});

interface Day {
  readonly answers: number;
  readonly requests: number;
}

test.each([
  [1, '1'],
  [2, 'auto'],
] as const)(
  'a service of Form %i whose answers do not name their website is checked once for each endpoint, with service.form: %s',
  async (form, setting) => {
    sandbox = await startSandbox({ form, quirks: { websiteEcho: 'none' }, now: '2026-11-18T06:00:00Z' });
    bot = await newPostgresBot({
      ANSWERSHARE_API_KEY: sandbox.keys.live,
      SMTP_PASSWORD: 'smtp-canary-password',
    });
    const sites = 2;
    const websites = sandbox.websites.slice(0, sites).map(({ id }) => id);
    bot.settings(formatSettings({ url: sandbox.baseUrl, smtpPort: 1, form: setting, websites }));
    const learning = setting === 'auto' && form === 2 ? 1 : 0;
    for (const [day, answers, more] of [
      ['2026-11-18', 1 + 4 * sites, 4 + learning],
      ['2026-11-19', 1 + 3 * sites, 0],
      ['2026-11-23', 1 + 4 * sites, 0],
    ] as const) {
      const { code, out } = await bot.run(['snapshot', '--json', '--now', `${day}T06:00:00Z`]);
      expect(code).toBe(0);
      expect(JSON.parse(out) as Day).toMatchObject({ answers, requests: answers + more });
    }
    expect((await sandbox.admin.requests()).total).toBe(3 + 11 * sites + 4 + learning);
  },
);

test('what the settings say of the Form is forgotten with the settings', async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: sandbox.keys.live,
    SMTP_PASSWORD: 'smtp-canary-password',
  });
  const speak = (form: string): void =>
    bot.settings(formatSettings({ url: sandbox.baseUrl, smtpPort: 1, form }));
  speak('1');
  expect((await bot.run(['snapshot', '--now', '2026-11-18T06:00:00Z'])).code).toBe(1);
  speak('auto');
  const { code, out } = await bot.run(['snapshot', '--json', '--now', '2026-11-19T06:00:00Z']);
  expect(code).toBe(0);
  const all = 1 + 4 * sandbox.websites.length;
  expect(JSON.parse(out) as Day).toMatchObject({ answers: all, requests: all + 1 });
});
