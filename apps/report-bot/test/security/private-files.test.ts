import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Bot, command, newBot } from '../support/bot.ts';
import { formatSettings } from '../support/settings-text.ts';

const now = '2026-11-18T06:00:00Z';
let sandbox: RunningSandbox;
let bot: Bot;
let data: string;

beforeAll(async () => {
  sandbox = await startSandbox({ form: 2, now });
});
afterAll(() => sandbox.close());

beforeEach(() => {
  bot = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.live, SMTP_PASSWORD: 'smtp-canary-password' });
  onTestFinished(() => bot.remove());
  const websites = [sandbox.websites[0]?.id ?? ''];
  bot.settings(formatSettings({ url: sandbox.baseUrl, smtpPort: 1, websites }));
  data = join(bot.folder, 'answershare-data');
});

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

describe('what the bot writes', () => {
  test('is for its owner alone, whatever the umask and the modes before', async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    mkdirSync(data, { mode: 0o777 });
    writeFileSync(join(data, 'lock'), '', { mode: 0o666 });
    expect((await bot.run(['snapshot', '--now', now])).code).toBe(0);
    expect((await bot.run(['preview', '--out', 'deep/preview', '--now', '2026-11-23T08:00:00Z'])).code).toBe(
      0,
    );
    expect((await bot.run(['init', '--config', 'other.yaml'])).code).toBe(0);
    const folders = [
      data,
      join(data, 'database'),
      join(bot.folder, 'deep'),
      join(bot.folder, 'deep/preview'),
    ];
    for (const folder of folders) expect(modeOf(folder), folder).toBe('700');
    const previews = readdirSync(join(bot.folder, 'deep/preview')).map((name) => `deep/preview/${name}`);
    expect(previews).toHaveLength(4);
    const files = ['other.yaml', '.env.example', 'answershare.schema.json', ...previews];
    for (const file of [...files, 'answershare-data/lock', 'answershare-data/pid'])
      expect(modeOf(join(bot.folder, file)), file).toBe('600');
  });

  test('never goes through a link that somebody put there', async () => {
    const victim = join(bot.folder, 'victim');
    const bait = (...links: string[]): void => {
      writeFileSync(victim, 'untouched', { mode: 0o644 });
      for (const link of links) {
        mkdirSync(dirname(join(bot.folder, link)), { recursive: true });
        symlinkSync(victim, join(bot.folder, link));
      }
    };
    const week = 'weekly-2026-W47';
    bait(
      'preview/index.html',
      `preview/${week}.html`,
      `preview/${week}.txt`,
      `preview/${week}.eml`,
      'answershare.schema.json',
      'answershare-data/pid',
    );
    expect((await bot.run(['snapshot', '--now', now])).code).toBe(0);
    expect((await bot.run(['preview', '--out', 'preview', '--now', '2026-11-23T08:00:00Z'])).code).toBe(0);
    expect((await bot.run(['init', '--config', 'other.yaml'])).code).toBe(0);
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(modeOf(victim)).toBe('644');
    for (const name of readdirSync(join(bot.folder, 'preview')))
      expect(lstatSync(join(bot.folder, 'preview', name)).isFile(), name).toBe(true);
  });

  test.each([
    ['a link', (lock: string) => symlinkSync('../victim', lock)],
    ['a link to nothing', (lock: string) => symlinkSync('../nothing', lock)],
    ['a folder', (lock: string) => mkdirSync(lock)],
    ['a pipe', (lock: string) => execFileSync('mkfifo', [lock])],
  ])('%s in the place of the lock is refused', async (_name, plant) => {
    const victim = join(bot.folder, 'victim');
    writeFileSync(victim, 'untouched');
    mkdirSync(data);
    plant(join(data, 'lock'));
    const { code, err } = await bot.run(['list']);
    expect(code).toBe(1);
    expect(err).toMatch(/^The data folder \S+ cannot be written \(\S+lock is not a regular file\)\./);
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(existsSync(join(bot.folder, 'nothing'))).toBe(false);
  });
});

test('the lock of a data folder names a process that lives, and no other text in its place', async () => {
  const holder = await bot.begin(['start', '--now', now]);
  onTestFinished(async () => {
    holder.child.kill('SIGKILL');
    await holder.finished;
  });
  await holder.says('Started with');
  for (const [kept, named] of [
    [`${process.pid}`, `process ${process.pid}`],
    ['4194303', 'another process'],
    ['rs_live_0123456789abcdef', 'another process'],
    ['0', 'another process'],
  ]) {
    writeFileSync(join(data, 'pid'), `${kept}`);
    const { code, err } = await bot.run(['run']);
    expect(code).toBe(1);
    expect(err).toContain(`is in use by ${named}. Stop that process`);
  }
});

test('the command that is shipped has no place where a variable kills it', () => {
  const dist = dirname(command);
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dist, name))
    .filter((path) => /\.(mjs|map)$/.test(path) && statSync(path).isFile());
  expect(files.length).toBeGreaterThan(2);
  for (const path of files) expect(readFileSync(path, 'utf8')).not.toMatch(/ANSWERSHARE_FAULT|SIGKILL/);
});

