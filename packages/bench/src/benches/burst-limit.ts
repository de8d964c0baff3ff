import type { Contender } from '../contenders/contender.ts';
import { inGroups } from '../measuring/groups.ts';
import { settled, tally } from '../measuring/settled.ts';
import type { Gate } from '../services/gate.ts';
import { startGatedFront } from '../services/gated-front.ts';
import { startWideSandbox } from '../services/wide-sandbox.ts';
import { type Bench, isOurs, labelOf } from './bench.ts';

export interface BurstLimit {
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  readonly seconds: number;
}

/** So many lookups of different websites at once against a limit. */
export async function meetBurstLimit(
  { library, tuned }: Contender,
  options: { readonly lookups: number; readonly gate: Gate; readonly patienceMs: number },
): Promise<BurstLimit> {
  const { lookups, gate, patienceMs } = options;
  const { sandbox, key, websites } = await startWideSandbox({ form: 1, websites: lookups });
  const front = await startGatedFront(sandbox, gate);
  const client = await library.open({ baseUrl: front.baseUrl, key, form: 1, retries: 5 }, tuned);
  try {
    const started = performance.now();
    const outcomes = await Promise.all(
      websites.map((website) =>
        settled((signal) => client.lookup({ endpoint: 'authority', website }, signal), patienceMs),
      ),
    );
    const seconds = (performance.now() - started) / 1000;
    return { ...front.counts, failed: lookups - tally(outcomes).value, seconds };
  } finally {
    await client.close();
    await front.close();
    await sandbox.close();
  }
}

export const burstLimit: Bench = {
  id: 'B2',
  title: '45 lookups at once against 20 requests per 3 s',
  target: '45 requests, no 429, at most 6.5 s',
  async run(contenders) {
    const options = { lookups: 45, gate: { perWindow: 20, windowMs: 3_000 }, patienceMs: 30_000 };
    const measured = await inGroups(contenders, 4, async (contender) => ({
      contender,
      found: await meetBurstLimit(contender, options),
    }));
    const rows = measured.map(({ contender, found }) => {
      const { requests, refused, failed, seconds } = found;
      return {
        ...labelOf(contender),
        figures: { requests, '429s': refused, failed, seconds: seconds.toFixed(1) },
      };
    });
    const own = measured.find(({ contender }) => isOurs(contender))?.found;
    return {
      rows,
      ours: `${own?.requests} requests, ${own?.refused} 429s, ${own?.seconds.toFixed(1)} s`,
      met: own?.requests === 45 && own.refused === 0 && own.failed === 0 && own.seconds <= 6.5,
      remarks: [
        'Windows are fixed and begin with the first request; every answer has X-RateLimit-Limit, -Remaining and -Reset, a 429 has Retry-After.',
        'Tuned means up to five retries after Retry-After. The reset is given in seconds from now, as the sandbox does; octokit takes it for an epoch and tries again at once.',
      ],
    };
  },
};
