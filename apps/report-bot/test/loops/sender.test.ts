import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { sql } from 'kysely';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listDeliveries } from '../../src/store/ledger.ts';
import { listRecentRuns } from '../../src/store/runs.ts';
import { type HttpProxy, openHttpProxy, type ProxyAnswer } from '../support/http-proxy.ts';
import { type LoopDriver, openLoopDriver } from '../support/loop-driver.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

type Refusal = { readonly code: number; readonly text: string } | null;

let sandbox: RunningSandbox;
let proxy: HttpProxy;
let smtpServer: TestSmtpServer;
let driver: LoopDriver;
/** What the service answers in place of the sandbox. */
let instead: (url: string) => ProxyAnswer | null | Promise<ProxyAnswer | null>;
/** What the mail server answers to the greeting, MAIL FROM and RCPT TO. */
let refusals: { greeting: Refusal; mail: Refusal; rcpt: Refusal };

let askedForRecipient: () => void;

const error = ({ code, text }: NonNullable<Refusal>) =>
  Object.assign(new Error(text), { responseCode: code });
const server: SMTPServerOptions = {
  ...acceptLogins,
  onConnect: (_session, done) => done(refusals.greeting && error(refusals.greeting)),
  onMailFrom: (_address, _session, done) => done(refusals.mail && error(refusals.mail)),
  onRcptTo: (_address, _session, done) => {
    askedForRecipient();
    done(refusals.rcpt && error(refusals.rcpt));
  },
};

beforeEach(async () => {
  sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  instead = () => null;
  askedForRecipient = () => undefined;
  refusals = { greeting: null, mail: null, rcpt: null };
  proxy = await openHttpProxy(sandbox, (url) => instead(url));
  smtpServer = await openSmtpServer(server);
  driver = await openLoopDriver({
    url: proxy.url,
    smtpPort: smtpServer.port,
    key: sandbox.keys.live,
    form: '2',
    websites: [sandbox.websites[0]?.id ?? ''],
  });
  await driver.at('2026-11-18T06:00:00Z');
});
afterEach(async () => {
  await driver.close();
  await smtpServer.close();
  await proxy.close();
  await sandbox.close();
});

const people = ['ann@example.com', 'bob@example.com', 'cyd@example.com'];
/** Which mail is tried first is open. */
const states = async (): Promise<string[]> =>
  (await listDeliveries(driver.store.db)).map(({ state, attempts }) => `${state} ${attempts}`).sort();
const reasons = async (): Promise<(string | null)[]> =>
  (await listDeliveries(driver.store.db)).map(({ reason }) => reason);
const mails = (): string[] => smtpServer.received.flatMap(({ recipients }) => recipients).sort();

describe('mails leave whatever the service does', () => {
  test.each<[string, ProxyAnswer]>([
    ['refuses every request', { status: 503, body: '{}' }],
    ['refuses the key', { status: 401, body: '{"error":{"code":"invalid_api_key"}}' }],
    ['answers nonsense', { status: 200, body: '[[[' }],
  ])('it %s', async (_name, answer) => {
    instead = () => answer;
    await driver.at('2026-11-23T08:00:00Z');
    expect(mails()).toEqual(people);
    expect(driver.fatal).toEqual([]);
  });

  test('it never answers', async () => {
    let release: (answer: ProxyAnswer) => void = () => undefined;
    const silence = new Promise<ProxyAnswer>((done) => {
      release = done;
    });
    instead = () => silence;
    const sent = smtpServer.next(3);
    driver.begin('2026-11-23T08:00:00Z');
    await sent;
    expect(mails()).toEqual(people);
    release({ status: 503, body: '{}' });
  });
});

describe('the three days to send', () => {
  test('do not pass while the bot is away: a first attempt four days later is followed by others', async () => {
    refusals.greeting = { code: 421, text: 'come back later' };
    await driver.at('2026-11-23T08:00:00Z');
    refusals = { greeting: null, mail: null, rcpt: { code: 451, text: 'try again' } };
    await driver.at('2026-11-27T08:00:00Z');
    await driver.at('2026-11-27T08:02:00Z');
    expect(await states()).toEqual(['ready 2', 'ready 2', 'ready 3']);
    refusals.rcpt = null;
    await driver.at('2026-11-27T09:30:00Z');
    expect(mails()).toEqual(people);
  });

  test('pass while it is there, and then every mail is refused with the reason', async () => {
    refusals.greeting = { code: 421, text: 'come back later' };
    for (let hours = 0; hours <= 84; hours += 12)
      await driver.at(new Date(Date.parse('2026-11-23T08:00:00Z') + hours * 3_600_000).toISOString());
    expect((await states()).map((state) => state.split(' ')[0])).toEqual(['refused', 'refused', 'refused']);
    for (const reason of await reasons())
      expect(reason).toMatch(
        /^given up after .*three days.*: the mail server \S+ is closed for the moment: .*421/,
      );
    refusals.greeting = null;
    await driver.at('2026-11-26T12:00:00Z');
    expect(mails()).toEqual([]);
  });

  test('a clock that was a day ahead at a failed attempt delays nothing', async () => {
    refusals.rcpt = { code: 451, text: 'try again' };
    await driver.at('2026-11-24T08:00:00Z');
    refusals.rcpt = null;
    await driver.at('2026-11-23T08:05:00Z');
    expect(mails()).toEqual(people);
  });

  test('a week that was held is skipped after three days of trying, with what held it', async () => {
    for (let hours = 0; hours <= 84; hours += 12)
      await driver.at(new Date(Date.parse('2026-12-07T08:00:00Z') + hours * 3_600_000).toISOString());
    const [run] = await listRecentRuns(driver.store.db);
    expect(run).toMatchObject({ period_key: '2026-W49', state: 'skipped' });
    expect(run?.reason).toContain('no snapshot of its website was taken in 2026-W49');
  });
});

