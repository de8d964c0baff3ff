import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { root } from '../../build/build-addon.ts';
import { listObstacles } from '../../build/preconditions.ts';

const project = JSON.stringify({ scriptId: 'a'.repeat(57), rootDir: 'dist' });
const ready = { project, loggedIn: true, serviceUrl: 'https://api.example.com' } as const;

function publish(...args: string[]): { status: number | null; out: string; err: string } {
  const env = { ...process.env, ANSWERSHARE_SERVICE_URL: '', ANSWERSHARE_SCHEDULE: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['publish.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env,
  });
  return { status, out: stdout, err: stderr };
}

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
    err: 'There is no command "send". Use login, check, push or deploy.\n',
  });
});
