import { setImmediate } from 'node:timers/promises';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Bot } from '../support/bot.ts';
import { openHttpProxy } from '../support/http-proxy.ts';
import { newPostgresBot } from '../support/ledgers.ts';
import { formatSettings } from '../support/settings-text.ts';

interface Day {
  readonly websites: number;
  readonly answers: number;
  readonly kept: number;
  readonly requests: number;
  readonly failures: readonly { website: string; endpoint: string; reason: string }[];
  readonly stopped: string | null;
}

/** How many websites the schedule names. */
const sites = 3;

test('a service that changes its Form costs one request more, once', async () => {
  let service = await startSandbox({ form: 1, now: '2026-11-18T06:00:00Z' });
  const bot = await newPostgresBot({
    ANSWERSHARE_API_KEY: service.keys.live,
    SMTP_PASSWORD: 'smtp-canary-password',
  });
  const ask = async (day: string): Promise<Day & { code: number | null }> => {
    const finished = await bot.run(['snapshot', '--json', '--now', `${day}T06:00:00Z`]);
    return { ...(JSON.parse(finished.out) as Day), code: finished.code };
  };
  try {
    const websites = service.websites.slice(0, sites).map(({ id }) => id);
    bot.settings(formatSettings({ url: service.baseUrl, smtpPort: 1, websites }));
    const all = 1 + 3 * sites;
    const first = all + sites;
    expect(await ask('2026-11-18')).toMatchObject({ code: 0, answers: first, requests: first });
    const { port } = new URL(service.baseUrl);
    const { live } = service.keys;
    await service.close();
    // In the next turn of the event loop this process sees that its idle connections are closed.
    await setImmediate();
    service = await startSandbox({ form: 2, port: Number(port), now: '2026-11-19T06:00:00Z' });
    expect(service.keys.live).toBe(live);
    expect(await ask('2026-11-19')).toMatchObject({ code: 0, answers: all, requests: all + 1 });
    expect(await ask('2026-11-20')).toMatchObject({ code: 0, answers: all, requests: all });
  } finally {
    await bot.remove();
    await service.close();
  }
});

