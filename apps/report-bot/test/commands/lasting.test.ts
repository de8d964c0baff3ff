import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../support/bot.ts';
import { createKey } from '../support/gateway.ts';
import { monday, openLedgers, readList, smtpPassword } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

/** In a folder that one process holds and that has no clock, and on a server, which starts in less time. */
let folders: Awaited<ReturnType<typeof openLedgers>>;
let ledgers: Awaited<ReturnType<typeof openLedgers>>;
let smtpServer: TestSmtpServer;
beforeAll(async () => {
  folders = await openLedgers('pglite');
  ledgers = await openLedgers('postgres');
  smtpServer = await openSmtpServer(acceptLogins);
});
afterAll(async () => {
  await smtpServer.close();
  await folders.close();
  await ledgers.close();
});

describe('start', () => {
  test('takes the snapshot, sends what is due, refuses a second process, and ends with 0 on SIGTERM', async () => {
    smtpServer.received.length = 0;
    const bot = await folders.bot(smtpServer, ['ann@example.com']);
    const running = await bot.begin(['start', '--now', monday]);
    await running.says('ann@example.com sent');
    await running.says('Snapshot of 2026-11-23');
    const second = await bot.run(['run']);
    expect(second.code).toBe(1);
    expect(second.err).toContain(`is in use by process ${running.child.pid}.`);
    const wrong: readonly (readonly [line: string, message: string])[] = [
      ['send-test --to notanaddress', '--to is not a mail address'],
      ['run --schedule nope', 'There is no such schedule'],
      ['preview --schedule nope', 'There is no such schedule'],
    ];
    for (const [line, message] of wrong)
      expect(await bot.run(line.split(' '))).toMatchObject({
        code: 2,
        err: expect.stringContaining(message),
      });
    running.child.kill('SIGTERM');
    const finished = await running.finished;
    expect(finished).toMatchObject({ code: 0, signal: null, err: '' });
    const [started, ...outlook] = finished.out.split('\n').map((line) => line.replace(/^\S+Z /, ''));
    expect(started).toBe('Started with 1 schedule.');
    expect(outlook.slice(0, 3)).toEqual([
      'Next snapshot: Tue 24 Nov 2026 05:30 UTC (2026-11-24T05:30:00Z)',
      'Next digest of weekly: Mon 30 Nov 2026 09:00 Europe/Berlin (2026-11-30T08:00:00Z)',
      'Nothing waits.',
    ]);
    expect(finished.out).toMatch(/^2026-11-23T08:00:\d\dZ Snapshot of 2026-11-23: 1 website,/m);
    expect(finished.out.trimEnd()).toMatch(/Stopped\.$/);
    expect(smtpServer.received).toHaveLength(1);
  });

  test('begins with what waits: weeks with their reason, and unsent and uncertain mails', async () => {
    const bot = await ledgers.bot(smtpServer);
    await bot.run(['run', '--now', monday], { environment: { ANSWERSHARE_FAULT: 'gate-marked:1' } });
    await bot.run(['run', '--week', '2026-W40', '--schedule', 'weekly', '--now', '2026-11-23T08:30:00Z'], {
      environment: { ANSWERSHARE_FAULT: 'after-claim:1' },
    });
    const running = await bot.begin(['start', '--json', '--now', '2026-11-23T09:00:00Z']);
    await running.says('"type":"started"');
    running.child.kill('SIGTERM');
    const { out } = await running.finished;
    const [started] = out.split('\n');
    expect(JSON.parse(started ?? '')).toMatchObject({
      waiting: [{ week: '2026-W40', reason: expect.stringContaining('was taken in 2026-W40') }],
      mails: { ready: 2, uncertain: 1 },
    });
  });

  test('writes JSON alone after a suspend, notices an edited file once, and reloads valid settings on SIGHUP', async () => {
    const clock = fileURLToPath(new URL('../support/fast-clock.mjs', import.meta.url));
    const bot = await folders.bot(smtpServer, ['ann@example.com'], 'http://127.0.0.1:1');
    const running = await bot.begin(['start', '--json'], {
      environment: { NODE_OPTIONS: `--import ${clock}`, NO_COLOR: '1' },
    });
    const settings = (recipients: readonly string[]) =>
      ledgers.text(smtpServer, recipients, 'http://127.0.0.1:1');
    await running.says('"type":"started"');
    running.child.kill('SIGUSR2');
    await running.says('"type":"gap"');
    bot.settings(settings(['not an address', 'neither']));
    await running.says('changed on disk');
    running.child.kill('SIGHUP');
    await running.says('old ones stay in force');
    bot.settings(settings(['ann@example.com', 'bob@example.com']).replace('id: weekly', 'id: renewed'));
    running.child.kill('SIGHUP');
    await running.says('"type":"reloaded"');
    running.child.kill('SIGTERM');
    const { code, out, err } = await running.finished;
    expect(code).toBe(0);
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; text?: string });
    expect(events.filter(({ type }) => type === 'gap')).toHaveLength(1);
    expect(events.filter(({ text }) => text?.includes('changed on disk'))).toHaveLength(1);
    const errors = err
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { error: string }).error);
    const [refused] = errors.filter((text) => text.includes('old ones stay in force'));
    expect(refused).toMatch(/2 things to correct:\n.*recipients\[0\].*\n.*recipients\[1\]/);
    expect(out + err).not.toContain('NODE-CRON');
  });

  test('takes the gateway and its names at SIGHUP, and says that the listener stays as it was', async () => {
    const bot = await ledgers.bot(smtpServer);
    const begin = `${ledgers.text(smtpServer)}http: {listen: "127.0.0.1:0"}\n`;
    bot.settings(begin);
    const { key } = await createKey(bot, monday);
    const running = await bot.begin(['start', '--now', monday]);
    let out = '';
    running.child.stdout?.on('data', (text: string) => {
      out += text;
    });
    await running.says('Started with');
    const [, url = ''] = /HTTP listens at (\S+)\./.exec(out) ?? [];
    const alias = '/api/v1/authority?website_id=our-shop.example';
    const ask = async (path: string): Promise<number> =>
      (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
    const reload = async (more: string, path: string, status: number): Promise<void> => {
      bot.settings(`${begin}${more}`);
      running.child.kill('SIGHUP');
      await expect.poll(() => ask(path), { timeout: 20_000 }).toBe(status);
    };
    expect(await ask('/api/v1/websites')).toBe(404);
    await reload('gateway: {}\n', '/api/v1/websites', 200);
    expect(await ask(alias)).toBe(404);
    const [first] = ledgers.sandbox.websites;
    const names = `names: {websites: [{name: ${first?.id}, aliases: [our-shop.example]}]}\n`;
    await reload(`gateway: {}\n${names}`, alias, 200);
    await reload('', '/api/v1/websites', 404);
    bot.settings(begin.replace('127.0.0.1:0', 'localhost:0'));
    running.child.kill('SIGHUP');
    await running.says(
      'http.listen and http.token stay as they were. Start "answershare start" anew for that.',
    );
    running.child.kill('SIGTERM');
    expect(await running.finished).toMatchObject({ code: 0, err: '' });
  });

  test('the folder is free at once after the holder was killed', async () => {
    smtpServer.received.length = 0;
    const bot = await folders.bot(smtpServer, ['ann@example.com']);
    const running = await bot.begin(['start', '--now', monday]);
    await running.says('ann@example.com sent');
    running.child.kill('SIGKILL');
    await once(running.child, 'exit');
    const { ledger, finished } = await readList(bot);
    expect(finished.code).toBe(0);
    expect(ledger.deliveries).toMatchObject([{ state: 'sent' }]);
  });
});

