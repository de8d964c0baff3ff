import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { Context } from '../../src/cli/io/context.ts';
import { listCommands, nameCommand } from '../../src/cli/io/help.ts';
import { endpointNames } from '../../src/cli/io/options.ts';
import { createProgram } from '../../src/program.ts';
import { type Bot, newBot } from '../support/bot.ts';

const none = (): void => undefined;
const streams = { out: none, report: none, err: none, notice: none, hint: none, progress: none };
const program = createProgram(
  'answershare',
  {} as Context,
  streams,
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

test('--version prints the version of the package', async () => {
  const { code, out } = await bot.run(['--version']);
  expect([code, out]).toEqual([0, `${manifest.version}\n`]);
});
