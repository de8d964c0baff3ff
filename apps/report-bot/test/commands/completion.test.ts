import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bot, newBot } from '../support/bot.ts';
import { baseEnvironment } from '../support/process.ts';

/** Each completes the last of the words after a script, and prints one suggestion per line. */
const programs = {
  bash: `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _answershare
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() { : }; source "$1"; shift; words=("$@") CURRENT=$#
    compadd() { while [[ $1 != - ]]; do shift; done; shift; print -rl -- \${(M)@:#\${words[CURRENT]}*} }
    _bash_complete -F _answershare; true`,
  fish: `source $argv[1]; complete -C "$argv[2..]"`,
};
type Shell = keyof typeof programs;

const isInstalled = (shell: Shell): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;
const shells = (Object.keys(programs) as Shell[]).filter(isInstalled);

const options: Readonly<Record<Shell, readonly string[]>> = {
  bash: ['--norc', '-c', programs.bash, 'bash'],
  zsh: ['-f', '-c', programs.zsh, 'zsh'],
  fish: ['-N', '-c', programs.fish, '--'],
};

let bot: Bot;
let folder: string;
beforeAll(async () => {
  bot = newBot({});
  folder = mkdtempSync(join(tmpdir(), 'answershare-completion-'));
  for (const shell of Object.keys(programs))
    writeFileSync(join(folder, shell), (await bot.run(['completion', shell])).out);
  writeFileSync(join(folder, 'body one.json'), '{}');
});
afterAll(async () => {
  await bot.remove();
  rmSync(folder, { recursive: true, force: true });
});

function complete(shell: Shell, line: string): string[] {
  const args = [...options[shell], join(folder, shell), ...line.split(' ')];
  const { stdout, stderr } = spawnSync(shell, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...baseEnvironment, HOME: folder },
  });
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .map((word) => word.replace(/\t.*/, ''))
    .filter(Boolean);
}

test('bash is among the shells that this machine has', () => {
  expect(shells).toContain('bash');
});

describe.each(shells)('%s', (shell) => {
  test.each([
    ['answershare sn', ['snapshot']],
    ['answershare quota ', ['plan', 'help']],
    ['answershare call --website x aut', ['authority']],
    ['answershare call authority --form ', ['1', '2', 'auto']],
    ['answershare quota plan --plan st', ['starter']],
    ['answershare settle x --as ', ['sent', 'ready']],
    ['answershare completion ', ['bash', 'zsh', 'fish']],
    ['answershare webhook diagnose --secret-e', ['--secret-env']],
    ['answershare init --s', ['--sandbox', '--sender']],
    ['answershare run --week ', []],
    ['answershare read authority body', ['body one.json']],
  ])('%s', (line, expected) => {
    const found = complete(shell, line).filter((word) => !/^--help$/.test(word));
    expect(found.sort()).toEqual([...expected].sort());
  });

  test('offers every command that --help lists', async () => {
    const { out } = await bot.run(['--help']);
    const commands = [...out.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
    expect(complete(shell, 'answershare ')).toEqual(expect.arrayContaining(commands));
  });
});

test('another shell is refused with the three that have a script', async () => {
  const { code, err } = await bot.run(['completion', 'powershell']);
  expect([code, err]).toEqual([2, 'There is no script for that shell. There is bash, zsh, fish.\n']);
});
