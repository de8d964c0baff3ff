import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Website } from '@answershare/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FixtureWeek } from '../../src/digest/fixture-weeks.ts';
import type { Bot } from '../support/bot.ts';
import { type ChannelServer, openChannelServer } from '../support/channel-server.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { seedLedger } from '../support/seeded-bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const harbor: Website = { id: 'w_harbor', name: 'Harbor Canary', domain: 'harbor-canary.example' };
const lumen: Website = { id: 'w_lumen', name: 'Lumen Canary', domain: 'lumen-canary.example' };
const meadow: Website = { id: 'w_meadow', name: 'Meadow Canary', domain: 'meadow-canary.example' };

const even = (week: number): FixtureWeek => ({
  share: (day) => 0.342 + 0.001 * ((day + week) % 3),
  authority: (day) => 70 + ((day + week) % 3),
  citations: (day) => 1284 + 5 * ((day * 3 + week) % 7),
  window: 30,
});
const evenWeeks = Array.from({ length: 13 }, (_, week) => even(week));
const risenWeeks = [{ ...even(0), share: (day: number) => 0.392 + 0.001 * (day % 3) }, ...evenWeeks.slice(1)];

const clients = `clients:
  - name: Harbor Group
    websites: [harbor-canary.example]
  - name: Lumen Group
    websites: [w_lumen, meadow-canary.example]
`;
const owner = 'owner@agency.example';
const ofHarbor = '{to: harbor@client.example, client: Harbor Group}';
const ofLumen = '{to: lumen@client.example, name: Lu, locale: de, client: Lumen Group}';
const ofLumenToo = '{to: boss@client.example, websites: [meadow-canary.example, w_lumen]}';
const monday = ['--now', '2026-11-23T09:00:00Z'];

let smtpServer: TestSmtpServer;
let channelServer: ChannelServer;
let bot: Bot;

const set = (recipients: readonly string[], more = ''): void => {
  const text = formatSettings({ url: 'http://127.0.0.1:1', smtpPort: smtpServer.port, recipients });
  bot.settings(`${clients}${text}${more}`);
};
const run = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await bot.run([...args, ...monday]);
  expect([code, err.replace(/^Next: .*\n/gm, '')]).toEqual([0, '']);
  return out;
};
const findMail = (to: string) => {
  const found = smtpServer.received.filter(({ recipients }) => recipients.includes(to));
  expect(found).toHaveLength(1);
  return found[0] ?? expect.fail();
};

/** All that a reader can see of a mail: the bytes, and every part decoded. */
function readAll(to: string): string {
  const { raw, mail } = findMail(to);
  const files = mail.attachments.map(({ content, filename }) =>
    [
      filename,
      typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('latin1'),
    ].join(),
  );
  return [raw, mail.subject, mail.html, mail.text, ...files].join('\n');
}

beforeEach(async () => {
  smtpServer = await openSmtpServer(acceptLogins);
  channelServer = await openChannelServer();
  bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: 'rs_test_select0123456789abcdefg',
    SMTP_PASSWORD: 'unused-password',
    HOOK_URL: channelServer.url,
    HOOK_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
  });
  await seedLedger(bot, [harbor, lumen, meadow], ({ id }) => (id === 'w_harbor' ? risenWeeks : evenWeeks));
});
afterEach(async () => {
  await bot.remove();
  await smtpServer.close();
  await channelServer.close();
});

