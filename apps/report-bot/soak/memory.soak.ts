import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { StoreLocation } from '../src/settings/settings.ts';
import { openStore } from '../src/store/store.ts';
import { command } from '../test/support/bot.ts';
import { openPostgresServer } from '../test/support/ledgers.ts';
import { openSmtpServer } from '../test/support/smtp-server.ts';
import { dueAt, seedLedger } from './seeded-ledger.ts';

const limitMb = 256;
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Says the peak of the process's resident memory when it ends (getrusage: kilobytes). */
const sayPeak =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS+'\\n'))";

const locales = ['en', 'de', 'fr'];

function settingsOf(port: number, recipients: number): string {
  return JSON.stringify({
    service: { url: 'http://127.0.0.1:9', key: ['$', '{ANSWERSHARE_API_KEY}'].join('') },
    store: { folder: './data' },
    smtp: { host: '127.0.0.1', port, from: 'Answershare <digest@example.com>', requireTls: false },
    schedules: [
      {
        id: 'weekly',
        cron: '0 8 * * 1',
        timezone: 'UTC',
        recipients: Array.from({ length: recipients }, (_, at) => ({
          to: `p${at}@example.com`,
          name: `Person ${at}`,
          locale: locales[at % locales.length],
        })),
      },
    ],
  });
}

/** `run` of the bundled command on a ledger with this many websites, with a mail server that answers after `replyMs`. */
async function sendAll(
  websites: number,
  recipients: number,
  location: StoreLocation | null,
  replyMs: number,
) {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-memory-'));
  folders.push(folder);
  const store = await openStore(location ?? { folder: join(folder, 'data') });
  await seedLedger(store, websites);
  await store.close();
  const mails = new Map<string, number>();
  let connections = 0;
  const smtpServer = await openSmtpServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) mails.set(address, (mails.get(address) ?? 0) + 1);
        setTimeout(done, replyMs);
      });
    },
  });
  writeFileSync(join(folder, 'answershare.yaml'), settingsOf(smtpServer.port, recipients));
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', sayPeak, command, 'run', '--now', dueAt, '--json'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      ANSWERSHARE_API_KEY: `rs_live_${'0'.repeat(32)}`,
      ...(location !== null && 'url' in location ? { DATABASE_URL: location.url } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const code = await new Promise((done) => child.once('close', done));
  const seconds = (performance.now() - began) / 1000;
  await smtpServer.close();
  expect({ code, out: code === 0 ? '' : out, err: err.replace(/^peak \d+\n$/m, '') }).toEqual({
    code: 0,
    out: '',
    err: '',
  });
  return {
    peakMb: Number(/^peak (\d+)$/m.exec(err)?.[1]) / 1024,
    seconds,
    perSecond: recipients / seconds,
    mails,
    connections,
  };
}

test.each([
  [250, 1, 'pglite', 0],
  [20, 1_000, 'pglite', 0],
  [20, 1_000, 'postgres', 0],
  [20, 1_000, 'postgres', 40],
] as const)(
  `%d websites and %d recipients on %s, replies after %d ms: within ${limitMb} MB, one mail a person`,
  async (websites, recipients, engine, replyMs) => {
    const server = engine === 'postgres' ? await openPostgresServer() : null;
    const location = server === null ? null : { url: await server.database() };
    const { peakMb, seconds, perSecond, mails, connections } = await sendAll(
      websites,
      recipients,
      location,
      replyMs,
    );
    await server?.close();
    console.log(
      `${websites} websites, ${recipients} recipients, ${engine}, ${replyMs} ms: peak ${peakMb.toFixed(0)} MB, ${seconds.toFixed(1)} s in all, ${perSecond.toFixed(0)} digests/s`,
    );
    expect(mails.size).toBe(recipients);
    expect([...mails.values()].every((count) => count === 1)).toBe(true);
    expect(connections).toBeLessThanOrEqual(Math.max(4, Math.ceil(recipients / 100) + 4));
    expect(peakMb).toBeLessThanOrEqual(limitMb);
  },
);
