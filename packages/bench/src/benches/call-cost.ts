import { type SyncClient, syncClient } from '@answershare/core';
import type { Contender } from '../contenders/contender.ts';
import { memoryTexts } from '../hosts/memory-cache.ts';
import { median, spread } from '../measuring/medians.ts';
import { type Bench, isOurs, labelOf, type Row } from './bench.ts';

const target = { baseUrl: 'https://api.example', key: `rs_live_${'a'.repeat(32)}`, form: 1 } as const;

/** A body of an ordinary size: a score with five components. */
const body = JSON.stringify({
  score: 70,
  maxScore: 100,
  updatedAt: '2026-11-16',
  components: ['Entity clarity', 'Citations', 'Backlinks', 'Content', 'Technical'].map((name, at) => ({
    name,
    score: 58 + at,
    weight: 0.2,
  })),
});

const headers = {
  'content-type': 'application/json; charset=utf-8',
  date: 'Mon, 16 Nov 2026 09:00:00 GMT',
  'x-ratelimit-limit': '1000000',
  'x-ratelimit-remaining': '999999',
  'x-ratelimit-reset': '60',
};

const stub = (async () => new Response(body, { status: 200, headers })) as typeof fetch;

/** Asks once, for a website that was not asked before. */
type Call = () => unknown;

async function throughStub({ library, tuned }: Contender): Promise<Call> {
  const client = await library.open({ ...target, retries: 2, fetch: stub }, tuned);
  let asked = 0;
  return () => client.lookup({ endpoint: 'authority', website: `site_${++asked}` });
}

/** Core's synchronous client, whose host hands over the text as Apps Script does. */
async function throughText(): Promise<Call> {
  const host = {
    send: (requests: readonly unknown[]) =>
      requests.map(() => ({ ok: true, status: 200, headers, text: body }) as const),
    wait: () => undefined,
    now: () => Date.now(),
    random: () => Math.random(),
    cache: memoryTexts(),
  };
  const client: SyncClient = syncClient(target, host);
  let asked = 0;
  return () => client.authority(`site_${++asked}`);
}

interface Runner {
  readonly row: Pick<Row, 'who' | 'setting'>;
  readonly ours: boolean;
  readonly open: () => Promise<Call>;
  calls: number;
  /** Microseconds a call, one figure for each round. */
  readonly rounds: number[];
}

async function timed(call: Call, calls: number): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < calls; at++) await call();
  return ((performance.now() - started) * 1000) / calls;
}

/** Asks until the compiler has seen it all, and sets how many calls fill a round. */
async function warmUp(runner: Runner, roundMs: number): Promise<void> {
  const call = await runner.open();
  const started = performance.now();
  let calls = 0;
  while (performance.now() - started < 20 * roundMs) {
    await call();
    calls += 1;
  }
  const each = await timed(call, Math.max(3, Math.ceil(calls / 10)));
  runner.calls = Math.max(3, Math.round((roundMs * 1000) / each));
}

/** Interleaved rounds of sequential calls: what the machine does meanwhile strikes all alike. */
async function measure(runners: readonly Runner[], rounds: number, roundMs: number): Promise<void> {
  for (const runner of runners) await warmUp(runner, roundMs);
  for (let round = 0; round < rounds; round++) {
    for (const runner of runners) runner.rounds.push(await timed(await runner.open(), runner.calls));
  }
}

export const callCost: Bench = {
  id: 'B4',
  title: 'Time of one call without a network, µs',
  target: 'at most that of ofetch, with reading, cache and shape check',
  async run(contenders) {
    const reached = contenders.filter(({ library }) => library.takesFetch);
    const runners: Runner[] = reached.map((contender) => ({
      row: labelOf(contender),
      ours: isOurs(contender),
      open: () => throughStub(contender),
      calls: 0,
      rounds: [],
    }));
    runners.push({
      row: { who: 'answershare', setting: 'sync, text given' },
      ours: false,
      open: throughText,
      calls: 0,
      rounds: [],
    });
    await measure(runners, 41, 10);
    const yardstick = runners.find(({ row }) => row.who === 'ofetch')?.rounds ?? [];
    const ratioOf = ({ rounds }: Runner): number =>
      median(rounds.map((one, at) => one / (yardstick[at] ?? one)));
    const rows = runners.map((runner) => ({
      ...runner.row,
      figures: {
        µs: Number(median(runner.rounds).toFixed(median(runner.rounds) < 100 ? 1 : 0)),
        'to ofetch': Number(ratioOf(runner).toFixed(2)),
        'noise %': Math.round(100 * spread(runner.rounds)),
      },
    }));
    const own = runners.find(({ ours }) => ours);
    const ratio = own ? ratioOf(own) : Number.POSITIVE_INFINITY;
    return {
      rows,
      ours: `${ratio.toFixed(2)} × ofetch`,
      met: ratio <= 1,
      remarks: [
        'All get the same Response from a stub of fetch. Each call is for another website, so that ours finds nothing in its cache and writes an answer to it. The peers parse JSON and check nothing.',
        '41 interleaved rounds of about 10 ms each; medians; the ratio is the median of the ratios of the rounds; noise is the distance of the quartiles as a share of the median.',
        'got and undici take no fetch. The last line hands over the text without a Response, as Apps Script does.',
      ],
    };
  },
};
