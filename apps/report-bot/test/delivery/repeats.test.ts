import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDeliveries } from '../../src/store/ledger.ts';
import { openLoopDriver } from '../support/loop-driver.ts';
import {
  mailKeys,
  openMailService,
  type ServiceName,
  type TestMailService,
  useService,
} from '../support/mail-service.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
});
afterAll(() => sandbox.close());

/** `start` with one reader; the service accepts each mail, and its first connections break before the answer. */
async function openBrokenService(service: ServiceName, broken: number) {
  let left = broken;
  const server = await openMailService((stage, { path }, response) => {
    const isRepeat = stage === 'asked' && path === '/emails' && server.accepted.length > 0;
    if (left === 0 || !(stage === 'accepted' || isRepeat)) return false;
    left -= 1;
    response.destroy();
    return true;
  });
  return openDriver(service, server);
}

/** `start` with one reader on the Monday of its mail. */
async function openDriver(service: ServiceName, server: TestMailService) {
  const driver = await openLoopDriver({
    url: sandbox.baseUrl,
    smtpPort: 1,
    key: sandbox.keys.live,
    form: '2',
    recipients: ['ann@example.com'],
    websites: sandbox.websites.slice(0, 1).map(({ id }) => id),
    variables: mailKeys,
    edit: useService(service, server.url),
  });
  await driver.at('2026-11-18T06:00:00Z');
  await driver.at('2026-11-23T08:00:00Z');
  return {
    driver,
    server,
    state: async () => (await listDeliveries(driver.store.db)).map(({ state }) => state),
    close: async () => {
      await driver.close();
      await server.close();
    },
  };
}

test('Resend is asked again at once with the same key, and the mail is sent once', async () => {
  const { server, state, close } = await openBrokenService('resend', 1);
  expect(await state()).toEqual(['sent']);
  expect([server.asked.length, server.accepted.length]).toEqual([2, 1]);
  await close();
});

test('Resend is asked again by a later pass while it knows the key, and not after that', async () => {
  const { driver, server, state, close } = await openBrokenService('resend', 5);
  expect(await state()).toEqual(['uncertain']);
  expect(server.asked).toHaveLength(2);
  await driver.at('2026-11-23T08:00:30Z');
  expect(server.asked).toHaveLength(2);
  await driver.at('2026-11-23T08:05:00Z');
  expect(server.asked).toHaveLength(4);
  expect(await state()).toEqual(['uncertain']);
  await driver.at('2026-11-24T07:10:00Z');
  expect(server.asked).toHaveLength(4);
  await driver.at('2026-11-24T06:50:00Z');
  expect(await state()).toEqual(['sent']);
  const keys = server.asked.map(({ headers }) => headers['idempotency-key']);
  expect([new Set(keys).size, server.accepted.length]).toEqual([1, 1]);
  await close();
});

test('SES has no keys and finds no mail, so that the mail stays uncertain and is not asked again', async () => {
  const { driver, server, state, close } = await openBrokenService('ses', 1);
  await driver.at('2026-11-23T08:05:00Z');
  await driver.at('2026-11-23T09:05:00Z');
  expect(await state()).toEqual(['uncertain']);
  expect([server.asked.length, server.accepted.length]).toEqual([1, 1]);
  await close();
});

describe('Postmark is asked for the mail in place of a repeat', () => {
  const listPaths = ({ asked }: TestMailService) => asked.map(({ path }) => path.replace(/\?.*/, ''));

  test('at once, and the mail is sent once', async () => {
    const { server, state, close } = await openBrokenService('postmark', 1);
    expect(await state()).toEqual(['sent']);
    expect(listPaths(server)).toEqual(['/email', '/messages/outbound']);
    expect(server.accepted).toHaveLength(1);
    await close();
  });

  test.each([
    ['lists it later', { TotalCount: 0, Messages: [] }],
    ['lists another mail', { TotalCount: 1, Messages: [{ Metadata: { answershare: 'another' } }] }],
    ['refuses the search', { ErrorCode: 10, Message: 'The Server Token you provided is invalid' }],
  ])('by later passes, where it %s', async (_about, found) => {
    let isListed = false;
    const server = await openMailService((stage, { path }, response) => {
      if (stage === 'accepted') response.destroy();
      else if (!isListed && path.startsWith('/messages'))
        response.writeHead('ErrorCode' in found ? 422 : 200).end(JSON.stringify(found));
      else return false;
      return true;
    });
    const { driver, state, close } = await openDriver('postmark', server);
    expect(await state()).toEqual(['uncertain']);
    const [line] = await listDeliveries(driver.store.db);
    expect(line?.reason).toMatch(/; it is asked for a day whether it has the mail$/);
    isListed = true;
    await driver.at('2026-11-23T08:05:00Z');
    expect(await state()).toEqual(['sent']);
    expect(listPaths(server).filter((path) => path === '/email')).toHaveLength(1);
    await close();
  });

  test('for a day; a mail that it never lists waits for a person', async () => {
    const server = await openMailService((_stage, { path }, response) => {
      if (path === '/email') response.destroy();
      return path === '/email';
    });
    const { driver, state, close } = await openDriver('postmark', server);
    await driver.at('2026-11-24T06:50:00Z');
    const before = server.asked.length;
    await driver.at('2026-11-24T07:10:00Z');
    expect(await state()).toEqual(['uncertain']);
    expect(before).toBeGreaterThan(2);
    expect(server.asked).toHaveLength(before);
    expect(listPaths(server).filter((path) => path === '/email')).toHaveLength(1);
    await close();
  });
});

test('another sender never repeats a mail that Resend may have', async () => {
  const { driver, state, close } = await openBrokenService('resend', 2);
  const second = await openMailService();
  driver.reload({}, useService('postmark', second.url));
  await driver.at('2026-11-23T08:05:00Z');
  expect(await state()).toEqual(['uncertain']);
  expect(second.asked).toEqual([]);
  await second.close();
  await close();
});

test('Retry-After is waited for: in place when it is short, else by the next passes', async () => {
  let answers = [
    [429, { 'retry-after': '1' }],
    [429, { 'retry-after': '600' }],
  ] as const;
  const server = await openMailService((_stage, _request, response) => {
    const [first, ...rest] = answers as readonly (readonly [number, Record<string, string>])[];
    if (first === undefined) return false;
    answers = rest as unknown as typeof answers;
    response.writeHead(...first).end('{"name":"rate_limit_exceeded","message":"Too many requests"}');
    return true;
  });
  const driver = await openLoopDriver({
    url: sandbox.baseUrl,
    smtpPort: 1,
    key: sandbox.keys.live,
    form: '2',
    recipients: ['ann@example.com'],
    websites: sandbox.websites.slice(0, 1).map(({ id }) => id),
    variables: mailKeys,
    edit: useService('resend', server.url),
  });
  await driver.at('2026-11-18T06:00:00Z');
  await driver.at('2026-11-23T08:00:00Z');
  expect(server.asked).toHaveLength(2);
  await driver.at('2026-11-23T08:05:00Z');
  expect(server.asked).toHaveLength(2);
  await driver.at('2026-11-23T08:30:00Z');
  expect([server.asked.length, server.accepted.length]).toEqual([3, 1]);
  await driver.close();
  await server.close();
});
