import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '@answershare/browser';
import { startSandbox } from '@answershare/sandbox';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonReport } from '../../src/demo/report.ts';
import { type EndedDemo, expectCleanStop, runDemoProcess } from '../fixtures/demo-process.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

describe('demo --once --json', () => {
  let ended: EndedDemo;
  let report: JsonReport;

  beforeAll(async () => {
    ended = await runDemoProcess(['--once', '--json'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(ended.err).not.toContain('✗');
    expect(ended.code).toBe(0);
    report = JSON.parse(ended.out);
  });

  const value = (cell: string) => report.forms['1'].table.find((line) => line.cell === cell)?.value;

  test('shows the service’s own numbers in the workbook', async () => {
    const sandbox = await startSandbox({ form: 1, seed: 1, now: '2026-11-16T09:00:00Z' });
    try {
      const read = async (path: string, id: string): Promise<Record<string, number>> => {
        const headers = { Authorization: `Bearer ${sandbox.keys.live}` };
        const url = `${sandbox.baseUrl}/api/v1/${path}?websiteId=${id}`;
        return (await (await fetch(url, { headers })).json()) as Record<string, number>;
      };
      const [citations, shares, scores] = ['B4', 'C4', 'D4'].map(
        (address) => value(`Dashboard!${address}`) as (number | null)[][],
      );
      expect(citations).toHaveLength(sandbox.websites.length);
      for (const [row, { id, domain }] of sandbox.websites.entries()) {
        const isEmpty = domain === 'quillfield.example';
        const share = (await read('competitors', id)).shareOfVoice ?? Number.NaN;
        expect([domain, citations?.[row]]).toEqual([domain, [(await read('citations', id)).total]]);
        expect([domain, scores?.[row]]).toEqual([
          domain,
          [isEmpty ? null : (await read('authority', id)).score],
        ]);
        if (isEmpty) expect(shares?.[row]).toEqual([null]);
        else expect(shares?.[row]?.[0]).toBeCloseTo(share / 100, 9);
      }
    } finally {
      await sandbox.close();
    }
  });

  test('states what is missing, prints days as dates and no figure as null', () => {
    expect(value('Try it!C1')).toEqual({
      error: expect.stringMatching(/^\[not_found\] No website "nowhere\.example"/),
    });
    const history = value('Authority!G4') as (string | number)[][];
    expect(history).toHaveLength(1 + 9);
    expect([history[0], history[1], history.at(-1)]).toEqual([
      ['Date', 'Authority'],
      ['2026-09-21T00:00:00.000Z', 65],
      ['2026-11-16T00:00:00.000Z', 70],
    ]);
    expect(value('Authority!E5')).toBe(0);
  });

  test('prints the same for both Forms; Form 2 needs one more request, for the refused parameter name', () => {
    const { requests, ...shown } = report.forms['1'];
    expect(report.forms['2']).toEqual({ ...shown, requests: requests + 1 });
    // The list of websites and four answers about each of eight.
    expect(requests).toBe(1 + 4 * 8);
  });

  test('prints the week’s figures of every website', () => {
    const { subject, figures, requests, recipients } = report.digest;
    expect(subject).toContain('8 websites');
    expect(recipients).toEqual(['ann@example.com', 'bob@example.com']);
    expect(figures).toHaveLength(8);
    const shown = figures.find(({ website }) => website === 'northwind-outdoor.example');
    expect(shown?.authority.level).toBeGreaterThan(0);
    expect(shown?.shareOfVoice.level).toBeGreaterThan(0);
    expect(shown?.shareOfVoice.level).toBeLessThan(1);
    expect(shown?.shareOfVoice).toMatchObject({ verdict: 'clear', days: 7 });
    expect(shown?.shareOfVoice.change).toBeGreaterThan(1);
    expect(figures.find(({ website }) => website === 'quillfield.example')).toMatchObject({
      shareOfVoice: { level: null, change: null, verdict: 'none' },
      authority: { level: null, change: null, verdict: 'none' },
    });
    // 57 mornings of one list and three answers for each of the 8 websites, in 9 weeks a fourth; less what is known to be empty.
    expect(requests).toBeGreaterThan(57 * 8);
    expect(requests).toBeLessThanOrEqual(57 * (1 + 3 * 8) + 9 * 8 + 5);
  });

  test('prints figures that are the means of the service’s values on the week’s mornings', async () => {
    const sandbox = await startSandbox({ form: 2, seed: 1, now: '2026-11-09T05:30:00Z' });
    try {
      const read = async (endpoint: string, id: string): Promise<Record<string, number>> => {
        const headers = { Authorization: `Bearer ${sandbox.keys.enterprise}` };
        const url = `${sandbox.baseUrl}/api/v1/${endpoint}?website_id=${id}`;
        return (await (await fetch(url, { headers })).json()) as Record<string, number>;
      };
      const websites = sandbox.websites.filter(({ domain }) => domain !== 'quillfield.example');
      const sums = new Map(websites.map(({ domain }) => [domain, { score: 0, share: 0 }]));
      for (let day = 9; day <= 15; day++) {
        await sandbox.admin.setClock(`2026-11-${String(day).padStart(2, '0')}T05:30:00Z`);
        for (const { id, domain } of websites) {
          const sum = sums.get(domain);
          if (sum === undefined) continue;
          sum.score += (await read('authority', id)).score ?? Number.NaN;
          sum.share += (await read('competitors', id)).share_of_voice ?? Number.NaN;
        }
      }
      for (const [domain, { score, share }] of sums) {
        const figures = report.digest.figures.find(({ website }) => website === domain);
        expect(figures?.authority.level).toBeCloseTo(score / 7, 9);
        expect(figures?.shareOfVoice.level).toBeCloseTo(share / 700, 9);
      }
    } finally {
      await sandbox.close();
    }
  });

  test('writes each mail as .eml, .html, .txt and three pictures', () => {
    const kinds = report.files.map((file) => /\.com(.*)$/.exec(file)?.[1]).sort();
    const one = ['-375.png', '-640-dark.png', '-640.png', '.eml', '.html', '.txt'];
    expect(kinds).toEqual(one.flatMap((kind) => [kind, kind]));
    for (const file of report.files) expect(existsSync(resolve(root, file))).toBe(true);
  });

  test('makes the picture of a mail that the README shows', async () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(readme).toContain(`![A mail: ${report.digest.subject}](docs/pictures/mail.png)`);
    const mails = report.files.filter((path) => path.endsWith('.html'));
    const html = mails.map((path) => readFileSync(resolve(root, path), 'utf8'));
    const [headline = ''] = report.digest.subject.split(' · ');
    const english = html.find((text) => text.includes(headline));
    if (english === undefined) throw new Error('No mail shows the subject.');
    const browser = await startBrowser();
    const page = await browser.newPage({ viewport: { width: 640, height: 440 } });
    await page.setContent(english);
    const picture = await page.screenshot();
    await browser.close();
    const file = join(root, 'docs/pictures/mail.png');
    if (process.env.WRITE_PICTURES === '1') writeFileSync(file, picture);
    // Fonts differ from machine to machine: the format and the size are compared, not each dot.
    expect(readFileSync(file).subarray(0, 24)).toEqual(picture.subarray(0, 24));
  });

  test('prints and writes no key', async () => {
    const sandbox = await startSandbox({ form: 1, seed: 1 });
    const { keys } = sandbox;
    await sandbox.close();
    const texts = report.files
      .filter((file) => !file.endsWith('.png'))
      .map((file) => readFileSync(resolve(root, file), 'utf8'));
    for (const key of Object.values(keys))
      for (const text of [ended.out, ended.err, ...texts]) expect(text).not.toContain(key);
  });

  test('leaves nothing running', async () => {
    for (const url of Object.values(report.urls)) await expect(fetch(url)).rejects.toThrow();
  });
});

describe('demo', () => {
  test('closes everything when stopped after "✓ Emptying" by SIGTERM', () =>
    expectCleanStop('✓ Emptying', 'SIGTERM'));

  test('names the failed step and the remedy', async () => {
    const { code, out, err } = await runDemoProcess(['--once'], { CHROMIUM_PATH: '/nonexistent/chromium' });
    expect(code).toBe(1);
    expect(out).toContain('✗ Browser for the pictures');
    expect(err).toMatch(/No browser could be started .* set CHROMIUM_PATH/);
    expect(err).not.toContain('    at ');
  });

  test('refuses unknown arguments', async () => {
    expect(await runDemoProcess(['--onec'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Usage: demo'),
    });
  });
});
