import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { runBatchLines } from '../support/batch-lines.ts';
import { type Bot, type Finished, newBot } from '../support/bot.ts';
import { formatSettings } from '../support/settings-text.ts';

let sandbox: RunningSandbox;
let limiter: Server;
let limiterUrl: string;
let asked = 0;
let website: string;
let bot: Bot;

interface Kept {
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  readonly at: number;
  readonly body: string;
  readonly spent: number;
  readonly limits: readonly { readonly name: string; readonly sure: boolean; readonly meaning: string }[];
  readonly fault: { readonly kind: string } | null;
}

beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, seed: 7 });
  limiter = createServer((_request, response) => {
    asked += 1;
    response
      .writeHead(429, {
        'content-type': 'application/json',
        'retry-after': '30',
        'x-dailyquota-remaining': '0',
        'x-ratelimit-flavour': 'mint',
      })
      .end('{"error":{"code":"rate_limited","message":"Retry in 30 seconds."}}');
  });
  await new Promise<void>((done) => limiter.listen(0, '127.0.0.1', done));
  limiterUrl = `http://127.0.0.1:${(limiter.address() as AddressInfo).port}`;
  bot = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.live, ANSWERSHARE_URL: sandbox.baseUrl });
  const { body } = JSON.parse((await bot.run(['call', 'websites', '--json'])).out) as Kept;
  website = (JSON.parse(body) as { websites: { id: string }[] }).websites[0]?.id ?? '';
});
afterAll(async () => {
  await bot.remove();
  limiter.close();
  await sandbox.close();
});

const call = (...args: string[]): Promise<Finished> => bot.run(['call', ...args]);
const kept = ({ out }: Finished): Kept => JSON.parse(out) as Kept;

