import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, listed, monday, openLedgers } from '../rig/ledger-rig.ts';
import { openPostOffice, type PostOffice } from '../rig/post-office.ts';

const people = ['ann@example.com', 'bob@example.com', 'cyd@example.com'];
const greet = {
  onAuth: (_login: unknown, _session: unknown, done: (error: null, answer: { user: string }) => void) =>
    done(null, { user: 'bot' }),
};

const mailsFor = (office: PostOffice, to: string): number =>
  office.received.filter((mail) => mail.recipients.includes(to)).length;

/** What holds on every engine; each engine has a test file of its own, so that they run side by side. */
export function onceOn(engine: Engine): void {
  let ledgers: Awaited<ReturnType<typeof openLedgers>>;
  beforeAll(async () => {
    ledgers = await openLedgers(engine);
  });
  afterAll(() => ledgers.close());

  test('run twice, one mail a person', async () => {
    const office = await openPostOffice(greet);
    const bot = await ledgers.bot(office);
    expect((await bot.run(['run', '--now', monday])).code).toBe(0);
    const again = await bot.run(['run', '--now', '2026-11-23T08:01:00Z']);
    expect(again).toMatchObject({ code: 0, out: 'Nothing is due and nothing waits.\n' });
    expect((await bot.run(['run', '--week', '2026-W47', '--now', monday])).code).toBe(0);
    for (const to of people) expect(mailsFor(office, to)).toBe(1);
    await office.close();
  });

  // Before the gate a killed process has sent nothing; at the gate and after the 250 only the server knows.
  test.each([
    ['after-claim:2', 0],
    ['gate-marked:2', 1],
    ['after-250:2', 1],
    ['after-commit:2', 0],
  ] as const)('killed with SIGKILL at %s and started again', async (fault, uncertain) => {
    const office = await openPostOffice(greet);
    const bot = await ledgers.bot(office);
    const killed = await bot.run(['run', '--now', monday], { environment: { ANSWERSHARE_FAULT: fault } });
    expect(killed.signal).toBe('SIGKILL');
    for (let restart = 0; restart < 2; restart += 1) {
      const restarted = await bot.run(['run', '--now', '2026-11-23T08:05:00Z']);
      expect(restarted.code).toBe(uncertain === 0 ? 0 : 1);
    }
    const { ledger, finished } = await listed(bot);
    expect(finished.code).toBe(uncertain === 0 ? 0 : 1);
    const doubted = ledger.deliveries
      .filter((line) => line.state === 'uncertain')
      .map((line) => line.recipient);
    expect(doubted).toHaveLength(uncertain);
    for (const line of ledger.deliveries) {
      const mails = mailsFor(office, line.recipient);
      if (line.state === 'uncertain') expect(mails).toBe(fault.startsWith('gate') ? 0 : 1);
      else expect([line.state, mails]).toEqual(['sent', 1]);
    }
    await office.close();
  });

  test('an uncertain mail can be sent again with the same Message-ID, or settled', async () => {
    const office = await openPostOffice(greet);
    const bot = await ledgers.bot(office, ['ann@example.com']);
    await bot.run(['run', '--now', monday], { environment: { ANSWERSHARE_FAULT: 'after-250:1' } });
    const doubt = await bot.run(['run', '--now', monday]);
    expect(doubt.code).toBe(1);
    expect(doubt.err).toContain('1 mail is uncertain');
    const { ledger } = await listed(bot);
    const id = ledger.deliveries[0]?.id ?? '';
    expect((await bot.run(['settle', id, '--as', 'ready'])).code).toBe(0);
    expect((await bot.run(['run', '--now', monday])).code).toBe(0);
    const ids = office.received.map((mail) => mail.mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    const refused = await bot.run(['settle', id, '--as', 'sent']);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(`There is no uncertain delivery "${id}"`);
    await office.close();
  });

  test('a second process at the same time sends nothing twice', async () => {
    const office = await openPostOffice(greet);
    const bot = await ledgers.bot(office);
    const [one, two] = await Promise.all([
      bot.run(['run', '--now', monday]),
      bot.run(['run', '--now', monday]),
    ]);
    if (engine === 'pglite') {
      expect([one.code, two.code].sort()).toEqual([0, 1]);
      expect(`${one.err}${two.err}`).toMatch(/is in use by process \d+\. Stop that process/);
    }
    expect((await bot.run(['run', '--now', monday])).code).toBe(0);
    for (const to of people) expect(mailsFor(office, to)).toBe(1);
    await office.close();
  });

  test('a refused address is refused once and the others get their mail', async () => {
    const office = await openPostOffice({
      ...greet,
      onRcptTo: (address, _session, done) => {
        const refusal = Object.assign(new Error('no such user'), { responseCode: 550 });
        done(address.address === 'bob@example.com' ? refusal : null);
      },
    });
    const bot = await ledgers.bot(office);
    const run = await bot.run(['run', '--now', monday]);
    expect(run.code).toBe(1);
    expect(run.out).toMatch(/bob@example.com refused: the server did not take the address: .*550/);
    const { ledger } = await listed(bot);
    expect(ledger.deliveries.map((line) => [line.recipient, line.state, line.smtpCode])).toEqual([
      ['ann@example.com', 'sent', 250],
      ['bob@example.com', 'refused', 550],
      ['cyd@example.com', 'sent', 250],
    ]);
    await office.close();
  });

  test('a temporary refusal, of the address or of the body, is tried again', async () => {
    const later = () => Object.assign(new Error('try later'), { responseCode: 451 });
    let address = 1;
    let body = 1;
    const office = await openPostOffice({
      ...greet,
      onRcptTo: (_address, _session, done) => done(address-- > 0 ? later() : null),
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(body-- > 0 ? later() : null));
      },
    });
    const bot = await ledgers.bot(office, ['ann@example.com']);
    for (const what of ['the address', 'the message']) {
      const waiting = await bot.run(['run', '--now', monday]);
      expect(waiting.code).toBe(1);
      expect(waiting.out).toContain(`ann@example.com not sent yet: the server did not take ${what}`);
    }
    expect((await bot.run(['run', '--now', monday])).code).toBe(0);
    const { ledger } = await listed(bot);
    expect(ledger.deliveries).toMatchObject([{ state: 'sent', attempts: 3, smtpCode: 250 }]);
    await office.close();
  });

  test('a connection that drops after the body leaves an uncertain mail, not a second one', async () => {
    let bodies = 0;
    const office: PostOffice = await openPostOffice({
      ...greet,
      onData(stream) {
        stream.resume();
        stream.on('end', () => {
          bodies += 1;
          office.drop();
        });
      },
    });
    const bot = await ledgers.bot(office, ['ann@example.com']);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await bot.run(['run', '--now', monday])).code).toBe(1);
    const { ledger } = await listed(bot);
    expect(ledger.deliveries).toMatchObject([{ state: 'uncertain', attempts: 1 }]);
    expect(ledger.deliveries[0]?.reason).toContain('after the message body was released');
    expect(bodies).toBe(1);
    await office.close();
  });

  test('no mail server: everything waits and is sent when it is back', async () => {
    const gone = await openPostOffice(greet);
    const bot = await ledgers.bot(gone);
    await gone.close();
    const down = await bot.run(['run', '--now', monday]);
    expect(down.code).toBe(1);
    expect(down.out).toContain(
      `the mail server 127.0.0.1:${gone.port} refused the connection; check smtp.host and smtp.port`,
    );
    const { ledger } = await listed(bot);
    expect(ledger.deliveries.map((line) => line.state)).toEqual(['ready', 'ready', 'ready']);
  });
}
