import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listRecentRuns } from '../../src/store/runs.ts';
import { type HttpProxy, openHttpProxy } from '../support/http-proxy.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { type LoopDriver, openLoopDriver } from '../support/loop-driver.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

let sandbox: RunningSandbox;
let proxy: HttpProxy;
let smtpServer: TestSmtpServer;
/** Domains that the service does not list. */
let unlisted: readonly string[];
/** New domains by the old ones. */
let domains: ReadonlyMap<string, string>;
/** What it lists in place of all. */
let instead: readonly object[] | null;
const opened: LoopDriver[] = [];

beforeEach(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  [unlisted, instead] = [[], null];
  domains = new Map();
  proxy = await openHttpProxy(sandbox, (url) => {
    if (!url.startsWith('/api/v1/websites')) return null;
    const listed = sandbox.websites
      .filter(({ domain }) => !unlisted.includes(domain))
      .map((website) => ({ ...website, domain: domains.get(website.domain) ?? website.domain }));
    return { status: 200, body: JSON.stringify({ websites: instead ?? listed }) };
  });
  smtpServer = await openSmtpServer(acceptLogins);
});
afterEach(async () => {
  for (const driver of opened.splice(0)) await driver.close();
  await smtpServer.close();
  await proxy.close();
  await sandbox.close();
});

const domain = (index: number): string => sandbox.websites[index]?.domain ?? '';
const wanted = (websites: readonly string[]) => ({
  url: proxy.url,
  smtpPort: smtpServer.port,
  form: '2',
  websites,
  recipients: ['ann@example.com'],
});
const open = async (websites: readonly string[]): Promise<LoopDriver> => {
  const other = `  - id: other
    cron: "0 9 * * 1"
    timezone: Europe/Berlin
    websites: [${domain(2)}]
    recipients: [bob@example.com]
`;
  const driver = await openLoopDriver({ ...wanted(websites), key: sandbox.keys.live, more: other });
  opened.push(driver);
  return driver;
};
const textTo = (to: string): string =>
  smtpServer.received.find(({ recipients }) => recipients.includes(to))?.mail.text ?? '';

test.each([
  ['one website is left', () => [domain(0), domain(1)]],
  ['several websites are left', () => [domain(0), domain(1), domain(3)]],
])(
  'a website that is gone is a note in the mail and a line in the log, where %s',
  async (_name, websites) => {
    const driver = await open(websites());
    await driver.at('2026-11-18T06:00:00Z');
    unlisted = [domain(1)];
    proxy.asked.length = 0;
    await driver.at('2026-11-20T06:00:00Z');
    expect(proxy.asked).toHaveLength(1 + 3 * websites().length);
    expect(driver.lines.filter((line) => line.includes('Not listed by the service'))).toEqual([
      expect.stringMatching(
        `^  Not listed by the service: Schedule "weekly": No website "${domain(1)}" for this key\\.`,
      ),
    ]);
    await driver.at('2026-11-23T08:00:00Z');
    expect(textTo('ann@example.com')).toMatch(
      new RegExp(`Left out, no longer listed by the service: ${domain(1)}\\.`),
    );
    expect(textTo('ann@example.com')).toContain(domain(0));
    expect(textTo('bob@example.com')).toContain(domain(2));
    expect(textTo('bob@example.com')).not.toContain('Left out');
    expect(driver.warnings).toEqual([]);
  },
);

