import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestSandbox } from '../sandbox.ts';
import { bodyOf, startReceiver } from '../webhooks/receiver.ts';
import { createFolder, type RunningCommand, runHere, runWith } from './run-command.ts';

interface Served {
  readonly command: RunningCommand;
  readonly baseUrl: string;
  readonly port: string;
  readonly adminToken: string;
  readonly websites: readonly { readonly id: string }[];
  /** Starts a command of the same user. */
  begin(...argv: string[]): RunningCommand;
  /** Runs one that ends by itself. */
  run(...argv: string[]): ReturnType<typeof runHere>;
  admin(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
}

/** A sandbox that the command serves. */
async function serve(form: 1 | 2, folder = createFolder()): Promise<Served> {
  const environment = { XDG_RUNTIME_DIR: folder, SANDBOX_ADMIN_TOKEN: '' };
  const argv = ['--form', String(form), '--now', '2026-11-16T09:00:00Z', '--json'];
  const command = runWith(environment, argv);
  const printed = JSON.parse(await command.firstLines(/\}$/)) as Pick<
    Served,
    'baseUrl' | 'adminToken' | 'websites'
  >;
  return {
    ...printed,
    command,
    port: new URL(printed.baseUrl).port,
    begin: (...words) => runWith(environment, words),
    run: (...words) => runHere(environment, words),
    async admin(method, path, body) {
      const headers = { Authorization: `Bearer ${printed.adminToken}` };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      return (await (await fetch(`${printed.baseUrl}/__sandbox${path}`, init)).json()) as never;
    },
  };
}

