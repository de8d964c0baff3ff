import { execFile, spawnSync } from 'node:child_process';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bot, command, newBot } from '../support/bot.ts';
import { baseEnvironment } from '../support/process.ts';
import { formatSettings } from '../support/settings-text.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

let sandbox: RunningSandbox;
let smtpServer: TestSmtpServer;
let bot: Bot;
const environment = () => ({ ANSWERSHARE_API_KEY: sandbox.keys.live, SMTP_PASSWORD: 'smtp-canary-password' });
beforeAll(async () => {
  sandbox = await startSandbox({ form: 2 });
  smtpServer = await openSmtpServer(acceptLogins);
  bot = newBot(environment(), command);
  bot.settings(formatSettings({ url: sandbox.baseUrl, smtpPort: smtpServer.port }));
});
afterAll(async () => {
  await bot.remove();
  await smtpServer.close();
  await sandbox.close();
});

const esc = '\u001b';
const green = `${esc}[32mok${esc}[39m `;

describe('colours of a report', () => {
  test('mark states and headings with FORCE_COLOR, and never JSON or a script', async () => {
    const colored = { environment: { FORCE_COLOR: '1' } };
    const { out } = await bot.run(['check'], colored);
    expect(out).toContain(`${green}   settings`);
    expect(out).toContain(`${esc}[1mNext times of weekly:${esc}[22m\n`);
    expect((await bot.run(['check', '--json'], colored)).out).not.toContain(esc);
  });
});

/** Runs a command with a pseudo-terminal as both streams. Python's standard library has one, Node.js has none. */
const pty = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
const hasPty = spawnSync('python3', ['-c', 'import pty, os; os.waitstatus_to_exitcode']).status === 0;

describe.each(hasPty ? ['python3'] : [])('on a terminal of %s', (python) => {
  const runOnTerminal = (line: string, more: Record<string, string> = {}): Promise<string> =>
    new Promise((resolve) => {
      const args = ['-c', pty, process.execPath, command, ...line.split(' ')];
      const env = { ...baseEnvironment, TERM: 'xterm-256color', ...environment(), ...more };
      execFile(python, args, { cwd: bot.folder, env }, (_, stdout) => resolve(stdout)).stdin?.end();
    });

  test('a snapshot redraws its progress in place, and removes it before the report', async () => {
    const text = await runOnTerminal('snapshot');
    for (const done of [0, 1, 32]) expect(text).toContain(`${done} of 32 questions\r${esc}[K`);
    expect(text).toContain(`\r${esc}[KSnapshot of `);
  });

  test('a preview of the current week counts each website once, to the last one', async () => {
    const text = await runOnTerminal('preview');
    expect(text).toContain(`${esc}[`);
    const counts = [...text.matchAll(/(\d+) of 8 websites/g)].map(([, done]) => Number(done));
    expect(counts).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('a report has no colours where NO_COLOR is set', async () => {
    const plain = await runOnTerminal('check', { NO_COLOR: '1' });
    expect(plain).toContain('ok    settings');
    expect(plain).not.toContain(esc);
  });
});
