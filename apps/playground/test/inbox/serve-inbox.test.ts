import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../src/serve-inbox.ts', import.meta.url));

function start(...args: string[]): { child: ChildProcess; nextLine: () => Promise<string> } {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.stdout === null) throw new Error('The command has no output.');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, nextLine: async () => (await lines.next()).value as string };
}

async function send(port: number, subject: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  await transport.sendMail({ from: 'bot@example.com', to: 'ann@example.com', subject, text: 'Hello' });
  transport.close();
}

describe('npm run mailbox', () => {
  test('prints each mail, shows it on its page and ends at SIGHUP', async () => {
    const { child, nextLine } = start('--smtp-port', '0', '--port', '0');
    const [, port = '', url = ''] = /127\.0\.0\.1:(\d+).* at (\S+)/.exec(await nextLine()) ?? [];
    expect(await nextLine()).toContain('Ctrl-C');
    await send(Number(port), 'First\u001b[2J digest');
    expect(await nextLine()).toMatch(/^1 {2}ann@example\.com {2}First \[2J digest$/);
    expect(await (await fetch(url)).text()).toContain('digest');
    child.kill('SIGHUP');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('prints JSON lines', async () => {
    const { child, nextLine } = start('--smtp-port', '0', '--port', '0', '--json');
    const { smtpPort } = JSON.parse(await nextLine()) as { smtpPort: number };
    await send(smtpPort, 'Digest');
    expect(JSON.parse(await nextLine())).toEqual({
      number: 1,
      recipients: ['ann@example.com'],
      subject: 'Digest',
    });
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('names a port that is in use, and the option for another', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as { port: number };
    for (const option of ['--smtp-port', '--port']) {
      const free = option === '--port' ? '--smtp-port' : '--port';
      const { child } = start(option, String(port), free, '0');
      let err = '';
      child.stderr?.on('data', (data: Buffer) => {
        err += data.toString();
      });
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(err).toContain(`Port ${port} is in use`);
      expect(err).toContain(`choose another with ${option}.`);
    }
    other.close();
  });

  test('refuses a port that is no number', async () => {
    const { child } = start('--port', 'http');
    expect(await once(child, 'close')).toEqual([2, null]);
  });
});
