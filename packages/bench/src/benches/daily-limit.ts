import { isApiError } from '@answershare/core';
import { startSandbox } from '@answershare/sandbox';
import type { Contender } from '../contenders/contender.ts';
import type { Form } from '../contenders/question.ts';
import { type Settled, settled, tally } from '../measuring/settled.ts';
import { freshSeed } from '../services/fresh-seed.ts';
import { type Bench, isOurs, labelOf } from './bench.ts';

/** The day ends at 00:00 UTC in the sandbox: 40,000 s after this instant. */
const now = '2026-11-16T12:53:20Z';

export interface DailyLimit {
  /** Requests of the first lookup, by the sandbox's own log. */
  readonly first: number;
  /** Requests of the lookups after it. */
  readonly later: number;
  readonly outcomes: readonly Settled[];
}

/** One lookup of a key whose day is used up, and then more of other websites. */
export async function meetDailyLimit(
  { library, tuned }: Contender,
  options: { readonly form: Form; readonly lookups: number; readonly patienceMs: number },
): Promise<DailyLimit> {
  const { form, lookups, patienceMs } = options;
  const sandbox = await startSandbox({ form, seed: freshSeed(), now });
  await sandbox.admin.setUsage('live', { day: 1_000 });
  const { baseUrl, keys } = sandbox;
  const client = await library.open({ baseUrl, key: keys.live, form, retries: 0 }, tuned);
  const lookUp = (website: string): Promise<Settled> =>
    settled((signal) => client.lookup({ endpoint: 'authority', website }, signal), patienceMs);
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
      contenders.map(async (contender) => ({ contender, found: await meetDailyLimit(contender, options) })),
    );
    const rows = measured.map(({ contender, found: { first, later, outcomes } }) => {
      const { cut } = tally(outcomes);
      const told = outcomes.every((one) => one.how === 'error' && isApiError(one.error) && one.error.retryAt);
      const ending = cut > 0 ? `hangs, cut after 3 s (${cut} of 11)` : told ? 'error with retryAt' : 'error';
      return { ...labelOf(contender), figures: { 'first lookup': first, '10 more': later, ending } };
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
