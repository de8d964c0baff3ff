import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLearnt } from '../../src/collect/service-profile.ts';
import { listUnreadBodies, readSiteSnapshots } from '../../src/store/snapshots.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { formatSettings } from '../support/settings-text.ts';

let bot: Bot;
let server: Server;
let url: string;
let requests: number;
/** The competitors of each website. */
let bodies: Record<string, unknown>;

beforeEach(async () => {
  requests = 0;
  server = createServer(({ url: address = '' }, response) => {
    requests += 1;
    const { pathname, searchParams } = new URL(address, 'http://service');
    const id = searchParams.get('websiteId');
    response.setHeader('content-type', 'application/json');
    if (pathname.endsWith('/websites'))
      response.end(JSON.stringify({ websites: Object.keys(bodies).map((one) => ({ id: one, name: one })) }));
    else if (id === null || bodies[id] === undefined)
      response.writeHead(404).end('{"error":{"code":"not_found"}}');
    else if (pathname.endsWith('/competitors')) response.end(JSON.stringify(bodies[id]));
    else if (pathname.endsWith('/analytics'))
      response.end(JSON.stringify({ websiteId: id, days: [{ date: '2026-11-20', visitors: 7 }] }));
    else if (pathname.endsWith('/citations'))
      response.end(JSON.stringify({ websiteId: id, total_citations: 41 }));
    else response.end(JSON.stringify({ websiteId: id, score: 66, scale: 100 }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  bot = newBot({
    ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef',
    SMTP_PASSWORD: 'smtp-canary-password',
  });
  bot.settings(formatSettings({ url, smtpPort: 1, form: '1' }));
});
afterEach(async () => {
  await bot.remove();
  server.close();
});

const shares = (websiteId: string, sov: number): unknown => ({
  websiteId,
  sov,
  competitors: [{ name: 'Rival', share: sov / 2 }],
});

const ownShares = (): Promise<(number | null | undefined)[]> =>
  bot.inStore(({ db }) =>
    Promise.all(
      Object.keys(bodies).map(async (id) => {
        const [snapshot] = await readSiteSnapshots(db, id, '2026-01-01', Date.now() + 1e9);
        return snapshot?.competitors?.shareOfVoice;
      }),
    ),
  );

const snapshot = async (
  ...more: string[]
): Promise<{
  answers: number;
  requests: number;
  failures: { endpoint: string; reason: string }[];
  changes: { endpoint: string; reason: string }[];
}> => {
  const { out, err } = await bot.run(['snapshot', '--json', ...more]);
  if (out === '') throw new Error(err);
  return JSON.parse(out);
};

describe('a service that writes percent', () => {
  test.each([[[0.6, 41.2, 0.4]], [[0.4, 0.6, 41.2]], [[41.2, 0.6, 0.4]]])(
    'is read rightly in one snapshot in the order %s',
    async (order) => {
      bodies = Object.fromEntries(order.map((sov, at) => [`ws_${at}`, shares(`ws_${at}`, sov)]));
      const { failures, answers } = await snapshot();
      expect({ failures, answers }).toEqual({ failures: [], answers: 13 });
      expect(await ownShares()).toEqual(order.map((sov) => Number((sov / 100).toFixed(5))));
      const { recipes } = await bot.inStore(({ db }) => readLearnt(db, { name: '', url }));
      expect(recipes.competitors?.[0]?.status).toBe('observed');
    },
  );

  test('that later writes fractions is reported once for an endpoint, in plain words and without a sidebar', async () => {
    const write = (divisor: number): void => {
      bodies = Object.fromEntries(
        [41.2, 48.8, 33.4].map((sov, at) => [`ws_${at}`, shares(`ws_${at}`, sov / divisor)]),
      );
    };
    write(1);
    expect((await bot.run(['snapshot', '--now', '2026-11-18T06:00:00Z'])).code).toBe(0);
    write(100);
    const { code, out, err } = await bot.run(['snapshot', '--now', '2026-11-19T06:00:00Z']);
    expect([code, err]).toEqual([1, '']);
    expect(out.trimEnd().split('\n').slice(1)).toEqual([
      '  competitors of 3 websites, the first ws_0: The answer for competitors could not be read: it no longer fits its recipe at /sov: so far shares were read as per cent; now they look like fractions (0.412). Inspect it again by "answershare doctor --confirm".',
    ]);
  });

  test('keeps what it cannot read, and reads it later without a request', async () => {
    bodies = { ws_0: shares('ws_0', 0.6), ws_1: shares('ws_1', 0.4) };
    const { failures } = await snapshot();
    expect(failures.map(({ endpoint }) => endpoint)).toEqual(['competitors', 'competitors']);
    const day = new Date().toISOString().slice(0, 10);
    const unread = await bot.inStore(({ db }) => listUnreadBodies(db, day));
    expect(unread.map(({ text }) => JSON.parse(text))).toEqual(Object.values(bodies));
    bot.settings(
      formatSettings({ url, smtpPort: 1, form: '1' }).replace(
        '  form: 1',
        '  form: 1\n  recipes: { competitors: { v: 1, kind: competitors, whole: { shareOfVoice: /sov percent } } }',
      ),
    );
    const before = requests;
    expect(await snapshot()).toMatchObject({ failures: [], answers: 2, requests: 0 });
    expect(requests).toBe(before);
    expect(await ownShares()).toEqual([0.006, 0.004]);
  });
});

describe('websites without any rival', () => {
  const withoutRivals = (websiteId: string): unknown => ({ websiteId, sov: 41.2, competitors: [] });

  test('teach nothing that the first website with rivals contradicts', async () => {
    bodies = { ws_0: withoutRivals('ws_0'), ws_1: { ...Object(withoutRivals('ws_1')), sov: 38.9 } };
    expect(await snapshot('--now', '2026-11-18T06:00:00Z')).toMatchObject({ failures: [] });
    bodies = { ...bodies, ws_2: shares('ws_2', 41.2) };
    expect(await snapshot('--now', '2026-11-19T06:00:00Z')).toMatchObject({ failures: [] });
  });

  test('do not decide alone what doctor learns: it asks about three websites, the last among them', async () => {
    bodies = { ws_0: withoutRivals('ws_0'), ws_1: withoutRivals('ws_1'), ws_2: shares('ws_2', 41.2) };
    const { out } = await bot.run(['doctor']);
    expect(out).not.toContain('FAIL');
    expect(out).toMatch(
      /competitors of ws_0 200: share of voice 0\.412, 0 competitors\n[\s\S]*competitors\.name +<- /,
    );
    expect(out).toContain('\nRequests spent: 13\n');
    expect(requests).toBe(13);
  });
});

describe('a body whose shape changes', () => {
  const later = ['--now', new Date(Date.now() + 86_400_000).toISOString()];

  test('is read at its new place where that is all that changed, which is reported once', async () => {
    bodies = { ws_0: shares('ws_0', 41.2), ws_1: shares('ws_1', 58.8) };
    await snapshot();
    bodies = Object.fromEntries(Object.entries(bodies).map(([id, body]) => [id, { data: body }]));
    const { failures, changes } = await snapshot(...later);
    expect(failures).toEqual([]);
    expect(changes).toEqual([{ endpoint: 'competitors', reason: expect.stringContaining('/sov') }]);
  });

  test('is refused with its pointer where a figure is lost', async () => {
    bodies = { ws_0: shares('ws_0', 41.2), ws_1: shares('ws_1', 58.8) };
    await snapshot();
    bodies = { ws_0: { websiteId: 'ws_0', competitors: [] }, ws_1: bodies.ws_1 };
    const { failures, changes } = await snapshot(...later);
    expect(changes).toEqual([]);
    expect(failures).toHaveLength(1);
    expect(failures[0]?.reason).toContain('/sov');
  });
});

describe('doctor --confirm', () => {
  const confirm = (input: string, ...more: string[]) => bot.run(['doctor', '--confirm', ...more], { input });

  test('keeps what a person confirms, and the next snapshot reads by it', async () => {
    bodies = { ws_0: shares('ws_0', 0.6), ws_1: shares('ws_1', 0.4) };
    const { failures } = await snapshot();
    expect(failures).toHaveLength(2);
    const { err: questions } = await confirm('');
    const [, draft] = / {2}(\d): ws_0: share of voice 60 % at \/sov;/.exec(questions) ?? [];
    expect(questions).toMatch(/ {2}\d: ws_0: share of voice 0\.6 % at \/sov;/);
    const before = questions.slice(0, questions.indexOf('competitors:')).split('Do these match').length - 1;
    const { code, err, out } = await confirm(`${'s\n'.repeat(before)}${draft}\n`);
    expect(err).toMatch(/Kept as confirmed in \S+answershare-data: competitors\./);
    expect(out).toMatch(/# competitors: confirmed\n {4}competitors:\n/);
    expect(out).toContain('  ok   competitors of ws_0 200: read by the recipe that you confirmed\n');
    expect(out).not.toContain('FAIL');
    expect(code).toBe(0);
    expect(await snapshot()).toMatchObject({ failures: [], requests: 0 });
    expect(await ownShares()).toEqual([0.6, 0.4]);
    const { recipes } = await bot.inStore(({ db }) => readLearnt(db, { name: '', url }));
    expect(recipes.competitors?.map(({ status }) => status)).toEqual(['confirmed']);
  });

  test('keeps nothing that a person denies, skips or does not answer, and asks again for what it does not understand', async () => {
    bodies = { ws_0: shares('ws_0', 0.6) };
    bot.settings(formatSettings({ url, smtpPort: 1, form: '1' }));
    for (const input of ['', 'n\nn\nn\nn\nn\n', 'what\n99\ns\ns\ns\ns\ns\n']) {
      const { code, err } = await confirm(input);
      expect(code).toBe(1);
      expect(err).not.toContain('Kept as confirmed');
    }
    const { code, out, err } = await confirm('y\n'.repeat(5));
    expect({ code, out: code === 0 ? '' : err + out }).toEqual({ code: 0, out: '' });
    expect(out).not.toContain('# competitors: unclear');
    const again = await confirm('');
    expect(again.err).not.toContain('Do these match');
    expect(again.code).toBe(0);
  });

  test('needs settings, and a service to ask', async () => {
    const offline = await confirm('', '--offline', 'x.json');
    expect(offline).toMatchObject({ code: 2, err: expect.stringContaining('excludes --offline') });
    const elsewhere = newBot({ ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef' });
    const { code, err } = await elsewhere.run(['doctor', '--confirm', '--url', url]);
    await elsewhere.remove();
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('answershare init') });
  });
});
