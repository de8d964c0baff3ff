import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBatchLines } from '../support/batch-lines.ts';
import { type Engine, monday, openLedgers, runAndList } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const people = ['ann@example.com', 'bob@example.com', 'cyd@example.com'];
const mailsFor = (smtpServer: TestSmtpServer, to: string): number =>
  smtpServer.received.filter((mail) => mail.recipients.includes(to)).length;

/** A place where a process is killed, and how many mails are uncertain then. */
type Kill = readonly [fault: string, uncertain: number];

const everyKill: readonly Kill[] = [
  ['after-claim:2', 0],
  ['gate-marked:2', 1],
  ['after-250:2', 1],
  ['after-commit:2', 0],
];

/** What depends on the engine; each engine has a test file of its own, so that they run side by side. */
export function killedOn(engine: Engine, kills: readonly Kill[] = everyKill): void {
  let ledgers: Awaited<ReturnType<typeof openLedgers>>;
  beforeAll(async () => {
    ledgers = await openLedgers(engine);
  });
  afterAll(() => ledgers.close());

  // Before the gate a killed process has sent nothing; at the gate and after the 250 only the server knows.
  test.each(kills)('killed with SIGKILL at %s and started again', async (fault, uncertain) => {
    const smtpServer = await openSmtpServer(acceptLogins);
    const bot = await ledgers.bot(smtpServer, people.slice(0, 2));
    const killed = await bot.run(['run', '--now', monday], { environment: { ANSWERSHARE_FAULT: fault } });
    expect(killed.signal).toBe('SIGKILL');
    const restart = ['run', '--now', '2026-11-23T08:05:00Z'];
    const code = uncertain === 0 ? 0 : 1;
    expect((await bot.run(restart)).code).toBe(code);
    const { results, ledger, exitCode } = await runAndList(bot, [restart]);
    expect([results[0]?.exitCode, exitCode]).toEqual([code, code]);
    const doubted = ledger.deliveries
      .filter((line) => line.state === 'uncertain')
      .map((line) => line.recipient);
    expect(doubted).toHaveLength(uncertain);
    for (const line of ledger.deliveries) {
      const mails = mailsFor(smtpServer, line.recipient);
      if (line.state === 'uncertain') expect(mails).toBe(fault.startsWith('gate') ? 0 : 1);
      else expect([line.state, mails]).toEqual(['sent', 1]);
    }
    await smtpServer.close();
  });

  test('an uncertain mail can be sent again with the same Message-ID, or settled', async () => {
    const smtpServer = await openSmtpServer(acceptLogins);
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    await bot.run(['run', '--now', monday], { environment: { ANSWERSHARE_FAULT: 'after-250:1' } });
    const { results, ledger } = await runAndList(bot, [['run', '--now', monday]]);
    expect(results[0]).toMatchObject({ exitCode: 1, output: expect.stringContaining('1 mail is uncertain') });
    const id = ledger.deliveries[0]?.id ?? '';
    const again = await runBatchLines(bot, [
      ['settle', id, '--as', 'ready'],
      ['run', '--now', monday],
    ]);
    expect(again.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const ids = smtpServer.received.map((mail) => mail.mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    const refused = await bot.run(['settle', id, '--as', 'sent']);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('There is no uncertain delivery with that id');
    await smtpServer.close();
  });

  test('a second process at the same time sends nothing twice', async () => {
    const server = new EventEmitter();
    const asked = once(server, 'asked');
    const answers = once(server, 'answers');
    const smtpServer = await openSmtpServer({
      ...acceptLogins,
      onRcptTo: (_address, _session, done) => {
        server.emit('asked');
        void answers.then(() => done());
      },
    });
    const bot = await ledgers.bot(smtpServer);
    const one = await bot.begin(['run', '--now', monday]);
    await asked;
    const two = await bot.begin(['run', '--now', monday]);
    if (engine === 'pglite') {
      const refused = await two.finished;
      expect(refused.code).toBe(1);
      expect(refused.err).toMatch(/is in use by process \d+\. Stop that process/);
    }
    server.emit('answers');
    expect((await one.finished).code).toBe(0);
    await two.finished;
    expect((await bot.run(['run', '--now', monday])).code).toBe(0);
    for (const to of people) expect(mailsFor(smtpServer, to)).toBe(1);
    await smtpServer.close();
  });
}

/** What depends on the mail server. */
export function onceOn(engine: Engine): void {
  let ledgers: Awaited<ReturnType<typeof openLedgers>>;
  beforeAll(async () => {
    ledgers = await openLedgers(engine);
  });
  afterAll(() => ledgers.close());

  test('run twice, one mail a person', async () => {
    const smtpServer = await openSmtpServer(acceptLogins);
    const bot = await ledgers.bot(smtpServer);
    expect((await bot.run(['run', '--now', monday])).code).toBe(0);
    const [again, asked] = await runBatchLines(bot, [
      ['run', '--now', '2026-11-23T08:01:00Z'],
      ['run', '--week', '2026-W47', '--now', monday],
    ]);
    expect(again).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^Nothing is due and nothing waits\.\nNext digest of weekly: /),
    });
    expect(asked?.exitCode).toBe(0);
    for (const to of people) expect(mailsFor(smtpServer, to)).toBe(1);
    await smtpServer.close();
  });

  test('all uncertain mails of a week are settled by one decision', async () => {
    const smtpServer: TestSmtpServer = await openSmtpServer({
      ...acceptLogins,
      onData(stream) {
        stream.resume();
        stream.on('end', () => smtpServer.drop());
      },
    });
    const bot = await ledgers.bot(smtpServer);
    const run = ['run', '--now', monday];
    const { ledger } = await runAndList(bot, [run, run, run]);
    expect(ledger.deliveries.map(({ state }) => state)).toEqual(['uncertain', 'uncertain', 'uncertain']);
    const settled = await runBatchLines(bot, [
      ['settle', '--all', '--as', 'sent'],
      ['settle', ledger.deliveries[0]?.id ?? '', '--all', '--week', '2026-W47', '--as', 'sent'],
      ['settle', '--all', '--week', '2026-W46', '--as', 'sent'],
      ['settle', '--all', '--week', '2026-W47', '--as', 'sent'],
      ['settle', '--all', '--week', '2026-W47', '--as', 'sent'],
      ['list'],
    ]);
    expect(settled.map(({ exitCode }) => exitCode)).toEqual([2, 2, 1, 0, 1, 0]);
    expect(settled[2]?.output).toContain('There is no uncertain delivery of week 2026-W46.');
    expect(settled[3]?.output.split('\n')).toEqual([
      ...people.map((to) => expect.stringMatching(`^[0-9a-f]{32} to ${to} is settled as sent\\.$`)),
      '3 mails of 2026-W47 settled.',
    ]);
    await smtpServer.close();
  });

  test('a refused mail is sent again when the operator wants it, and no uncertain one goes with it', async () => {
    let isCorrected = false;
    const sent: string[] = [];
    const smtpServer: TestSmtpServer = await openSmtpServer({
      ...acceptLogins,
      onRcptTo({ address }, _session, done) {
        if (isCorrected || address !== 'bob@example.com') done();
        else done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
      },
      onData(stream, { envelope }, done) {
        stream.resume();
        stream.on('end', () => {
          if (!isCorrected) return smtpServer.drop();
          sent.push(...envelope.rcptTo.map(({ address }) => address));
          done();
        });
      },
    });
    const bot = await ledgers.bot(smtpServer);
    const run = ['run', '--week', '2026-W47', '--now', monday];
    const { ledger, results } = await runAndList(bot, [run, run, run]);
    const find = (to: string): string =>
      ledger.deliveries.find(({ recipient }) => recipient === to)?.id ?? '';
    const bob = find('bob@example.com');
    const byId = `When the reason is gone, send it again with "answershare settle ${bob} --refused --as ready" and "answershare run".`;
    const byWeek =
      'When the reason is gone, send it again with "answershare settle --all --week 2026-W47 --refused --as ready" and "answershare run".';
    expect(results.some(({ output }) => output.includes(byId))).toBe(true);
    expect((await bot.run(run)).err).toContain(`1 mail of 2026-W47 is refused. ${byWeek}`);
    isCorrected = true;
    const again = await runBatchLines(bot, [
      ['list'],
      ['settle', find('ann@example.com'), '--refused', '--as', 'ready'],
      ['settle', bob, '--as', 'ready'],
      ['settle', bob, '--refused', '--as', 'sent'],
      ['settle', '--all', '--refused', '--week', '2026-W47', '--as', 'ready'],
      run,
    ]);
    expect(again.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 2, 0, 1]);
    expect(again[0]?.output).toContain(byWeek);
    expect(again[2]?.output).toContain('A refused or withdrawn one needs --refused.');
    expect(sent).toEqual(['bob@example.com']);
    const after = await runAndList(bot, [run]);
    expect(after.ledger.deliveries.map(({ recipient, state }) => [recipient, state])).toEqual([
      ['ann@example.com', 'uncertain'],
      ['bob@example.com', 'sent'],
      ['cyd@example.com', 'uncertain'],
    ]);
    expect((await bot.run(run)).err).not.toContain('refused');
    await smtpServer.close();
  });

  test('four mails at a time leave over four connections, one a person', async () => {
    const server = new EventEmitter();
    const bodies: (() => void)[] = [];
    let [connections, most, first] = [0, 0, true];
    const smtpServer = await openSmtpServer({
      ...acceptLogins,
      onConnect: (_session, done) => {
        connections += 1;
        done();
      },
      onRcptTo: (_address, _session, done) => {
        if (first) {
          first = false;
          done();
          return;
        }
        bodies.push(done);
        most = Math.max(most, bodies.length);
        // No mail of four goes on before the fourth is there.
        if (bodies.length === 4) server.emit('four');
      },
    });
    const letAllGo = (): void => {
      for (const go of bodies.splice(0)) go();
    };
    server.on('four', letAllGo);
    const crowd = Array.from({ length: 13 }, (_, at) => `p${at}@example.com`);
    const bot = await ledgers.bot(smtpServer, crowd);
    expect((await bot.run(['run', '--now', monday])).code).toBe(0);
    expect(crowd.map((to) => mailsFor(smtpServer, to))).toEqual(crowd.map(() => 1));
    expect({ connections, most }).toEqual({ connections: 4, most: 4 });
    await smtpServer.close();
  });

  test('a server that fails in the middle ends the pass, and the rest is sent later', async () => {
    let [bodies, open] = [0, true];
    const smtpServer = await openSmtpServer({
      ...acceptLogins,
      onMailFrom: (_address, _session, done) => {
        bodies += 1;
        const closed = Object.assign(new Error('closing for maintenance'), { responseCode: 421 });
        done(open && bodies > 5 ? closed : null);
      },
    });
    const crowd = Array.from({ length: 13 }, (_, at) => `p${at}@example.com`);
    const bot = await ledgers.bot(smtpServer, crowd);
    const { results, ledger } = await runAndList(bot, [['run', '--now', monday]]);
    expect(results[0]?.exitCode).toBe(1);
    const count = (state: string, attempts: number): number =>
      ledger.deliveries.filter((line) => line.state === state && line.attempts === attempts).length;
    expect([count('sent', 1), count('ready', 1), count('ready', 0)]).toEqual([5, 4, 4]);
    open = false;
    expect((await bot.run(['run', '--now', '2026-11-23T09:00:00Z'])).code).toBe(0);
    expect(crowd.map((to) => mailsFor(smtpServer, to))).toEqual(crowd.map(() => 1));
    await smtpServer.close();
  });

  test('a refused address is refused once and the others get their mail', async () => {
    const smtpServer = await openSmtpServer({
      ...acceptLogins,
      onRcptTo: (address, _session, done) => {
        const refusal = Object.assign(new Error('no such user'), { responseCode: 550 });
        done(address.address === 'bob@example.com' ? refusal : null);
      },
    });
    const bot = await ledgers.bot(smtpServer);
    const { results, ledger } = await runAndList(bot, [['run', '--now', monday]]);
    expect(results[0]?.exitCode).toBe(1);
    expect(results[0]?.output).toMatch(/bob@example.com refused: the server did not take the address: .*550/);
    expect(ledger.deliveries.map((line) => [line.recipient, line.state, line.smtpCode])).toEqual([
      ['ann@example.com', 'sent', 250],
      ['bob@example.com', 'refused', 550],
      ['cyd@example.com', 'sent', 250],
    ]);
    await smtpServer.close();
  });

  test('a temporary refusal, of the address or of the body, is tried again', async () => {
    const later = () => Object.assign(new Error('try later'), { responseCode: 451 });
    let address = 1;
    let body = 1;
    const smtpServer = await openSmtpServer({
      ...acceptLogins,
      onRcptTo: (_address, _session, done) => done(address-- > 0 ? later() : null),
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(body-- > 0 ? later() : null));
      },
    });
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    const run = ['run', '--now', monday];
    const first = await bot.run(run);
    expect(first.code).toBe(1);
    expect(first.out).toContain('ann@example.com not sent yet: the server did not take the address');
    const { results, ledger } = await runAndList(bot, [run, run]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 0]);
    expect(results[0]?.output).toContain('ann@example.com not sent yet: the server did not take the message');
    expect(ledger.deliveries).toMatchObject([{ state: 'sent', attempts: 3, smtpCode: 250 }]);
    await smtpServer.close();
  });

  test('a connection that drops after the body leaves an uncertain mail, not a second one', async () => {
    let bodies = 0;
    const smtpServer: TestSmtpServer = await openSmtpServer({
      ...acceptLogins,
      onData(stream) {
        stream.resume();
        stream.on('end', () => {
          bodies += 1;
          smtpServer.drop();
        });
      },
    });
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    expect((await bot.run(['run', '--now', monday])).code).toBe(1);
    const { results, ledger } = await runAndList(bot, [['run', '--now', monday]]);
    expect(results[0]?.exitCode).toBe(1);
    expect(ledger.deliveries).toMatchObject([{ state: 'uncertain', attempts: 1 }]);
    expect(ledger.deliveries[0]?.reason).toContain('after the message body was released');
    expect(bodies).toBe(1);
    await smtpServer.close();
  });

  test('no mail server: everything waits and is sent when it is back', async () => {
    const gone = await openSmtpServer(acceptLogins);
    const bot = await ledgers.bot(gone);
    await gone.close();
    const { results, ledger } = await runAndList(bot, [['run', '--now', monday]]);
    expect(results[0]?.exitCode).toBe(1);
    expect(results[0]?.output).toContain(
      `the mail server 127.0.0.1:${gone.port} refused the connection; check smtp.host and smtp.port`,
    );
    expect(ledger.deliveries.map((line) => line.state)).toEqual(['ready', 'ready', 'ready']);

    const back = await openSmtpServer(acceptLogins, gone.port);
    expect((await bot.run(['run', '--now', '2026-11-23T09:00:00Z'])).code).toBe(0);
    expect(people.map((to) => mailsFor(back, to))).toEqual([1, 1, 1]);
    await back.close();
  });
}
