import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../../src/settings/settings.ts';
import { planRun, recordLook } from '../../src/store/runs.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { openWatch, type Watch } from '../../src/watch/watch.ts';
import { type ChannelServer, openChannelServer } from '../support/channel-server.ts';
import { createLedgerDatabase } from '../support/ledgers.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { makeDatabaseFolder } from '../support/temporary-folder.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const due = Date.parse('2026-11-23T08:00:00Z');

let folder: string;
let store: Store;
let server: ChannelServer;
let smtpServer: TestSmtpServer;
let now = due;
let passes: readonly { readonly name: string; readonly since: number }[] = [];
const errors: string[] = [];
let watch: Watch;

const openOwnWatch = (): Watch => {
  const file = join(folder, 'answershare.yaml');
  writeFileSync(
    file,
    `${formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1 })}notify:
  to: [ops@example.com]
  smtp: {host: 127.0.0.1, port: ${smtpServer.port}, from: watch@example.com}
  channels: [{slack: "\${SLACK}"}, {webhook: "\${HOOK}", secret: "\${SECRET}"}]
  ping: \${PING}
`,
  );
  const settings = readSettings(file, {
    ANSWERSHARE_API_KEY: 'rs_test_notices0123456789abcdef',
    SMTP_PASSWORD: 'unused-password',
    SLACK: `${server.url}/slack`,
    HOOK: `${server.url}/hook`,
    SECRET: secret,
    PING: `${server.url}/ping-canary`,
  });
  return openWatch({
    store,
    location: { url: 'postgres://unused' },
    settings: () => settings,
    loops: () => ({ passes, mailsNotBefore: 0 }),
    clock: () => now,
    checksClock: false,
    late: new AbortController().signal,
    writeError: (line) => errors.push(line),
    failed: (thrown) => errors.push(String(thrown)),
  });
};

/** One tick, minutes after the digest was due; what arrived by then. */
async function tickAt(minutes: number) {
  server.received.length = 0;
  smtpServer.received.length = 0;
  now = due + minutes * 60_000;
  watch.wake();
  await watch.idle();
  const posts = server.received.filter(({ path }) => !path.startsWith('/ping')).map(({ path }) => path);
  const pings = server.received.filter(({ path }) => path.startsWith('/ping')).map(({ path }) => path);
  return { mails: smtpServer.received.map(({ mail }) => mail.subject), posts: posts.sort(), pings };
}

beforeAll(async () => {
  folder = makeDatabaseFolder('notices');
  server = await openChannelServer();
  smtpServer = await openSmtpServer(acceptLogins);
});
beforeEach(async () => {
  store = await openStore({ url: await createLedgerDatabase() });
  errors.length = 0;
  watch = openOwnWatch();
});
afterAll(async () => {
  await server.close();
  await smtpServer.close();
  rmSync(folder, { recursive: true, force: true });
});

const planned = { scheduleId: 'weekly', week: '2026-W47', verdict: 'run', reason: null } as const;

test('a late digest is a notice after 15 minutes, once a day with the command, and once when it is over', async () => {
  await planRun(store.db, planned, due);
  await recordLook(store.db, [{ id: 'weekly', cron: '0 9 * * 1', timezone: 'Europe/Berlin' }], due);
  await store.db.updateTable('run').set({ reason: 'the service lists no website' }).execute();
  const quiet = { mails: [], posts: [], pings: ['/ping-canary/fail'] };
  expect(await tickAt(5)).toEqual(quiet);
  const text = 'late: weekly 2026-W47 is not composed: the service lists no website. Run: answershare check';
  expect(await tickAt(16)).toEqual({
    mails: ['Answershare: late (weekly 2026-W47)'],
    posts: ['/hook', '/slack'],
    pings: ['/ping-canary/fail'],
  });
  expect(smtpServer.received[0]?.mail.text?.trim()).toBe(text);
  const [slack, hook] = ['/slack', '/hook'].map((path) => server.received.find((one) => one.path === path));
  expect(JSON.parse(slack?.body ?? '').text).toContain(text);
  expect(JSON.parse(hook?.body ?? '')).toMatchObject({ type: 'notice', lines: [text] });
  expect(hook?.headers['webhook-signature']).toMatch(/^v1,/);
  expect(await tickAt(17)).toEqual(quiet);
  // Another process, and a restart, know what was notified.
  watch = openOwnWatch();
  expect(await tickAt(18)).toEqual(quiet);
  expect((await tickAt(24 * 60 + 1)).mails).toEqual(['Answershare: late (weekly 2026-W47)']);
  await store.db.updateTable('run').set({ state: 'composed', reason: null }).execute();
  expect(await tickAt(24 * 60 + 2)).toEqual({
    mails: ['Answershare: over: late (weekly 2026-W47)'],
    posts: ['/hook', '/slack'],
    pings: ['/ping-canary'],
  });
  expect(await tickAt(24 * 60 + 3)).toEqual({ mails: [], posts: [], pings: ['/ping-canary'] });
  expect(errors).toEqual([]);
});

test('the check hears the start once; a pass that is stuck fails it; no error names the address', async () => {
  expect((await tickAt(-60)).pings).toEqual(['/ping-canary/start']);
  expect((await tickAt(-59)).pings).toEqual(['/ping-canary']);
  passes = [{ name: 'mails', since: due - 90 * 60_000 }];
  const stuck = await tickAt(-58);
  expect(stuck).toMatchObject({ mails: ['Answershare: pass (mails)'], pings: ['/ping-canary/fail'] });
  passes = [];
  await server.close();
  await tickAt(-57);
  expect(errors.join('\n')).toMatch(/dead-man check was not reached/);
  expect(errors.join('\n')).not.toContain('canary');
  server = await openChannelServer();
});