describe('a daily snapshot', () => {
  let sandbox: RunningSandbox;
  let bot: Bot;
  beforeEach(async () => {
    sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
    bot = await newPostgresBot({
      ANSWERSHARE_API_KEY: sandbox.keys.live,
      SMTP_PASSWORD: 'smtp-canary-password',
    });
    bot.settings(settingsFor(sandbox.baseUrl));
  });
  afterEach(async () => {
    await bot.remove();
    await sandbox.close();
  });

  const settingsFor = (url: string): string =>
    formatSettings({ url, smtpPort: 1, websites: sandbox.websites.slice(0, sites).map(({ id }) => id) });
  const taken = async (now: string): Promise<Day & { code: number | null }> => {
    const finished = await bot.run(['snapshot', '--json', '--now', now]);
    return { ...(JSON.parse(finished.out) as Day), code: finished.code };
  };

  test('asks each question once on a UTC day and nothing on a second run', async () => {
    const first = await taken('2026-11-18T06:00:00Z');
    expect(first).toMatchObject({ code: 0, websites: sites, answers: 1 + 4 * sites, kept: 0, failures: [] });
    expect((await sandbox.admin.requests()).total).toBe(first.requests);
    await sandbox.admin.resetRequests();
    const second = await taken('2026-11-18T23:59:59Z');
    expect(second).toMatchObject({ code: 0, answers: 0, kept: 1 + 4 * sites, requests: 0 });
    expect((await sandbox.admin.requests()).total).toBe(0);
    const clockSetBack = await taken('2026-11-18T05:00:00Z');
    expect(clockSetBack).toMatchObject({ code: 0, answers: 0, kept: 1 + 4 * sites, requests: 0 });
    const nextDay = await taken('2026-11-19T00:00:00Z');
    expect(nextDay).toMatchObject({ code: 0, answers: 1 + 3 * sites, requests: 1 + 3 * sites });
  });

  test('reports snapshots of the future, and removes them when asked to', async () => {
    const all = 1 + 4 * sites;
    await taken('2026-12-01T06:00:00Z');
    const now = await bot.run(['snapshot', '--now', '2026-11-18T06:00:00Z']);
    expect(now.code).toBe(0);
    expect(now.err).toContain(`${all} answers in the ledger lie in the future, the newest of 2026-12-01`);
    const removed = await bot.run(['snapshot', '--forget-future', '--now', '2026-11-18T06:00:00Z']);
    expect(removed).toMatchObject({ code: 0, out: `Removed ${all} answers.\n` });
    expect(await taken('2026-11-18T06:00:00Z')).toMatchObject({ answers: 0, kept: all });
    expect(await taken('2026-12-01T06:00:00Z')).toMatchObject({ answers: all, kept: 0 });
  });

  test('continues after a failure, reports it, and retries only that question', async () => {
    await sandbox.admin.fault({ fault: 'status', status: 500, endpoint: 'competitors', times: 3 });
    const first = await taken('2026-11-18T06:00:00Z');
    expect(first.code).toBe(1);
    expect(first.failures).toHaveLength(1);
    expect(first.failures[0]).toMatchObject({
      endpoint: 'competitors',
      website: sandbox.websites[0]?.domain,
    });
    expect(first.answers).toBe(4 * sites);
    const second = await taken('2026-11-18T07:00:00Z');
    expect(second).toMatchObject({ code: 0, answers: 1, requests: 1, failures: [] });
  });

  test('stops after three failures in a row about two websites, and reports what is left', async () => {
    await sandbox.admin.fault({ fault: 'status', status: 503, endpoint: 'authority', times: 'always' });
    await sandbox.admin.fault({ fault: 'html', endpoint: 'competitors', times: 'always' });
    await sandbox.admin.fault({ fault: 'reset', endpoint: 'citations', times: 'always' });
    const first = await taken('2026-11-18T06:00:00Z');
    const left = 4 * sites;
    expect(first.code).toBe(1);
    expect(first.answers).toBe(1);
    expect(first.failures.map(({ endpoint }) => endpoint)).toEqual([
      'authority',
      'competitors',
      'citations',
      'authority',
    ]);
    expect(first.stopped).toMatch(/^The service failed 4 times in a row\. /);
    expect(first.stopped).toContain(`Left for today: ${left} answers`);
    expect(first.requests).toBeLessThanOrEqual(1 + 4 * 3);
  });

  test('a website that always fails does not keep the others from being asked', async () => {
    const [failing] = sandbox.websites;
    const proxy = await openHttpProxy(sandbox, (url) =>
      url.includes(failing?.id ?? '') ? { status: 500, body: '{}' } : null,
    );
    bot.settings(settingsFor(proxy.url));
    const first = await taken('2026-11-18T06:00:00Z');
    await proxy.close();
    expect(first).toMatchObject({ code: 1, answers: 1 + 4 * (sites - 1), stopped: null });
    expect(first.failures.map(({ website }) => website)).toEqual(Array(4).fill(failing?.domain));
  });

  test('goes on where the service fails again and again but not in a row', async () => {
    await sandbox.admin.fault({ fault: 'html', endpoint: 'competitors', times: 'always' });
    const first = await taken('2026-11-18T06:00:00Z');
    expect(first).toMatchObject({ code: 1, answers: 1 + 3 * sites, stopped: null });
    expect(first.failures).toHaveLength(sites);
  });

  test('stops when the daily quota is used up, and reports what is left', async () => {
    await sandbox.admin.setUsage(sandbox.keys.live, { day: 990 });
    const first = await taken('2026-11-18T06:00:00Z');
    expect(first.code).toBe(1);
    expect(first.failures).toHaveLength(1);
    expect(first.stopped).toMatch(
      /Left for today: \d+ answers about \d+ websites; run "answershare snapshot" again later\./,
    );
    expect(first.requests).toBeLessThanOrEqual(12);
  });
});