describe('recipients with websites of their own', () => {
  test('see nothing of the other websites, in no part of the mail, and the same figures', async () => {
    set([owner, ofHarbor, ofLumen, ofLumenToo], '    groupBy: client\n');
    expect(await run('run')).toContain('weekly 2026-W47 composed: 4 new digests.');
    expect(findMail('harbor@client.example').mail.subject).toBe('▲ Harbor Canary 39.3% (+5.0 in 5 wk)');
    expect(readAll('harbor@client.example')).not.toMatch(/lumen|meadow|agency|\b3 websites|of 3\b/i);
    expect(findMail('boss@client.example').mail.subject).toBe('2 websites: no clear change');
    for (const to of ['lumen@client.example', 'boss@client.example'])
      expect(readAll(to)).not.toMatch(/harbor|39\.[0-9]|39,[0-9]|▲|agency|\b3 websites/i);
    expect(findMail('lumen@client.example').mail.text).toContain('Keine klare Änderung');
    const whole = readAll(owner);
    for (const name of ['Harbor Group', 'Lumen Group', 'harbor-canary.example', '39.3'])
      expect(whole).toContain(name);
    const figure = /harbor-canary\.example: ▲ (Share of voice) (39\.3%) \((\+5\.0) in 5 wk\)/;
    expect(findMail(owner).mail.text).toMatch(figure);
  });

  test('have a banner with their own late websites alone, and copies of their own mail', async () => {
    set([ofHarbor], '    waitHours: 4\n    cc: [cyd@client.example]\n');
    for (const now of ['2026-11-23T09:00:00Z', '2026-11-23T13:00:00Z']) await bot.run(['run', '--now', now]);
    const { mail, recipients } = findMail('harbor@client.example');
    expect(recipients).toEqual(['harbor@client.example', 'cyd@client.example']);
    expect(mail.text?.replace(/\s+/g, ' ')).toContain(
      'Not up to date, last reading in brackets: harbor-canary.example (',
    );
    expect(readAll('cyd@client.example')).not.toMatch(/lumen|meadow/i);
  });

  test('are replayed with the same bytes, also after the week was sent to one more of them', async () => {
    set([owner, ofHarbor]);
    await run('run');
    set([owner, ofHarbor, ofLumen]);
    expect(await run('run', '--week', '2026-W47')).toContain('composed: 1 new digest.');
    const out = await run('replay', '2026-W47');
    expect(out.match(/the snapshots give the same bytes/g)).toHaveLength(3);
  });

  test('are in check, list, dry run, preview, and their own test copy and export', async () => {
    set([owner, ofHarbor, ofLumen, ofLumenToo]);
    const { out: checked } = await bot.run(['check', ...monday]);
    for (const out of [checked, await run('list')]) {
      expect(out).toContain('all websites for owner@agency.example\n');
      expect(out).toContain('harbor-canary.example for harbor@client.example\n');
      expect(out).toContain(
        'w_lumen, meadow-canary.example for lumen@client.example and boss@client.example\n',
      );
    }
    const dry = await run('run', '--dry-run');
    expect(dry).toContain(
      'Would send weekly 2026-W47 to harbor@client.example: ▲ Harbor Canary 39.3% (+5.0 in 5 wk)',
    );
    expect(dry).toContain('Would send weekly 2026-W47 to boss@client.example: 2 websites: no clear change');

    const [whole, one, two] = JSON.parse(await run('preview', '--json')) as {
      subject: string;
      files: string[];
    }[];
    expect([whole, one, two].map((shown) => shown?.subject)).toEqual([
      '▲ Harbor Canary 39.3% (+5.0 in 5 wk)',
      '▲ Harbor Canary 39.3% (+5.0 in 5 wk)',
      '2 Websites: nichts Klares',
    ]);
    expect(new Set([whole, one, two].flatMap((shown) => shown?.files)).size).toBe(9);
    expect(readFileSync(two?.files[1] ?? '', 'utf8')).not.toContain('harbor');

    await run('send-test', '--to', 'lumen@client.example');
    expect(readAll('lumen@client.example')).not.toContain('harbor');
    await run('send-test', '--to', 'me@agency.example', '--recipient', 'boss@client.example');
    expect(readAll('me@agency.example')).not.toContain('harbor');

    await run('export', '--recipient', 'boss@client.example');
    const csv = readFileSync(join(bot.folder, 'answershare-export/weekly-2026-W47.csv'), 'utf8');
    expect(csv.split('\r\n')[0]).toMatch(/,of,client$/);
    expect(csv).toContain('meadow-canary.example/share');
    expect(csv).toMatch(/,"Lumen Group"\r$/m);
    expect(csv).not.toContain('harbor');
    const { code, err } = await bot.run([
      'explain',
      'harbor-canary.example/share',
      '--recipient',
      'nobody@x.example',
      ...monday,
    ]);
    expect([code, err]).toEqual([2, expect.stringContaining('There is no such recipient')]);
  });

  test('and a channel of its own get a webhook with the client of each website', async () => {
    set(
      [ofHarbor],
      '    channels:\n      - {webhook: "$' +
        '{HOOK_URL}", secret: "$' +
        '{HOOK_SECRET}", client: Lumen Group}\n',
    );
    await run('run');
    const [body] = channelServer.received.map(({ body }) => body);
    expect(JSON.parse(body ?? '').data.websites).toMatchObject([
      { id: 'w_lumen', client: 'Lumen Group' },
      { id: 'w_meadow', client: 'Lumen Group' },
    ]);
    expect(body).not.toMatch(/harbor/i);
  });
});

