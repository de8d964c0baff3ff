import { median, spread } from '../measuring/medians.ts';
import { type Bench, isOurs, labelOf, type Row } from './bench.ts';
import { type Call, textCalls, throughStub } from './stubbed-calls.ts';

/** Microseconds a call: on the clock, and of the processor, which does not count what other programs do meanwhile. */
interface Cost {
  readonly clock: number;
  readonly processor: number;
}

interface Runner {
  readonly row: Pick<Row, 'who' | 'setting'>;
  readonly ours: boolean;
  readonly open: () => Promise<Call>;
  calls: number;
  readonly rounds: Cost[];
}

async function timed(call: Call, calls: number): Promise<Cost> {
  const started = performance.now();
  const before = process.cpuUsage();
  for (let at = 0; at < calls; at++) await call();
  const { user, system } = process.cpuUsage(before);
  return { clock: ((performance.now() - started) * 1000) / calls, processor: (user + system) / calls };
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
  const { clock } = await timed(call, Math.max(3, Math.ceil(calls / 10)));
  runner.calls = Math.max(3, Math.round((roundMs * 1000) / clock));
}

/** Interleaved rounds of sequential calls: what the machine does meanwhile strikes all alike. */
async function measure(runners: readonly Runner[], rounds: number, roundMs: number): Promise<void> {
  for (const runner of runners) await warmUp(runner, roundMs);
  for (let round = 0; round < rounds; round++) {
    for (const runner of runners) runner.rounds.push(await timed(await runner.open(), runner.calls));
  }
}

const rounded = (microseconds: number): number => Number(microseconds.toFixed(microseconds < 100 ? 1 : 0));

/** The median over the rounds of the ratio of processor times to the yardstick's in the same round. */
function ratioTo(yardstick: Runner, { rounds }: Runner): number {
  return median(
    rounds.map(({ processor }, at) => processor / (yardstick.rounds[at]?.processor ?? processor)),
  );
}

function rowOf(runner: Runner, yardstick: Runner): Row {
  const processor = runner.rounds.map((cost) => cost.processor);
  return {
    ...runner.row,
    figures: {
      'processor µs': rounded(median(processor)),
      'to ofetch': Number(ratioTo(yardstick, runner).toFixed(2)),
      'noise %': Math.round(100 * spread(processor)),
      'clock µs': rounded(median(runner.rounds.map(({ clock }) => clock))),
    },
  };
}

export const callCost: Bench = {
  id: 'B4',
  title: 'Cost of one call without a network, µs',
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
    for (const [setting, open] of Object.entries(textCalls)) {
      const row = { who: 'answershare', setting };
      runners.push({ row, ours: false, open: async () => open(), calls: 0, rounds: [] });
    }
    await measure(runners, 41, 10);
    const yardstick = runners.find(({ row: { who } }) => who === 'ofetch');
    const own = runners.find(({ ours }) => ours);
    if (!yardstick || !own) throw new Error('This bench needs our client and ofetch.');
    const ratio = ratioTo(yardstick, own);
    return {
      rows: runners.map((runner) => rowOf(runner, yardstick)),
      ours: `${ratio.toFixed(2)} × ofetch`,
      met: ratio <= 1,
      remarks: [
        'All get the same Response from a stub of fetch. Each call is for another website, so that ours finds nothing in its cache and writes an answer to it. The peers parse JSON and check nothing.',
        '41 interleaved rounds of about 10 ms each; medians. The ratio is the median of the ratios of the rounds, by processor time, which does not count what other programs do meanwhile; noise is the distance of the quartiles as a share of the median. Octokit mostly waits, which only the clock shows.',
        'got and undici take no fetch. The last lines hand over the text without a Response, as Apps Script does: with all that ours does, without its reading, and without a request because the answer is kept.',
        'Why the target is not met: half of the cost is what the peers do not do at all. Ours looks for a kept answer and a claim, claims, keeps the answer, reads the limit headers and paces itself; and a reader looks at every name and value of the body before it takes a figure.',
      ],
    };
  },
};
