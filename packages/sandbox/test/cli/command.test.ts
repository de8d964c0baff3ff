import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../sandbox.ts';
import { createFolder, run, runHere, runWith } from './run-command.ts';

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
  const file = join(createFolder(), 'switches.json');
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
  const refused = await runHere({}, ['--port', 'x', '--quirks', missing, '--quirk', 'shares=part']);
  expect(refused.code).toBe(2);
  for (const sentence of [
    'Say which form',
    '--port is "x"',
    `The file ${missing} of --quirks cannot be read`,
  ])
    expect(refused.err).toContain(sentence);
  writeFileSync(file, 'not JSON');
  const { err } = await runHere({}, ['--form', '1', '--quirks', file, '--quirk', 'shares=part']);
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
  [['--form', '1', '--sped', '1'], "Unknown option '--sped'\n(Did you mean --seed?)"],
  [['webhook', 'listen'], 'Too many arguments'],
])('%j is refused with a message, a hint at --help and exit code 2', async (argv, sentence) => {
  const { code, out, err } = await runHere({}, argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(sentence);
  expect(err).toContain('Run "npm run -s sandbox -- --help" for the options.');
  expect(err).not.toMatch(/^\s+at /m);
});

test('a port in use is refused with one line and exit code 1', async () => {
  const { port } = new URL((await startTestSandbox(1)).baseUrl);
  const { code, err } = await runHere({}, ['--form', '2', '--port', port]);
  expect(code).toBe(1);
  expect(err).toBe(`Port ${port} is in use: stop the program that has it, or choose another with --port.\n`);
});

test.each([
  [['--help'], ['--form', '--port', '--quirk', 'Examples:', 'Exit codes: 0']],
  [['-h'], ['--form', 'webhooks']],
  [
    ['webhooks', 'listen', '--help'],
    ['--forward-to', '--kind', '--admin-token', 'Examples:', 'Exit codes: 0'],
  ],
  [
    ['webhooks', 'trigger', '--help'],
    ['--website', 'competitor.alert  (Form 2)', 'Examples:', 'Exit codes: 0'],
  ],
])('%j prints one line or more for each option, and exits with 0', async (argv, texts) => {
  const { code, out, err } = await runHere({}, argv);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const text of texts) expect(out).toContain(text);
  const lines = out.split('\n');
  expect(
    lines.filter((line) => /^ {2}--/.test(line)).every((line) => (line.match(/--[a-z]/g) ?? []).length === 1),
  ).toBe(true);
});

test('a host of another machine is refused with advice', async () => {
  const { code, err } = await runHere({}, ['--form', '1', '--host', '203.0.113.9']);
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
  const shared = createFolder();
  const { child, firstLines, ended } = runWith({ TMPDIR: shared }, ['--form', '1', '--json']);
  await firstLines(/\}$/);
  child.kill('SIGTERM');
  await ended;
  expect(readdirSync(shared)).toEqual([]);
  const kept = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
  expect(statSync(kept).mode & 0o777).toBe(0o700);
});
