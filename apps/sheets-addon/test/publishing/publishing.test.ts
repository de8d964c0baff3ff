import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAppsScript } from '@answershare/apps-script';
import { startSandbox } from '@answershare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { listObstacles } from '../../build/preconditions.ts';
import { openAddon } from '../support/local-addon.ts';

const project = JSON.stringify({ scriptId: 'a'.repeat(57), rootDir: 'dist' });
const ready = { project, loggedIn: true, serviceUrl: 'https://api.example.com' } as const;

/** A copy of the package without what a publisher has put there, such as `service.json`. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'answershare-package-'));
  const names = ['build', 'src', 'docs', 'i18n', 'build.ts', 'publish.ts', 'package.json'];
  for (const name of [...names, '.claspignore', '.clasp.json.example'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

function run(file: string, args: readonly string[] = [], variables: Readonly<Record<string, string>> = {}) {
  const { ANSWERSHARE_SERVICE_URL: _, ANSWERSHARE_SCHEDULE: __, ANSWERSHARE_MAIL: ___, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...env, ...variables },
  });
  return { status, out: stdout, err: stderr };
}

const publish = (...args: string[]) => run('publish.ts', args);

describe('all obstacles are listed at once', () => {
  test('of a push', () => {
    expect(listObstacles({ ...ready, command: 'push' })).toEqual([]);
    expect(listObstacles({ ...ready, command: 'push', serviceUrl: '' })).toEqual([]);
    expect(
      listObstacles({ command: 'push', project: '{"scriptId":"x"}', loggedIn: false, serviceUrl: '' }),
    ).toEqual([
      expect.stringMatching(/^\.clasp\.json has no script id: /),
      expect.stringMatching(/^\.clasp\.json must have "rootDir": "dist"/),
      expect.stringMatching(/^clasp is not logged in: /),
    ]);
    expect(listObstacles({ ...ready, command: 'push', project: '{' })).toEqual([
      '.clasp.json is no JSON: compare it with .clasp.json.example.',
    ]);
  });

  test('of a version for others', () => {
    expect(listObstacles({ ...ready, command: 'deploy' })).toEqual([]);
    expect(listObstacles({ ...ready, command: 'deploy', serviceUrl: 'http://127.0.0.1:4300' })).toEqual([
      expect.stringMatching(/^A version for others needs an https service address in the build/),
    ]);
  });
});

test('init writes both files from its arguments, and keeps the other settings', () => {
  writeFileSync(join(copy, 'service.json'), JSON.stringify({ mail: true }));
  const id = `1${'b'.repeat(56)}`;
  expect(publish('init')).toMatchObject({
    status: 1,
    err: expect.stringMatching(
      /^--script-id: it is missing, and there is no terminal.*\n--address: it is missing/,
    ),
  });
  expect(publish('init', '--script-id', 'short', '--address', 'http://api.example.com')).toMatchObject({
    status: 1,
    err: expect.stringMatching(/^--script-id: it has no script id.*\n--address: .*https/),
  });
  expect(readFileSync(join(copy, 'service.json'), 'utf8')).toBe('{"mail":true}');
  const editor = `https://script.google.com/home/projects/${id}/edit`;
  expect(publish('init', '--script-id', editor, '--address', 'https://api.example.com/')).toMatchObject({
    status: 0,
    out: expect.stringContaining('Next: npm run addon:login'),
  });
  const read = (name: string) => JSON.parse(readFileSync(join(copy, name), 'utf8'));
  expect(read('.clasp.json')).toEqual({ scriptId: id, rootDir: 'dist' });
  expect(read('service.json')).toEqual({ mail: true, serviceUrl: 'https://api.example.com' });
  expect(publish('check').out).toContain('Built for https://api.example.com');
  for (const name of ['.clasp.json', 'service.json']) rmSync(join(copy, name));
});

test('login passes an own client and asks for no browser', () => {
  expect(publish('login', '--creds', 'absent.json')).toMatchObject({
    status: 1,
    err: expect.stringMatching(/^There is no file .*absent\.json: create an OAuth client/),
  });
  const installed = { client_id: 'own-client', client_secret: 'x', redirect_uris: ['http://localhost'] };
  writeFileSync(join(copy, 'client.json'), JSON.stringify({ installed }));
  const { out } = run('publish.ts', ['login', '--no-localhost', '--creds', 'client.json'], {
    HOME: copy,
    INIT_CWD: copy,
  });
  expect(out).toContain('client_id=own-client');
  expect(out).toContain('cloud-platform');
});

test('check lists the files to push, without an account', () => {
  const { status, out } = publish('check');
  expect(out).toContain(
    'Files:     dist/Code.js, dist/Service.js, dist/appsscript.json, dist/sidebar.html\n',
  );
  expect(out).toContain(
    'Scopes:    spreadsheets.currentonly, script.container.ui, script.external_request, script.scriptapp\n',
  );
  expect(out).toContain('May fetch: ');
  for (const file of ['Code.js', 'Service.js', 'appsscript.json', 'sidebar.html']) {
    expect(out).toContain(`dist/${file}`);
  }
  expect(status).toBe(0);
});

test('deploy without an account pushes nothing and names what is missing', () => {
  const { status, err } = publish('deploy');
  expect(status).toBe(1);
  expect(err.trim().split('\n').length).toBeGreaterThanOrEqual(2);
  expect(err).toContain('clasp is not logged in');
  expect(publish('send')).toMatchObject({
    status: 2,
    err: 'There is no command "send". Use init, login, build, check, push or deploy.\n',
  });
});

test('a service.json and the environment change what is pushed, and not what demo and tests run', async () => {
  const readFiles = (folder: string): string[] =>
    ['appsscript.json', 'Code.js', 'Service.js'].map((name) =>
      readFileSync(join(copy, folder, name), 'utf8'),
    );
  expect(run('build.ts')).toMatchObject({ status: 0, err: '' });
  const without = readFiles('dist-local');
  const address = 'https://api.pushed.example';
  writeFileSync(join(copy, 'service.json'), JSON.stringify({ serviceUrl: address, schedule: false }));
  expect(publish('build')).toMatchObject({ status: 0, out: `Built dist/ for ${address}.\n` });
  expect(run('build.ts', [], { ANSWERSHARE_SERVICE_URL: address, ANSWERSHARE_MAIL: 'yes' })).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^Built dist-local\/ without a service address/),
  });
  rmSync(join(copy, 'service.json'));
  expect(readFiles('dist').filter((text) => text.includes(address))).toHaveLength(2);
  expect(readFiles('dist-local')).toEqual(without);
  await using addon = openAddon(
    await startSandbox({ form: 1, seed: 1 }),
    await startAppsScript({ folder: join(copy, 'dist-local'), threads: 1 }),
  );
  expect(await addon.connect(addon.sandbox.keys.live)).toMatchObject({ ok: true });
});