describe('where nobody reads', () => {
  test('a run goes on to the end, without an error on the other stream', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer);
    const running = await bot.begin(['run', '--now', monday]);
    running.child.stdout?.destroy();
    expect(await running.finished).toMatchObject({
      code: 0,
      signal: null,
      err: `Next: answershare list --now ${monday}\n`,
    });
    expect(smtpServer.received).toHaveLength(3);
    const { ledger } = await readList(bot);
    expect(ledger.deliveries.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });

  test('a complaint has its exit code though both streams are closed', async () => {
    const bot = await ledgers.bot(smtpServer);
    const running = await bot.begin(['run', '--now', 'noon']);
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
    expect(await running.finished).toMatchObject({ code: 2, signal: null });
  });

  test('reports output that a full disk lost, and exits 1', async () => {
    const bot = await ledgers.bot(smtpServer);
    const full = spawnSync('sh', ['-c', `"$0" "$1" list > /dev/full`, process.execPath, command], {
      cwd: bot.folder,
      env: { ...process.env, ANSWERSHARE_API_KEY: ledgers.sandbox.keys.live, SMTP_PASSWORD: smtpPassword },
      encoding: 'utf8',
    });
    expect(full.status).toBe(1);
    expect(full.stderr).toBe(
      'Standard output could not be written (ENOSPC), so what was printed is not whole.\n',
    );
  });
});

