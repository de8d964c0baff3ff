import { answershareUncached } from '../contenders/answershare.ts';
import { assembled } from '../contenders/http-clients.ts';
import { median, spread } from '../instruments/measure.ts';
import { type Bench, type BenchRow, isOurs, toLabel } from './bench.ts';
import { createReadings, createStubbedCall, keptCall, type StubbedCall, textCalls } from './stubbed-calls.ts';

/** Microseconds per call: elapsed, and of processor time, which excludes other programs. */
interface CallCost {
  readonly clock: number;
  readonly processor: number;
}

interface CallRunner {
  readonly row: Pick<BenchRow, 'who' | 'setting'>;
  readonly ours: boolean;
  readonly open: () => Promise<StubbedCall>;
  calls: number;
  readonly rounds: CallCost[];
}

async function timeCalls(call: StubbedCall, calls: number): Promise<CallCost> {
  const started = performance.now();
  const before = process.cpuUsage();
  for (let at = 0; at < calls; at++) await call();
  const { user, system } = process.cpuUsage(before);
  return { clock: ((performance.now() - started) * 1000) / calls, processor: (user + system) / calls };
}

/** Unmeasured calls of each round: ours infers its recipe from the first body and confirms it by the second. */
const warmUpCalls = 2;

/** Runs until the code is compiled, then sets the number of calls per round. */
async function warmUp(runner: CallRunner, roundMs: number): Promise<void> {
  const call = await runner.open();
  const started = performance.now();
  let calls = 0;
  while (performance.now() - started < 20 * roundMs) {
    await call();
    calls += 1;
  }
  const { clock } = await timeCalls(call, Math.max(3, Math.ceil(calls / 10)));
  runner.calls = Math.max(3, Math.round((roundMs * 1000) / clock));
}

/** Interleaves the rounds, so load from other programs affects all runners alike. */
async function measure(runners: readonly CallRunner[], rounds: number, roundMs: number): Promise<void> {
  for (const runner of runners) await warmUp(runner, roundMs);
  for (let at = 0; at < rounds; at++) {
    for (const runner of runners) {
      const call = await runner.open();
      for (let at = 0; at < warmUpCalls; at++) await call();
      runner.rounds.push(await timeCalls(call, runner.calls));
    }
  }
}

const roundMicroseconds = (microseconds: number): number =>
  Number(microseconds.toFixed(microseconds < 100 ? 1 : 0));

/** Median ratio of a runner's processor time to the yardstick's in the same round. */
function ratioTo(yardstick: CallRunner, { rounds }: CallRunner): number {
  return median(
    rounds.map(({ processor }, at) => processor / (yardstick.rounds[at]?.processor ?? processor)),
  );
}

function toRow(runner: CallRunner, yardstick: CallRunner): BenchRow {
  const processor = runner.rounds.map((cost) => cost.processor);
  return {
    ...runner.row,
    figures: {
      'processor µs': roundMicroseconds(median(processor)),
      'to ofetch': Number(ratioTo(yardstick, runner).toFixed(2)),
      'noise %': Math.round(100 * spread(processor)),
      'clock µs': roundMicroseconds(median(runner.rounds.map(({ clock }) => clock))),
    },
  };
}

export const callCost: Bench = {
  id: 'B4',
  title: 'Cost of one call without a network, µs',
  target:
    'not above 5.5 × ofetch without a cache, 11 × with one; an answer kept 2 ×; reading by recipe 4 × JSON.parse',
  async run(contenders) {
    const reached = contenders.filter(({ library }) => library.takesFetch);
    const runners: CallRunner[] = reached.map((contender) => ({
      row: toLabel(contender),
      ours: isOurs(contender),
      open: () => createStubbedCall(contender),
      calls: 0,
      rounds: [],
    }));
    const uncached: CallRunner = {
      row: { who: 'answershare', setting: 'without a cache' },
      ours: false,
      open: () => createStubbedCall({ library: answershareUncached, tuned: false }),
      calls: 0,
      rounds: [],
    };
    runners.push(uncached);
    for (const [setting, open] of Object.entries(textCalls)) {
      const row = { who: 'answershare', setting };
      runners.push({ row, ours: false, open: async () => open(), calls: 0, rounds: [] });
    }
    for (const contender of reached.filter(({ library: { name } }) => name === assembled.name)) {
      const row = { who: assembled.name, setting: 'answer kept' };
      runners.push({
        row,
        ours: false,
        open: () => createStubbedCall(contender, true),
        calls: 0,
        rounds: [],
      });
    }
    const pairs = createReadings().map(({ what, parse, read }) => {
      const [one, other] = [
        ['JSON.parse', parse],
        ['reading by recipe', read],
      ].map(([how, call]): CallRunner => {
        const row = { who: 'answershare', setting: `${how}, ${what}` };
        return { row, ours: false, open: async () => call as StubbedCall, calls: 0, rounds: [] };
      }) as [CallRunner, CallRunner];
      runners.push(one, other);
      return { parse: one, read: other };
    });
    await measure(runners, 41, 10);
    const yardstick = runners.find(({ row: { who } }) => who === 'ofetch');
    const own = runners.find(({ ours }) => ours);
    if (!yardstick || !own) throw new Error('This bench needs our client and ofetch.');
    const ratio = ratioTo(yardstick, own);
    const uncachedRatio = ratioTo(yardstick, uncached);
    const kept = runners.find(({ row: { setting } }) => setting === keptCall);
    const keptRatio = kept ? ratioTo(yardstick, kept) : Number.NaN;
    const readRatios = pairs.map(({ parse, read }) => ratioTo(parse, read));
    return {
      rows: runners.map((runner) => toRow(runner, yardstick)),
      ours: `${uncachedRatio.toFixed(2)} × ofetch, with a cache ${ratio.toFixed(2)} ×; kept ${keptRatio.toFixed(2)} ×; reading ${readRatios.map((one) => one.toFixed(2)).join(' and ')} × JSON.parse`,
      met: uncachedRatio <= 5.5 && ratio <= 11 && keptRatio <= 2 && readRatios.every((one) => one <= 4),
      remarks: [
        'All get the same Response from a stub of fetch. Each call is for another website, so that ours finds nothing in its cache and writes an answer to it. The peers parse JSON and check nothing.',
        '41 interleaved rounds of about 10 ms each, after two calls that infer the recipe; medians. The ratio is the median of the ratios of the rounds, by processor time, which does not count what other programs do meanwhile; noise is the distance of the quartiles as a share of the median. Octokit mostly waits, which only the clock shows.',
        'got and undici take no fetch. The last lines hand over the text without a Response, as Apps Script does: with all that ours does, without its reading, and without a request because the answer is kept.',
        'What makes ours dearer than ofetch: without a cache it paces itself, reads the limit headers, redacts the key and checks the body by its recipe. With a cache that others may share it also looks twice for an answer and a claim, writes the claim, and writes the answer as text.',
        'The peer with lru-cache and p-throttle gives a kept object of its own process. Ours takes a text from a cache that others may share, parses it and reads it.',
      ],
    };
  },
};
