import type { Form } from '@answershare/sandbox';
import { runAction } from '../support/actions.ts';
import { startTimedAddon } from '../support/timed-addon.ts';

/** A cold sheet on a faulty service, with an open sidebar and nobody at it. */
export interface FaultyDay {
  readonly form: Form;
  readonly plan: 'starter' | 'growth';
  readonly cells: number;
  /** Four questions each. */
  readonly websites: number;
  readonly threads: number;
  readonly seed: number;
  /** False for a service and a cache without a fault, and a key without another user. Default true. */
  readonly faults?: boolean;
  /** Hours after which the sheet is opened again, one after the other. Default none. */
  readonly reopenedAfter?: readonly number[];
}

/** The questions of a calculation of the whole sheet, and what its cells show. */
interface SheetOpening {
  /** Hours since the sheet was complete. */
  readonly hours: number;
  /** Cells with a figure before that show a fault now. */
  readonly red: number;
  /** Questions with more than one good answer since the sheet was opened. */
  readonly twice: number;
  readonly requests: number;
  readonly slowestMs: number;
}

export interface FaultyDayResult {
  readonly cells: number;
  readonly questions: number;
  /** Cells that show a fault after the first calculation. */
  readonly redAtFirst: number;
  /** Cells that show a fault at the end. */
  readonly red: number;
  /** Cells whose figure was once known and was then another one or none. */
  readonly lost: number;
  /** Questions with more than one good answer. */
  readonly twice: number;
  /** Requests of the sheet, without those of the other user of the key. */
  readonly requests: number;
  readonly refused: number;
  /** Minutes until the sheet is complete. */
  readonly minutes: number;
  readonly slowestMs: number;
  readonly reopened: readonly SheetOpening[];
}

/** mulberry32: numbers in [0, 1) from a seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The normal quantile of 0.99. */
const quantile99 = 2.326;

/** Draws from a log-normal distribution by its median and 99th percentile, milliseconds. */
function drawLatency(random: () => number, median: number, p99: number): () => number {
  const sigma = Math.log(p99 / median) / quantile99;
  return () => {
    const [one, other] = [1 - random(), random()];
    return median * Math.exp(sigma * Math.sqrt(-2 * Math.log(one)) * Math.cos(2 * Math.PI * other));
  };
}

const functions = ['CITATIONS', 'AUTHORITY', 'SHARE_OF_VOICE', 'ANALYTICS_TOTAL'] as const;

const secondMs = 1_000;
const minuteMs = 60_000;
/** After the first calculation begins. */
const lossAtMs = 12 * secondMs;
const outage = { from: 20 * secondMs, to: 50 * secondMs };
const othersEveryMs = 3 * secondMs;
/** How often an open sidebar looks for failed formulas. */
const pollMs = minuteMs;
const mostMinutes = 60;

const server = { fault: 'status', status: 500, probability: 0.02, times: 'always' } as const;

/**
 * Calculates a cold sheet, with faults: log-normal latencies (API 0.4 s, 6 s at p99), 5 % cache misses, one loss of the whole cache, 2 %
 * of 500, 30 s of 503, and 20 requests a minute by another user of the key. Then runs failed formulas as an open sidebar
 * does, until none is left.
 */
