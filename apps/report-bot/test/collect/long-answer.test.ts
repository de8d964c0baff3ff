import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bot, newBot } from '../support/bot.ts';
import { formatSettings } from '../support/settings-text.ts';

const key = 'rs_live_0123456789abcdef';
let bot: Bot;
let server: Server;
/** Resolves when the client left the answer that never ends. */
let left: Promise<number>;

beforeEach(async () => {
  let leave: (bytes: number) => void = () => undefined;
  left = new Promise((done) => {
    leave = done;
  });
  server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request.url?.endsWith('/websites')) {
      response.end('{"websites":[{"id":"ws_1","domain":"one.example"}]}');
      return;
    }
    const chunk = `["${'x'.repeat(65_000)}",`;
    let bytes = 0;
    const write = (): void => {
      while (!response.destroyed && response.write(chunk)) bytes += chunk.length;
      bytes += chunk.length;
    };
    response.on('drain', write);
    response.on('close', () => leave(bytes));
    write();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  bot = newBot({ ANSWERSHARE_API_KEY: key, SMTP_PASSWORD: 'smtp-canary-password' });
});
afterEach(async () => {
  await bot.remove();
  server.close();
});

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test('an answer without end is left at 2 MB and refused with that limit', async () => {
  const { code, out } = await bot.run(['call', 'authority', '--website', 'ws_1', '--url', address()]);
  expect(code).toBe(1);
  expect(out).toContain(
    'Fault: shape: The answer for authority could not be read: it is a body of more than 2,000,000 bytes.',
  );
  expect(out).toContain('Raise maxBodyBytes');
  expect(out).toContain('\nBody: the first 20000 bytes\n');
  expect(await left).toBeLessThan(50_000_000);
});

test('the limit is the setting service.maxBodyBytes, and a snapshot records it as the failure', async () => {
  bot.settings(
    formatSettings({ url: address(), smtpPort: 1 }).replace(
      '  form: auto',
      '  form: 1\n  maxBodyBytes: 5000',
    ),
  );
  const { code, out } = await bot.run(['snapshot', '--json']);
  expect(code).toBe(1);
  const { answers, failures } = JSON.parse(out) as {
    answers: number;
    failures: readonly { endpoint: string; reason: string }[];
  };
  expect(answers).toBe(1);
  expect(failures.map(({ endpoint }) => endpoint)).toEqual([
    'authority',
    'competitors',
    'citations',
    'analytics',
  ]);
  for (const { reason } of failures) expect(reason).toContain('a body of more than 5,000 bytes');
});