test('a website whose domain changed keeps its figures and its place, with a note in log, run and mail', async () => {
  const driver = await open([domain(0), domain(1)]);
  await driver.at('2026-11-18T06:00:00Z');
  domains = new Map([[domain(1), 'renamed.example']]);
  proxy.asked.length = 0;
  await driver.at('2026-11-20T06:00:00Z');
  expect(proxy.asked).toHaveLength(1 + 3 * 3);
  await driver.at('2026-11-23T08:00:00Z');
  const note = `"${domain(1)}" is now renamed.example; correct "websites".`;
  expect(new Set(driver.lines.filter((line) => line.includes('is now')))).toEqual(
    new Set([`  Renamed by the service: ${note}`, `weekly 2026-W47 composed: 1 new digest.\n  ${note}`]),
  );
  const runs = await listRecentRuns(driver.store.db);
  expect(runs.map(({ reason }) => reason)).toEqual([null, note.slice(0, -1)]);
  const text = textTo('ann@example.com').replace(/\s+/g, ' ');
  expect(text).toContain(`${domain(1)} is now renamed.example.`);
  expect(text).not.toMatch(/Left out|too few weeks/);
  expect(textTo('bob@example.com')).not.toContain('is now');
});

test('a domain that another website has now is that website, and one of a deleted website is gone', async () => {
  const driver = await open([domain(0), domain(1), domain(3)]);
  await driver.at('2026-11-18T06:00:00Z');
  domains = new Map([
    [domain(0), 'renamed.example'],
    [domain(4), domain(0)],
  ]);
  unlisted = [domain(3)];
  await driver.at('2026-11-20T06:00:00Z');
  await driver.at('2026-11-23T08:00:00Z');
  const text = textTo('ann@example.com').replace(/\s+/g, ' ');
  expect(text).not.toContain('renamed.example');
  expect(text).toContain(`Left out, no longer listed by the service: ${domain(3)}.`);
});

test('a schedule whose websites are all gone waits with the reason, and the others go on', async () => {
  const driver = await open([domain(0), domain(1)]);
  await driver.at('2026-11-18T06:00:00Z');
  unlisted = [domain(0), domain(1)];
  await driver.at('2026-11-20T06:00:00Z');
  await driver.at('2026-11-23T08:00:00Z');
  const runs = (await listRecentRuns(driver.store.db)).filter(({ period_key }) => period_key === '2026-W47');
  expect(runs.map(({ schedule_id, state }) => [schedule_id, state])).toEqual([
    ['other', 'composed'],
    ['weekly', 'planned'],
  ]);
  expect(runs[1]?.reason).toBe(
    `Schedule "weekly": none of its websites is listed for this key ("${domain(0)}", "${domain(1)}"). Correct "websites" of this schedule.`,
  );
  expect(smtpServer.received.map(({ recipients }) => recipients)).toEqual([['bob@example.com']]);
});

const lists = (): number => proxy.asked.filter((path) => path.startsWith('/api/v1/websites')).length;

test.each<[string, () => readonly object[]]>([
  ['of no website', () => []],
  ['of another team', () => sandbox.websites.map((one) => ({ ...one, id: `other_${one.id}` }))],
])('a list %s on Monday is asked for again, and costs no mail', async (_name, answer) => {
  const driver = await open([domain(0), domain(1)]);
  for (const day of [18, 20, 22]) await driver.at(`2026-11-${day}T06:00:00Z`);
  instead = answer();
  proxy.asked.length = 0;
  await driver.at('2026-11-23T06:00:00Z');
  await driver.at('2026-11-23T06:30:00Z');
  expect(lists()).toBe(1);
  expect(driver.lines.join('\n')).toContain(
    `all websites: The service lists fewer than half of the websites of the last list: 0 of ${sandbox.websites.length}.`,
  );
  await driver.at('2026-11-23T08:00:00Z');
  expect(smtpServer.received).toHaveLength(2);
  instead = null;
  await driver.at('2026-11-23T09:01:00Z');
  expect(lists()).toBe(3);
  const [run] = await listRecentRuns(driver.store.db);
  expect(run).toMatchObject({ period_key: '2026-W47', state: 'composed' });
});

