import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  composeSeededMail,
  type MeasuredRun,
  measureProgram,
  measureSending,
  openMailSink,
} from '@answershare/report-bot/soak/measured-run.ts';
import { createDatabase, startPostgresServer } from '@answershare/report-bot/test/support/postgres-server.ts';
import type { Bench, BenchRow } from './bench.ts';

const websites = 20;
const sizes = [100, 1_000, 10_000];
const peerSize = 1_000;
const peers = ['mjml', 'react-email'];
const leastPerSecond = 250;
const mostMb = 250;
/** The most that the largest run needs more than the smallest, in parts of that. */
const mostGrowth = 0.2;

const roundFigure = (value: number): number => Number(value.toPrecision(3));

/** Throws unless the program ended well and each recipient got one mail. */
function assertSent(
  { code, err }: MeasuredRun,
  mails: ReadonlyMap<string, number>,
  recipients: number,
): void {
  const once = [...mails.values()].every((count) => count === 1);
  if (code !== 0 || mails.size !== recipients || !once)
    throw new Error(`${mails.size} of ${recipients} recipients got a mail, exit code ${code}: ${err}`);
}

async function measurePeer(peer: string, folder: string, digest: object): Promise<MeasuredRun> {
  const file = join(folder, 'digest.json');
  writeFileSync(file, JSON.stringify(digest));
  const sink = await openMailSink();
  const program = fileURLToPath(new URL('./peer-mailer.ts', import.meta.url));
  const run = await measureProgram([program, peer, file, String(sink.port), String(peerSize)], folder);
  await sink.close();
  assertSent(run, sink.mails, peerSize);
  return run;
}

export const digestThroughput: Bench = {
  id: 'B16',
  name: 'digest-throughput',
  title:
    'A digest of 20 websites, five of them with a change, composed, rendered and mailed to many recipients',
  target: `10,000 by one process with PostgreSQL: ${leastPerSecond} a second, at most ${mostMb} MB, at most ${100 * mostGrowth} % more than for 100`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'answershare-bench-'));
    const server = await startPostgresServer();
    const rows: BenchRow[] = [];
    const add = (who: string, setting: string, recipients: number, run: MeasuredRun): number => {
      const figures = {
        recipients,
        'digests a second': roundFigure(recipients / run.seconds),
        'processor ms a digest': roundFigure((1000 * run.processorSeconds) / recipients),
        'peak MB': roundFigure(run.peakMb),
      };
      rows.push({ who, setting, figures });
      return run.processorSeconds / recipients;
    };
    try {
      const ours: MeasuredRun[] = [];
      let cost = 0;
      for (const recipients of sizes) {
        const sink = await openMailSink();
        const run = await measureSending(sink, websites, recipients, {
          url: await createDatabase(server.url),
        });
        await sink.close();
        assertSent(run, sink.mails, recipients);
        const spent = add('answershare', 'ledger in PostgreSQL', recipients, run);
        if (recipients === peerSize) cost = spent;
        ours.push(run);
      }
      const digest = await composeSeededMail({ url: await createDatabase(server.url) }, websites);
      const ratios: string[] = [];
      for (const peer of peers) {
        const spent = add(
          peer,
          'rendered for each mail, no ledger',
          peerSize,
          await measurePeer(peer, folder, digest),
        );
        ratios.push(`${peer} ${roundFigure(spent / cost)} ×`);
      }
      const [first, , last] = ours;
      if (first === undefined || last === undefined) throw new Error('A size was not measured.');
      const perSecond = (sizes.at(-1) ?? 0) / last.seconds;
      const growth = last.peakMb / first.peakMb - 1;
      return {
        rows,
        ours: `${roundFigure(perSecond)} a second, ${roundFigure(last.peakMb)} MB, ${Math.round(100 * growth)} % more than for 100; processor time to ours: ${ratios.join(', ')}`,
        met: perSecond >= leastPerSecond && last.peakMb <= mostMb && growth <= mostGrowth,
        remarks: [
          `Whole programs from start to end; ours includes the reading of 13 weeks and the commits of the ledger. The SMTP server and PostgreSQL share the processors.`,
          'Peers get the finished view and charts, and bind, render and send. mjml gets our own template with Handlebars; react-email gets the same content as elements.',
        ],
      };
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
