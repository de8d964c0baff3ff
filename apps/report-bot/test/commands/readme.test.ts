import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createProgram } from '../../src/program.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { withOutputs } from '../support/console-blocks.ts';
import { none, silentStreams } from '../support/in-process.ts';
import { openSmtpServer } from '../support/smtp-server.ts';

const readPage = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
let sandbox: RunningSandbox;
let bot: Bot;

beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, seed: 7, now: '2026-11-21T09:00:00Z' });
  await sandbox.admin.freezeClock();
  bot = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.live });
});
afterAll(async () => {
  await bot.remove();
  await sandbox.close();
});

/** What differs from run to run, as the page writes it. */
const settled = (output: string): string =>
  output
    .replaceAll(sandbox.baseUrl, 'https://api.example.com')
    .replace(/^(\d{3} in )\d+ ms$/m, '$112 ms')
    .replace(/at 2026-11-21T09:01:\d\dZ/, 'at 2026-11-21T09:01:00Z')
    .trimEnd();

/** Where the commands change what they print, `vitest -u` writes the page anew. */
test.each([
  ['docs/explore.md', 4],
  ['docs/recipes.md', 2],
  ['docs/quota.md', 1],
])('every command of %s prints what the page shows', async (path, least) => {
  let commands = 0;
  const anew = await withOutputs(readPage(path), async (line, shown) => {
    const file = /^cat (\S+)$/.exec(line)?.[1];
    if (file !== undefined) {
      writeFileSync(join(bot.folder, file), `${shown}\n`);
      return shown;
    }
    const [, command = '', kept] = /^answershare (.*?)(?: > (\S+))?$/.exec(line) ?? [];
    commands += 1;
    const words = command.replaceAll('https://api.example.com', sandbox.baseUrl).split(' ');
    const { out, err } = await bot.run(words);
    if (kept === undefined) return settled(err + out);
    writeFileSync(join(bot.folder, kept), out);
    return '';
  });
  expect(commands).toBeGreaterThanOrEqual(least);
  await expect(anew).toMatchFileSnapshot(fileURLToPath(new URL(`../../${path}`, import.meta.url)));
});

test('the page about running lets a supervisor start the command of the package itself, which gets the signals', () => {
  const [, path = '', line = ''] = /`ExecStart=…\/([\w./]+) (\w+)`/.exec(readPage('docs/running.md')) ?? [];
  expect(Object.keys(manifest.bin).map((name) => `node_modules/.bin/${name}`)).toContain(path);
  expect(line).toBe('start');
});

const repository = new URL('../../../../', import.meta.url);
const readText = (path: string): string => readFileSync(new URL(path, repository), 'utf8');

/** The lines of the `sh` block that starts with the sandbox, without comments. */
function readFirstSteps(path: string): string[] {
  const [, block = ''] = /```sh\n(npm run -s sandbox [\s\S]*?)```/.exec(readText(path)) ?? [];
  return block.split('\n').flatMap((line) => line.replace(/ +#.*/, '') || []);
}

describe.each(['README.md', 'apps/report-bot/README.md'])('the first steps of %s', (path) => {
  test('end with a mail, without an edit, on the first day', async () => {
    const smtpServer = await openSmtpServer();
    const first = newBot({});
    const own = await startSandbox({ form: 2 });
    onTestFinished(async () => {
      await first.remove();
      await smtpServer.close();
      await own.close();
    });
    const lines = readFirstSteps(path);
    const commands = lines.flatMap((line) => line.split('npm run -s answershare -- ')[1] ?? []);
    expect(commands).toEqual(expect.arrayContaining(['init --sandbox', 'send-test --to me@example.com']));
    for (const line of commands) {
      // The addresses of the defaults may belong to another program on this machine.
      const words = line.replace('init --sandbox', `init --sandbox ${own.baseUrl}`).split(' ');
      const settings = join(first.folder, 'answershare.yaml');
      if (line === 'start') {
        const begun = await first.begin(words);
        await begun.says('Started with 1 schedule');
        begun.child.kill('SIGTERM');
        expect((await begun.finished).code).toBe(0);
      } else {
        const { code, err } = await first.run(words);
        expect([line, code, err]).toEqual([line, 0, expect.stringContaining('Next: answershare ')]);
      }
      const written = readFileSync(settings, 'utf8');
      writeFileSync(settings, written.replace('port: 4325', `port: ${smtpServer.port}`));
    }
    expect(smtpServer.received.map(({ recipients }) => recipients)).toEqual([['me@example.com']]);
    expect(smtpServer.received[0]?.mail.subject).toContain('8 websites');
  });

  test('start the sandbox where init --sandbox looks for it', () => {
    const [, port] = /--port (\d+)/.exec(readFirstSteps(path)[0] ?? '') ?? [];
    const sandboxOption = createProgram('answershare', {} as never, silentStreams, none, async () => 0)
      .commands.find((one) => one.name() === 'init')
      ?.options.find(({ long }) => long === '--sandbox');
    expect(sandboxOption?.presetArg).toBe(`http://127.0.0.1:${port}`);
  });
});
