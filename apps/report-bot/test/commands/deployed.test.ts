import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bot, command, newBot } from '../support/bot.ts';
import { formatSettings } from '../support/settings-text.ts';

let folder: string;
let bot: Bot;
const key = { ANSWERSHARE_API_KEY: 'rs_test_0123456789abcdef', SMTP_PASSWORD: 'smtp-canary-password' };

/** A copy of `dist` on a machine that has neither the packages nor the mail's template. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'answershare-dist-'));
  const dist = dirname(command);
  cpSync(dist, folder, { recursive: true, filter: (path) => path !== join(dist, 'mail') });
  bot = newBot(key, join(folder, 'answershare.mjs'));
  bot.settings(formatSettings({ url: 'http://127.0.0.1:1', smtpPort: 1 }));
});
afterAll(async () => {
  await bot.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('where only a part of the command was copied', () => {
  test('a missing package is named, with the version to install, and is no fault of the data', async () => {
    const { code, out, err } = await bot.run(['list']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const installed = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(installed, 'utf8')) as { version: string };
    expect(err).toContain(`"npm install @electric-sql/pglite@${version}"`);
    expect(err).toContain('Nothing is wrong with the data in ');
    expect(err).not.toContain('does not open');
  });

  test.each(['start', 'run --dry-run', 'run'])(
    '%s reports a missing template before any work',
    async (line) => {
      const { code, out, err } = await bot.run(line.split(' '));
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^The mail template is not built: there is no \S+mail\.js\. /);
    },
  );

  test('check reports a missing template', async () => {
    const { code, out } = await bot.run(['check']);
    expect(code).toBe(1);
    expect(out).toContain('FAIL  template: The mail template is not built: there is no ');
  });

  test('check reports a missing renderer of charts', async () => {
    cpSync(join(dirname(command), 'mail'), join(folder, 'mail'), { recursive: true });
    const { code, out } = await bot.run(['check']);
    expect(code).toBe(1);
    expect(out).toContain(
      'FAIL  template: The package @resvg/resvg-js, which draws the charts of mails, cannot be loaded (MODULE_NOT_FOUND).',
    );
  });
});

test('an older Node.js gets one sentence, before any module that it cannot link', async () => {
  const old = 'Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.19.5"}})';
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(old)}`;
  const { code, out, err } = await bot.run(['list'], { environment: { NODE_OPTIONS } });
  expect([code, out]).toEqual([2, '']);
  expect(err).toBe('answershare needs Node.js 22.18 or newer; this is 20.19.5.\n');
  const entry = readFileSync(command, 'utf8');
  const imported = [...entry.matchAll(/^(?:import|} from) .*?"(\.[^"]+)";$/gm)].map(([, path = '']) =>
    readFileSync(join(dirname(command), path), 'utf8'),
  );
  for (const text of [entry, ...imported])
    expect([...text.matchAll(/from ['"](node:[^'"]+)['"]/g)].map(([, name]) => name)).toEqual([
      'node:module',
    ]);
});
