import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess } from '../support/in-process.ts';

const root = new URL('../../src/', import.meta.url).pathname;

/** Each folder imports from those before it alone. */
const order = [
  '../i18n',
  'system',
  'schedule',
  'settings',
  'digest',
  'message',
  'store',
  'collect',
  'renderers/data',
  'renderers/mail',
  'renderers/page',
  'renderers/chat',
  'transports',
  'transports/smtp',
  'transports/mail',
  'delivery',
  'watch',
  'gateway',
  'http',
  'cli/io',
  'cli/commands',
  '.',
];

test('folders import in one direction', () => {
  const wrong = globSync('**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)]
      .map(([, path = '']) => dirname(join(dirname(file), path)))
      .filter((folder) => !order.includes(folder) || order.indexOf(folder) > order.indexOf(dirname(file)))
      .map((folder) => `${file} imports ${folder}`),
  );
  expect(wrong).toEqual([]);
});

test('one file of cli/commands implements each command, and imports no other command', async () => {
  const files = globSync('*.ts', { cwd: join(root, 'cli/commands') });
  const sources = files.map((file) => readFileSync(join(root, 'cli/commands', file), 'utf8'));
  const { out } = await runInProcess({ args: ['--help'], folder: root, environment: {}, input: '' });
  const commands = [...out.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
  expect(commands.filter((name) => name !== 'help').sort()).toEqual(
    files.map((file) => file.replace('.ts', '')).sort(),
  );
  expect(sources.filter((source) => /from '\.\/[^']+'/.test(source))).toEqual([]);
});
