import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkSettings, type Settings } from '../../src/settings/settings.ts';
import { batched } from '../rig/batched.ts';
import { type Bot, newBot } from '../rig/bot.ts';

let sandbox: RunningSandbox;
let bot: Bot;

/** A service whose own share stands apart from its competitors, so that nobody can be sure whose it is. */
beforeEach(async () => {
  sandbox = await startSandbox({ form: 2, seed: 7, quirks: { envelope: 'data-meta' } });
  bot = newBot({ ANSWERSHARE_API_KEY: sandbox.keys.live });
});
afterEach(async () => {
  bot.remove();
  await sandbox.close();
});

const toPaste = (out: string): string => out.slice(out.indexOf('For the settings file:\n') + 23);

/** What a person does who looked at the draft and agrees. */
const finished = (pasted: string): string =>
  pasted.replace(/^ {2}# A draft .*\n/m, '').replace(/^ {2}# /gm, '  ');

const settingsOf = (text: string): Settings =>
  checkSettings('answershare.yaml', text, { ANSWERSHARE_API_KEY: sandbox.keys.live });

describe('a body that was refused is read once its mapping stands in the settings', () => {
  test('doctor proposes it, the snapshot follows it, and only what was refused is asked again', async () => {
    const first = await bot.run(['doctor', '--url', sandbox.baseUrl]);
    expect(first.code).toBe(1);
    expect(first.out).toMatch(/^ {2}FAIL competitors 200: a share of voice stands at /m);
    bot.settings(toPaste(first.out));
    const snapshot = ['snapshot', '--json', '--now', '2026-11-21T06:00:00Z'];
    const [checked, before] = await batched(bot, [['check'], snapshot]);
    expect(checked?.output).toMatch(/^ok {4}settings: [\s\S]*^ok {4}service: .*8 websites$/m);
    const failures = (JSON.parse(before?.output ?? '') as { failures: { endpoint: string }[] }).failures;
    expect(failures.map(({ endpoint }) => endpoint)).toEqual(Array(8).fill('competitors'));

    bot.settings(finished(toPaste(first.out)));
    const [again, second] = await batched(bot, [snapshot, ['doctor']]);
    expect(JSON.parse(again?.output ?? '')).toMatchObject({
      answers: 8,
      kept: 17,
      requests: 8,
      failures: [],
    });
    expect([again?.exitCode, second?.exitCode]).toEqual([0, 0]);
    const told = second?.output ?? '';
    expect(told).toMatch(/^ {2}ok {3}competitors 200: share of voice 0\.\d+, 4 competitors$/m);
    expect(told).toContain('shareOfVoice         <- /meta/share_of_voice (user)');
    expect(`${toPaste(told)}\n`).toBe(finished(toPaste(first.out)).replace(/^ +# .*\n/gm, ''));
  });

  test('a mapping that leads nowhere is kept in what doctor prints, with what is wrong with it', async () => {
    const wrong = `service:
  url: ${sandbox.baseUrl}
  key: $\{ANSWERSHARE_API_KEY}
  form: 2
  plan: growth
  mappings:
    competitors:
      rows: /rivals/*
      fields:
        competitors.name: /name
      shareUnit: percent
    authority:
      fields:
        score: /data/score
      scale: 100
`.replace('$\\{', '${');
    bot.settings(wrong);
    const { code, out } = await bot.run(['doctor']);
    expect(code).toBe(1);
    expect(out).toContain('FAIL competitors 200: the mapping is wrong: rows: /rivals/* matches nothing');
    expect(out).toMatch(/ok {3}authority 200: score \d+ of 100, 0 components/);
    expect(toPaste(out)).toBe(wrong);
  });
});

describe('doctor --offline', () => {
  test('proposes lines that are in order as they stand and once finished', async () => {
    const website = sandbox.websites[0]?.id ?? '';
    const kept = await bot.run([
      ...['call', 'competitors', '--website', website, '--form', '2'],
      ...['--url', sandbox.baseUrl, '--json'],
    ]);
    writeFileSync(join(bot.folder, 'kept.json'), kept.out);
    const pasted = toPaste((await bot.run(['doctor', '--offline', 'kept.json'])).out);
    expect(settingsOf(pasted).service).toMatchObject({ url: sandbox.baseUrl });
    expect(settingsOf(pasted).service).not.toHaveProperty('mappings');
    expect(settingsOf(finished(pasted)).service.mappings).toEqual({
      competitors: {
        rows: '/data/*',
        fields: {
          shareOfVoice: '/meta/share_of_voice',
          'competitors.name': '/name',
          'competitors.share': '/share_of_voice',
          'competitors.mentions': '/mentions',
          'competitors.domain': '/domain',
        },
      },
    });
  });

  test('proposes lines that hold names of any kind', async () => {
    const strange = (name: string): unknown => ({
      'list: "of"\n  form: 9': [{ [name]: 'ChatGPT', [`${name}url`]: 'a.example/x' }],
    });
    const bodies: [endpoint: string, body: unknown][] = [
      ['citations', strange('# engine: x\n- ')],
      ['analytics', { '* &${A}': [{ 'fecha: "${B}"': '2026-11-20', '\u2028visitors\n': 'x' }] }],
      ['competitors', { nothing: { here: true } }],
    ];
    const answers = bodies.map(([endpoint, body]) => ({ endpoint, status: 200, body }));
    writeFileSync(join(bot.folder, 'strange.json'), JSON.stringify(answers));
    const { out } = await bot.run(['doctor', '--offline', 'strange.json', '--json']);
    const { mappings } = JSON.parse(out) as { mappings: { endpoint: string; mapping: object }[] };
    expect(mappings.map(({ endpoint }) => endpoint)).toEqual(['citations', 'analytics', 'competitors']);
    const pasted = toPaste((await bot.run(['doctor', '--offline', 'strange.json'])).out);
    expect(settingsOf(pasted).service).toEqual({
      url: 'https://api.example.com',
      key: sandbox.keys.live,
      form: 'auto',
    });
    const proposed = mappings.slice(0, 2);
    const whole = finished(pasted.slice(0, pasted.indexOf('  #   competitors:')));
    expect(settingsOf(whole).service.mappings).toEqual(
      Object.fromEntries(proposed.map(({ endpoint, mapping }) => [endpoint, mapping])),
    );
    expect(() => settingsOf(finished(pasted))).toThrow(/service\.mappings\.competitors\.fields must be/);
  });
});
