import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeDigest } from '../src/delivery/compose.ts';
import { defaultDesign } from '../src/message/design.ts';
import { createMailView } from '../src/message/view.ts';
import { createChartPrinter } from '../src/renderers/mail/chart.ts';
import { sizeBudgets, toTemplateModel } from '../src/renderers/mail/render.ts';
import { renderText } from '../src/renderers/mail/text-part.ts';
import { toScheduleDesign } from '../src/settings/mail-design.ts';
import type { StoreLocation } from '../src/settings/settings.ts';
import { openStore } from '../src/store/store.ts';
import { command, startProcess } from '../test/support/process.ts';
import { openSmtpServer } from '../test/support/smtp-server.ts';
import { dueAt, seedLedger } from './seeded-ledger.ts';

const from = 'digest@example.com';

/** The languages of the recipients, in turn. */
const locales = ['en', 'de', 'fr'];

function formatRunSettings(port: number): string {
  return JSON.stringify({
    service: { url: 'http://127.0.0.1:9', key: ['$', '{ANSWERSHARE_API_KEY}'].join('') },
    store: { folder: './data' },
    smtp: { host: '127.0.0.1', port, from: `Answershare <${from}>`, requireTls: false },
    schedules: [
      {
        id: 'weekly',
        cron: '0 8 * * 1',
        timezone: 'UTC',
        recipients: 'recipients.csv',
      },
    ],
  });
}

function formatRecipients(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `p${at}@example.com,Person ${at},${locales[at % locales.length]}\n`,
  );
  return `to,name,locale\n${rows.join('')}`;
}

/** Writes settings for a ledger of {@link seedLedger} and so many readers. */
export function writeRunFiles(folder: string, port: number, recipients: number): void {
  writeFileSync(join(folder, 'answershare.yaml'), formatRunSettings(port));
  writeFileSync(join(folder, 'recipients.csv'), formatRecipients(recipients));
}

/** An SMTP server that counts mails and forgets them. */
export interface MailSink {
  readonly port: number;
  /** Mails by recipient. */
  readonly mails: ReadonlyMap<string, number>;
  connections(): number;
  close(): Promise<void>;
}

/** Opens a sink that answers a mail after `replyMs`. */
export async function openMailSink(replyMs = 0): Promise<MailSink> {
  const mails = new Map<string, number>();
  let connections = 0;
  const server = await openSmtpServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) mails.set(address, (mails.get(address) ?? 0) + 1);
        if (replyMs === 0) done();
        else setTimeout(done, replyMs);
      });
    },
  });
  return { port: server.port, mails, connections: () => connections, close: server.close };
}

/** A finished program. */
export interface MeasuredRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Peak of its resident memory, megabytes of 1,048,576 bytes. */
  readonly peakMb: number;
  /** From its start to its end. */
  readonly seconds: number;
  readonly processorSeconds: number;
}

/**
 * The last line of standard error: kilobytes and microseconds. The peak of getrusage(2) survives an exec, so that it may be
 * that of the process which started this one; `VmHWM` of Linux begins anew.
 */
const printUsage = `data:text/javascript,${encodeURIComponent(`
import { existsSync, readFileSync } from 'node:fs';
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const peak = /VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? maxRSS;
  process.stderr.write('\\nusage ' + peak + ' ' + (userCPUTime + systemCPUTime) + '\\n');
});`)}`;

/** Runs a program of Node.js to its end. */
export async function measureProgram(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<MeasuredRun> {
  const began = performance.now();
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const { finished } = startProcess([process.execPath, '--import', printUsage, ...args], { cwd, env });
  const { code, out, err } = await finished;
  const seconds = (performance.now() - began) / 1000;
  const [line = '', kilobytes, microseconds] = /\nusage (\d+) (\d+)\n$/.exec(err) ?? [];
  return {
    code,
    out,
    err: err.slice(0, err.length - line.length),
    peakMb: Number(kilobytes) / 1024,
    seconds,
    processorSeconds: Number(microseconds) / 1e6,
  };
}

/** `run` of the bundled command on a new ledger with so many websites and recipients, in `location` or a folder. */
export async function measureSending(
  sink: MailSink,
  websites: number,
  recipients: number,
  location: StoreLocation | null,
  nodeOptions: readonly string[] = [],
): Promise<MeasuredRun> {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-sending-'));
  try {
    const store = await openStore(location ?? { folder: join(folder, 'data') });
    await seedLedger(store, websites);
    await store.close();
    writeRunFiles(folder, sink.port, recipients);
    return await measureProgram([...nodeOptions, command, 'run', '--now', dueAt, '--json'], folder, {
      ANSWERSHARE_API_KEY: `rs_live_${'0'.repeat(32)}`,
      ...(location !== null && 'url' in location ? { DATABASE_URL: location.url } : {}),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The English mail of a new ledger's digest, as its template gets it. */
export async function composeSeededMail(location: StoreLocation, websites: number) {
  const store = await openStore(location);
  try {
    await seedLedger(store, websites);
    const schedule = {
      id: 'weekly',
      title: null,
      timezone: 'UTC',
      websites: 'all',
      dashboard: null,
    } as const;
    const unsent = {
      recipients: [],
      copies: { cc: [], bcc: [] },
      channels: [],
      attach: [],
      webCopy: null,
      design: toScheduleDesign('.', undefined),
    };
    const digest = await composeDigest(store, { ...schedule, ...unsent }, ['2026-W47'], {
      until: Date.parse(dueAt),
    });
    const charts = createChartPrinter();
    const options = { locale: 'en', unsubscribe: `mailto:${from}`, design: defaultDesign, charts };
    const { view } = createMailView(digest, options, sizeBudgets[0]);
    const rows = [
      ...view.groups.flatMap(({ changes }) => changes),
      ...view.sites.flatMap(({ cards }) => cards),
    ];
    const images = rows.flatMap(({ chart }) => chart.image ?? []);
    return {
      from,
      text: renderText(view),
      model: toTemplateModel(view),
      images: [...new Map(images.map((image) => [image.cid, image])).values()].map(({ cid, content }) => {
        return { cid, content: Buffer.from(content).toString('base64') };
      }),
    };
  } finally {
    await store.close();
  }
}