describe('batch', () => {
  test('runs lines in one process and prints one JSON line each', async () => {
    smtpServer.received.length = 0;
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    const input = `# a week\nsnapshot --now 2026-11-19T06:00:00Z\n\nanswershare run --now "${monday}"\nlist --json\n`;
    const finished = await bot.run(['batch'], { input });
    expect(finished).toMatchObject({ code: 0, err: '' });
    const lines = finished.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number; exitCode: number; output: string });
    expect(lines.map(({ line, exitCode }) => [line, exitCode])).toEqual([
      [2, 0],
      [4, 0],
      [5, 0],
    ]);
    expect(JSON.parse(lines[2]?.output ?? '')).toMatchObject({
      deliveries: [{ recipient: 'ann@example.com', state: 'sent' }],
    });
    expect(smtpServer.received).toHaveLength(1);
  });

  test('stops at the first failure without --keep-going', async () => {
    const bot = await ledgers.bot(smtpServer);
    const input = 'run --now nonsense\nlist\nstart\n';
    const stopped = await bot.run(['batch'], { input });
    expect(stopped.code).toBe(2);
    expect(stopped.out.trimEnd().split('\n')).toHaveLength(1);
    const went = await bot.run(['batch', '--keep-going'], { input });
    const codes = went.out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { exitCode: number }).exitCode);
    expect(codes).toEqual([2, 0, 2]);
    expect(went.out).toContain('cannot run inside a batch');
  });
});

describe('init', () => {
  test('writes settings that only lack the variables, and never overwrites', async () => {
    const bot = await ledgers.bot(smtpServer);
    const made = await bot.run(['init', '--config', 'fresh.yaml']);
    expect(made.code).toBe(0);
    const files = ['fresh.yaml', '.env.example', 'answershare.schema.json'];
    for (const name of files) {
      expect(made.out).toContain(name);
      expect(existsSync(join(bot.folder, name))).toBe(true);
    }
    const lacking = await bot.run(['list', '--config', 'fresh.yaml'], {
      environment: { ANSWERSHARE_API_KEY: '', SMTP_PASSWORD: '' },
    });
    expect(lacking.err.match(/needs the environment variable/g)).toHaveLength(2);
    expect((await bot.run(['list', '--config', 'fresh.yaml'])).code).toBe(0);
    const again = await bot.run(['init', '--config', 'fresh.yaml']);
    expect(again.code).toBe(2);
    expect(again.err).toContain('exists already and is left as it is');
  });
});

describe('doctor', () => {
  test('works with only an address and a key, and sends no more requests than it reports', async () => {
    const bot = await ledgers.bot(smtpServer);
    await ledgers.sandbox.admin.resetRequests();
    const quick = await bot.run(['doctor', '--quick', '--json', '--url', ledgers.sandbox.baseUrl]);
    expect(quick.code).toBe(0);
    const report = JSON.parse(quick.out) as { form: number; spent: number };
    expect(report).toMatchObject({ form: 2 });
    expect(report.spent).toBeLessThanOrEqual(2);
    expect((await ledgers.sandbox.admin.requests()).total).toBe(report.spent);
    const full = await bot.run(['doctor']);
    expect(full.out).toMatch(/^Form: 2\n[\s\S]*Requests spent: 1[34]\n[\s\S]* {2}form: 2\n/);
    expect(full.out).toContain('key: $' + '{ANSWERSHARE_API_KEY}');
  });

  test('pins no Form that it could not tell in every respect', async () => {
    const bot = await ledgers.bot(smtpServer);
    const quick = await bot.run(['doctor', '--quick']);
    expect(quick.out).toMatch(/^ {2}window: unknown$/m);
    expect(quick.out).toMatch(/^ {2}form: auto {4}# unknown: window$/m);
  });

  test('prints each sign once, and how each body was read', async () => {
    const bot = await ledgers.bot(smtpServer);
    const key = await ledgers.sandbox.admin.createKey({ scopes: ['websites:read', 'analytics:read'] });
    const printed = await bot.run(['doctor'], { environment: { ANSWERSHARE_API_KEY: key } });
    const json = JSON.parse(
      (await bot.run(['doctor', '--json'], { environment: { ANSWERSHARE_API_KEY: key } })).out,
    ) as {
      profile: Record<string, { form: number | null; evidence: { seen: string }[] }>;
      endpoints: { trace: { assumes: string[]; notes: string[] } | null }[];
    };
    const signs = ['websiteParameter', 'window', 'errorCodes'].flatMap(
      (axis) => json.profile[axis]?.evidence.map(({ seen }) => seen) ?? [],
    );
    expect(json.profile.errorCodes?.evidence.length).toBeGreaterThan(0);
    for (const seen of signs) expect(printed.out).toContain(`    ${seen}\n`);
    for (const axis of ['websiteParameter', 'window', 'errorCodes'])
      expect(printed.out).toMatch(new RegExp(`^ {2}${axis}: (Form [12]|unknown)$`, 'm'));
    const whole = await bot.run(['doctor']);
    const traces = (JSON.parse((await bot.run(['doctor', '--json'])).out) as typeof json).endpoints.flatMap(
      ({ trace }) => (trace === null ? [] : [trace]),
    );
    const lines = traces.flatMap(({ assumes, notes }) => [
      ...assumes.map((words) => `assumed: ${words}`),
      ...notes.map((words) => `note: ${words}`),
    ]);
    expect(lines.length).toBeGreaterThan(0);
    for (const words of lines) expect(whole.out).toContain(words);
  });
});
