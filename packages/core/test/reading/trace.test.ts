import { describe, expect, it } from 'vitest';
import { readAnalytics, readAuthority, readCitations, readWebsites } from '../../src/index.ts';
import { Tracer } from '../../src/reading/trace.ts';

describe('a text that tells less than a number is unknown, and the trace says why', () => {
  it.each([
    ['1.2k', 'visitors: "1.2k" is rounded and no number, so it is unknown'],
    ['~ 40', 'visitors: "~ 40" is rounded and no number, so it is unknown'],
    ['10+', 'visitors: "10+" is a bound and no number, so it is unknown'],
    ['< 10', 'visitors: "< 10" is a bound and no number, so it is unknown'],
    ['+12', 'visitors: "+12" is a difference and no number, so it is unknown'],
  ])('%s', (text, note) => {
    const reading = readAnalytics({ days: [{ date: '2026-11-01', visitors: text, pageviews: 9 }] });
    expect(reading.ok && reading.value.days[0]?.visitors).toBeNull();
    expect(reading.trace.notes).toContain(note);
  });

  it('a total that is a difference', () => {
    const reading = readCitations({ total: '+12', engines: [{ engine: 'ChatGPT', count: 5 }] });
    expect(reading.ok && reading.value.total).toBe(5);
    expect(reading.trace.notes).toContain('total: "+12" is a difference and no number, so it is unknown');
  });
});

it('the size of a score is named only where it told a scale', () => {
  const note = 'the scale is told by the size of the score';
  expect(readAuthority({ authority_score: 46 }).trace.notes).toContain(note);
  expect(readAuthority({ authority_score: 4.6 }).trace.notes).not.toContain(note);
});

describe('a trace', () => {
  it('says a thing once, though it is so in several rows', () => {
    const days = ['2026-11-01', '2026-11-02'].map((date) => ({ date, visitors: '10+', pageviews: '9' }));
    const { coerced, notes } = readAnalytics({ days }).trace;
    expect(notes).toEqual(['visitors: "10+" is a bound and no number, so it is unknown']);
    expect(coerced).toEqual([
      'visitors: text or object read as a number',
      'pageviews: text or object read as a number',
    ]);
  });

  it('has no field of a mapping in which nothing stood', () => {
    const mapping = { rows: '/*', fields: { id: '/i', name: '/n', domain: '/d' } };
    const { fields } = readWebsites([{ i: 'w1', n: null, d: 'a.example' }], { mapping }).trace;
    expect(fields).toEqual({
      id: { pointer: '/*/i', provenance: 'user' },
      domain: { pointer: '/*/d', provenance: 'user' },
    });
  });

  it('takes a pointer or what has one, and the place that was found first', () => {
    const tracer = new Tracer();
    tracer.found('id', '/data/id');
    tracer.found('id', { pointer: '/data/uuid' });
    tracer.found('name', null);
    expect(tracer.trace().fields).toEqual({ id: { pointer: '/data/id', provenance: 'assumed' } });
    expect(['/data/id', '/data/uuid', '/data', ''].map((at) => tracer.isRead(at))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(['/data/id', '/data', '', '/meta'].map((at) => tracer.isWithin(at))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('accepts a reading for which half speaks, and none for which less does', () => {
    const [half, less] = [new Tracer(), new Tracer()];
    half.doubt(0.5, 'why');
    less.doubt(0.49, 'why');
    expect(half.accept(7)).toMatchObject({ ok: true, value: 7, trace: { confidence: 0.5, notes: ['why'] } });
    expect(() => less.accept(7)).toThrow(
      expect.objectContaining({ reason: 'too little tells what it holds: why' }),
    );
  });
});

describe('what was not read', () => {
  it('names no field that was read', () => {
    const body = {
      website_id: 'ws_1',
      score: 72,
      max_score: 100,
      components: [{ name: 'clarity', score: 80, colour: 'red' }],
    };
    expect(readAuthority(body).trace.unmatched).toEqual(['/components/*/colour']);
  });

  it('is nothing where an empty list was read', () => {
    expect(readWebsites({ websites: [] }).trace.unmatched).toEqual([]);
  });
});

describe('a row that says it is no measurement is left out, and the trace says so', () => {
  const day = { date: '2026-11-01', visitors: 12, pageviews: 30 };

  it.each([
    ['estimated', { estimated: true }],
    ['partial', { partial: true }],
    ['is_forecast', { is_forecast: true }],
    ['provisional', { provisional: true }],
    ['not complete', { complete: false }],
    ['not is_final', { is_final: false }],
    ['projected', { type: 'projected' }],
  ])('a day: %s', (says, flag) => {
    const reading = readAnalytics({ days: [day, { ...day, date: '2026-11-02', ...flag }] });
    expect(reading.ok && reading.value.days.map(({ date }) => date)).toEqual(['2026-11-01']);
    expect(reading.trace.notes).toContain(`the row of 2026-11-02 says "${says}" and was left out`);
  });

  it.each([{ partial: false }, { complete: true }, { final: null }, { status: 200 }, { quality: null }])(
    'a day with %j is left',
    (flag) => {
      const reading = readAnalytics({ days: [{ ...day, ...flag }] });
      expect(reading.ok && reading.value.days.length).toBe(1);
    },
  );

  it('an engine, so that the sum over engines is unknown', () => {
    const engines = [
      { engine: 'ChatGPT', count: 12 },
      { engine: 'Claude', count: 5, estimated: true },
    ];
    const reading = readCitations({ engines });
    expect(reading.ok && reading.value.total).toBeNull();
    expect(reading.ok && reading.value.byEngine.map(({ engine }) => engine)).toEqual(['chatgpt']);
    expect(reading.trace.notes).toContain('the row of Claude says "estimated" and was left out');
  });
});