export async function calculateFaultyDay(day: FaultyDay): Promise<FaultyDayResult> {
  const { faults = true, reopenedAfter = [] } = day;
  const random = createRandom(day.seed);
  const latency = (median: number, p99: number) => drawLatency(random, median, p99);
  let begun = Number.POSITIVE_INFINITY;
  let askOthers = async (): Promise<void> => {};
  let disturb = async (): Promise<void> => {};
  let disturbing: Promise<void> = Promise.resolve();
  await using addon = await startTimedAddon(
    day.form,
    '2026-11-16T09:00:10Z',
    'Etc/UTC',
    ({ operation }) => {
      if (operation !== 'fetch.send' || addonNow() < begun) return undefined;
      disturbing = disturbing.then(() => disturb()).then(() => askOthers());
      return disturbing;
    },
    {
      threads: day.threads,
      cacheLoss: faults ? 0.05 : 0,
      random,
      latencyMs: {
        'fetch.send': latency(400, 6_000),
        'cache.get': latency(9, 90),
        'cache.put': latency(45, 400),
        'lock.acquire': latency(18, 180),
        'properties.read': latency(35, 350),
        'properties.write': latency(70, 700),
      },
    },
  );
  function addonNow(): number {
    return begun === Number.POSITIVE_INFINITY ? 0 : addon.now();
  }
  const { host, sandbox } = addon;
  const key = await sandbox.admin.createKey({ label: 'sheet', plan: day.plan, team: 'many' });
  await addon.connect(key);
  await addon.pass(minuteMs);
  const ids = (await runAction(host, 'websites')).websites.slice(-day.websites).map(({ id }) => id);
  const distinct = ids.flatMap((id) =>
    functions.map((name) => `=${name}("${id}"${name === 'ANALYTICS_TOTAL' ? '; "citations"' : ''})`),
  );
  const formulas = Array.from({ length: day.cells }, (_, at) => distinct[at % distinct.length] ?? '');
  // A new tab has 1,000 rows.
  const columns = Math.ceil(day.cells / 1_000);
  const rows = Array.from({ length: day.cells / columns }, (_, row) =>
    formulas.slice(row * columns, (row + 1) * columns),
  );
  host.sheet.typeRows('A1', rows);
  const area = `A1:${'ABCDE'[columns - 1]}${rows.length}`;
  await addon.pass(minuteMs);
  await sandbox.admin.resetRequests();
  if (faults) await sandbox.admin.fault(server);
  begun = addon.now();

  let others = 0;
  askOthers = async () => {
    while (faults && begun + others * othersEveryMs <= addon.now()) {
      others += 1;
      await fetch(`${sandbox.baseUrl}/api/v1/websites`, { headers: { authorization: `Bearer ${key}` } });
    }
  };
  let readAt = 0;
  let isLost = false;
  let isDown: boolean | null = null;
  disturb = async () => {
    const at = addon.now() - begun;
    await sandbox.admin.setClock(new Date(addon.now()).toISOString());
    // The sandbox keeps the latest thousand requests.
    if (at >= readAt + 10 * secondMs) {
      readAt = at;
      await readRequests();
    }
    if (!faults) return;
    if (at >= lossAtMs && !isLost) {
      isLost = true;
      host.cache.clear();
    }
    if (at >= outage.from && at < outage.to && isDown === null) {
      isDown = true;
      await sandbox.admin.fault({ fault: 'status', status: 503, times: 'always' });
    }
    if (at >= outage.to && isDown === true) {
      isDown = false;
      await sandbox.admin.clearFaults();
      await sandbox.admin.fault(server);
    }
  };

  const answers = new Map<string, number>();
  let requests = 0;
  let refused = 0;
  async function readRequests(): Promise<void> {
    const { total, entries } = await sandbox.admin.requests();
    const fresh = total - requests;
    if (fresh > entries.length) throw new Error('The sandbox has dropped entries of its log.');
    requests = total;
    for (const { endpoint, query, status } of fresh === 0 ? [] : entries.slice(-fresh)) {
      if (status === 429) refused += 1;
      const question = `${endpoint} ${JSON.stringify(query)}`;
      if (status === 200 && endpoint !== 'websites') answers.set(question, (answers.get(question) ?? 0) + 1);
    }
  }

  const known = new Map<number, unknown>();
  let lost = 0;
  async function calculate(): Promise<number> {
    await host.sheet.calculate();
    await readRequests();
    readExecutions();
    let red = 0;
    host.sheet
      .values(area)
      .flat()
      .forEach((value, at) => {
        if (value === '#ERROR!') red += 1;
        if (known.has(at) && known.get(at) !== value) lost += 1;
        if (value !== '#ERROR!') known.set(at, value);
      });
    return red;
  }

  let lastExecution = 0;
  let slowestMs = 0;
  /** The host keeps the latest ten thousand executions, fewer than a day has. */
  function readExecutions(): void {
    const fresh = host.executions().filter(({ id }) => id > lastExecution);
    if (fresh[0]?.id !== lastExecution + 1) throw new Error('The host has dropped executions of its list.');
    lastExecution += fresh.length;
    for (const { kind, startedAt, endedAt } of fresh)
      if (kind === 'cell') slowestMs = Math.max(slowestMs, Number(endedAt) - Number(startedAt));
  }
  const countTwice = (): number => Array.from(answers.values()).filter((count) => count > 1).length;

  /** Runs failed formulas as an open sidebar does, until none is left or they have had their time. */
  async function heal(first: number): Promise<number> {
    let red = first;
    for (let left = mostMinutes; red > 0 && left > 0; left -= 1) {
      const run = await runAction(host, 'runFailed', { withComputed: false });
      red = await calculate();
      end = addon.now();
      if (red > 0) await addon.pass(run.left > 0 ? Math.max(run.waitMs, secondMs) : pollMs);
    }
    return red;
  }

  const redAtFirst = await calculate();
  let end = addon.now();
  const red = await heal(redAtFirst);
  const result = {
    minutes: (end - begun) / minuteMs,
    twice: countTwice(),
    slowestMs,
    lost,
  };
  const sent = requests - others;

  const reopened: SheetOpening[] = [];
  const complete = addon.now();
  for (const hours of reopenedAfter) {
    await addon.pass(complete + hours * 60 * minuteMs - addon.now());
    await sandbox.admin.setClock(new Date(addon.now()).toISOString());
    // The other user of the key starts anew: nobody has asked for hours.
    begun = addon.now();
    others = 0;
    requests = 0;
    answers.clear();
    await sandbox.admin.resetRequests();
    slowestMs = 0;
    host.sheet.typeRows(
      'A1',
      rows.map((row) => row.map((formula) => `${formula}${' '.repeat(hours)}`)),
    );
    const redNow = await calculate();
    await heal(redNow);
    reopened.push({
      hours,
      red: redNow,
      twice: countTwice(),
      requests: requests - others,
      slowestMs,
    });
  }
  return {
    cells: day.cells,
    questions: distinct.length,
    redAtFirst,
    red,
    requests: sent,
    refused,
    reopened,
    ...result,
  };
}