describe('a row of the ledger that throws', () => {
  const freeze = async (): Promise<void> => {
    refusals.greeting = { code: 421, text: 'come back later' };
    await driver.at('2026-11-23T08:00:00Z');
    refusals.greeting = null;
  };

  test('is refused with its id if it is no JSON, and the other mails leave', async () => {
    await freeze();
    await sql`update digest set inserts = 'not json' where recipient = 'bob@example.com'`.execute(
      driver.store.db,
    );
    await driver.at('2026-11-23T08:02:00Z');
    expect(mails()).toEqual(['ann@example.com', 'cyd@example.com']);
    const [damaged] = (await listDeliveries(driver.store.db)).filter(({ state }) => state !== 'sent');
    expect(damaged).toMatchObject({ recipient: 'bob@example.com', state: 'refused' });
    expect(damaged?.reason).toMatch(`digest ${damaged?.digest_id} of the ledger cannot be read: `);
    expect(driver.fatal).toEqual([]);
  });

  test('is refused after three attempts otherwise', async () => {
    await freeze();
    await sql`update digest set inserts = 'null' where recipient = 'bob@example.com'`.execute(
      driver.store.db,
    );
    for (const time of ['08:02', '08:04', '08:08']) await driver.at(`2026-11-23T${time}:00Z`);
    expect(await states()).toEqual(['refused 3', 'sent 1', 'sent 1']);
    expect(driver.fatal).toEqual([]);
  });

  test('keeps its week waiting, and no other work', async () => {
    await sql`update snapshot set parsed = 'not json' where endpoint = 'competitors'`.execute(
      driver.store.db,
    );
    await driver.at('2026-11-23T08:00:00Z');
    const [run] = await listRecentRuns(driver.store.db);
    expect(run?.state).toBe('planned');
    expect(run?.reason).toMatch(`run ${run?.id} of the ledger cannot be composed: `);
    expect(driver.fatal).toEqual([]);
  });
});

test('a reader who leaves while the server is asked gets no byte of the mail', async () => {
  askedForRecipient = () => driver.reload({ recipients: ['new@example.com'] });
  await driver.at('2026-11-23T08:00:00Z');
  expect(mails()).toEqual([]);
  expect(await states()).toEqual(['withdrawn 1', 'withdrawn 1', 'withdrawn 1']);
});

describe('a server that refuses all mails alike', () => {
  test.each<[string, Partial<typeof refusals>, RegExp]>([
    [
      'the sender',
      { mail: { code: 550, text: 'not allowed to send as this' } },
      /^the mail server \S+ refused the sender: .*550 not allowed to send as this; check smtp\.from, and that smtp\.user may send as it$/,
    ],
    [
      'the connection for now',
      { greeting: { code: 421, text: 'too busy' } },
      /^the mail server \S+ is closed for the moment: .*421 .*too busy; it is tried again later$/,
    ],
    [
      'the connection',
      { greeting: { code: 554, text: 'no service for you' } },
      /^the mail server \S+ does not serve this machine: .*554 .*no service for you; ask its operator$/,
    ],
  ])(
    '%s: one attempt a pass, each with another mail, less and less often',
    async (_name, refused, reason) => {
      refusals = { ...refusals, ...refused };
      await driver.at('2026-11-23T08:00:00Z');
      expect(await states()).toEqual(['ready 0', 'ready 0', 'ready 1']);
      expect((await reasons()).filter((words) => words !== null)).toEqual([expect.stringMatching(reason)]);
      await driver.at('2026-11-23T08:00:30Z');
      expect(await states()).toEqual(['ready 0', 'ready 0', 'ready 1']);
      await driver.at('2026-11-23T08:01:00Z');
      await driver.at('2026-11-23T08:02:00Z');
      expect(await states()).toEqual(['ready 0', 'ready 1', 'ready 1']);
      await driver.at('2026-11-23T08:03:00Z');
      expect(await states()).toEqual(['ready 1', 'ready 1', 'ready 1']);
      refusals = { greeting: null, mail: null, rcpt: null };
      await driver.at('2026-11-23T08:07:00Z');
      expect(mails()).toEqual(people);
    },
  );
});

test('a reload gives a new reader the next digest, and a removed one nothing more', async () => {
  await driver.at('2026-11-23T08:00:00Z');
  smtpServer.received.length = 0;
  driver.reload({ recipients: ['ann@example.com', 'new@example.com'] });
  await driver.at('2026-11-30T08:00:00Z');
  expect(smtpServer.received.map(({ recipients }) => recipients[0]).sort()).toEqual([
    'ann@example.com',
    'new@example.com',
  ]);
});
