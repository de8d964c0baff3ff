import { readFileSync } from 'node:fs';
import { endpointNames, plans } from '@answershare/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { Context } from '../../src/cli/io/context.ts';
import { listCommands, nameCommand } from '../../src/cli/io/help.ts';
import { createProgram } from '../../src/program.ts';
import { type Bot, newBot } from '../support/bot.ts';
import { silentStreams } from '../support/in-process.ts';

const program = createProgram(
  'answershare',
  {} as Context,
  silentStreams,
  () => undefined,
  async () => 0,
);
const commands = listCommands(program);

let bot: Bot;
beforeAll(() => {
  bot = newBot({});
});
afterAll(() => bot.remove());

describe.each(commands.map((command) => [nameCommand(command), command] as const))(
  '%s --help',
  (name, command) => {
    test('has examples that the command accepts, and the exit codes', async () => {
      const { code, out } = await bot.run([...name.split(' '), '--help']);
      expect(code).toBe(0);
      expect(out).toContain('Exit codes: 0 done');
      const examples = [...out.matchAll(/^ {2}(?:.*\| )?answershare ([^|<\n]+)/gm)].map(
        ([, line]) => line?.trim() ?? '',
      );
      expect(examples).not.toEqual([]);
      for (const example of examples) {
        if (!example.startsWith(name)) continue;
        const { operands, unknown } = command.parseOptions(
          example.slice(name.length).split(' ').filter(Boolean),
        );
        expect(unknown).toEqual([]);
        const { registeredArguments } = command;
        expect(operands.length).toBeGreaterThanOrEqual(
          registeredArguments.filter((one) => one.required).length,
        );
        if (!registeredArguments.some((one) => one.variadic))
          expect(operands.length).toBeLessThanOrEqual(registeredArguments.length);
      }
      expect(examples.some((example) => example.startsWith(name))).toBe(true);
    });

    test('is what a wrong option points at', async () => {
      const { code, err } = await bot.run([...name.split(' '), '--no-such-option']);
      expect(code).toBe(2);
      expect(err).toContain(`Run "answershare ${name} --help" for its options.`);
    });
  },
);

test('commands that take an endpoint list the endpoints', async () => {
  for (const name of ['call', 'read', 'recognise'])
    expect((await bot.run([name, '--help'])).out).toContain(`Endpoints: ${endpointNames.join(', ')}
`);
});

test('--plan offers the plans of the service', async () => {
  expect((await bot.run(['quota', 'plan', '--help'])).out.replace(/\s+/g, ' ')).toContain(
    `(choices: ${Object.keys(plans)
      .map((name) => `"${name}"`)
      .join(', ')})`,
  );
});

test('in a clone, usage, examples and messages call the program by the script of npm', async () => {
  const environment = { npm_lifecycle_event: 'answershare' };
  const { out } = await bot.run(['run', '--help'], { environment });
  expect(out).toContain('Usage: npm run -s answershare -- run [options]');
  expect(out).toContain('  npm run -s answershare -- run --dry-run\n');
  const { err } = await bot.run(['no-such-command'], { environment });
  expect(err).toContain('Run "npm run -s answershare -- --help" for the commands.');
});

test('under npx, usage, examples and messages call the program by npx', async () => {
  const environment = { npm_command: 'exec', npm_lifecycle_event: 'npx' };
  const { out } = await bot.run(['run', '--help'], { environment });
  expect(out).toContain('Usage: npx answershare run [options]');
  expect(out).toContain('  npx answershare run --dry-run\n');
  const { err } = await bot.run(['init', '--config', 'npx.yaml'], { environment });
  expect(err).toBe('Next: npx answershare check --config npx.yaml\n');
});

test('the page about commands names those that have --now', () => {
  const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  const [, names = ''] = /`--now \S+` sets the current time of ([^.]*)\./.exec(page) ?? [];
  const timed = commands
    .filter(({ options }) => options.some(({ long }) => long === '--now'))
    .map(nameCommand);
  expect([...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(timed.sort());
});

test('--version prints the version of the package', async () => {
  const { code, out } = await bot.run(['--version']);
  expect([code, out]).toEqual([0, `${manifest.version}\n`]);
});
