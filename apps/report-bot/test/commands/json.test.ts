import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCommands, nameCommand } from '../../src/cli/io/help.ts';
import { createProgram } from '../../src/program.ts';
import { writeStatusRow } from '../../src/store/open-work.ts';
import type { Bot, Finished } from '../support/bot.ts';
import { createKey, gatewaySettings, startGateway } from '../support/gateway.ts';
import { none, silentStreams } from '../support/in-process.ts';
import { monday, openLedgers, readList } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const program = createProgram('answershare', {} as never, silentStreams, none, async () => 0);
const commands = listCommands(program).map(nameCommand);

/** Commands that depend on the day and need no further words here. */
const commandsWithClock = [
  'snapshot',
  'preview',
  'send-test',
  'run',
  'list',
  'check',
  'history',
  'explain',
  'replay',
  'export',
];

/** `batch` and `mcp` always print JSON lines; `completion` prints a script. */
const withoutJson = ['mcp', 'completion', 'batch'];
const withJson = commands.filter((name) => !withoutJson.includes(name));

let ledgers: Awaited<ReturnType<typeof openLedgers>>;
let smtpServer: TestSmtpServer;
let bot: Bot;
/** Addresses that the mail server does not know. */
const refused = new Set<string>();
beforeAll(async () => {
  ledgers = await openLedgers('postgres');
  smtpServer = await openSmtpServer({
    ...acceptLogins,
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
  });
  bot = await ledgers.bot(smtpServer);
});
afterAll(async () => {
  await ledgers.close();
  await smtpServer.close();
});

const parseLines = (text: string): object[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);

/** Standard output as one JSON value or one for each line; standard error as messages. */
function parseOutput({ out, err }: Finished): { values: object[]; messages: object[] } {
  const messages = parseLines(err);
  for (const message of messages)
    expect(Object.keys(message).filter((name) => name !== 'at' && name !== 'level')).toEqual([
      expect.stringMatching(/^(error|notice)$/),
    ]);
  return { values: parseLines(out), messages };
}

test('every command but batch, mcp and completion has --json', () => {
  const found = listCommands(program).filter((one) => one.options.some(({ long }) => long === '--json'));
  expect(found.map(nameCommand)).toEqual(withJson);
});

describe.each(withJson)('%s --json', (name) => {
  test('prints an error as JSON on standard error, and nothing else', async () => {
    const wrong = await bot.run([...name.split(' '), '--no-such-option', '--json']);
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    const { messages } = parseOutput(wrong);
    expect(messages).toEqual([
      { error: expect.stringMatching(/^(There is no such option|Required option)/) },
    ]);
  });

  test('prints only JSON on both streams', async () => {
    const result = await runWithJson(name);
    const { values, messages } = parseOutput(result);
    expect(result).toMatchObject({ code: 0 });
    expect(values).not.toEqual([]);
    expect(messages.filter((message) => 'error' in message)).toEqual([]);
  });
});

test('each line of start has its level: a mail that is refused is a warning', async () => {
  const fresh = await ledgers.bot(smtpServer, ['ann@example.com', 'gone@example.com']);
  refused.add('gone@example.com');
  const begun = await fresh.begin(['start', '--json', '--now', monday]);
  await begun.says('"state":"refused"');
  await begun.says('"state":"sent"');
  begun.child.kill('SIGTERM');
  const lines = parseLines((await begun.finished).out) as { level: string; type: string; state?: string }[];
  expect(lines.every(({ level }) => level === 'info' || level === 'warn')).toBe(true);
  expect(lines.filter(({ level, type }) => level === 'warn' && type === 'delivery')).toMatchObject([
    { state: 'refused', recipient: 'gone@example.com' },
  ]);
});

test('reasons in JSON name the program as the plain text does', async () => {
  const environment = { npm_lifecycle_event: 'npx' };
  const fresh = await ledgers.bot(smtpServer);
  const line = ['run', '--now', '2026-12-07T08:00:00Z'];
  const plain = await fresh.run(line, { environment });
  const json = await fresh.run([...line, '--json'], { environment });
  const held = (parseLines(json.out) as { type: string; reason: string }[]).find(
    ({ type }) => type === 'held',
  );
  expect(held?.reason).toContain('"npx answershare snapshot"');
  expect(plain.out).toContain(`waits: ${held?.reason}`);
});