describe('call', () => {
  test('shows no cookie, and the key in no writing that a service may echo', async () => {
    const key = sandbox.keys.live;
    const bare = key.replace(/^rs_live_/, '');
    const echoes = [key, key.toUpperCase(), bare, Buffer.from(key).toString('base64')];
    const echo = createServer((_request, response) => {
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'set-cookie': 'sid=COOKIE; Path=/',
          'x-echo': echoes[3],
        })
        .end(JSON.stringify({ echoes }));
    });
    await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
    try {
      for (const how of [[], ['--json'], ['--raw']]) {
        const { out, code } = await call('websites', '--url', address, ...how);
        expect(code).toBe(0);
        for (const secret of [...echoes, 'COOKIE']) expect(out).not.toContain(secret);
      }
    } finally {
      echo.close();
    }
  });

  test('--dry-run prints the requests with what they follow, and sends none', async () => {
    const before = (await sandbox.admin.requests()).total;
    const { out, code } = await call('authority', '--website', website, '--dry-run');
    expect(code).toBe(0);
    expect(out).toContain(`1. GET ${sandbox.baseUrl}/api/v1/authority?websiteId=${website}`);
    expect(out).toContain('At most 4 requests');
    const fixed = await call('authority', '--website', website, '--form', '2', '--dry-run', '--json');
    expect(JSON.parse(fixed.out)).toMatchObject({
      requests: [{ path: `/api/v1/authority?website_id=${website}`, when: 'first' }, {}],
      atMost: 2,
    });
    expect((await sandbox.admin.requests()).total).toBe(before);
  });

  test.each([[[]], [['--form', 'auto']]])(
    'with %j it asks as snapshots have learnt, else by Form 1',
    async (form) => {
      const home = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.growth, SMTP_PASSWORD: 'unused' });
      try {
        const asked = ['call', 'authority', '--website', website, ...form];
        const unset = await home.run([...asked, '--url', sandbox.baseUrl, '--dry-run', '--json']);
        expect(JSON.parse(unset.out).requests[0].path).toBe(`/api/v1/authority?websiteId=${website}`);
        home.settings(formatSettings({ url: sandbox.baseUrl, smtpPort: 1, websites: [website] }));
        const { requests } = JSON.parse((await home.run([...asked, '--dry-run', '--json'])).out);
        expect(requests[0].path).toBe(`/api/v1/authority?websiteId=${website}`);
        expect(existsSync(join(home.folder, 'answershare-data'))).toBe(false);
        await home.run(['snapshot']);
        const planned = JSON.parse((await home.run([...asked, '--dry-run', '--json'])).out);
        expect(planned.requests[0].path).toBe(`/api/v1/authority?website_id=${website}`);
        const sent = kept(await home.run([...asked, '--json']));
        expect(sent).toMatchObject({ url: `${sandbox.baseUrl}${planned.requests[0].path}`, status: 200 });
        await home.release();
        const busy = await openStore({ folder: join(home.folder, 'answershare-data') });
        try {
          const { code, out, err } = await home.run([...asked, '--dry-run']);
          expect([code, out]).toEqual([0, expect.stringContaining(`?websiteId=${website}`)]);
          expect(err).toMatch(
            /^The learnt Form is unknown, so Form 1 is used; --form names another\. .* is in use by /,
          );
        } finally {
          await busy.close();
        }
      } finally {
        await home.remove();
      }
    },
  );

  test('shows the key in no escape of JSON or of an address, in values and in names', async () => {
    const key = sandbox.keys.live;
    const [first = '', rest] = [key.charAt(0), key.slice(1)];
    const hex = first.charCodeAt(0).toString(16);
    const writings = [`\\u00${hex}${rest}`, `%${hex}${rest}`, `\\u0025${hex}${rest}`, `&#x${hex};${rest}`];
    const body = `{${writings.map((one, at) => `"${one} ${at}":"my ${one}"`).join(',')},"id":12345678901234567890}`;
    const echo = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-echo': `%${hex}${rest}` }).end(body);
    });
    await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
    try {
      for (const how of [[], ['--json'], ['--raw']]) {
        const { out, code } = await call('websites', '--url', address, ...how);
        expect(code).toBe(0);
        expect(out).not.toContain(rest.slice(8));
        expect(out).toContain('12345678901234567890');
        expect(out.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(8);
      }
    } finally {
      echo.close();
    }
  });

  test('ends with 1 for a page and for a refusal that come with the status 200', async () => {
    const texts = ['<!doctype html><title>Sign in</title>', '{"error":{"code":"invalid_key"}}'];
    const page = createServer((_request, response) => void response.end(texts.shift()));
    await new Promise<void>((done) => page.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    try {
      for (const kind of ['bad_body', 'auth.invalid'])
        expect(await call('websites', '--url', address)).toMatchObject({
          code: 1,
          out: expect.stringContaining(`Fault: ${kind}`),
        });
    } finally {
      page.close();
    }
  });

  test('shows status, time, headers with what the limits mean, cost and body', async () => {
    const { code, out, err } = await call('authority', '--website', website, '--form', '2');
    expect({ code, err }).toEqual({ code: 0, err: `The API key goes to ${sandbox.baseUrl}.\n` });
    expect(out).toContain(`GET ${sandbox.baseUrl}/api/v1/authority?website_id=${website}\n200 in `);
    expect(out).toMatch(
      /x-ratelimit-remaining: (\d+)\n +\1 requests are left this minute \(assumed: specification §8 names it,/,
    );
    expect(out).toMatch(/x-ratelimit-reset: .*\n +the limit of the minute resets in \d+ s, at \S+Z/);
    expect(out).toMatch(/Cost: 1 request; left \d+ this minute/);
    expect(out).toContain('\n  "score": ');
  });

  test('in JSON holds the body as it came, and the raw body is that body', async () => {
    const [json, raw] = await Promise.all([
      call('competitors', '--website', website, '--form', '2', '--json'),
      call('competitors', '--website', website, '--form', '2', '--raw'),
    ]);
    expect(kept(json)).toMatchObject({ status: 200, spent: 1, fault: null });
    expect(raw.out).toBe(`${kept(json).body}\n`);
  });

  test('words the window by the Form, and leaves it out where none is given', async () => {
    const wordings = [
      ['--window', '7d', '--form', '2'],
      ['--window', '2026-11-01..2026-11-07', '--form', '1'],
      ['--window', 'Last  Month', '--form', '1', '--now', '2026-11-21T23:30:00Z'],
      ['--form', '2'],
      ['--form', '2', '--param', 'period=30d', '--param', 'note=a b', '--param', 'website_id='],
    ];
    const results = await runBatchLines(
      bot,
      wordings.map((words) => ['call', 'analytics', '--website', website, ...words, '--json']),
    );
    const urls = results.map(({ output }) => (JSON.parse(output) as Kept).url);
    expect(urls.map((url) => url.slice(url.indexOf('?')))).toEqual([
      `?website_id=${website}&period=7d`,
      `?websiteId=${website}&from=2026-11-01&to=2026-11-07`,
      `?websiteId=${website}&from=2026-10-01&to=2026-10-31`,
      `?website_id=${website}`,
      '?period=30d&note=a+b',
    ]);
  });

  test('asks without a website where an empty one is given, and ends with 1 on a refusal', async () => {
    const { code, out } = await call('citations', '--website', '', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      status: 400,
      fault: { kind: 'bad_request', code: 'bad_request' },
    });
  });

  test('reports the window that was sent, if the Form has another', async () => {
    const windows = [
      ['--window', '3d', '--form', '2', '--param', 'note=x'],
      ['--window', '40d', '--form', '2'],
      ['--window', '7d', '--form', '2'],
      ['--window', '2026-11-01..2026-11-07', '--form', '1'],
    ];
    const results = await runBatchLines(
      bot,
      windows.map((words) => ['call', 'analytics', '--website', website, ...words]),
    );
    expect(results.map(({ output }) => /^Window: .*$/m.exec(output)?.[0] ?? null)).toEqual([
      'Window: 3d, sent as period=7d; the answer may contain other days too',
      'Window: 40d, sent as period=90d; the answer may contain other days too',
      null,
      'Window: 2026-11-01..2026-11-07, sent as from=2026-11-01&to=2026-11-07',
    ]);
  });

  test('reports that nothing was sent if no connection opened, and not if one broke', async () => {
    const breaker = createServer((request) => request.socket.destroy());
    await new Promise<void>((done) => breaker.listen(0, '127.0.0.1', done));
    const { port } = breaker.address() as AddressInfo;
    const broken = await call('websites', '--url', `http://127.0.0.1:${port}`);
    await new Promise((done) => breaker.close(done));
    const results = await runBatchLines(bot, [
      ['call', 'websites', '--url', `http://127.0.0.1:${port}`],
      ['call', 'websites', '--url', 'https://nowhere.invalid'],
      ['call', 'websites', '--url', 'http://127.0.0.1:1'],
      ['call', 'websites', '--url', sandbox.baseUrl.replace('http:', 'https:')],
    ]);
    for (const { exitCode, output } of results) {
      expect(exitCode).toBe(1);
      expect(output).toMatch(/\)\. Nothing was sent, so it cost no request\. Check the address/);
    }
    expect(broken.err).toContain('Whether the request counts is unknown.');
  });

  test('a named settings file must exist, whatever other options name', async () => {
    const results = await runBatchLines(bot, [
      ['call', 'websites', '--config', 'nofile.yaml'],
      ['doctor', '--config', 'nofile.yaml'],
      ['doctor', '--config', 'nofile.yaml', '--url', sandbox.baseUrl],
      ['webhook', 'diagnose', 'x.json', '--config', 'nofile.yaml'],
    ]);
    for (const { exitCode, output } of results)
      expect({ exitCode, output }).toMatchObject({
        exitCode: 2,
        output: expect.stringMatching(
          /^There is no settings file nofile\.yaml\. Correct what --config names/,
        ),
      });
    const { code, err } = await bot.run(['doctor'], { environment: { ANSWERSHARE_URL: '' } });
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^No address to ask: give --url/),
    });
  });

  test('takes address, key and Form from the settings where there are any', async () => {
    const home = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.live, SMTP_PASSWORD: 'unused' });
    try {
      home.settings(formatSettings({ url: sandbox.baseUrl, smtpPort: 1, form: '2' }));
      const { code, out } = await home.run(['call', 'authority', '--website', website, '--json']);
      expect(code).toBe(0);
      expect((JSON.parse(out) as Kept).url).toBe(`${sandbox.baseUrl}/api/v1/authority?website_id=${website}`);
    } finally {
      await home.remove();
    }
  });

  test('lays a body out with every number and field as it came', async () => {
    const body = '{"id":12345678901234567890,"share":41.0,"a":1,"a":2,"none":[ ],"name":"Caf\\u00e9 {,"}';
    const server = createServer((_request, response) => response.end(body));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const { out } = await call('websites', '--url', `http://127.0.0.1:${port}`);
    server.close();
    expect(out.slice(out.indexOf('\n{'))).toBe(
      '\n{\n  "id": 12345678901234567890,\n  "share": 41.0,\n  "a": 1,\n  "a": 2,\n  "none": [],\n  "name": "Café {,"\n}\n',
    );
  });

  test('shows a body that nests too deep as it came, and refuses it', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const server = createServer((_request, response) => response.end(deep));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, out } = await call('websites', '--url', url);
    server.close();
    expect(code).toBe(1);
    expect(out).toContain(
      'Fault: shape: The answer for websites could not be read: it is a body that nests deeper than 64 levels.',
    );
    expect(out).toContain(`Body: ${deep.length} bytes\n${deep}\n`);
    expect(out).toContain('no rate-limit header');
  });

  test.each([['call', 'websites'], ['doctor'], ['check']])(
    'a person who stops "%s" need not wait for a service that is silent',
    async (...words) => {
      const server = createServer(() => running.child.kill('SIGINT'));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      bot.settings(formatSettings({ url, smtpPort: 1 }));
      const environment = { ANSWERSHARE_URL: url, SMTP_PASSWORD: 'smtp-canary-password' };
      const running = await bot.begin(words, { environment });
      const { code, err } = await running.finished;
      server.close();
      rmSync(join(bot.folder, 'answershare.yaml'));
      expect(err).toContain('Stopped before the service answered. The request may count.');
      expect(code).toBe(1);
    },
  );

  test.each(['website_id=w2', 'websiteId=w2'])(
    'names in a fault the website that %s asked about',
    async (param) => {
      const form = param.startsWith('website_id') ? '2' : '1';
      const { out } = await call(
        'authority',
        '--website',
        website,
        '--form',
        form,
        '--param',
        param,
        '--json',
      );
      const { url, status, fault } = JSON.parse(out) as Kept & { fault: { words: string } | null };
      expect(url).toContain(`?${param}`);
      expect(status).not.toBe(200);
      if (status === 404) expect(fault?.words).toContain('No website "w2"');
      else expect(fault?.words).not.toContain(website);
    },
  );

  test('never asks twice, whatever the answer', async () => {
    const { code, out } = await call('websites', '--url', limiterUrl);
    expect({ code, asked }).toEqual({ code: 1, asked: 1 });
    expect(out).toMatch(/retry-after: 30\n +ask again in 30 s \(sure/);
    expect(out).toMatch(/x-dailyquota-remaining: 0\n +0 requests are left today \(assumed: by its name\)/);
    expect(out).toMatch(/x-ratelimit-flavour: mint\n +cannot be read/);
    expect(out).toContain('Cost: 1 request; left 0 today');
  });

  test('takes the key from the variable that is named, and never shows one', async () => {
    const named = await bot.run(['call', 'websites', '--key-env', 'OTHER_KEY'], {
      environment: { OTHER_KEY: sandbox.keys.revoked, ANSWERSHARE_API_KEY: '' },
    });
    expect(named.out).toContain('Fault: auth.invalid (invalid_key)');
    const missing = await call('websites', '--key-env', 'NO_KEY');
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toContain('set the environment variable that --key-env names');
    for (const key of Object.values(sandbox.keys)) expect(bot.transcript.join('')).not.toContain(key);
  });

  test('refuses before anything is sent what cannot be meant', async () => {
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [['citatoins'], /did you mean "citations"\?/],
      [
        ['websites', '--website', 'w', '--window', '7d', '--param', 'x'],
        /no --website\.\nwebsites takes no --window\.\n--param is not name=value\./,
      ],
      [
        ['analytics', '--window', '7x', '--form', '3', '--param', 'foo', '--now', 'noon'],
        /^--now is not .*\n--window: this is not a period\. Write 7d, .*\n--form is not a Form.*\n--param is not name=value\./,
      ],
      [['citatoins', '--form', '3'], /did you mean "citations".*\n--form is not a Form/],
      [['analytics', '--window', '0d'], /--window: "0d" is too short or too long/],
      [
        ['analytics', '--window', '2026-02-30..2026-13-01', '--form', '3'],
        /--window: "2026-02-30" is in no calendar\. .*\n--form/,
      ],
      [['analytics', '--window', '2026-11-07..2026-11-01'], /--window: .* after its end 2026-11-01/],
      [['analytics', '--window', '1/2/2026'], /--window: "1\/2\/2026" can mean 2026-02-01 or 2026-01-02/],
      [
        ['authority'],
        /^authority needs a website: add --website ID \("answershare call websites" lists the ids\)/,
      ],
      [['analytics', '--form', '3'], /--form is not a Form/],
      [['analytics', '--website', 'w', '--window', '200d', '--form', '2'], /gives the last 90 days only/],
    ];
    const before = (await sandbox.admin.requests()).total;
    const results = await runBatchLines(
      bot,
      wrong.map(([words]) => ['call', ...words]),
    );
    wrong.forEach(([, words], at) => {
      expect(results[at]?.exitCode).toBe(2);
      expect(results[at]?.output).toMatch(words);
    });
    expect((await sandbox.admin.requests()).total).toBe(before);
  });
});