const toLines = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('listen prints secret, deliveries and bodies, and removes its endpoint on SIGTERM', async () => {
  const sandbox = await serve(1);
  const listening = sandbox.begin('webhooks', 'listen');
  const head = await listening.firstLines(/^Waiting/);
  expect(head).toContain(`of the sandbox at ${sandbox.baseUrl}`);
  expect(head).toMatch(/^Secret {4}whsec_\S+$/m);
  const sent = await sandbox.run('webhooks', 'trigger', 'citation.new');
  expect(sent).toMatchObject({ code: 0, err: '' });
  const line = /^2026-11-16T09:00:00\.000Z {2}citation\.new {2}(dlv_\S+) {2}200 {2}attempt 1$/m;
  const id = line.exec(sent.out)?.[1] ?? 'none';
  const shown = await listening.firstLines(/^\{/);
  expect(line.exec(shown)?.[1]).toBe(id);
  expect(JSON.parse(shown.split('\n').at(-1) ?? '')).toMatchObject({ id, type: 'citation.new' });
  for (let n = 0; n < 3; n++) listening.child.kill('SIGTERM');
  expect(await listening.ended).toMatchObject({ code: 0, err: '' });
  expect(await sandbox.admin('GET', '/webhooks/endpoints')).toEqual({ endpoints: [] });
});

test('listen forwards to a receiver and prints each attempt as a JSON line', async () => {
  const [sandbox, receiver] = [await serve(2), await startReceiver()];
  receiver.answers.push(500);
  const url = receiver.url.replace('http://', '');
  const listening = sandbox.begin(
    ...[
      'webhooks',
      'listen',
      '--port',
      sandbox.port,
      '--forward-to',
      url,
      '--kind',
      'crawl_complete',
      '--json',
    ],
  );
  const [opened] = toLines(await listening.firstLines(/listening/));
  expect(opened).toMatchObject({ event: 'listening', url: receiver.url, sandbox: sandbox.baseUrl });
  const website = sandbox.websites[1]?.id ?? '';
  const argv = ['webhooks', 'trigger', 'Crawl Complete', '--website', website, '--json'];
  const { code, out } = await sandbox.run(...argv);
  expect(code).toBe(1);
  expect(toLines(out)).toMatchObject([{ event: 'delivery', kind: 'crawl.completed', website, status: 500 }]);
  await sandbox.admin('POST', '/clock', { advance: 5_000 });
  const lines = toLines(await listening.firstLines(/"attempt":2/)).slice(1);
  expect(lines).toMatchObject([
    { attempt: 1, status: 500, state: 'waiting', nextAttemptAt: '2026-11-16T09:00:05.000Z' },
    { attempt: 2, status: 204, state: 'delivered', nextAttemptAt: null },
  ]);
  expect(JSON.parse(String(lines[1]?.body))).toEqual(bodyOf(receiver.received[1]));
  expect((await sandbox.run('webhooks', 'trigger', 'citation.new')).err).toContain(
    "No endpoint takes citation.new of this website's team. Open one in another terminal: ",
  );
});

test('listen escapes characters of a delivery that could control the terminal', async () => {
  const sandbox = await serve(1);
  const { teams } = (await sandbox.admin('GET', '/state')) as {
    teams: { name: string; websites: { id: string; name: string }[] }[];
  };
  const hostile = teams.find(({ name }) => name === 'hostile')?.websites ?? [];
  const website = hostile.find(({ name }) => name.includes('\u202e'));
  const listening = sandbox.begin('webhooks', 'listen', '--team', 'hostile');
  await listening.firstLines(/^Waiting/);
  const sent = sandbox.run('webhooks', 'trigger', 'citation.new', '--website', website?.id ?? '');
  expect((await sent).code).toBe(0);
  const shown = await listening.firstLines(/^\{/);
  expect(shown).toContain('\\u202e');
  expect(shown).not.toMatch(/[\u009b\u202e]/);
});

test('listen ends with 1 if the sandbox is reset or stops', async () => {
  const sandbox = await serve(1);
  const argv = ['webhooks', 'listen'];
  const [first, second] = [sandbox.begin(...argv), sandbox.begin(...argv)];
  await Promise.all([first.firstLines(/^Waiting/), second.firstLines(/^Waiting/)]);
  await sandbox.admin('POST', '/reset');
  for (const { code, err } of [await first.ended, await second.ended]) {
    expect(code).toBe(1);
    expect(err).toBe(`The sandbox at ${sandbox.baseUrl} was reset or has stopped.\n`);
  }
  const third = sandbox.begin(...argv);
  await third.firstLines(/^Waiting/);
  sandbox.command.child.kill('SIGTERM');
  expect(await third.ended).toMatchObject({ code: 1, err: expect.stringContaining('has stopped') });
});

test('a running sandbox is in a private file, which its end removes', async () => {
  const folder = createFolder();
  const sandbox = await serve(1, folder);
  const place = join(folder, 'answershare-sandbox');
  const [file = ''] = readdirSync(place);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  expect(statSync(join(place, file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(place, file), 'utf8'))).toMatchObject({ baseUrl: sandbox.baseUrl });
  for (let n = 0; n < 3; n++) sandbox.command.child.kill('SIGHUP');
  expect((await sandbox.command.ended).code).toBe(0);
  expect(readdirSync(place)).toEqual([]);
});

test('of several sandboxes, --port chooses one, and one that was killed is not listed', async () => {
  const folder = createFolder();
  const [first, second, killed] = [await serve(1, folder), await serve(2, folder), await serve(2, folder)];
  killed.command.child.kill('SIGKILL');
  await killed.command.ended;
  const { code, err } = await first.run('webhooks', 'listen');
  expect(code).toBe(2);
  expect(err).toContain('Several sandboxes are running. Choose one with --port: ');
  for (const { port } of [first, second]) expect(err).toContain(port);
  expect(err).not.toContain(killed.port);
  const listening = first.begin('webhooks', 'listen', '--port', second.port);
  expect(await listening.firstLines(/^Waiting/)).toContain(second.baseUrl);
});

test('a sandbox of another program needs its admin token, from the variable or the option', async () => {
  const sandbox = await startTestSandbox(2);
  const argv = ['webhooks', 'trigger', 'competitor.alert', '--port', new URL(sandbox.baseUrl).port];
  for (const token of ['', 'wrong']) {
    const { code, err } = await runHere({ SANDBOX_ADMIN_TOKEN: token }, argv);
    expect(code).toBe(2);
    expect(err).toContain('does not accept this admin token. Put the token that it printed into');
  }
  const receiver = await startReceiver();
  await sandbox.admin.webhooks.create({ url: receiver.url });
  const { adminToken } = sandbox;
  expect((await runHere({ SANDBOX_ADMIN_TOKEN: adminToken }, argv)).code).toBe(0);
  expect((await runHere({}, [...argv, '--admin-token', adminToken])).code).toBe(0);
  expect(receiver.received).toHaveLength(2);
});

test('a wrong kind, website, target or port is refused with a message', async () => {
  const sandbox = await serve(1);
  const other = createServer((_, response) => void response.end('hello'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const otherPort = String((other.address() as AddressInfo).port);
  const cases: [string[], number, string][] = [
    [['trigger', 'citation.old'], 2, 'There are citation.new (Form 1 and 2), backlink.verified'],
    [['trigger', 'crawl.completed'], 2, 'The Form in force has no crawlComplete events'],
    [['trigger', 'citation.new', '--website', 'ws_none'], 2, 'No team has a website with the id ws_none'],
    [['listen', '--kind', 'party'], 2, 'There is no kind of event "party"'],
    [['listen', '--forward-to', 'http://192.0.2.1/'], 2, 'which is not this machine'],
    [['listen', '--team', 'red'], 2, 'There is no team "red". There are demo, other'],
    [['listen', '--port', 'x'], 2, '--port is "x": write a whole number.'],
    [['trigger', 'citation.new', '--port', otherPort], 1, 'is not a sandbox. Check --port.'],
  ];
  for (const [argv, code, sentence] of cases) {
    const ended = await sandbox.run('webhooks', ...argv);
    expect({ argv, code: ended.code, out: ended.out }).toEqual({ argv, code, out: '' });
    expect(ended.err).toContain(sentence);
    expect(ended.err).not.toMatch(/^\s+at /m);
  }
  expect(await sandbox.admin('GET', '/webhooks/endpoints')).toEqual({ endpoints: [] });
  sandbox.command.child.kill('SIGINT');
  await sandbox.command.ended;
  const none = await sandbox.run('webhooks', 'listen');
  expect([none.code, none.err]).toEqual([
    1,
    'No sandbox is running. Start one in another terminal: npm run -s sandbox -- --form 2\n',
  ]);
  const gone = await sandbox.run('webhooks', 'listen', '--port', sandbox.port);
  expect(gone.err).toBe(
    `No sandbox answers at http://127.0.0.1:${sandbox.port}. Start one in another terminal: npm run -s sandbox -- --form 2 --port ${sandbox.port}\n`,
  );
});