describe('a secret taken from a file', () => {
  const secret = 'file-canary-password';
  const withFile = (path: string): void =>
    bot.settings(
      formatSettings({ url: sandbox.baseUrl, smtpPort: 1 }).replace(
        '$' + '{SMTP_PASSWORD}',
        `$\{file:${path}}`,
      ),
    );

  test.each([
    ['a folder', 'is not a regular file', (path: string) => mkdirSync(path)],
    ['a pipe', 'is not a regular file', (path: string) => execFileSync('mkfifo', [path])],
    ['a link to a device', 'is not a regular file', (path: string) => symlinkSync('/dev/zero', path)],
    ['a link to itself', 'is a link that leads back to itself', (path: string) => symlinkSync(path, path)],
    [
      'a file of more than 64 KB',
      'is longer than 64 KB',
      (path: string) => writeFileSync(path, 'x'.repeat(65_537)),
    ],
    [
      'a file of bytes',
      'is not text in UTF-8',
      (path: string) => writeFileSync(path, Buffer.from([0xff, 0x00])),
    ],
    ['no file', 'does not exist', () => undefined],
  ])('%s is refused with a sentence', async (_name, why, plant) => {
    plant(join(bot.folder, 'secret.txt'));
    withFile('./secret.txt');
    const listed = await bot.run(['list']);
    expect(listed.code).toBe(2);
    expect(listed.err).toContain(
      `smtp.password names the file ./secret.txt, which ${why}; name a regular file of at most 64 KB that holds the value alone.`,
    );
    writeFileSync(join(bot.folder, 'capture.json'), '{"headers":{},"body":""}');
    const diagnosed = await bot.run(['webhook', 'diagnose', 'capture.json', '--secret-file', 'secret.txt']);
    expect([diagnosed.code, diagnosed.err]).toEqual([
      2,
      `The secret's file secret.txt ${why}. Name another with --secret-file.\n`,
    ]);
  });

  test('may be a link to a regular file of 64 KB, as Kubernetes mounts it', async () => {
    mkdirSync(join(bot.folder, '..data'));
    writeFileSync(join(bot.folder, '..data/password'), `${secret}${' '.repeat(65_536 - secret.length)}`);
    symlinkSync('..data/password', join(bot.folder, 'password'));
    withFile('password');
    expect((await bot.run(['list'])).code).toBe(0);
    chmodSync(join(bot.folder, '..data/password'), 0o400);
    expect(bot.transcript.join('')).not.toContain(secret);
  });
});

describe('a pipe in the place of a file that the bot reads', () => {
  const plant = (name: string): void => void execFileSync('mkfifo', [join(bot.folder, name)]);

  test.each(['--version', '--help'])(
    'as .env and as settings does not hold %s up, which reads neither',
    async (option) => {
      rmSync(join(bot.folder, 'answershare.yaml'));
      for (const name of ['.env', 'answershare.yaml']) plant(name);
      // A process of its own: a read that blocks would block this one too.
      const { finished } = await bot.begin([option]);
      expect(await finished).toMatchObject({ code: 0, err: '' });
    },
  );

  test.each([
    ['.env', ['check'], 2, 'The file .env is not a regular file; '],
    [
      'settings.yaml',
      ['list', '--config', 'settings.yaml'],
      2,
      'The settings file settings.yaml is not a regular file. ',
    ],
    [
      'body.json',
      ['read', 'citations', 'body.json'],
      2,
      'body.json cannot be read: it is not a regular file. ',
    ],
    ['recipe.yaml', ['read', 'citations', '--recipe', 'recipe.yaml'], 2, 'is not a regular file; '],
  ])('%s is one sentence', async (name, args, code, sentence) => {
    plant(name);
    const { finished } = await bot.begin(args);
    const ended = await finished;
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(sentence);
  });

  test.each([
    ['logo', 'pipe.png', 'schedules[0].mail.logo "pipe.png" is not a regular file.'],
    ['template', 'mail', 'schedules[0].mail.template "mail" has a html.hbs that is not a regular file.'],
  ])('as a %s is a fault of the settings', async (key, name, sentence) => {
    if (key === 'template') mkdirSync(join(bot.folder, name));
    plant(key === 'template' ? 'mail/html.hbs' : name);
    bot.settings(`${formatSettings({ url: sandbox.baseUrl, smtpPort: 1 })}\n    mail: {${key}: ${name}}\n`);
    const { finished } = await bot.begin(['list']);
    expect((await finished).err).toContain(sentence);
  });
});

const sharedFiles: readonly (readonly [string, (path: string) => void])[] = [
  ['of mode 0666', (path) => chmodSync(path, 0o666)],
  // Only root can give a file away.
  ...(process.getuid?.() === 0
    ? [['of another user', (path: string) => chownSync(path, 4_000_000, 4_000_000)] as const]
    : []),
];

test.each(sharedFiles)('a .env %s is named once, and used', async (_name, give) => {
  const path = join(bot.folder, '.env');
  writeFileSync(path, 'UNUSED=1\n', { mode: 0o600 });
  const list = { input: 'list\nlist\n' };
  expect((await bot.run(['batch'], list)).err).not.toContain('.env');
  give(path);
  const { code, err } = await bot.run(['batch'], list);
  expect(code).toBe(0);
  expect(err.split('Other users of this machine may change the file .env')).toHaveLength(2);
});
