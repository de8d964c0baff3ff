import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { suppress } from '../../src/store/suppression-list.ts';
import { engines, openLedgers } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

const at = (day: number, time = '08:00:00'): readonly string[] => ['--now', `2026-11-${day}T${time}Z`];

describe.each(engines)('a suppressed address on %s', (engine) => {
  let ledgers: Awaited<ReturnType<typeof openLedgers>>;
  let smtpServer: TestSmtpServer;
  let refusal: string | null = null;
  let onRecipient: (address: string) => Promise<unknown> = async () => null;
  let isBusy = false;
  beforeAll(async () => {
    ledgers = await openLedgers(engine);
    smtpServer = await openSmtpServer({
      ...acceptLogins,
      onMailFrom: (_address, _session, done) =>
        done(isBusy ? Object.assign(new Error('try again'), { responseCode: 451 }) : null),
      onRcptTo: ({ address }, _session, done) => {
        const error = refusal === null || address !== 'bob@example.com' ? null : new Error(refusal);
        onRecipient(address).then(() => done(error && Object.assign(error, { responseCode: 550 })), done);
      },
    });
  });
  beforeEach(() => {
    [refusal, isBusy, onRecipient] = [null, false, async () => null];
    smtpServer.received.length = 0;
  });
  afterAll(async () => {
    await smtpServer.close();
    await ledgers.close();
  });
  const listReached = (): readonly string[] =>
    smtpServer.received.flatMap(({ recipients }) => recipients).sort();

  it('gets no mail, in any spelling, and `list` says why; a frozen mail of it is withdrawn', async () => {
    const bot = await ledgers.bot(smtpServer, ['ann@example.com', 'bob@example.com', 'cyd@example.com']);
    const list = async () => JSON.parse((await bot.run(['list', '--json', ...at(23)])).out);
    const added = await bot.run(['suppressions', 'add', '<ANN@Example.com>', ...at(23)]);
    expect([added.code, added.out]).toEqual([0, 'ANN@Example.com gets no more mails.\n']);
    expect((await bot.run(['run', '--dry-run', ...at(23)])).out).not.toContain('ann@example.com');
    isBusy = true;
    isBusy = true;
    await bot.run(['run', ...at(23)]);
    isBusy = false;
    const reason = 'the address is suppressed: by hand on 2026-11-23 (command)';
    expect((await list()).withheld).toEqual([
      { schedule: 'weekly', week: '2026-W47', recipient: 'ann@example.com', reason },
    ]);
    const complained = ['--reason', 'complained', ...at(23)];
    await bot.run(['suppressions', 'add', 'bob@example.com', ...complained]);
    const url = bot.environment.DATABASE_URL;
    // By another process, while its mail is on the way; a folder has one process.
    const other = url === undefined ? null : await openStore({ url });
    onRecipient = async (address) => {
      if (other !== null && address === 'cyd@example.com')
        await suppress(other.db, address, 'unsubscribed', 'one-click', Date.parse('2026-11-23T07:00:00Z'));
    };
    if (other === null)
      await bot.run([
        'suppressions',
        'add',
        'cyd@example.com',
        '--reason',
        'unsubscribed',
        ...at(23, '07:00:00'),
      ]);
    const { out } = await bot.run(['run', '--week', '2026-W47', ...at(23, '08:30:00')]);
    expect(out).toContain('bob@example.com withdrawn: the address is suppressed: complained on 2026-11-23');
    expect(out).toContain('cyd@example.com withdrawn: the address is suppressed: unsubscribed on 2026-11-23');
    expect(listReached()).toEqual([]);
    await other?.close();
    const { code, out: listed } = await bot.run(['suppressions', 'list', ...at(23)]);
    expect([code, listed.split('\n')]).toEqual([
      0,
      [
        `cyd@example.com: unsubscribed on 2026-11-23 (${other === null ? 'command' : 'one-click'})`,
        'ANN@Example.com: by hand on 2026-11-23 (command)',
        'bob@example.com: complained on 2026-11-23 (command)',
        '',
      ],
    ]);
    await bot.run(['suppressions', 'remove', 'ann@example.com', ...at(23)]);
    onRecipient = async () => null;
    await bot.run(['run', '--week', '2026-W47', ...at(23, '09:30:00')]);
    expect(listReached()).toEqual(['ann@example.com']);
    expect((await list()).withheld).toEqual([]);
    expect((await bot.run(['suppressions', 'add', 'no address'])).code).toBe(2);
  });

  it('is one that refused two mails in a row, unless one arrived between them or a policy refused', async () => {
    const bot = await ledgers.bot(smtpServer, ['ann@example.com', 'bob@example.com']);
    const week = async (day: number, words: string | null) => {
      refusal = words;
      await bot.run(['snapshot', ...at(day - 2)]);
      return (await bot.run(['run', ...at(day)])).out;
    };
    expect(await week(23, '5.1.1 no such user')).not.toContain('in a row');
    const [refused] = JSON.parse(
      (await bot.run(['list', '--state', 'refused', '--json', ...at(23)])).out,
    ).deliveries;
    const again = async (words: string | null) => {
      refusal = words;
      await bot.run(['settle', refused.id, '--refused', '--as', 'ready', ...at(23)]);
      return (await bot.run(['run', ...at(23)])).out;
    };
    expect(await again('5.7.1 relay access denied')).not.toContain('in a row');
    expect(await again('5.1.1 no such user')).toContain(
      'it is the second refusal in a row, so the address gets no more mails; "answershare suppressions remove bob@example.com" changes that',
    );
    expect((await bot.run(['suppressions', 'list', '--json', ...at(23)])).out).toBe(
      '{"suppressions":[{"address":"bob@example.com","reason":"bounced","source":"mail server","at":"2026-11-23T08:00:00Z"}]}\n',
    );
    await bot.run(['suppressions', 'remove', 'bob@example.com', ...at(23)]);
    expect(await again('5.1.1 no such user')).not.toContain('in a row');
    await again(null);
    expect(listReached()).toEqual(['ann@example.com', 'bob@example.com']);
    expect(await week(30, '5.1.1 no such user')).toContain('bob@example.com refused');
    expect((await bot.run(['suppressions', 'list', ...at(30)])).out).toBe('No address is suppressed.\n');
  });
});
