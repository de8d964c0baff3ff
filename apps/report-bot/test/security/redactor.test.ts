import { describe, expect, test } from 'vitest';
import { createRedactor, hideEnvironment } from '../../src/system/redactor.ts';

const key = 'rs_live_0123456789abcdefghijABCDEFGHIJ+/';
const password = 'smtp/canary+pass"word&x';
const phrase = 'pässwort mit \\ und % 🔑';
/** Those of visible ASCII without the signs of escapes are looked for in a quick way first. */
const simple = [key, 'smtp/canary+pass"word', 'hunter2!'];
/** Of these the longest part without spaces is looked for first. */
const inParts = ['-----BEGIN KEY-----\nMIIE/canary+0123\nx41bcd==\n-----END KEY-----', 'pässwort mit 🔑'];
const secrets = [...simple, password, phrase];

const unit = (text: string): string[] =>
  [...Array(text.length).keys()].map((at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
const bytes = (text: string): string[] =>
  [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0'));

/** Ways in which one character is written. */
const characters: readonly ((character: string) => string)[] = [
  (one) => one,
  (one) => JSON.stringify(one).slice(1, -1),
  (one) =>
    unit(one)
      .map((code) => `\\u${code}`)
      .join(''),
  (one) =>
    unit(one)
      .map((code) => `\\\\u${code.toUpperCase()}`)
      .join(''),
  (one) =>
    bytes(one)
      .map((byte) => `%${byte}`)
      .join(''),
  (one) =>
    bytes(one)
      .map((byte) => `%25${byte.toUpperCase()}`)
      .join(''),
  (one) => `&#${one.codePointAt(0)};`,
  (one) => `&amp;#x${one.codePointAt(0)?.toString(16)};`,
  (one) => `\\${one}`,
];

/** Ways in which a whole secret is written. */
const wholes: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  'upper case': (secret) => secret.toUpperCase(),
  JSON: (secret) => JSON.stringify(secret),
  'JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
  'an address': (secret) => encodeURIComponent(secret),
  'an address in an address': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'a form': (secret) => new URLSearchParams({ secret }).toString().slice('secret='.length),
  HTML: (secret) => secret.replace(/&/g, '&amp;').replace(/"/g, '&quot;'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64 in JSON': (secret) => JSON.stringify(Buffer.from(secret).toString('base64')).replaceAll('/', '\\/'),
  'base64 in an address': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
  ...Object.fromEntries(
    ['', 'b', 'bo', 'bot'].map((user) => [
      `AUTH PLAIN of "${user}"`,
      (secret: string) => Buffer.from(`\0${user}\0${secret}`).toString('base64'),
    ]),
  ),
};

describe.each([
  ['of any signs', secrets],
  ['of visible ASCII', simple],
  ['of several parts', inParts],
])('a secret %s is taken out', (_kind, hidden) => {
  const redactor = createRedactor();
  for (const secret of hidden) redactor.hide(secret);

  test.each(Object.entries(wholes))('written as %s', (_name, write) => {
    for (const secret of hidden) {
      expect(redactor.redact(`before ${write(secret)} after`)).toMatch(
        /^before [\\"]*\[redacted\](%3D)*[\\"]* after$/,
      );
    }
  });

  test('of a writing that changes from character to character, in 2,000 mixtures', () => {
    let state = 1;
    const next = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const left = new Set<string>();
    for (let round = 0; round < 2_000; round += 1) {
      const secret = hidden[round % hidden.length] ?? '';
      const write = (one: string): string => (characters[next(characters.length)] ?? String)(one);
      const text = [...secret].map(write).join('');
      if (redactor.redact(`«${text}»`) !== '«[redacted]»') left.add(text);
    }
    expect([...left]).toEqual([]);
  });

  test('and a text of JSON stays JSON, with all else as it was', () => {
    for (const write of characters) {
      const written = [...(hidden.at(-1) ?? '')].map(write).join('');
      const text = JSON.stringify({
        a: `x\n${written}\t\\`,
        [written]: 1,
        b: ['\\', '"', 12345678901234567890n.toString()],
      });
      expect(JSON.parse(redactor.redact(text))).toEqual({
        a: expect.stringMatching(/^x\n\\*\[redacted\]\t\\$/),
        '[redacted]': 1,
        b: ['\\', '"', '12345678901234567890'],
      });
    }
  });
});

describe('other texts stay', () => {
  test.each([
    'hunter2',
    'rs_live_',
    'Set ANSWERSHARE_API_KEY=rs_live_ and go on.',
    Buffer.from('nothing of interest here').toString('base64'),
    '\\'.repeat(1_000),
  ])('%j', (text) => {
    expect(openedWith('hunter2!').redact(text)).toBe(text);
  });

  test('a short secret is a word of its own, and one of three characters is none', () => {
    expect(openedWith('test').redact('test latest test.')).toBe('[redacted] latest [redacted].');
    expect(openedWith('abc').redact('abc')).toBe('abc');
  });
});

test('the environment gives secrets by the names of variables and passwords of addresses', () => {
  const opened = createRedactor();
  hideEnvironment(opened, {
    MAIL_PASSPHRASE: 'correct horse',
    API_TOKEN: 'abcdefgh',
    DATABASE_URL: 'postgres://bot:p%40ss-canary@db.example/ledger',
    HOME: '/home/ann',
    KEY: 'short',
  });
  expect(opened.redact('correct horse, abcdefgh, p@ss-canary, p%40ss-canary, /home/ann, short')).toBe(
    '[redacted], [redacted], [redacted], [redacted], /home/ann, short',
  );
  expect(opened.redact('postgres://bot:p%40ss-canary@db.example/ledger')).toBe(
    'postgres://bot:[redacted]@db.example/ledger',
  );
});

function openedWith(secret: string): ReturnType<typeof createRedactor> {
  const opened = createRedactor();
  opened.hide(secret);
  return opened;
}
