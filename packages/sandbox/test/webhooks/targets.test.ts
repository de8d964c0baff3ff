import { expect, test } from 'vitest';
import { isLoopback } from '../../src/webhooks/transport.ts';
import { startTestSandbox } from '../sandbox.ts';
import { startReceiver } from './receiver.ts';

test.each(['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])(
  '%s is loopback',
  (address) => {
    expect(isLoopback(address)).toBe(true);
  },
);

test.each([
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '169.254.169.254',
  '::ffff:10.0.0.1',
  'fe80::1',
  '128.0.0.1',
  'localhost',
  '',
])('%s is not a loopback address', (address) => {
  expect(isLoopback(address)).toBe(false);
});

test.each([
  ['http://10.0.0.1/', 'not this machine'],
  ['http://169.254.169.254/latest', 'not this machine'],
  ['http://0.0.0.0:80/', 'not this machine'],
  ['http://[::]/', 'not this machine'],
  ['http://[::ffff:10.0.0.1]/', 'not this machine'],
  ['http://167772161/', 'not this machine'],
  ['http://nowhere.invalid/', 'cannot be looked up'],
  ['ftp://127.0.0.1/', 'not an http or https address'],
  ['not a url', 'not an http or https address'],
  ['http://user:pass@127.0.0.1/', 'user name or password'],
])('an endpoint at %s is refused', async (url, sentence) => {
  const sandbox = await startTestSandbox(1);
  await expect(sandbox.admin.webhooks.create({ url })).rejects.toThrow(sentence);
  expect(await sandbox.admin.webhooks.list()).toEqual([]);
});

test('accepts other spellings of loopback', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { port } = new URL(receiver.url);
  for (const host of ['localhost', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]']) {
    await sandbox.admin.webhooks.create({ url: `http://${host}:${port}/hooks` });
  }
  await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  expect(receiver.received).toHaveLength(4);
});

test('allowRemoteWebhooks accepts an endpoint on another machine', async () => {
  const sandbox = await startTestSandbox(1, { allowRemoteWebhooks: true });
  const { url } = await sandbox.admin.webhooks.create({ url: 'http://192.0.2.1/hooks' });
  expect(url).toBe('http://192.0.2.1/hooks');
});
