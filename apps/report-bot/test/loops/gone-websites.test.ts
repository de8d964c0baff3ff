import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listRecentRuns } from '../../src/store/runs.ts';
import { newBot } from '../rig/bot.ts';
import { type Gate, openGate } from '../rig/gate.ts';
import { type Minutes, openMinutes } from '../rig/minutes.ts';
import { openPostOffice, type PostOffice } from '../rig/post-office.ts';
import { settingsText } from '../rig/settings.ts';

let sandbox: RunningSandbox;
let gate: Gate;
let office: PostOffice;
/** Domains that the service does not list. */
let unlisted: readonly string[];
const opened: Minutes[] = [];

beforeEach(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  unlisted = [];
  gate = await openGate(sandbox, (url) => {
    if (!url.startsWith('/api/v1/websites')) return null;
    const listed = sandbox.websites.filter(({ domain }) => !unlisted.includes(domain));
    return { status: 200, body: JSON.stringify({ websites: listed }) };
  });
  office = await openPostOffice({ onAuth: (_login, _session, done) => done(null, { user: 'bot' }) });
});
afterEach(async () => {
  for (const minutes of opened.splice(0)) await minutes.close();
  await office.close();
  await gate.close();
  await sandbox.close();
});

const domain = (index: number): string => sandbox.websites[index]?.domain ?? '';
const wanted = (websites: readonly string[]) => ({
  url: gate.url,
  smtpPort: office.port,
  form: '2',
  websites,
  recipients: ['ann@example.com'],
});
const open = async (websites: readonly string[]): Promise<Minutes> => {
  const other = `  - id: other
    cron: "0 9 * * 1"
    timezone: Europe/Berlin
    websites: [${domain(2)}]
    recipients: [bob@example.com]
`;
  const minutes = await openMinutes({ ...wanted(websites), key: sandbox.keys.live, more: other });
  opened.push(minutes);
  return minutes;
};
const textTo = (to: string): string =>
  office.received.find(({ recipients }) => recipients.includes(to))?.mail.text ?? '';

test.each([
  ['one website is left', () => [domain(0), domain(1)]],
  ['several websites are left', () => [domain(0), domain(1), domain(3)]],
])(
  'a website that is gone is a note in the mail and a line in the log, where %s',
  async (_name, websites) => {
    const minutes = await open(websites());
    await minutes.at('2026-11-18T06:00:00Z');
    unlisted = [domain(1)];
    gate.asked.length = 0;
    await minutes.at('2026-11-20T06:00:00Z');
    expect(gate.asked).toHaveLength(1 + 3 * websites().length);
    expect(minutes.lines.filter((line) => line.includes('Not listed by the service'))).toEqual([
      expect.stringMatching(
        `^  Not listed by the service: Schedule "weekly": No website "${domain(1)}" for this key\\.`,
      ),
    ]);
    await minutes.at('2026-11-23T08:00:00Z');
    expect(textTo('ann@example.com')).toMatch(
      new RegExp(`Left out, because the service no longer\\s+lists\\s+it: ${domain(1)}\\.`),
    );
    expect(textTo('ann@example.com')).toContain(domain(0));
    expect(textTo('bob@example.com')).toContain(domain(2));
    expect(textTo('bob@example.com')).not.toContain('Left out');
    expect(minutes.complaints).toEqual([]);
  },
);

test('a schedule whose websites are all gone waits with the reason, and the others go on', async () => {
  const minutes = await open([domain(0), domain(1)]);
  await minutes.at('2026-11-18T06:00:00Z');
  unlisted = [domain(0), domain(1)];
  await minutes.at('2026-11-20T06:00:00Z');
  await minutes.at('2026-11-23T08:00:00Z');
  const runs = (await listRecentRuns(minutes.store.db)).filter(({ period_key }) => period_key === '2026-W47');
  expect(runs.map(({ schedule_id, state }) => [schedule_id, state])).toEqual([
    ['other', 'composed'],
    ['weekly', 'planned'],
  ]);
  expect(runs[1]?.reason).toBe(
    `Schedule "weekly": none of its websites is listed for this key ("${domain(0)}", "${domain(1)}"). Correct "websites" of this schedule.`,
  );
  expect(office.received.map(({ recipients }) => recipients)).toEqual([['bob@example.com']]);
});

test('check complains about each website that is gone; a snapshot takes the others and ends with 1', async () => {
  const bot = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.live, SMTP_PASSWORD: 'smtp-canary-password' });
  try {
    bot.settings(settingsText(wanted([domain(0), domain(1), domain(2)])));
    unlisted = [domain(0), domain(1)];
    const checked = await bot.run(['check']);
    expect(checked.code).toBe(1);
    for (const index of [0, 1])
      expect(checked.out).toContain(
        `FAIL  websites: Schedule "weekly": No website "${domain(index)}" for this key.`,
      );
    const taken = await bot.run(['snapshot', '--now', '2026-11-18T06:00:00Z']);
    expect(taken.code).toBe(1);
    expect(taken.out).toContain('Snapshot of 2026-11-18: 1 website, 4 new answers');
    expect(taken.out).toContain(`Not listed by the service: Schedule "weekly": No website "${domain(1)}"`);
  } finally {
    bot.remove();
  }
});
