import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Bot, newBot } from '../support/bot.ts';

let sandbox: RunningSandbox;
let bot: Bot;
beforeEach(async () => {
  sandbox = await startSandbox({ form: 2, seed: 7, quirks: { envelope: 'data-meta' } });
  bot = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.live });
});
afterEach(async () => {
  await bot.remove();
  await sandbox.close();
});

const file = (name: string, content: unknown): string => {
  const path = join(bot.folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

const percent = { sov: 41.2, competitors: [{ name: 'Rival', share: 58.8 }] };
const small = { sov: 0.6, competitors: [{ name: 'Rival', share: 0.3 }] };

describe('recognise', () => {
  test('reads several bodies by one recipe, which it prints for the settings file', async () => {
    const { code, out } = await bot.run([
      'recognise',
      'competitors',
      file('1.json', percent),
      file('2.json', small),
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/^competitors: clear\. Compare the figures with your dashboard\.\n/);
    expect(out).toMatch(/2\.json:\n {4}shareOfVoice: 0\.006\n/);
    expect(out).toContain('          shareOfVoice: /sov percent\n');
  });

  test('drafts each unit where one body does not show it, and ends with 3', async () => {
    const { code, out } = await bot.run(['recognise', 'competitors', file('2.json', small), '--json']);
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      clear: false,
      drafts: [
        {
          assumes: expect.arrayContaining([
            expect.stringContaining('shareOfVoice at /sov is a fraction of 1'),
          ]),
        },
        { assumes: expect.arrayContaining([expect.stringContaining('shareOfVoice at /sov is in per cent')]) },
      ],
    });
  });

  test('names a file that is no body', async () => {
    const { code, err } = await bot.run([
      'recognise',
      'competitors',
      file('1.json', percent),
      join(bot.folder, 'none.json'),
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/it does not exist/);
  });
});

describe('a recipe in the settings', () => {
  const settings = (recipe: string): string =>
    [
      'service:',
      `  url: ${sandbox.baseUrl}`,
      '  key: $' + '{ANSWERSHARE_API_KEY}',
      '  form: 2',
      recipe,
      '',
    ].join('\n');
  const snapshot = ['snapshot', '--json', '--now', '2026-11-21T06:00:00Z'];
  const failures = (out: string): { endpoint: string; reason: string }[] =>
    (JSON.parse(out) as { failures: { endpoint: string; reason: string }[] }).failures;

  test('that recognise printed reads the bodies of all websites', async () => {
    const ids = JSON.parse((await bot.run(['call', 'websites', '--url', sandbox.baseUrl, '--raw'])).out) as {
      data: { id: string }[];
    };
    const kept: string[] = [];
    for (const [index, { id }] of ids.data.slice(0, 3).entries()) {
      const { out } = await bot.run([
        'call',
        'competitors',
        '--url',
        sandbox.baseUrl,
        '--form',
        '2',
        '--website',
        id,
        '--json',
      ]);
      kept.push(file(`${index}.json`, JSON.parse(out)));
    }
    const { code, out } = await bot.run(['recognise', 'competitors', ...kept]);
    expect(code).toBe(0);
    const recipe = out.slice(out.indexOf('    recipes:')).replace(/^ {2}/gm, '');
    bot.settings(settings(recipe));
    const taken = await bot.run(snapshot);
    expect(failures(taken.out)).toEqual([]);
    expect(JSON.parse(taken.out)).toMatchObject({ answers: 33 });
  });

  test('that no longer fits is refused with its pointer', async () => {
    bot.settings(
      settings('  recipes: { authority: { v: 1, kind: authority, whole: { score: /data/rating number } } }'),
    );
    const { out } = await bot.run(snapshot);
    const reasons = failures(out).filter(({ endpoint }) => endpoint === 'authority');
    expect(reasons).toHaveLength(8);
    expect(reasons[0]?.reason).toContain(
      'it no longer fits its recipe at /data: number at /data/rating is expected, and there is an object',
    );
  });

  test('that is wrong by itself is a complaint with all else', async () => {
    bot.settings(
      settings(
        '  recipes: { authority: { v: 1, kind: authority, whole: { scor: /a number, scale: a number } } }',
      ),
    );
    const { code, err } = await bot.run(['check']);
    expect(code).not.toBe(0);
    expect(err).toMatch(/whole\.scor "\/a number" is for no field; use score, scale/);
    expect(err).toMatch(/"a number" is not a pointer with a codec/);
  });
});
