import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batched } from '../rig/batched.ts';
import { type Bot, type Finished, newBot } from '../rig/bot.ts';

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
  '{"data":{"total":7,"engines":[{"engine":"ChatGPT","count":"5"},{"engine":"perplexity","count":2}],"asOf":1}}';
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
    expect(out).toMatch(/^citations from \S+body\.json: read\n {2}path .+, confidence [\d.]+\n/);
    expect(out).toMatch(/total +<- \/data\/total \(\w+\)/);
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
        ok: true,
        kind: 'citations',
        value,
        trace: { confidence: expect.any(Number) },
      });
      expect(one.out).toBe(finished[0]?.out);
    }
  });

  test('follows a mapping, and says everything that is wrong with one', async () => {
    const strange = file(
      'strange.json',
      '{"blob":{"zeta":[{"day":"2026-11-01","n":5},{"day":"2026-11-02","n":6}]}}',
    );
    const mapping = (name: string, value: unknown): string => file(name, JSON.stringify(value));
    const good = mapping('good.json', { rows: '/blob/zeta/*', fields: { date: '/day', visitors: '/n' } });
    const lost = mapping('lost.json', { rows: '/blob/eta/*', fields: { date: '/dat', visitors: '/n' } });
    const wrong = mapping('wrong.json', { rows: 7, shareUnit: 'parts', colour: 1 });
    const told = await batched(bot, [
      ['read', 'analytics', '--json', '--mapping', good, strange],
      ['read', 'analytics', '--mapping', lost, strange],
      ['read', 'analytics', '--mapping', wrong, strange],
      ['read', 'analytics', '--mapping', '-', '-'],
    ]);
    expect(told.map(({ exitCode }) => exitCode)).toEqual([0, 3, 2, 2]);
    expect(JSON.parse(told[0]?.output ?? '')).toMatchObject({
      ok: true,
      value: {
        days: [
          { date: '2026-11-01', visitors: 5 },
          { date: '2026-11-02', visitors: 6 },
        ],
      },
      trace: { fields: { visitors: { pointer: '/blob/zeta/*/n', provenance: 'user' } } },
    });
    expect(told[1]?.output).toContain('/blob/eta/* matches nothing');
    const lines = (told[2]?.output ?? '').split('\n').slice(1);
    expect(lines).toEqual([
      '  rows: must be a JSON Pointer in quotes, such as "/data/*"',
      '  fields: is missing; add it.',
      '  shareUnit: "parts" is not allowed; write one of percent, fraction.',
      '  the whole: has "colour", which is not known here; take it away.',
    ]);
    expect(told[3]?.output).toContain('not both');
  });

  test('gives for a refused body a mapping to start from, which reads it once it is right', async () => {
    const body = file(
      'foreign.json',
      '{"saida":{"blob":[{"fecha":"2026-11-01","n":5},{"fecha":"2026-11-02","n":6}]}}',
    );
    const [inWords, asJson] = await batched(bot, [
      ['read', 'analytics', body],
      ['read', 'analytics', '--json', body],
    ]);
    expect(inWords?.output).toContain('A mapping for analytics to start from');
    const { draft } = JSON.parse(asJson?.output ?? '') as {
      draft: { mapping: { rows: string }; comment: string[] };
    };
    expect(draft.comment.length).toBeGreaterThan(0);
    expect(draft.mapping.rows).toBe('/saida/blob/*');
    const finished = { rows: draft.mapping.rows, fields: { date: '/fecha', visitors: '/n' } };
    const mapping = file('finished.json', JSON.stringify(finished));
    const read = await bot.run(['read', 'analytics', '--json', '--mapping', mapping, body]);
    expect(json(read)).toMatchObject({ ok: true, value: { days: [{ visitors: 5 }, { visitors: 6 }] } });
  });

  test('tells where numbers stand in a body in which no name is known', async () => {
    const path = file('unknown.json', '{"x":{"y":72,"z":"blue","w":"1,5"}}');
    const { code, out } = await bot.run(['read', 'authority', path]);
    expect(code).toBe(3);
    expect(out).toMatch(
      /no field is named like authority; these hold numbers:\n +\/x\/y: 72\n +\/x\/w: "1,5"\n$/,
    );
    expect(out).not.toContain('nothing in the body');
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
      ['nothing of it', '{"a":1}', /found|no /],
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
    const told = await batched(bot, lines);
    refused.forEach(([name, , words], at) => {
      const [asJson, inWords] = told.slice(2 * at);
      expect([asJson?.exitCode, inWords?.exitCode], name).toEqual([3, 3]);
      const { ok, kind, reason, trace } = JSON.parse(asJson?.output ?? '') as Record<string, unknown>;
      expect({ ok, kind }, name).toEqual({ ok: false, kind: 'citations' });
      expect(reason, name).toMatch(words);
      expect(trace, name).toHaveProperty('confidence');
      expect(inWords?.output, name).toContain(`refused\n  reason: ${reason}`);
    });
  });

  test('says what is wrong with a command line, ending with 2', async () => {
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [
        ['read', 'citatoins', '-'],
        /There is no such endpoint; did you mean "citations"\? There is websites, analytics/,
      ],
      [['read', 'zzz', '-'], /There is no such endpoint\. There is websites/],
      [['read', 'citations', 'no-such.json'], /no-such\.json cannot be read: there is no such file/],
      [['read', 'citations', '.'], /it is a folder/],
      [['read', 'citations', '-'], /Standard input holds the batch itself/],
      [['read'], /^Missing required argument 'kind'\./],
    ];
    const told = await batched(
      bot,
      wrong.map(([words]) => words),
    );
    wrong.forEach(([, words], at) => {
      expect(told[at]).toMatchObject({ exitCode: 2, output: expect.stringMatching(words) });
    });
  });
});
