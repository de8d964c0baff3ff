import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  type DeliveryCapture,
  type RunningSandbox,
  type SigningProfile,
  startSandbox,
} from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBatchLines } from '../support/batch-lines.ts';
import { type Bot, newBot } from '../support/bot.ts';

const start = '2026-11-21T09:00:00Z';
let sandbox: RunningSandbox;
let receiver: Server;
let bot: Bot;

beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, seed: 7, now: start });
  receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  bot = newBot({});
});
afterAll(async () => {
  await bot.remove();
  receiver.close();
  receiver.closeAllConnections();
  await sandbox.close();
});

async function captured(
  manner: Partial<SigningProfile>,
): Promise<{ capture: DeliveryCapture; secret: string }> {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const { webhooks } = sandbox.admin;
  const { id, secret } = await webhooks.create({ url, manner });
  const [delivery] = await webhooks.send({ kind: 'crawlComplete', endpoint: id, id: 'dlv_7' });
  const capture = delivery?.attempts[0]?.capture;
  if (capture === undefined) throw new Error('nothing was sent');
  return { capture, secret };
}

const file = (name: string, content: string): string => {
  const path = join(bot.folder, name);
  writeFileSync(path, content);
  return path;
};

const diagnose = ['webhook', 'diagnose'];

describe('webhook diagnose', () => {
  test('prints the scheme, the event and what to pin; the secret comes from a variable or a file', async () => {
    const { capture, secret } = await captured({ scheme: 'standard' });
    const path = file('capture.json', JSON.stringify(capture));
    const environment = { HOOK: secret };
    const [words, results, fromFile] = await Promise.all([
      bot.run([...diagnose, path, '--secret-env', 'HOOK', '--now', start], { environment }),
      bot.run([...diagnose, '-', '--json', '--secret-env', 'HOOK', '--now', start], {
        environment,
        input: JSON.stringify(capture),
      }),
      bot.run([...diagnose, path, '--json', '--secret-file', file('secret', `${secret}\n`), '--now', start]),
    ]);
    expect(words).toMatchObject({ code: 0, err: '' });
    expect(words.out).toContain(
      'Scheme: HMAC-SHA256 of {id}.{timestamp}.{body} in base64, secret read as base64-after-whsec_',
    );
    expect(words.out).toContain('Event: crawl-complete ("crawl.completed")  <- /type');
    expect(words.out).not.toContain('Warning');
    const scheme = {
      content: '{id}.{timestamp}.{body}',
      encoding: 'base64',
      key: 'base64-after-whsec_',
      header: 'x-service-signature',
      form: 'v1,',
      timestamp: { from: 'header', name: 'webhook-timestamp', unit: 's' },
      toleranceSeconds: 300,
      idHeader: 'webhook-id',
    };
    expect(JSON.parse(words.out.slice(words.out.indexOf('To pin:\n') + 8))).toEqual(scheme);
    expect(results.code).toBe(0);
    expect(JSON.parse(results.out)).toMatchObject({
      ok: true,
      scheme,
      secret: 'HOOK',
      warnings: [],
      event: { kind: 'crawl-complete', id: 'dlv_7' },
    });
    expect(JSON.parse(fromFile.out)).toMatchObject({ ok: true, scheme });
  });

  test('warns of an old capture by the time that the capture gives', async () => {
    const { capture, secret } = await captured({ scheme: 'stripe' });
    const late = { ...capture, receivedAt: '2026-11-21T11:00:00Z' };
    const { code, out } = await bot.run([...diagnose, '-', '--secret-env', 'HOOK'], {
      environment: { HOOK: secret },
      input: JSON.stringify(late),
    });
    expect(code).toBe(0);
    expect(out).toContain('Warning: The signature fits, but its time is 2 h before');
  });

  test('exits 3 if no scheme fits, and reports the nearest ones', async () => {
    const { capture, secret } = await captured({});
    const { bodyBase64, ...rest } = capture;
    const written = JSON.stringify(JSON.parse(Buffer.from(bodyBase64, 'base64').toString()), null, 2);
    const [near, none] = await Promise.all([
      bot.run([...diagnose, '-'], {
        environment: { ANSWERSHARE_WEBHOOK_SECRET: secret },
        input: JSON.stringify({ ...rest, body: written }),
      }),
      bot.run([...diagnose, '-', '--json'], {
        environment: { ANSWERSHARE_WEBHOOK_SECRET: 'canary-secret-of-nobody' },
        input: JSON.stringify(capture),
      }),
    ]);
    expect([near.code, none.code]).toEqual([3, 3]);
    expect(near.out).toContain('near: The signature fits the same JSON written another way');
    expect(JSON.parse(none.out)).toMatchObject({ ok: false, near: [], secret: null });
    const said = bot.transcript.join('');
    for (const secretText of ['canary-secret-of-nobody', secret, secret.replace('whsec_', '')])
      expect(said).not.toContain(secretText);
  });

  test('reports an invalid command line or capture, and exits 2', async () => {
    const empty = file('empty.json', '{}');
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      ...['NONE', 'toString', '__proto__'].map(
        (name) =>
          [
            [empty, '--secret-env', name],
            /No webhook secret in the variable that --secret-env names\. Set the variable/,
          ] as const,
      ),
      [[empty, '--secret-file', 'none'], /The secret's file does not exist/],
      [[empty, ...['A', 'A', 'A', 'A'].flatMap((name) => ['--secret-env', name])], /4 secrets are too many/],
      [[file('post.json', 'POST /'), '--secret-env', 'A'], /post\.json is not JSON: .*\. Correct it there\./],
      [
        [file('wrong.json', '{"headers":{"a":3},"body":{"a":1},"receivedAt":"noon"}'), '--secret-env', 'A'],
        /headers\.a: is a text[\s\S]*body: is the exact text of the body[\s\S]*receivedAt: is not an instant/,
      ],
      [[empty, '--secret-env', 'A'], /headers: is missing; add it\.\n[\s\S]*needs either body or bodyBase64/],
      [
        [file('two.json', '{"headers":{},"body":"","bodyBase64":""}'), '--secret-env', 'A'],
        /needs either body or bodyBase64/,
      ],
    ];
    const results = await runBatchLines(
      bot,
      wrong.map(([words]) => [...diagnose, ...words]),
      { A: 'some secret' },
    );
    wrong.forEach(([, words], at) => {
      expect(results[at]).toMatchObject({ exitCode: 2, output: expect.stringMatching(words) });
    });
  });
});
