import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDiskFull } from '../../src/system/errors.ts';
import type { Bot } from '../support/bot.ts';
import { monday, openLedgers, readList } from '../support/ledgers.ts';
import { acceptLogins, openSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

let ledgers: Awaited<ReturnType<typeof openLedgers>>;
let smtpServer: TestSmtpServer;
let bot: Bot;
beforeAll(async () => {
  ledgers = await openLedgers('pglite');
  smtpServer = await openSmtpServer(acceptLogins);
  bot = await ledgers.bot(smtpServer, ['ann@example.com']);
});
afterAll(async () => {
  await smtpServer.close();
  await ledgers.close();
});

/** In the environment of a process whose disk is full at these paths, or has another fault. */
const fullAt = (part: string, code = 'ENOSPC') => ({
  environment: {
    FULL_DISK: part,
    FULL_DISK_CODE: code,
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('../support/full-disk.mjs', import.meta.url))}`,
  },
});

describe('a full disk', () => {
  test.each(['list', 'run', 'start', 'snapshot'])(
    'is what %s says before any other advice, and sends and asks nothing',
    async (line) => {
      await ledgers.sandbox.admin.resetRequests();
      const ended = await bot.run([line, '--now', monday], fullAt('answershare-data'));
      expect(ended).toEqual({
        code: 1,
        signal: null,
        out: '',
        err: `The disk of the data folder ${join(bot.folder, 'answershare-data')} is full (0 MB are free, and 40 MB are needed). The folder is whole, and nothing was lost. Free some space and start again.\n`,
      });
      expect(smtpServer.received).toEqual([]);
      expect((await ledgers.sandbox.admin.requests()).total).toBe(0);
    },
  );

  test.each([
    [
      'without an inode',
      'inodes',
      /^The disk of the data folder .* is full \(it has no inode for a new file\)\./,
    ],
    [
      'that is read-only',
      'EROFS',
      /^The data folder .* cannot be written \(EROFS\)\. Its file system is read-only: mount it for writing, or set another store\.folder\.$/m,
    ],
  ])('is not taken for a folder in use: a file system %s', async (_name, code, words) => {
    const ended = await bot.run(['list', '--now', monday], fullAt('answershare-data', code));
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toMatch(words);
  });

  test('is reported for a new folder, which the next start creates', async () => {
    const fresh = ['list', '--config', 'answershare.yaml'];
    bot.settings(`${ledgers.text(smtpServer)}store: {folder: ./fresh}\n`);
    const ended = await bot.run(fresh, fullAt('fresh'));
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toContain('fresh is full (0 MB are free');
    expect((await bot.run(fresh)).code).toBe(0);
    bot.settings(ledgers.text(smtpServer, ['ann@example.com']));
  });

  test('is reported for an output file', async () => {
    mkdirSync(join(bot.folder, 'shown'), { recursive: true });
    const ended = await bot.run(['preview', '--now', monday, '--out', 'shown'], fullAt('shown'));
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toBe(
      'A disk is full (ENOSPC: no space left on device, write). What was finished is kept, and nothing was lost. Free some space and start again.\n',
    );
    expect(readdirSync(join(bot.folder, 'shown'))).toEqual([]);
  });

  test('leaves the folder whole: when there is room again, the mail goes out', async () => {
    expect((await bot.run(['run', '--now', monday])).code).toBe(0);
    expect(smtpServer.received).toHaveLength(1);
    const { ledger } = await readList(bot);
    expect(ledger.deliveries).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test.each<[string, object]>([
    ['Node.js', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
    [
      'SQLite',
      Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    ],
    [
      'PostgreSQL',
      Object.assign(new Error('could not extend file "base/5/16384": No space left on device'), {
        code: '53100',
      }),
    ],
  ])('is known by the words of %s', (_name, thrown) => {
    expect(isDiskFull(thrown)).toBe(true);
    expect(isDiskFull(new Error('deadlock detected'))).toBe(false);
  });
});