test('a shorter list counts from its second day on', async () => {
  const driver = await open([domain(2)]);
  await driver.at('2026-11-18T06:00:00Z');
  unlisted = sandbox.websites.slice(0, -1).map((website) => website.domain);
  await driver.at('2026-11-19T06:00:00Z');
  expect(driver.lines.at(-1)).toContain('A list that is as short tomorrow counts.');
  await driver.at('2026-11-20T06:00:00Z');
  expect(driver.lines.at(-1)).toContain('Not listed by the service');
});

test('a week that waits for its website leaves when a later list has it', async () => {
  const driver = await open([domain(0)]);
  for (const day of [18, 20, 22]) await driver.at(`2026-11-${day}T06:00:00Z`);
  unlisted = [domain(0)];
  await driver.at('2026-11-23T06:00:00Z');
  await driver.at('2026-11-23T08:00:00Z');
  expect(textTo('ann@example.com')).toBe('');
  unlisted = [];
  await driver.at('2026-11-24T06:00:00Z');
  await driver.at('2026-11-24T06:01:00Z');
  expect(textTo('ann@example.com')).toContain(domain(0));
});

test.each([[undefined], [['acme.com']]])(
  'a key without a website: check and run say where to add one, for the websites %s',
  async (websites) => {
    unlisted = sandbox.websites.map((website) => website.domain);
    const bot = await newPostgresBot({
      ANSWERSHARE_API_KEY: sandbox.keys.live,
      SMTP_PASSWORD: 'smtp-canary-password',
    });
    const next =
      'This key has no website. Add one on the page of the service where you made the key, then take a snapshot with "answershare snapshot".';
    try {
      const { url, smtpPort, form } = wanted([]);
      bot.settings(formatSettings({ url, smtpPort, form, ...(websites === undefined ? {} : { websites }) }));
      const checked = await bot.run(['check']);
      expect(checked.code).toBe(1);
      expect(checked.out.match(/^FAIL .*/gm)).toEqual([`FAIL  websites: ${next}`]);
      await bot.run(['snapshot', '--now', '2026-11-18T06:00:00Z']);
      const ran = await bot.run(['run', '--week', '2026-W47', '--now', '2026-11-23T08:00:00Z']);
      expect(ran.code).toBe(1);
      expect(ran.out).toContain(`weekly 2026-W47 waits: ${next}`);
    } finally {
      bot.remove();
    }
  },
);

test('check warns of a website that was renamed, and takes it for listed', async () => {
  const bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: sandbox.keys.live,
    SMTP_PASSWORD: 'smtp-canary-password',
  });
  try {
    bot.settings(formatSettings(wanted([domain(0), domain(1)])));
    await bot.run(['snapshot', '--now', '2026-11-18T06:00:00Z']);
    await bot.release();
    domains = new Map([[domain(1), 'renamed.example']]);
    const { out } = await bot.run(['check', '--now', '2026-11-20T06:00:00Z']);
    expect(out.match(/^.*websites:.*$/gm)).toEqual([
      `WARN  websites: "${domain(1)}" is now renamed.example; correct "websites"`,
    ]);
  } finally {
    await bot.remove();
  }
});

test('check complains about each website that is gone; a snapshot takes the others and ends with 1', async () => {
  const bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: sandbox.keys.live,
    SMTP_PASSWORD: 'smtp-canary-password',
  });
  try {
    bot.settings(formatSettings(wanted([domain(0), domain(1), domain(2)])));
    unlisted = [domain(0), domain(1)];
    const checked = await bot.run(['check']);
    expect(checked.code).toBe(1);
    for (const index of [0, 1])
      expect(checked.out).toContain(
        `FAIL  websites: Schedule "weekly": No website "${domain(index)}" for this key.`,
      );
    const taken = await bot.run(['snapshot', '--now', '2026-11-18T06:00:00Z']);
    expect(taken.code).toBe(1);
    expect(taken.out).toContain('Snapshot of 2026-11-18: 1 website, 5 new answers');
    expect(taken.out).toContain(`Not listed by the service: Schedule "weekly": No website "${domain(1)}"`);
  } finally {
    await bot.remove();
  }
});
