import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bot, newBot } from '../support/bot.ts';
import { withOutputs } from '../support/console-blocks.ts';

const readme = fileURLToPath(new URL('../../README.md', import.meta.url));
let sandbox: RunningSandbox;
let bot: Bot;

beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, seed: 7, now: '2026-11-21T09:00:00Z' });
  await sandbox.admin.freezeClock();
  bot = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.live });
});
afterAll(async () => {
  bot.remove();
  await sandbox.close();
});

/** What differs from run to run, as the README writes it. */
const settled = (output: string): string =>
  output
    .replaceAll(sandbox.baseUrl, 'https://api.example.com')
    .replace(/^(\d{3} in )\d+ ms$/m, '$112 ms')
    .replace(/at 2026-11-21T09:01:\d\dZ/, 'at 2026-11-21T09:01:00Z')
    .trimEnd();

/** Where the commands change what they print, `vitest -u` writes the README anew. */
test('every command of the README prints what the README shows', async () => {
  let commands = 0;
  const anew = await withOutputs(readFileSync(readme, 'utf8'), async (line, shown) => {
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
  expect(commands).toBeGreaterThan(5);
  await expect(anew).toMatchFileSnapshot(readme);
});
