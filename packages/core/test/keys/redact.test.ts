import { describe, expect, it } from 'vitest';
import { createHiddenKey, redact } from '../../src/keys/redact.ts';

const key = 'rs_live_Zq9/Xw8yTr7uSp6o';
const { inText, inJson } = createHiddenKey(key);
const hex = (character: string): string => character.charCodeAt(0).toString(16);
const each = (write: (character: string) => string): string => [...key].map(write).join('');
const percent = each((one) => `%${hex(one)}`);

/** How a service may write the key inside a string of JSON. */
const writings: readonly (readonly [name: string, written: string])[] = [
  ['as it is', key],
  ['without its prefix', key.slice('rs_live_'.length)],
  ['with one escape', key.replace('Z', '\\u005a')],
  ['with an escape in capitals', key.replace('Z', '\\u005A')],
  ['with an escaped slash', key.replace('/', '\\/')],
  ['with all characters escaped', each((one) => `\\u00${hex(one)}`)],
  ['percent-encoded where it has to be', encodeURIComponent(key)],
  ['percent-encoded in full', percent],
  ['percent-encoded twice', percent.replace(/%/g, '%25')],
  ['percent-encoded by escapes', percent.replace(/%/g, '\\u0025')],
  ['as character references', each((one) => `&#${one.charCodeAt(0)};`)],
  ['as hexadecimal references', each((one) => `&#x${hex(one)};`)],
  ['as references of a page inside a page', each((one) => `&amp;#x${hex(one)};`)],
  ['as JSON inside JSON', key.replace('Z', '\\\\u005a')],
  ['mixed', `rs%5Flive_\\u005aq9\\/X&#119;8yTr7uSp6o`],
];

it('hides the secret of a key of the gateway without its name', () => {
  const hidden = createHiddenKey('rs_live_gw_client-a.Zq9_Xw8yTr7uSp6oZq9');
  expect(hidden.inText('client-a sent Zq9_Xw8yTr7uSp6oZq9')).toBe('client-a sent [redacted]');
});

describe.each(writings)('a key written %s', (_name, written) => {
  it.each([
    ['a value', `{"n":12345678901234567890,"k":"${written}","u":"a%20b \\u00fc"}`, 'k'],
    ['a part of a value', `{"n":12345678901234567890,"k":"got ${written}.","u":"a%20b \\u00fc"}`, 'k'],
  ])('is removed from %s, and every other byte stays', (_place, text, field) => {
    const clean = inJson(text);
    expect(clean).toContain('"n":12345678901234567890,');
    expect(clean).toContain('"u":"a%20b \\u00fc"');
    expect((JSON.parse(clean) as Record<string, string>)[field]).toContain('[redacted]');
    expect(clean).not.toContain('Xw8yTr7uSp6o');
  });

  it('is removed from the name of a field', () => {
    const clean = JSON.parse(inJson(`[{"${written}":7}]`)) as readonly Record<string, number>[];
    expect(Object.values(clean[0] ?? {})).toEqual([7]);
    expect(Object.keys(clean[0] ?? {}).join()).toContain('[redacted]');
  });

  it('is removed from an HTML page and from truncated JSON', () => {
    expect(inText(`<p title='${written}'>no</p>`)).not.toContain('Xw8yTr7uSp6o');
    expect(inText(`<p title='${written}'>no</p>`)).toContain('[redacted]');
    expect(inText(inJson(`{"k":"${written}`))).toContain('[redacted]');
  });
});

it('a text without the key stays unchanged', () => {
  for (const text of ['', '{"a":"100%25 \\u0041 &amp; \\\\"}', `{"a":"rs_live_Zq9"}`, '<a href="?q=%5a">'])
    expect([inText(text), inJson(text)]).toEqual([text, text]);
});

it('a short key is redacted only with its prefix', () => {
  expect(createHiddenKey('rs_test_word').inText('a word, rs_test_word')).toBe('a word, [redacted]');
});

it.each([
  ['backslashes', `{"a":"${'\\\\'.repeat(900_000)}"}`],
  ['percent signs', `{"a":"${'%25'.repeat(600_000)}"}`],
  ['references', `{"a":"${'&amp;'.repeat(400_000)}"}`],
  ['an open string of backslashes', `{"a":"${'\\'.repeat(1_900_001)}`],
  ['strings with an escape each', `[${'"\\u0041",'.repeat(200_000)}1]`],
])('a body of 2 MB of %s is searched to its end and stays unchanged', (_name, text) => {
  expect(inJson(text)).toBe(text);
  expect(inText(text)).toBe(text);
});

it.each([
  [
    { message: 'no: "Bearer abcdef123456"', next: 'x' },
    { message: 'no: "Bearer [redacted]"', next: 'x' },
  ],
  [
    { url: 'http://127.0.0.1:4300', to: 'a@b.example' },
    { url: 'http://127.0.0.1:4300', to: 'a@b.example' },
  ],
  [
    { url: 'http://user:secret@host', to: 'a@b.example' },
    { url: 'http://user:[redacted]@host', to: 'a@b.example' },
  ],
])('redaction of %j as one text leaves JSON', (value, clean) => {
  expect(JSON.parse(redact(JSON.stringify(value)))).toEqual(clean);
});
