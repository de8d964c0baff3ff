/** Numbers in [0, 1), the same for each seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Chance {
  /** A whole number from 0 to below `most`. */
  below(most: number): number;
  of<T>(choices: readonly T[]): T;
}

const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  ' ',
  '\\u0000',
  '\\ud83d',
  '\\udc00x',
  'data',
  'days',
  'date',
  'visitors',
  'citations',
  'by_engine',
  'engine',
  'count',
  'total',
  'score',
  'components',
  'competitors',
  'share_of_voice',
  'websites',
  'id',
  'domain',
];
const oddValues = [
  '1e999',
  '-1e999',
  '1e-999',
  '-0',
  '9007199254740993',
  '0.1e-400',
  '12345678901234567890123',
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '"\\u0000"',
  '"\\ud83d"',
  '"2026-11-01"',
  '"41.2%"',
  '"chatgpt"',
  '"<script>"',
  '{"__proto__":{"a":1}}',
  '[[],[{}]]',
  '7',
];

const name = ({ of, below }: Chance): string =>
  below(3) > 0 ? `"${of(oddNames)}"` : `"name ${below(100_000)}"`;
const value = ({ of, below }: Chance): string => (below(4) > 0 ? of(oddValues) : String(below(1_000_000)));

/** As many entries as come to a size. */
function filled(size: number, separator: string, entry: (at: number) => string): string {
  const entries: string[] = [];
  for (let length = 0, at = 0; length < size; at++) {
    const next = entry(at);
    entries.push(next);
    length += next.length + 1;
  }
  return entries.join(separator);
}

const day = (at: number): string => new Date(Date.UTC(2000, 0, 1) + (at % 9_000) * 86_400_000).toISOString();

type Kind = (size: number, chance: Chance, honest: readonly string[]) => string;

const kinds: Readonly<Record<string, Kind>> = {
  nesting: (size, { of }) => {
    const [open, close] = of([
      ['[', ']'],
      ['{"data":', '}'],
      ['[{"days":', '}]'],
    ] as const);
    const levels = Math.ceil(size / (open.length + close.length));
    return open.repeat(levels) + of(['1', '[]', '']) + close.repeat(levels);
  },
  names: (size, chance) => {
    const rest = chance.of([
      '1',
      '{"count":1,"share":0.1}',
      '[1]',
      '"x"',
      '{"date":"2026-11-01","visitors":2}',
    ]);
    return `{"${chance.of(['by_engine', 'days', 'competitors', 'components', 'x'])}":{${filled(size, ',', (at) => `"n${at}":${rest}`)}}}`;
  },
  fewNames: (size, chance) => {
    const [most, rest] = [1 + chance.below(990), value(chance)];
    const holder = chance.of(['by_engine', 'days', 'competitors', 'components', 'websites']);
    return `{"${holder}":{${filled(Math.min(size, most * 20), ',', (at) => `"n${at % most}":${rest}`)}}}`;
  },
  list: (size, chance) => {
    const entry = chance.of(['1', '{}', '[]', 'null', '""', '[1,2]', '{"date":"2026-11-01","visitors":1}']);
    return `{"${chance.of(oddNames)}":[${filled(size, ',', () => entry)}]}`;
  },
  rows: (size, chance) => {
    const columns = Array.from({ length: 1 + chance.below(8) }, () => name(chance));
    const varied = chance.below(2) === 0;
    const row = (at: number): string =>
      `{${columns.map((column) => `${column}:${varied ? value(chance) : at}`).join(',')},"date":"${day(at).slice(0, 10)}"}`;
    return `{"${chance.of(['data', 'days', 'citations', 'competitors', 'websites', 'x'])}":[${filled(size, ',', row)}]}`;
  },
  feeds: (size, chance) => {
    const list = chance.of([
      (at: number) => `{"engine":"e${at % 700}","count":${at}}`,
      (at: number) => `{"name":"n${at}","share":0.0001,"mentions":${at}}`,
      (at: number) => `{"id":"w${at}","domain":"${at}.example"}`,
      (at: number) => `{"name":"c${at}","score":1,"weight":0.1}`,
      (at: number) => `{"date":"${day(at).slice(0, 10)}","visitors":${at},"citations":1}`,
    ]);
    return `{"share_of_voice":0.2,"score":50,"${chance.of(['data', 'engines', 'competitors', 'websites', 'components', 'days'])}":[${filled(Math.min(size, 300_000), ',', list)}]}`;
  },
  text: (size, chance) => {
    const piece = chance.of([
      'x',
      '9',
      '1,',
      '\\\\',
      '\\"',
      '\\u0000',
      '\\ud83d',
      '%5a',
      '&amp;',
      ' ',
      '2026-11-01 ',
      'ü',
      '😀',
    ]);
    return `{${name(chance)}:"${piece.repeat(Math.ceil(size / piece.length))}"}`;
  },
  twice: (size, chance) => `{${filled(size, ',', () => `${name(chance)}:${value(chance)}`)}}`,
  garbage: (size, chance) => {
    const start = chance.of(['', '\ufeff', '<html>', '{"a":', '[', '"', '{"a":1}}', 'null', '\u0000']);
    return start + chance.of([' ', '{', '"', '\\', '0', '\u0000', '\ud800']).repeat(size);
  },
  mutated: (_size, chance, honest) => {
    let text = chance.of(honest);
    for (let changes = 1 + chance.below(6); changes > 0; changes--) {
      const tokens = [...text.slice(0, 200_000).matchAll(/"[^"\\]*"|-?\d+(?:\.\d+)?|null|true|false/g)];
      const token = chance.of(tokens);
      const end = token.index + token[0].length;
      const others = [value(chance), value(chance), `[${token[0]}]`, `{"value":${token[0]}}`];
      const other = /^\s*:/.test(text.slice(end, end + 2)) ? name(chance) : chance.of(others);
      text = text.slice(0, token.index) + other + text.slice(end);
    }
    return chance.below(10) === 0 ? text.slice(0, chance.below(text.length)) : text;
  },
};

export const hostileKinds: readonly string[] = Object.keys(kinds);

/**
 * The body of a number: its kind by turns, its size at random up to `most` characters, small ones as likely as large ones.
 * @param honest bodies that mutations start from
 */
export function hostileBody(
  serial: number,
  most: number,
  honest: readonly string[],
): { readonly kind: string; readonly text: string } {
  const number = numbersFrom(serial);
  const chance: Chance = {
    below: (limit) => Math.floor(number() * limit),
    of: (choices) => choices[Math.floor(number() * choices.length)] as (typeof choices)[number],
  };
  const kind = hostileKinds[serial % hostileKinds.length] ?? '';
  const size = Math.ceil(10 ** (1 + number() * (Math.log10(most) - 1)));
  return { kind, text: (kinds[kind] as Kind)(size, chance, honest) };
}
