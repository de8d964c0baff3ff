import { describe, expect, it } from 'vitest';
import { driftBetween, signatureOf } from '../../src/index.ts';
import { generalPointer, isObserved } from '../../src/reading/signature.ts';

describe('the types at a place', () => {
  it.each<[unknown, readonly string[]]>([
    [0, ['number']],
    [1, ['number≤1']],
    [-0.5, ['number≤1']],
    [1.5, ['number>1']],
    [-2, ['number>1']],
    ['5', ['string']],
    [true, ['boolean']],
    [null, ['null']],
  ])('%j is %j', (value, types) => {
    expect(signatureOf(value)).toEqual({ '': types });
  });

  it.each<[readonly unknown[], readonly string[]]>([
    [[0, 0.5], ['number≤1']],
    [[0.5, 0], ['number≤1']],
    [[0, 5], ['number>1']],
    [[0.5, 5], ['number>1']],
    [[5, 0.5, 0, 5], ['number>1']],
    [
      ['b', null, 0],
      ['null', 'number', 'string'],
    ],
  ])('of the entries %j are %j', (list, types) => {
    expect(signatureOf(list)).toEqual({ '': ['array'], '/*': types });
  });
});

describe('keys that are data', () => {
  const long = `${'9,'.repeat(500_000)}a`;
  const keys = (object: object): readonly string[] => Object.keys(signatureOf(object)).slice(1);
  it.each<[string, object, readonly string[]]>([
    ['one engine', { chatgpt: 5 }, ['/*']],
    ['one domain', { 'a.example': 5 }, ['/*']],
    ['one text', { 'best crm': 5 }, ['/*']],
    ['one number', { 7: 5 }, ['/*']],
    ['numbers of two digits', { 10: 5, 12: 6 }, ['/*']],
    ['fields that end in a number', { top3: 5, top10: 6 }, ['/top10', '/top3']],
    ['fields that begin with a number', { '7days': 5, '30days': 6 }, ['/30days', '/7days']],
    ['one field of three', { a: { a: 1, b: 1, c: 1 } }, ['/a', '/a/a', '/a/b', '/a/c']],
    ['numbers', { 7: 5, 8: 6 }, ['/*']],
    ['identifiers', { a1b2: 5, c3d4: 6 }, ['/*']],
    ['an engine and a field', { chatgpt: 5, total: 6 }, ['/chatgpt', '/total']],
    ['fields', { a: 5, b: 6 }, ['/a', '/b']],
    ['dates', { '2026-11-01': 5, '2026-11-02': 6 }, ['/{date}']],
    ['one date', { '2026-11-01': 5 }, ['/{date}']],
    ['a date and a field', { '2026-11-01': 5, total: 6 }, ['/2026-11-01', '/total']],
    [
      'entries of one make',
      { x: { a: 1, b: 1, c: 1 }, y: { c: 2, b: 2, a: 2 } },
      ['/*', '/*/a', '/*/b', '/*/c'],
    ],
    [
      'entries of few fields',
      { x: { a: 1, b: 1 }, y: { a: 2, b: 2 } },
      ['/x', '/x/a', '/x/b', '/y', '/y/a', '/y/b'],
    ],
    [
      'entries of two makes',
      { x: { a: 1, b: 1, c: 1 }, y: { a: 2 } },
      ['/x', '/x/a', '/x/b', '/x/c', '/y', '/y/a'],
    ],
    ['an entry and a value', { x: { a: 1, b: 1, c: 1 }, y: 2 }, ['/x', '/x/a', '/x/b', '/x/c', '/y']],
    ['a slash', { 'a/b': 1, c: 2 }, ['/a~1b', '/c']],
    ['an identifier with signs in it', { 'id_1-b_2': 5 }, ['/*']],
    ['a field of a megabyte', { [long]: 5 }, [`/${long}`]],
    ['nothing', {}, []],
  ])('%s', (_, object, places) => {
    expect(keys(object)).toEqual(places);
  });

  it('ends at a depth', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    expect(Object.keys(signatureOf(deep(17)))).toHaveLength(18);
    expect(Object.keys(signatureOf(deep(18)))).toHaveLength(18);
    const named = (levels: number): unknown => (levels === 0 ? 1 : { a: named(levels - 1) });
    expect(Object.keys(signatureOf(named(18)))).toHaveLength(18);
  });
});

describe('a pointer of a trace in a signature', () => {
  it.each([
    ['/rows/0/a', '/rows/*/a'],
    ['/rows/12', '/rows/*'],
    ['/days/{date}/a', '/days/*/a'],
    ['/a1/b', '/a1/b'],
    ['/1a/b', '/1a/b'],
  ])('%s is %s', (pointer, general) => {
    expect(generalPointer(pointer)).toBe(general);
  });

  it('is observed where something other than null stood', () => {
    const signature = signatureOf({ days: { '2026-11-01': { visitors: 5, citations: null } } });
    expect(isObserved(signature, '/days/*/visitors')).toBe(true);
    expect(isObserved(signature, '/days/*/citations')).toBe(false);
    expect(isObserved(signature, '/days/*/pageviews')).toBe(false);
    expect(isObserved(signatureOf([{ visitors: null }, { visitors: 5 }]), '/*/visitors')).toBe(true);
  });
});

describe('two bodies that differ', () => {
  const drift = (before: unknown, after: unknown, read: readonly string[]) => {
    const { added, removed, retyped, unitFlip } = driftBetween(signatureOf(before), signatureOf(after), read);
    const told = (list: typeof added): readonly string[] =>
      list.map(({ pointer, level }) => `${pointer} ${level}`);
    return [told(added), told(removed), told(retyped), told(unitFlip)];
  };
  it.each<[string, unknown, unknown, readonly string[], readonly (readonly string[])[]]>([
    ['entries of a list that was empty', { a: [] }, { a: [{ b: 1 }] }, ['/a/*/b'], [[], [], [], []]],
    ['a list that is now null', { a: [1] }, { a: null }, ['/a/*'], [[], [], [], []]],
    ['what stood in an object that is null', { a: { b: 1 } }, { a: null }, ['/a/b'], [[], [], [], []]],
    ['an object in place of null', { a: null }, { a: { b: { c: 1 } } }, ['/a'], [[], [], [], []]],
    [
      'an object that is gone',
      { a: { b: 1 }, c: 1 },
      { c: 1 },
      ['/a/b'],
      [[], ['/a info', '/a/b warning'], [], []],
    ],
    ['a field that is retyped', { a: 1 }, { a: '1' }, [], [[], [], ['/a info'], []]],
    ['a number that was null', { a: null }, { a: 5 }, ['/a'], [[], [], [], []]],
    ['a unit', { a: 5 }, { a: 0.5 }, ['/a'], [[], [], [], ['/a warning']]],
    ['a unit of what is not read', { a: 5 }, { a: 0.5 }, [], [[], [], [], []]],
    ['zero and a large one', { a: 0 }, { a: 5 }, ['/a'], [[], [], [], []]],
    ['two large ones', { a: 4 }, { a: 5 }, ['/a'], [[], [], [], []]],
  ])('%s', (_, before, after, read, told) => {
    expect(drift(before, after, read)).toEqual(told);
  });
});
