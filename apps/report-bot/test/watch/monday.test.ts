import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import selfsigned from 'selfsigned';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHealthRoutes } from '../../src/http/monitoring.ts';
import type { BotStatus } from '../../src/watch/bot-status.ts';
import { explainStaleness, openWatch, parseStatus, readStatusFile } from '../../src/watch/watch.ts';
import { openChannelServer } from '../support/channel-server.ts';
import { openHttpProxy, type ProxyAnswer } from '../support/http-proxy.ts';
import { createLedgerDatabase } from '../support/ledgers.ts';
import { openLoopDriver } from '../support/loop-driver.ts';
import { acceptLogins, openSmtpServer } from '../support/smtp-server.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';
import { makeDatabaseFolder } from '../support/temporary-folder.ts';
import '../support/full-disk.mjs';

/** What is wrong on Monday, in words for the page. */
interface Cause {
  readonly name: string;
  readonly smtp?: SMTPServerOptions;
  readonly secure?: boolean;
  /** The mail server is gone. */
  readonly down?: true;
  /** What the service answers on Monday. */
  readonly answer?: ProxyAnswer;
  /** The service has answered so from the first day. */
  readonly always?: true;
  readonly checksClock?: true;
  readonly cutsDatabase?: true;
  readonly stops?: true;
  /** The ledger is in a folder, whose disk is full. */
  readonly fills?: true;
}

const fail = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
const expired = await selfsigned.generate([{ name: 'commonName', value: '127.0.0.1' }], {
  notBeforeDate: new Date('2021-01-01'),
  notAfterDate: new Date('2021-02-01'),
});
const causes: readonly Cause[] = [
  { name: 'nothing' },
  { name: 'the mail server is down', down: true },
  {
    name: 'the password is wrong',
    smtp: { onAuth: (_auth, _session, done) => done(fail(535, 'wrong password')) },
  },
  {
    name: "the mail server's certificate is not valid",
    smtp: { secure: true, key: expired.private, cert: expired.cert },
    secure: true,
  },
  { name: 'the key was revoked', answer: { status: 401, body: '{"error":{"code":"invalid_key"}}' } },
  { name: 'the key lists no website', answer: { status: 200, body: '{"websites":[]}' }, always: true },
  {
    name: 'the daily requests are used up',
    answer: { status: 429, body: '{"error":{"code":"rate_limited"}}', headers: { 'retry-after': '60000' } },
  },
  { name: "this machine's clock is wrong by days", checksClock: true },
  { name: 'PostgreSQL is down', cutsDatabase: true },
  { name: "the data folder's disk is full", fills: true },
  { name: 'the process was stopped', stops: true },
];

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-21T06:00:00Z' });
});
afterAll(() => sandbox.close());

/** Walks one cause, and returns its row of the table. */
async function walk(cause: Cause): Promise<readonly string[]> {
  let isMonday = cause.always ?? false;
  const proxy = await openHttpProxy(sandbox, () => (isMonday ? (cause.answer ?? null) : null));
  const smtpServer = await openSmtpServer({ ...acceptLogins, ...cause.smtp });
  if (cause.down === true) await smtpServer.close();
  const second = await openSmtpServer();
  const check = await openChannelServer();
  const database = await openTcpProxy(await createLedgerDatabase());
  const above = makeDatabaseFolder('monday');
  const location = cause.fills === true ? { folder: join(above, 'data') } : { url: database.url };
  const more = `notify: {to: [ops@example.com], smtp: {host: 127.0.0.1, port: ${second.port}, from: w@example.com}, ping: "$\{PING}"}\n`;
  const driver = await openLoopDriver(
    {
      url: proxy.url,
      smtpPort: smtpServer.port,
      key: sandbox.keys.live,
      form: '2',
      websites: [sandbox.websites[0]?.id ?? ''],
      more,
      variables: { PING: `${check.url}/check` },
      checksClock: cause.checksClock ?? false,
      edit: (text) => (cause.secure === true ? text.replace('smtp:\n', 'smtp:\n  secure: true\n') : text),
    },
    location,
  );
  const errors: string[] = [];
  const watch = openWatch({
    ...driver.watched,
    location,
    checksClock: cause.checksClock ?? false,
    late: new AbortController().signal,
    writeError: (line) => errors.push(line),
    failed: (thrown) => errors.push(String(thrown)),
  });
  const tick = async (time: string): Promise<void> => {
    await driver.at(`2026-11-${time}:00Z`);
    watch.wake();
    await watch.idle();
  };
  await tick('21T06:00');
  await tick('22T05:30');
  isMonday = true;
  if (cause.cutsDatabase === true) database.cut();
  if (cause.fills === true) process.env.FULL_DISK = above;
  if (cause.stops === true) await watch.stop();
  else for (const time of ['05:30', '08:00', '08:01', '08:05']) await tick(`23T${time}`);
  const now = Date.parse('2026-11-23T08:05:00Z');
  const known = watch.current() as BotStatus;
  // A full disk keeps the last status file.
  const status =
    'folder' in location ? (parseStatus(readStatusFile(location.folder) ?? '') as BotStatus) : known;
  const stale = explainStaleness(location, status, now, 180_000)?.replaceAll(above, '.') ?? null;
  const ready = await createHealthRoutes({ status: () => known, now: () => now }).request('/readyz');
  const ping =
    cause.stops === true
      ? 'none'
      : (check.received.at(-1)?.path ?? 'none').replace('/check', '') || 'success';
  if (cause.stops !== true) await tick('23T08:20');
  const notices = second.received.map(({ mail }) => mail.subject?.replace('Answershare: ', '') ?? '');
  const [row] = status.schedules;
  const shown = stale ?? status.problems.map(({ cause: name, text }) => `${name}: ${text}`).join(' ');
  if (cause.cutsDatabase === true) database.mend();
  delete process.env.FULL_DISK;
  await driver.close();
  rmSync(above, { recursive: true });
  await Promise.all([proxy.close(), check.close(), second.close(), database.close()]);
  if (cause.down !== true) await smtpServer.close();
  return [
    cause.name,
    `${row?.mails.all ? `${row.mails.sent} of ${row.mails.all} sent. ` : ''}${shown}`
      .trim()
      .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, '…')
      .replace(/127\.0\.0\.1:\d+/g, 'smtp.example.com:587')
      .replaceAll('|', '/'),
    String(stale !== null || status.problems.length > 0 ? 1 : 0),
    String(ready.status),
    ping,
    notices.join(', ') || 'none',
  ];
}

test('the page shows Monday at 09:05 for each cause, as the parts answered', async () => {
  const rows: (readonly string[])[] = [];
  for (const cause of causes) rows.push(await walk(cause));
  const head = ['what is wrong', '`status`', 'exit', '`/readyz`', 'ping', 'notices by 09:20'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const lines = [head, rule, ...rows].map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const page = `# Monday, 09:05: where is my digest?

A digest for three readers is due on Monday at 09:00. A test walks each cause with a real mail server, a real PostgreSQL, a
sandbox of the service and a dead-man check, and writes this page. \`status\` and the listener are those of
[running.md](running.md). \`disk\` is a problem from 200 MB on; the test lets the calls of the file system answer as on a full disk.

${lines.join('\n')}
`;
  await expect(page).toMatchFileSnapshot(fileURLToPath(new URL('../../docs/monday.md', import.meta.url)));
});