describe('a mode', () => {
  test('holds for each selection: those without a change get nothing, with the reason in the ledger', async () => {
    set([ofHarbor, ofLumen, ofLumenToo], '    mode: on-change\n');
    const dry = await run('run', '--dry-run');
    const reason = 'not sent in mode on-change: no figure changed clearly';
    expect(dry).toContain(
      `weekly 2026-W47 would be skipped: nothing for lumen@client.example and boss@client.example: ${reason}`,
    );
    expect(await run('run')).toContain(
      `  nothing for lumen@client.example and boss@client.example: ${reason}.`,
    );
    expect(smtpServer.received.map(({ recipients }) => recipients)).toEqual([['harbor@client.example']]);
    const listed = await run('list');
    expect(listed).toContain(`weekly 2026-W47 lumen@client.example (${reason})`);
    expect(listed).not.toContain('weekly 2026-W47 harbor@client.example (');
  });

  test('sends a short digest after four weeks, counted for those who got nothing', async () => {
    set([ofHarbor, ofLumen], '    mode: on-change\n');
    for (const day of ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'])
      expect((await bot.run(['run', '--now', `${day}T09:00:00Z`])).code).toBe(0);
    expect(smtpServer.received).toEqual([]);
    set([ofHarbor, ofLumen, '{to: new@client.example, websites: [w_lumen]}'], '    mode: on-change\n');
    await run('run');
    expect(findMail('harbor@client.example').mail.subject).toContain('▲ Harbor Canary');
    expect(findMail('lumen@client.example').mail.text).toContain('4 Wochen');
    expect(smtpServer.received).toHaveLength(2);
  });
});

test('a selection whose websites are all gone gets nothing, and the others get their mails', async () => {
  set([ofHarbor, '{to: gone@client.example, websites: [gone.example]}']);
  expect(await run('run')).toMatch(
    /nothing for gone@client\.example: Schedule "weekly": No website "gone\.example" .* Correct the websites of gone@client\.example\./,
  );
  expect(smtpServer.received.map(({ recipients }) => recipients)).toEqual([['harbor@client.example']]);
});

test('an alert reaches those who get the website, and names no other', async () => {
  const alert = `alerts:
  - id: alarm
    figure: share
    changes: any
    timezone: UTC
    recipients:
      - ${ofHarbor}
      - ${ofLumen}
      - ${owner}
`;
  set([owner], alert);
  const dueLater = ['run', '--now', '2026-11-22T09:00:00Z'];
  expect((await bot.run(dueLater)).code).toBe(0);
  expect(smtpServer.received.map(({ recipients }) => recipients.join()).sort()).toEqual([
    'harbor@client.example',
    'owner@agency.example',
  ]);
  expect(readAll('harbor@client.example')).not.toMatch(/lumen|meadow/i);
});
