import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driftBetween, readAnalytics, readCompetitors, signatureOf } from '../../src/index.ts';

describe('the signature of a body', () => {
  it('is a sorted set of places and types: entries as *, dates as {date}, keys that are data as *', () => {
    expect(
      signatureOf({
        days: { '2026-11-01': { visitors: 5 }, '2026-11-02': { visitors: null } },
        byEngine: { chatgpt: 5, perplexity: 0.5 },
        list: [{ a: 'x' }, { a: 1 }],
      }),
    ).toEqual({
      '': ['object'],
      '/byEngine': ['object'],
      '/byEngine/*': ['number>1'],
      '/days': ['object'],
      '/days/{date}': ['object'],
      '/days/{date}/visitors': ['null', 'number>1'],
      '/list': ['array'],
      '/list/*': ['object'],
      '/list/*/a': ['number≤1', 'string'],
    });
  });

  it('does not hang on the number of entries or on values', () => {
    const rows = fc.array(fc.record({ date: fc.constant('2026-11-01'), visitors: fc.integer({ min: 2 }) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(rows, rows, (one, other) => {
        expect(signatureOf({ days: one })).toEqual(signatureOf({ days: other }));
      }),
    );
  });
});

describe('drift', () => {
  const before = { days: [{ date: '2026-11-01', visitors: 5, note: 'x', extra: 1 }] };
  const reading = readAnalytics(before);
  const mapped = Object.values(reading.trace.fields).map(({ pointer }) => pointer);
  const drift = (after: unknown) => driftBetween(signatureOf(before), signatureOf(after), mapped);

  it('a field that is not read may come and go: that is information', () => {
    const { added, removed, retyped } = drift({
      days: [{ date: '2026-11-01', visitors: 5, extra: 1, fresh: 2 }],
    });
    expect(added).toEqual([{ pointer: '/days/*/fresh', level: 'info', before: [], after: ['number>1'] }]);
    expect(removed).toEqual([{ pointer: '/days/*/note', level: 'info', before: ['string'], after: [] }]);
    expect(retyped).toEqual([]);
  });

  it('a field that is read and is gone or of another type is a warning', () => {
    const gone = drift({ days: [{ date: '2026-11-01', users: 5, note: 'x', extra: 1 }] });
    expect(gone.removed.map(({ pointer, level }) => [pointer, level])).toEqual([
      ['/days/*/visitors', 'warning'],
    ]);
    const retyped = drift({ days: [{ date: '2026-11-01', visitors: '5', note: 'x', extra: 1 }] });
    expect(retyped.retyped).toEqual([
      { pointer: '/days/*/visitors', level: 'warning', before: ['number>1'], after: ['string'] },
    ]);
  });

  it.each<[string, unknown]>([
    ['the same shape', { days: [{ date: '2026-11-09', visitors: 7, note: 'y', extra: 0 }] }],
    ['an empty list', { days: [] }],
    ['a null', { days: [{ date: '2026-11-01', visitors: null, note: null, extra: 1 }] }],
  ])('%s is no drift', (_, after) => {
    expect(drift(after)).toEqual({ added: [], removed: [], retyped: [], unitFlip: [] });
  });

  it('shares that turn from percent into fractions are a flip of the unit', () => {
    const percent = { shareOfVoice: 41.2, competitors: [{ name: 'R', share: 58.8 }] };
    const fraction = { shareOfVoice: 0.412, competitors: [{ name: 'R', share: 0.588 }] };
    const pointers = Object.values(readCompetitors(percent).trace.fields).map(({ pointer }) => pointer);
    expect(
      driftBetween(signatureOf(percent), signatureOf(fraction), pointers).unitFlip.map(
        ({ pointer }) => pointer,
      ),
    ).toEqual(['/competitors/*/share', '/shareOfVoice']);
  });

  it('everything is new where nothing was known', () => {
    expect(driftBetween({}, signatureOf({ a: 'x' }), [])).toEqual({
      added: [
        { pointer: '', level: 'info', before: [], after: ['object'] },
        { pointer: '/a', level: 'info', before: [], after: ['string'] },
      ],
      removed: [],
      retyped: [],
      unitFlip: [],
    });
  });

  it('a body does not drift from itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(driftBetween(signatureOf(body), signatureOf(body), [''])).toEqual({
          added: [],
          removed: [],
          retyped: [],
          unitFlip: [],
        });
      }),
    );
  });
});
