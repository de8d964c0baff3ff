import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBatchLines } from '../support/batch-lines.ts';
import { type Bot, type Finished, newBot } from '../support/bot.ts';

let bot: Bot;
beforeAll(() => {
  bot = newBot({});
});
afterAll(() => bot.remove());

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(bot.folder, name);
  writeFileSync(path, content);
  return path;
};
const json = ({ out }: Finished): Record<string, unknown> => JSON.parse(out) as Record<string, unknown>;

const body =
  '{"data":{"total":7,"engines":[{"engine":"ChatGPT","count":5},{"engine":"perplexity","count":2}],"asOf":1}}';
const value = {
  total: 7,
  byEngine: [
    { engine: 'chatgpt', count: 5 },
    { engine: 'perplexity', count: 2 },
  ],
};

describe('read', () => {
  test('shows in words where each field was found, how sure that is and what was left', async () => {
    const { code, out, err } = await bot.run(['read', 'citations', file('body.json', body)]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^citations from \S+body\.json: read\n {2}recipe: provisional\n/);
    expect(out).toMatch(/total +<- \/data\/total count\n/);
    expect(out).toMatch(/Values:\n {2}total: 7\n/);
  });

  test('gives the same in JSON from a file, from standard input, with a byte order mark and in UTF-16', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body, 'utf16le')]);
    const finished = await Promise.all([
      bot.run(['read', 'citations', '--json', file('plain.json', body)]),
      bot.run(['read', 'citations', '--json', '-'], { input: body }),
      bot.run(['read', 'citations', '--json'], { input: `\ufeff${body}\n` }),
      bot.run(['read', 'citations', '--json', file('wide.json', utf16)]),
    ]);
    for (const one of finished) {
      expect(one.code).toBe(0);
      expect(json(one)).toMatchObject({
        kind: 'citations',
        bodies: [{ ok: true, value, trace: { status: 'provisional' } }],
        drafts: [],
      });
    }
  });

  const strange = '{"blob":{"zeta":[{"day":"2026-11-01","n":5},{"day":"2026-11-02","n":6}]}}';
  const recipe = (at: string, count: string): object => ({
    v: 1,
    kind: 'analytics',
    lists: { days: [{ at, fields: { date: `${at}/day date`, visitors: `${at}/n ${count}` } }] },
  });

  test('reads by the recipe of a file, else by that of the settings, and reports a faulty one', async () => {
    const body = file('strange.json', strange);
    const given = (name: string, value: unknown): string => file(name, JSON.stringify(value));
    const good = given('good.json', recipe('/blob/zeta/*', 'count'));
    const lost = given('lost.json', { service: { recipes: { analytics: recipe('/blob/eta/*', 'count') } } });
    const wrong = given('wrong.json', recipe('/blob/zeta/*', 'counted'));
    bot.settings(
      `service:\n  url: http://127.0.0.1:1\n  key: $\{ANSWERSHARE_API_KEY}\n  recipes: good.json\n`,
    );
    writeFileSync(join(bot.folder, '.env'), 'ANSWERSHARE_API_KEY=rs_live_0123456789abcdef\n');
    const results = await runBatchLines(bot, [
      ['read', 'analytics', '--json', '--recipe', good, body],
      ['read', 'analytics', '--json', body],
      ['read', 'analytics', '--recipe', lost, body],
      ['read', 'analytics', '--recipe', wrong, body],
      ['read', 'citations', '--recipe', good, body],
    ]);
    rmSync(join(bot.folder, 'answershare.yaml'));
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 3, 2, 2]);
    for (const { output } of results.slice(0, 2))
      expect(JSON.parse(output)).toMatchObject({
        bodies: [
          {
            ok: true,
            value: { days: [{ date: '2026-11-01', visitors: 5 }, { visitors: 6 }] },
            trace: { status: 'configured', fields: { visitors: { pointer: '/blob/zeta/*/n' } } },
          },
        ],
      });
    expect(results[2]?.output).toContain('no longer fits its recipe at /blob: ');
    expect(results[3]?.output).toMatch(/wrong\.json:1 {2}analytics\.lists\.days\[0\]\.fields\.visitors "/);
    expect(results[4]?.output).toContain('has no recipe of citations');
  });

  test('inspects several bodies together, and prints the ranked drafts where they are unclear', async () => {
    const small = file('small.json', '{"sov":0.6,"competitors":[{"name":"Rival","share":0.3}]}');
    const large = file('large.json', '{"sov":41.2,"competitors":[{"name":"Rival","share":58.8}]}');
    const [both, one] = await runBatchLines(bot, [
      ['read', 'competitors', '--json', small, large],
      ['read', 'competitors', small],
    ]);
    expect([both?.exitCode, one?.exitCode]).toEqual([0, 3]);
    const { bodies } = JSON.parse(both?.output ?? '') as { bodies: { value: { shareOfVoice: number } }[] };
    expect(bodies.map(({ value }) => value.shareOfVoice)).toEqual([0.006, 0.412]);
    expect(one?.output).toMatch(/^competitors from \S+small\.json: refused\n {2}reason: /);
    expect(one?.output).toContain('\nDraft 2:\n  assumes: shareOfVoice at /sov is in per cent');
  });

  test('reads a body of 2 MB, and refuses a longer one with that limit', async () => {
    const item = { engine: 'ChatGPT', url: `https://example.com/${'x'.repeat(400)}`, date: '2026-11-21' };
    const text = (count: number): string =>
      JSON.stringify({ total: count, citations: Array.from({ length: count }, () => item) });
    expect(text(4_100).length).toBeGreaterThan(1_900_000);
    const finished = await bot.run(['read', 'citations', file('big.json', text(4_100))]);
    expect(finished).toMatchObject({ code: 0, err: '' });
    expect(finished.out).toContain('items: 4100');
    expect(finished.out).toContain('and 4097 more');
    const refused = await bot.run(['read', 'citations', file('bigger.json', text(4_400))]);
    expect(refused).toMatchObject({ code: 3, err: '' });
    expect(refused.out).toContain('reason: This is a body of more than 2,000,000 bytes.');
  });

  test('refuses with 3 and the reason what cannot be read', async () => {
    const refused: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
      ['nothing of it', '{"a":1}', /no figure/],
      ['a page', '<html></html>', /HTML page/],
      ['broken off', '{"total":1', /breaks off/],
      ['empty', '', /empty/],
      ['nested', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nests deeper than 64 levels/],
      ['bytes', Buffer.from([0xc3, 0x28, 0xff]), /not text in UTF-8/],
    ];
    const lines = refused.flatMap(([name, content]) => {
      const path = file(`${name}.json`, content);
      return [
        ['read', 'citations', '--json', path],
        ['read', 'citations', path],
      ];
    });
    const results = await runBatchLines(bot, lines);
    refused.forEach(([name, , words], at) => {
      const [asJson, inWords] = results.slice(2 * at);
      expect([asJson?.exitCode, inWords?.exitCode], name).toEqual([3, 3]);
      const { bodies } = JSON.parse(asJson?.output ?? '') as { bodies: { ok: boolean; reason: string }[] };
      const { ok, reason = '' } = bodies[0] ?? {};
      expect(ok, name).toBe(false);
      expect(reason, name).toMatch(words);
      expect(inWords?.output, name).toContain(`refused\n  reason: ${reason}`);
    });
  });

  test('reports an invalid command line, and exits 2', async () => {
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [
        ['read', 'citatoins', '-'],
        /There is no such endpoint; did you mean "citations"\? There is websites, analytics/,
      ],
      [['read', 'zzz', '-'], /There is no such endpoint\. There is websites/],
      [['read', 'citations', 'no-such.json'], /no-such\.json cannot be read: it does not exist/],
      [['read', 'citations', '.'], /it is not a regular file/],
      [['read', 'citations', '-'], /Standard input holds the batch itself/],
      [['read'], /^Missing required argument 'kind'\./],
    ];
    const results = await runBatchLines(
      bot,
      wrong.map(([words]) => words),
    );
    wrong.forEach(([, words], at) => {
      expect(results[at]).toMatchObject({ exitCode: 2, output: expect.stringMatching(words) });
    });
  });
});
