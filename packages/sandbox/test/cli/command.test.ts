import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startTestSandbox } from '../sandbox.ts';

const quirksInEnvironment = 'reset=epoch, shares=fraction';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

interface ExitResult {
  code: number | null;
  out: string;
  err: string;
}

function run(...argv: string[]): ReturnType<typeof runWith> {
  return runWith({}, argv);
}

function runWith(
  environment: Readonly<Record<string, string>>,
  argv: readonly string[],
): {
  child: ChildProcess;
  firstLines(until: RegExp): Promise<string>;
  ended: Promise<ExitResult>;
} {
  const child = spawn(process.execPath, [MAIN, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SANDBOX_QUIRKS: quirksInEnvironment, ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { stdout, stderr } = child;
  let [out, err] = ['', ''];
  stdout.on('data', (chunk) => (out += String(chunk)));
  stderr.on('data', (chunk) => (err += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  const firstLines = async (until: RegExp): Promise<string> => {
    const lines: string[] = [];
    for await (const line of createInterface({ input: stdout })) {
      lines.push(line);
      if (until.test(line)) return lines.join('\n');
    }
    throw new Error(`The command ended before it printed ${until}: ${err}`);
  };
  return { child, firstLines, ended };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '--json prints one object, serves, and exits with 0 on %s',
  async (signal) => {
    const { child, firstLines, ended } = run(
      '--form',
      '2',
      '--seed',
      '7',
      '--now',
      '2026-11-16',
      '--admin-token',
      'tok',
      '--json',
    );
    const printed = JSON.parse(await firstLines(/\}$/)) as {
      form: number;
      baseUrl: string;
      pageUrl: string;
      adminToken: string;
      websites: object[];
      keys: { live: string };
      readyAfterMs: number;
    };
    expect(printed.readyAfterMs).toBeGreaterThan(0);
    const twin = await startTestSandbox(2, { seed: 7 });
    expect(printed).toMatchObject({ form: 2, adminToken: 'tok', websites: twin.websites, keys: twin.keys });
    const response = await fetch(`${printed.baseUrl}/api/v1/websites`, {
      headers: { Authorization: `Bearer ${printed.keys.live}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('date')).toBe('Mon, 16 Nov 2026 00:00:00 GMT');
    expect((await fetch(printed.pageUrl)).status).toBe(200);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, err: '' });
  },
);

test('applies switches of file, environment and options, and reports all invalid ones at once', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'switches-')), 'switches.json');
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  writeFileSync(file, '{"websiteIds": "uuid", "reset": "iso", "shares": "text"}');
  const served = run(
    '--form',
    '1',
    '--now',
    '2026-11-16',
    '--quirks',
    file,
    '--quirk',
    'reset=duration',
    '--json',
  );
  const { baseUrl, keys, websites } = JSON.parse(await served.firstLines(/\}$/)) as {
    baseUrl: string;
    keys: { live: string };
    websites: { id: string }[];
  };
  const id = websites[0]?.id ?? '';
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const response = await fetch(`${baseUrl}/api/v1/competitors?websiteId=${id}`, {
    headers: { Authorization: `Bearer ${keys.live}` },
  });
  expect(response.headers.get('x-ratelimit-reset')).toBe('1m');
  expect(((await response.json()) as { shareOfVoice: number }).shareOfVoice).toBeLessThan(1);

  const missing = join(dirname(file), 'none.json');
  const refused = await run('--port', 'x', '--quirks', missing, '--quirk', 'shares=part').ended;
  expect(refused.code).toBe(2);
  for (const sentence of [
    'Say which form',
    '--port is "x"',
    `The file ${missing} of --quirks cannot be read`,
  ])
    expect(refused.err).toContain(sentence);
  writeFileSync(file, 'not JSON');
  const { err } = await run('--form', '1', '--quirks', file, '--quirk', 'shares=part').ended;
  expect(err).toContain(`${file} is not JSON.`);
  expect(err).toContain('--quirk: The switches cannot be set: shares is "part": choose one of percent');
});

test('without --json, prints a table with URL, token, websites and keys', async () => {
  const { child, firstLines, ended } = run('--form', '1');
  const text = await firstLines(/Stop with/);
  const { keys, websites } = await startTestSandbox(1);
  expect(text).toMatch(/Base URL {5}http:\/\/127\.0\.0\.1:\d+\n/);
  expect(text).toMatch(/Admin token {2}\S{20,}/);
  for (const text_ of [
    ...Object.values(keys),
    ...websites.flatMap(({ id, name, domain }) => [id, name, domain]),
  ]) {
    expect(text).toContain(text_);
  }
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test.each([
  [['--port', '0'], 'Say which form to serve: --form 1 or --form 2.'],
  [['--form', '3'], 'Say which form to serve'],
  [['--form', '1', '--port', 'http'], '--port is "http": write a whole number.'],
  [['--form', '1', '--port', '70000'], 'the port is 0 to 65535'],
  [['--form', '1', '--now', 'noon'], 'The time "noon" is not ISO-8601'],
  [['--form', '1', '--sped', '1'], "Unknown option '--sped'"],
])('%j is refused with a message, the usage and exit code 2', async (argv, sentence) => {
  const { code, out, err } = await run(...argv).ended;
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(sentence);
  expect(err).toContain('Usage: node packages/sandbox/src/main.ts --form 1|2');
  expect(err).not.toMatch(/^\s+at /m);
});

test('a port in use is refused with one line and exit code 1', async () => {
  const { port } = new URL((await startTestSandbox(1)).baseUrl);
  const { code, err } = await run('--form', '2', '--port', port).ended;
  expect(code).toBe(1);
  expect(err).toBe(`Port ${port} is in use: stop the program that has it, or choose another with --port.\n`);
});

test.each(['--help', '-h'])('%s prints the usage and exits with 0', async (option) => {
  const { code, out, err } = await run(option).ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('Usage: node packages/sandbox/src/main.ts --form 1|2');
});

test('a host of another machine is refused with advice', async () => {
  const { code, err } = await run('--form', '1', '--host', '203.0.113.9').ended;
  expect(code).toBe(2);
  expect(err).toContain('The --host is no address of this machine');
  expect(err).toContain('leave it out for 127.0.0.1');
});

test('warns of a host that other machines can reach, not of loopback', async () => {
  const open = run('--form', '1', '--host', '0.0.0.0', '--json');
  await open.firstLines(/\}$/);
  open.child.kill('SIGTERM');
  expect((await open.ended).err).toBe(
    'Warning: with --host 0.0.0.0 other machines can reach this sandbox, its page and its keys. Leave --host out for 127.0.0.1.\n',
  );
  const own = run('--form', '1', '--host', 'localhost', '--json');
  await own.firstLines(/\}$/);
  own.child.kill('SIGTERM');
  expect((await own.ended).err).toBe('');
});

test('the compile cache is in a private folder, not in the temporary folder', async () => {
  const shared = mkdtempSync(join(tmpdir(), 'shared-'));
  onTestFinished(() => rmSync(shared, { recursive: true }));
  const { child, firstLines, ended } = runWith({ TMPDIR: shared }, ['--form', '1', '--json']);
  await firstLines(/\}$/);
  child.kill('SIGTERM');
  await ended;
  expect(readdirSync(shared)).toEqual([]);
  const kept = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
  expect(statSync(kept).mode & 0o777).toBe(0o700);
});
