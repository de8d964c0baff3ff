import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Bot, newBot } from '../support/bot.ts';
import { formatSettings } from '../support/settings-text.ts';
import { slowCompetitors } from '../support/slow-bodies.ts';

const secrets = { ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef', SMTP_PASSWORD: 'smtp-canary-password' };

interface Day {
  readonly answers: number;
  readonly failures: readonly { readonly endpoint: string; readonly reason: string }[];
  readonly stopped: string | null;
}

let bot: Bot;
let server: Server;
/** What the service answers to each endpoint. */
let bodies: Readonly<Record<string, string>>;
let answered: (endpoint: string) => void;

beforeEach(async () => {
  bodies = {};
  answered = () => undefined;
  server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://service');
    const endpoint = pathname.split('/').at(-1) ?? '';
    response.setHeader('content-type', 'application/json');
    if (endpoint === 'websites')
      response.end('{"websites":[{"id":"ws_1","name":"One"},{"id":"ws_2","name":"Two"}]}');
    else if (!searchParams.has('websiteId')) response.writeHead(400).end('{"error":{"code":"bad_request"}}');
    else response.end(bodies[endpoint] ?? '{"score":7}', () => answered(endpoint));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  bot = newBot(secrets);
  const { port } = server.address() as AddressInfo;
  bot.settings(formatSettings({ url: `http://127.0.0.1:${port}`, smtpPort: 1, form: '1' }));
});
afterEach(async () => {
  await bot.remove();
  server.close();
});

describe('a snapshot of a service with hostile bodies', () => {
  test('records each with the limit that it passes, and asks all other questions', async () => {
    bodies = {
      authority: `{"score":${'['.repeat(4_500)}${']'.repeat(4_500)}}`,
      competitors: JSON.stringify(
        Object.fromEntries(Array.from({ length: 4_001 }, (_, at) => [`n${at}`, at])),
      ),
      citations: `{"total":"${'9'.repeat(2_000_000)}"}`,
    };
    const { code, out, err } = await bot.run(['snapshot', '--json']);
    expect(code).toBe(1);
    expect(err).not.toContain('unforeseen');
    const { answers, failures, stopped } = JSON.parse(out) as Day;
    expect({ answers, stopped }).toEqual({ answers: 1, stopped: null });
    const reasons = [
      'a body that nests deeper than 64 levels',
      'a body with more than 4,000 different names',
      'a body of more than 2,000,000 bytes',
    ];
    const daily = failures.filter(({ endpoint }) => endpoint !== 'analytics');
    expect(daily).toHaveLength(6);
    for (const [at, { reason }] of daily.entries()) expect(reason).toContain(reasons[at % 3]);
  });

  test('ends on SIGTERM while an answer is read, and has kept the answers before it', async () => {
    bodies = { authority: '{"websiteId":"ws_1","score":7}', competitors: slowCompetitors };
    answered = (endpoint) => {
      if (endpoint === 'competitors') running.child.kill('SIGTERM');
    };
    const running = await bot.begin(['snapshot', '--json']);
    const { code, signal, out } = await running.finished;
    expect({ code, signal }).toEqual({ code: 1, signal: null });
    const { answers, failures, stopped } = JSON.parse(out) as Day;
    expect(answers).toBe(2);
    expect(failures.filter(({ endpoint }) => endpoint !== 'competitors')).toEqual([]);
    expect(stopped).toMatch(/^It was stopped\. Left for today: 7 answers about 2 websites/);
  });
});

test('read ends on SIGTERM while it reads', async () => {
  const running = await bot.begin(['read', 'competitors', '-'], { input: slowCompetitors });
  running.child.stdin?.once('finish', () => running.child.kill('SIGTERM'));
  const { code, signal, out, err } = await running.finished;
  expect({ code, signal, out }).toEqual({ code: 1, signal: null, out: '' });
  expect(err).toMatch(/^Stopped while reading (an answer|the input)\./);
});
