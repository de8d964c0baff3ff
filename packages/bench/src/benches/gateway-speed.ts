import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@answershare/sandbox';
import { Pool } from 'undici';
import { openBotFolder, startProgram } from '../instruments/bot-folder.ts';
import { startNginx } from '../instruments/nginx.ts';
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

/** The gateway with a snapshot of today, one of its keys, and the body that it answers. */
async function openGateway() {
  const sandbox = await startSandbox({ form: 2 });
  const key = sandbox.keys.enterprise;
  const bot = openBotFolder([
    `service: { url: ${sandbox.baseUrl}, key: "\${ANSWERSHARE_API_KEY}" }`,
    'http: { listen: "127.0.0.1:0" }',
    'gateway: { perMinute: 100000, perDay: 10000000 }',
    'schedules: []',
  ]);
  await bot.run(['snapshot'], key);
  const created = await bot.run(['keys', 'create', '--name', 'Bench', '--json'], key);
  const serving = await bot.serve([], key);
  const path = `/api/v1/competitors?website_id=${sandbox.websites[0]?.id}`;
  const headers = { authorization: `Bearer ${(JSON.parse(created) as { key: string }).key}` };
  const body = await (await fetch(serving.url + path, { headers })).text();
  return {
    url: serving.url,
    path,
    headers,
    body,
    close: async () => {
      await serving.stop();
      await sandbox.close();
      bot.remove();
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
    const bare = await startProgram(
      spawn(process.execPath, [script, gateway.body], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const nginx = await startNginx(gateway.body);
    try {
      const bareLoad = await measureLoad(bare.url, '/', {});
      const ours = await measureLoad(gateway.url, gateway.path, gateway.headers);
      const file = nginx === null ? null : await measureLoad(nginx.url, '/answer.json', {});
      const rows = [
        { who: 'answershare gateway', load: ours },
        { who: 'bare hono route', load: bareLoad },
        ...(file === null ? [] : [{ who: 'nginx, a file', load: file }]),
      ].map(({ who, load: { answersPerSecond, p50, p99, errors } }) => ({
        who,
        setting: 'default',
        figures: { 'answers a second': answersPerSecond, 'p50 ms': p50, 'p99 ms': p99, errors },
      }));
      const toShare = ({ answersPerSecond }: Load): string =>
        `${Math.round((ours.answersPerSecond / answersPerSecond) * 100)} %`;
      const ratio = ours.answersPerSecond / bareLoad.answersPerSecond;
      const besideFile = file === null ? '' : `, ${toShare(file)} of nginx with a file`;
      return {
        rows,
        ours: `${ours.answersPerSecond} a second, p50 ${ours.p50} ms, p99 ${ours.p99} ms; ${toShare(bareLoad)} of a bare route${besideFile}`,
        met: ratio >= 0.25 && ours.errors === 0,
        remarks: [
          `${answers} answers after ${warmUp} to warm up. The route sends the same bytes. Each is one process, and shares the processors with the client.`,
          ...(file === null ? ['This machine has no nginx, so its row is left out.'] : []),
        ],
      };
    } finally {
      await bare.stop();
      await nginx?.stop();
      await gateway.close();
    }
  },
};
