import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot, Finished } from '../support/bot.ts';
import { engines, monday, openLedgers } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer } from '../support/smtp-server.ts';

const later = (seconds: number): string => new Date(Date.parse(monday) + seconds * 1000).toISOString();

/** What `status` prints once it contains this text. */
async function readStatusWith(bot: Bot, text: string): Promise<Finished> {
  let last: Finished | null = null;
  const print = async (): Promise<string> => {
    last = await bot.run(['status', '--now', later(5)]);
    return last.out + last.err;
  };
  await expect.poll(print, { timeout: 90_000 }).toContain(text);
  return last ?? (await bot.run(['status']));
}

describe.each(engines)('status of a running bot on %s', (engine) => {
  let ledgers: Awaited<ReturnType<typeof openLedgers>>;
  beforeAll(async () => {
    ledgers = await openLedgers(engine);
  });
  afterAll(() => ledgers.close());

  test('states what is late, why, since when and the next try, and exits 1; afterwards that it was stopped', async () => {
    const smtpServer = await openSmtpServer();
    await smtpServer.close();
    const bot = await ledgers.bot(smtpServer);
    expect(await bot.run(['status'])).toMatchObject({ code: 1, err: expect.stringContaining('has not run') });
    const running = await bot.begin(['start', '--now', monday]);
    const late = await readStatusWith(bot, 'since 09:00');
    expect(late.code).toBe(1);
    expect(late.out).toMatch(
      /^weekly W47: due 09:00, 0 of 3 sent, since 09:00:\d\d the mail server \S+ refused the connection; .*, next try 09:0[12]$/m,
    );
    expect(late.out).toMatch(/^ {2}late: weekly 2026-W47 has 0 of 3 sent: .* Run "answershare check"\.$/m);
    expect((await bot.run(['status', '--live', '--now', later(60)])).code).toBe(0);
    const json = JSON.parse((await bot.run(['status', '--json', '--now', later(60)])).out);
    expect(json).toMatchObject({
      state: 'running',
      pid: running.child.pid,
      stale: null,
      schedules: [{ week: '2026-W47', due: monday, mails: { all: 3, sent: 0, open: 3 } }],
      problems: [{ cause: 'late', subject: 'weekly 2026-W47', since: monday }],
    });
    if (engine === 'pglite') {
      const file = join(bot.folder, 'answershare-data/status.json');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file, 'utf8')).not.toContain(ledgers.sandbox.keys.live);
    }
    const old = await bot.run(['status', '--live', '--max-age', '2m', '--now', later(600)]);
    expect(old).toMatchObject({ code: 1, out: expect.stringMatching(/last tick was \d+ minutes ago/) });
    running.child.kill('SIGTERM');
    expect((await running.finished).code).toBe(0);
    expect(await bot.run(['status', '--live', '--now', later(5)])).toMatchObject({
      code: 1,
      out: expect.stringContaining('was stopped'),
    });
  });

  test('exits 0 once everything is sent, and 1 for an uncertain mail with the command that settles it', async () => {
    const smtpServer = await openSmtpServer(acceptLogins);
    const bot = await ledgers.bot(smtpServer, ['ann@example.com']);
    const running = await bot.begin(['start', '--now', monday]);
    const sent = await readStatusWith(bot, '1 of 1 sent');
    expect(sent).toMatchObject({ code: 0, err: '' });
    expect(sent.out).toMatch(
      /^weekly W47: due 09:00, 1 of 1 sent; next Mon 30 Nov 2026 09:00 Europe\/Berlin/m,
    );
    running.child.kill('SIGKILL');
    await once(running.child, 'exit');
    await bot.inStore(({ db }) =>
      db.updateTable('delivery').set({ state: 'uncertain', reason: 'it hung' }).execute(),
    );
    await bot.release();
    const again = await bot.begin(['start', '--now', monday]);
    const uncertain = await readStatusWith(bot, '1 uncertain');
    expect(uncertain.code).toBe(1);
    expect(uncertain.out).toContain(
      '  uncertain: weekly 2026-W47: 1 mail uncertain (it hung). Run "answershare settle --all --week 2026-W47 --as sent".',
    );
    again.child.kill('SIGTERM');
    await again.finished;
    await smtpServer.close();
  });
});
