import { isApiError } from '@answershare/core';
import { startSandbox } from '@answershare/sandbox';
import type { Contender, SandboxForm } from '../contenders/contender.ts';
import { nextSeed, startEnterpriseSandbox } from '../instruments/enterprise-sandbox.ts';
import { countOutcomes, type LookupOutcome, mapInGroups, runWithTimeout } from '../instruments/measure.ts';
import { startRateLimitedProxy, type WindowLimit } from '../instruments/rate-limited-proxy.ts';
import { type Bench, isOurs, toLabel } from './bench.ts';

export interface BurstResult {
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  readonly seconds: number;
}

/** Runs lookups of different websites at once against a limit. */
export async function runBurst(
  { library, tuned }: Contender,
  options: { readonly lookups: number; readonly limit: WindowLimit; readonly patienceMs: number },
): Promise<BurstResult> {
  const { lookups, limit, patienceMs } = options;
  const { sandbox, key, websites } = await startEnterpriseSandbox({ form: 1, websites: lookups });
  const proxy = await startRateLimitedProxy(sandbox, limit);
  const client = await library.open({ baseUrl: proxy.baseUrl, key, form: 1, retries: 5 }, tuned);
  try {
    const started = performance.now();
    const outcomes = await Promise.all(
      websites.map((website) =>
        runWithTimeout((signal) => client.lookup({ endpoint: 'authority', website }, signal), patienceMs),
      ),
    );
    const seconds = (performance.now() - started) / 1000;
    return { ...proxy.counts, failed: lookups - countOutcomes(outcomes).value, seconds };
  } finally {
    await client.close();
    await proxy.close();
    await sandbox.close();
  }
}

export const burstLimit: Bench = {
  id: 'B2',
  title: '45 lookups at once against 20 requests per 3 s',
  target: '45 requests, no 429, at most 6.5 s',
  async run(contenders) {
    const options = { lookups: 45, limit: { perWindow: 20, windowMs: 3_000 }, patienceMs: 30_000 };
    const measured = await mapInGroups(contenders, 4, async (contender) => ({
      contender,
      found: await runBurst(contender, options),
    }));
    const rows = measured.map(({ contender, found }) => {
      const { requests, refused, failed, seconds } = found;
      return {
        ...toLabel(contender),
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

/** The sandbox's day ends at 00:00 UTC, 40,000 s after this instant. */
const usedUpAt = '2026-11-16T12:53:20Z';

export interface DailyLimitResult {
  /** Requests of the first lookup in the sandbox's log. */
  readonly first: number;
  /** Requests of the later lookups. */
  readonly later: number;
  readonly outcomes: readonly LookupOutcome[];
}

/** Uses up a key's day, looks up one website, then other ones. */
export async function runAtDailyLimit(
  { library, tuned }: Contender,
  options: { readonly form: SandboxForm; readonly lookups: number; readonly patienceMs: number },
): Promise<DailyLimitResult> {
  const { form, lookups, patienceMs } = options;
  const sandbox = await startSandbox({ form, seed: nextSeed(), now: usedUpAt });
  await sandbox.admin.setUsage('live', { day: 1_000 });
  const { baseUrl, keys } = sandbox;
  const client = await library.open({ baseUrl, key: keys.live, form, retries: 0 }, tuned);
  const lookUp = (website: string): Promise<LookupOutcome> =>
    runWithTimeout((signal) => client.lookup({ endpoint: 'authority', website }, signal), patienceMs);
  const sent = async (): Promise<number> => (await sandbox.admin.requests()).byKey.live ?? 0;
  try {
    const outcome = await lookUp(sandbox.websites[0]?.id ?? '');
    const first = await sent();
    const more = Array.from({ length: lookups }, (_, at) => lookUp(`site_${at}`));
    const outcomes = [outcome].concat(await Promise.all(more));
    return { first, later: (await sent()) - first, outcomes };
  } finally {
    await client.close();
    await sandbox.close();
  }
}

export const dailyLimit: Bench = {
  id: 'B1',
  title: 'Requests after a daily 429 (Retry-After 40000), then 10 more lookups of the key',
  target: '1, then 0',
  async run(contenders) {
    const options = { form: 2, lookups: 10, patienceMs: 3_000 } as const;
    const measured = await Promise.all(
      contenders.map(async (contender) => ({ contender, found: await runAtDailyLimit(contender, options) })),
    );
    const rows = measured.map(({ contender, found: { first, later, outcomes } }) => {
      const { cut } = countOutcomes(outcomes);
      const hasRetryAt = outcomes.every(
        (one) => one.how === 'error' && isApiError(one.error) && one.error.retryAt,
      );
      const ending =
        cut > 0 ? `hangs, cut after 3 s (${cut} of 11)` : hasRetryAt ? 'error with retryAt' : 'error';
      return { ...toLabel(contender), figures: { 'first lookup': first, '10 more': later, ending } };
    });
    const own = measured.find(({ contender }) => isOurs(contender))?.found;
    return {
      rows,
      ours: `${own?.first}, then ${own?.later}`,
      met: own?.first === 1 && own.later === 0,
      remarks: [
        'Counted by the sandbox, Form 2. The 10 lookups run at once. Tuned means no retries here, so that nothing hangs; a burst limit would then fail at once too.',
        'A client that hangs would send its next request when its wait is over: undici after 30 s, ky and got after 11 hours.',
      ],
    };
  },
};
