import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@answershare/sandbox';
import { Pool } from 'undici';
import type { Bench } from './bench.ts';

const connections = 200;
const answers = 6_000;
const warmUp = 1_000;

interface Load {
  readonly answersPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
}

/** Sends requests on so many connections at once, each as soon as the one before is answered. */
async function measureLoad(origin: string, path: string, headers: Record<string, string>): Promise<Load> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  let errors = 0;
  const ask = async (count: number): Promise<readonly number[]> => {
    const took: number[] = [];
    let left = count;
    const lane = async (): Promise<void> => {
      while (left-- > 0) {
        const began = performance.now();
        const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
        await body.text();
        took.push(performance.now() - began);
        if (statusCode !== 200) errors += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, lane));
    return took.sort((one, other) => one - other);
  };
  await ask(warmUp);
  const began = performance.now();
  const took = await ask(answers);
  const seconds = (performance.now() - began) / 1_000;
  await pool.close();
  const quantile = (share: number): number =>
    Math.round((took[Math.floor(took.length * share)] ?? 0) * 10) / 10;
  return { answersPerSecond: Math.round(answers / seconds), p50: quantile(0.5), p99: quantile(0.99), errors };
}

/** The first line that a process prints. */
async function readFirstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The process has no output.');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return String(line).trim();
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}

/** The gateway with a snapshot of today, one of its keys, and the body that it answers. */
async function openGateway() {
  const home = findPackageJSON('@answershare/report-bot', import.meta.url);
  if (home === undefined) throw new Error('The bot is not built: run `npm test` once.');
  const program = join(dirname(home), 'dist/answershare.mjs');
  const sandbox = await startSandbox({ form: 2 });
  const folder = mkdtempSync(join(tmpdir(), 'answershare-bench-'));
  const env = { PATH: process.env.PATH, ANSWERSHARE_API_KEY: sandbox.keys.enterprise };
  const run = (...line: string[]): string =>
    execFileSync(process.execPath, [program, ...line], { cwd: folder, env, encoding: 'utf8' });
  const settings = [
    `service: { url: ${sandbox.baseUrl}, key: "\${ANSWERSHARE_API_KEY}" }`,
    'http: { listen: "127.0.0.1:0" }',
    'gateway: { perMinute: 100000, perDay: 10000000 }',
    'schedules: []',
  ];
  writeFileSync(join(folder, 'answershare.yaml'), settings.join('\n'));
  // The sandbox answers from this process, so that the command must not block it.
  const snapshot = spawn(process.execPath, [program, 'snapshot'], { cwd: folder, env, stdio: 'ignore' });
  await once(snapshot, 'close');
  const { key } = JSON.parse(run('keys', 'create', '--name', 'Bench', '--json')) as { key: string };
  const child = spawn(process.execPath, [program, 'serve', '--json'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url } = JSON.parse(await readFirstLine(child)) as { url: string };
  const path = `/api/v1/competitors?website_id=${sandbox.websites[0]?.id}`;
  const headers = { authorization: `Bearer ${key}` };
  const body = await (await fetch(url + path, { headers })).text();
  return {
    url,
    path,
    headers,
    body,
    close: async () => {
      await stop(child);
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const gatewaySpeed: Bench = {
  id: 'B18',
  name: 'gateway-speed',
  title: `The gateway: an answer of today, ${connections} connections`,
  target: 'at least a quarter of the answers of a bare hono route, without an error',
  async run() {
    const gateway = await openGateway();
    const script = fileURLToPath(new URL('../instruments/bare-route.ts', import.meta.url));
    const bare = spawn(process.execPath, [script, gateway.body], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const origin = await readFirstLine(bare);
      const bareLoad = await measureLoad(origin, '/', {});
      const ours = await measureLoad(gateway.url, gateway.path, gateway.headers);
      const rows = [
        { who: 'answershare gateway', load: ours },
        { who: 'bare hono route', load: bareLoad },
      ].map(({ who, load: { answersPerSecond, p50, p99, errors } }) => ({
        who,
        setting: 'default',
        figures: { 'answers a second': answersPerSecond, 'p50 ms': p50, 'p99 ms': p99, errors },
      }));
      const ratio = ours.answersPerSecond / bareLoad.answersPerSecond;
      return {
        rows,
        ours: `${Math.round(ratio * 100)} % of a bare route`,
        met: ratio >= 0.25 && ours.errors === 0,
        remarks: [
          `${answers} answers after ${warmUp} to warm up. The route sends the same bytes. Client, gateway and route share the processors.`,
        ],
      };
    } finally {
      await stop(bare);
      await gateway.close();
    }
  },
};