async function runWithJson(name: string): Promise<Finished> {
  const { baseUrl, websites, keys } = ledgers.sandbox;
  const write = (file: string, text: string): void => writeFileSync(join(bot.folder, file), text);
  const words: Readonly<Record<string, string>> = {
    init: 'init --config new.yaml',
    call: `call authority --form 2 --website ${websites[0]?.id}`,
    read: 'read websites body.json',
    recognise: 'recognise websites body.json',
    'webhook diagnose': 'webhook diagnose capture.json --secret-file secret',
    'quota plan': 'quota plan --websites 3',
    doctor: 'doctor --quick',
    'send-test': 'send-test --to me@example.com',
    explain: `explain ${websites[0]?.id}/share`,
    replay: 'replay 2026-W47',
    note: 'note relaunch --on 2026-11-03',
    backup: 'backup ledger.gz',
    'keys create': 'keys create --name Sheet',
    'suppressions add': 'suppressions add gone@example.com',
    'suppressions remove': 'suppressions remove gone@example.com',
  };
  if (name === 'keys rotate' || name === 'keys revoke') {
    const { id } = await createKey(bot, monday);
    return bot.run([...name.split(' '), id, '--json']);
  }
  if (name === 'serve') {
    const serving = await ledgers.bot(smtpServer);
    serving.settings(`${ledgers.text(smtpServer)}${gatewaySettings}`);
    return (await startGateway(serving, monday)).stop();
  }
  if (name === 'start') {
    const begun = await bot.begin(['start', '--json', '--now', monday]);
    await begun.says('"type":"started"');
    begun.child.kill('SIGTERM');
    return begun.finished;
  }
  if (name === 'status') {
    const at = Date.parse(monday);
    const snapshot = { last: at, failure: null, nextTry: null };
    const known = {
      state: 'running',
      at,
      started: at,
      pid: 1,
      host: 'h',
      schedules: [],
      snapshot,
      problems: [],
    };
    await bot.inStore(({ db }) => writeStatusRow(db, hostname(), at, JSON.stringify(known)));
    return bot.run(['status', '--json', '--now', monday]);
  }
  if (name === 'skip') {
    bot = await ledgers.bot(smtpServer);
    return bot.run(['skip', '--week', '2026-W48', '--json']);
  }
  if (name === 'restore') {
    await bot.run(['backup', 'restored.gz']);
    return bot.run(['restore', 'restored.gz', '--json'], { environment: { DATABASE_URL: '' } });
  }
  if (name === 'store move')
    return (await ledgers.bot(smtpServer)).run(['store', 'move', '--to', 'moved', '--json']);
  if (name === 'settle') {
    const environment = { ANSWERSHARE_FAULT: 'gate-marked' };
    bot = await ledgers.bot(smtpServer);
    await bot.run(['run', '--now', monday], { environment });
    await bot.run(['run', '--now', monday]);
    const { deliveries } = (await readList(bot)).ledger;
    const delivery = deliveries.find(({ state }) => state === 'uncertain');
    return bot.run(['settle', delivery?.id ?? '', '--as', 'sent', '--json']);
  }
  if (name === 'webhook diagnose') {
    const { webhooks } = ledgers.sandbox.admin;
    const { id, secret } = await webhooks.create({ url: `${baseUrl}/hooks` });
    const [sent] = await webhooks.send({ kind: 'newCitation', endpoint: id });
    write('capture.json', JSON.stringify(await webhooks.capture(sent?.number ?? 0)));
    write('secret', secret);
  }
  const body = await fetch(`${baseUrl}/api/v1/websites`, {
    headers: { Authorization: `Bearer ${keys.live}` },
  });
  write('body.json', await body.text());
  if (name === 'replay') await bot.run(['run', '--now', monday]);
  const timed = commandsWithClock.includes(name) ? ` --now ${monday}` : '';
  return bot.run(`${words[name] ?? name}${timed} --json`.split(' '));
}