describe('doctor', () => {
  test('that ends at the daily limit reports no remainder', async () => {
    await sandbox.admin.setUsage('growth', { day: 998 });
    const { code, out } = await bot.run(['doctor'], {
      environment: { ANSWERSHARE_API_KEY: sandbox.keys.growth },
    });
    expect(code).toBe(1);
    expect(out).toMatch(/\nRequests spent: 3\nQuota left: \d+ of 300 this minute; none today\n/);
  });
});

describe('doctor --offline', () => {
  test('reports from recorded answers what it reports of the live service, without a request', async () => {
    const [second, last] = [sandbox.websites[1], sandbox.websites.at(-1)];
    const asked = [website, second?.id ?? '', last?.id ?? ''].flatMap((id) => {
      const of = ['--website', id, '--form', '2'];
      const window = ['--window', id === website ? '7d' : '30d'];
      return [
        ['authority', ...of],
        ['analytics', ...of, ...window],
        ['citations', ...of],
        ['competitors', ...of],
      ];
    });
    const results = await runBatchLines(
      bot,
      [['websites'], ['authority', '--website', website, '--form', '1'], ...asked].map((words) => [
        'call',
        ...words,
        '--json',
      ]),
    );
    const files = results.map(({ output }, at) => {
      const file = join(bot.folder, `kept-${at}.json`);
      writeFileSync(file, output);
      return file;
    });
    const live = await bot.run(['doctor']);
    const offline = await bot.run(['doctor', '--offline', ...files], {
      environment: { ANSWERSHARE_API_KEY: '', ANSWERSHARE_URL: '' },
    });
    expect(offline).toMatchObject({ code: 0, err: '' });
    expect(offline.out).toContain('Requests spent: 0');
    for (const { out } of [live, offline])
      expect(out).toContain("\nClock: within a minute of the service's.\n");
    expect(offline.out).toContain('websiteId answered 400 bad_request');
    expect(offline.out).toContain('asked for 7d, got 7 days');
    const read = await bot.run(['read', 'authority', files[2] ?? '']);
    expect(read).toMatchObject({ code: 0, err: '' });
    expect(read.out).toMatch(
      /^authority from \S+ \(status 200, recorded by "call --json"\): read\n[\s\S]*score: \d/,
    );
    const [refused, other] = await runBatchLines(bot, [
      ['read', 'authority', files[1] ?? ''],
      ['read', 'citations', files[2] ?? ''],
    ]);
    expect(refused).toMatchObject({
      exitCode: 3,
      output: expect.stringContaining('(status 400, recorded by'),
    });
    expect(other).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining(
        'is an answer of authority recorded by "call --json", not one of citations.',
      ),
    });
    const toPaste = (text: string): string => text.slice(text.indexOf('For the settings file:'));
    expect(toPaste(offline.out)).toBe(toPaste(live.out));
    const fields = (text: string): string[] => [...new Set(text.match(/\S+ +<- \S+ \w+/g) ?? [])].sort();
    expect(fields(offline.out)).toEqual(fields(live.out));
    expect(fields(offline.out).length).toBeGreaterThan(10);
  });

  test('reads a list of answers and bodies recorded as JSON, and reports what is unknown', async () => {
    const file = join(bot.folder, 'list.json');
    writeFileSync(
      file,
      JSON.stringify([
        { endpoint: 'authority', status: 200, body: { score: 72, maxScore: 100 } },
        {
          endpoint: 'citations',
          status: 200,
          headers: { 'X-RateLimit-Remaining': '41' },
          body: { x: 3 },
        },
      ]),
    );
    const { code, out } = await bot.run(['doctor', '--offline', file]);
    expect(code).toBe(1);
    expect(out).toContain('Form: unknown');
    expect(out).toContain('\nClock: no recorded answer has both a Date and the time when it came.\n');
    expect(out).toContain('FAIL citations 200:');
    expect(out).toContain('form: auto    # unknown: websiteParameter, window');
    expect(out).toContain('    # citations: no recipe:');
  });

  test('takes answers whose address is a path alone', async () => {
    const file = join(bot.folder, 'path.json');
    const url = '/api/v1/authority?website_id=w1';
    writeFileSync(file, JSON.stringify({ endpoint: 'authority', status: 200, url, body: { score: 72 } }));
    const { code, out } = await bot.run(['doctor', '--offline', file]);
    expect(code).toBe(0);
    expect(out).toContain('website_id answered 200');
    expect(out).toContain('url: https://api.example.com    # the recordings do not tell the address');
  });

  test('takes no option for a file', async () => {
    const { code, out, err } = await bot.run(['doctor', '--offline', '--quick']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('--offline takes files, not options.');
  });

  test('refuses files without an answer', async () => {
    const file = join(bot.folder, 'empty.json');
    writeFileSync(file, '[]');
    const { code, out, err } = await bot.run(['doctor', '--offline', file]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('No recorded answer in');
    expect(err).toContain('empty.json.');
  });

  test('refuses files that are no kept answers, all at once', async () => {
    const [first, second] = ['one.json', 'two.json'].map((name) => join(bot.folder, name));
    writeFileSync(first ?? '', '{"endpoint":"citation","status":200,"body":"{}"}');
    writeFileSync(second ?? '', '{"endpoint":"citations","status":"200","at":1795251600000000000}');
    const { code, err } = await bot.run(['doctor', '--offline', first ?? '', second ?? '']);
    expect(code).toBe(2);
    expect(err).toMatch(/one\.json is not a recorded answer:\n {2}endpoint: is not one of websites,/);
    expect(err).toMatch(
      /two\.json is not a recorded answer:\n {2}status: "200" must be a number\.\n {2}body: is missing\n {2}at: is not a time in milliseconds since 1970/,
    );
    expect(err).toContain('Record an answer with "answershare call');
  });
});
