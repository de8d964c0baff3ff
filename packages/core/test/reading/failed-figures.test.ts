import { describe, expect, it } from 'vitest';
import { readAuthority, readCitations, readCompetitors } from '../../src/index.ts';
import { failed, unsettled } from '../../src/reading/unsettled.ts';

const cells = (object: object) =>
  Object.entries(object).map(([name, value]) => ({
    name,
    pointer: `/${name}`,
    value: value as unknown,
    depth: 0,
  }));

const readOf = <T>(
  reading: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string },
): T | string => (reading.ok ? reading.value : reading.reason);

describe('what a row says of figures that were not made', () => {
  it.each<[object, string]>([
    [{ status: 'error' }, 'error'],
    [{ status: ' pending ' }, 'pending'],
    [{ status: 'n/a' }, 'n/a'],
    [{ status: 504 }, '504'],
    [{ status_code: '429' }, '429'],
    [{ state: 'calculating' }, 'calculating'],
    [{ type: 'no_data' }, 'no_data'],
    [{ quality: 'unavailable' }, 'unavailable'],
    [{ data_status: 'not available yet' }, 'not available yet'],
    [{ scoreState: 'insufficient data' }, 'insufficient data'],
    [{ availability: 'missing' }, 'missing'],
    [{ error: 'timeout' }, 'timeout'],
    [{ error: { code: 7 } }, 'error'],
    [{ errorMessage: ' no answer ' }, 'no answer'],
    [{ error_code: 17 }, 'error_code'],
    [{ failure_reason: 'quota' }, 'quota'],
    [{ has_error: true }, 'has_error'],
    [{ isPending: true }, 'isPending'],
    [{ no_data: 'true' }, 'no_data'],
    [{ no_data: 'Yes' }, 'no_data'],
    [{ insufficient_data: true }, 'insufficient_data'],
    [{ timed_out: true }, 'timed_out'],
    [{ available: false }, 'not available'],
    [{ is_available: 'false' }, 'not is_available'],
    [{ dataAvailable: 'No' }, 'not dataAvailable'],
    [{ has_data: false }, 'not has_data'],
    [{ hasEnoughData: false }, 'not hasEnoughData'],
    [{ has_score: false }, 'not has_score'],
    [{ success: false }, 'not success'],
    [{ message: 'No analysis was run yet' }, 'No analysis was run yet'],
    [{ note: 'No analyses yet' }, 'No analyses yet'],
    [{ count: 3, measured: false }, 'not measured'],
  ])('%j', (row, says) => {
    expect(failed(cells(row))).toBe(says);
    expect(unsettled(cells(row))).toBe(says);
  });

  it.each<[object, string]>([
    [{ status: 'disabled' }, 'disabled'],
    [{ state: 'Inactive' }, 'Inactive'],
    [{ availability: 'coming soon' }, 'coming soon'],
    [{ citation_status: 'paused' }, 'paused'],
    [{ citations_state: 'locked' }, 'locked'],
    [{ tracking_status: 'untracked' }, 'untracked'],
    [{ scan_status: 'unscanned' }, 'unscanned'],
    [{ scan_status: 'skipped' }, 'skipped'],
    [{ status: 'unmonitored' }, 'unmonitored'],
    [{ status: 'unsupported' }, 'unsupported'],
    [{ status: 'requires_upgrade' }, 'requires_upgrade'],
    [{ status: 'upgrade required' }, 'upgrade required'],
    [{ status: 'not_tracked' }, 'not_tracked'],
    [{ status: 'never scanned' }, 'never scanned'],
    [{ status: 'not been checked' }, 'not been checked'],
    [{ status: 'not started yet' }, 'not started yet'],
    [{ locked: true }, 'locked'],
    [{ is_paused: 'yes' }, 'is_paused'],
    [{ active: false }, 'not active'],
    [{ isEnabled: false }, 'not isEnabled'],
    [{ has_started: false }, 'not has_started'],
    [{ monitored: 'no' }, 'not monitored'],
    [{ citation_enabled: false }, 'not citation_enabled'],
    [{ citations_tracked: false }, 'not citations_tracked'],
    [{ analytics_connected: false }, 'not analytics_connected'],
    [{ tracking_installed: false }, 'not tracking_installed'],
    [{ ga_configured: false }, 'not ga_configured'],
    [{ ga4_supported: false }, 'not ga4_supported'],
    [{ scan_scanned: false }, 'not scan_scanned'],
    [{ message: 'Tracking script not installed' }, 'Tracking script not installed'],
    [{ notice: 'It has NOT yet been started.' }, 'It has NOT yet been started.'],
  ])('%j: it was not asked for, which makes a 0 unknown and no more', (row, says) => {
    expect(failed(cells(row))).toBe(says);
    expect(unsettled(cells(row))).toBeNull();
  });

  it.each<[object]>([
    [{ active: true, locked: false, enabled: 'yes', paused: null }],
    [{ status: 'active', message: 'installed', notice: 'cannot enabled' }],
    [{ text: 'not installed', message: 'It is not inactivated', note: 'disabled' }],
    [{ type: 'disabled', emails_enabled: false, message: 'not startedness' }],
    [{ status: 'ok', state: 'active', type: 'unknown', error: null }],
    [{ error: '', errors: [], errorCode: 0 }],
    [{ errors: 3 }],
    [{ name: 'error', engine: 'pending', message: 'failed' }],
    [{ verification_status: 'pending', subscription_status: 'failed' }],
    [{ available: true, no_data: false, has_more: false, has_data: 'falsely', missing: 1 }],
    [{ nodata: 'nay', missing: 'trueish', available: 'unfalse', ready: 'falsehood', skipped: 'untrue' }],
    [{ status: null, count: 0 }],
  ])('nothing in %j', (row) => {
    expect(failed(cells(row))).toBeNull();
  });

  it('an estimate is none of them, and unsettled all the same', () => {
    for (const row of [
      { estimated: true },
      { is_partial: true },
      { complete: false },
      { data_status: 'Partial ' },
    ]) {
      expect(failed(cells(row))).toBeNull();
      expect(unsettled(cells(row))).not.toBeNull();
    }
  });
});

describe('engines that are not asked', () => {
  const bodyOf = (gemini: object) => ({
    engines: [
      { engine: 'chatgpt', citations: 5 },
      { engine: 'gemini', ...gemini },
    ],
  });

  it('a 0 is unknown', () => {
    const reading = readCitations(bodyOf({ citations: 0, status: 'disabled' }));
    expect(reading).toMatchObject({ value: { total: null, byEngine: [{ engine: 'chatgpt', count: 5 }] } });
    expect(reading.trace.notes).toEqual([
      'the row of gemini says "disabled", so its 0 is unknown',
      'gemini gave no count: it is unknown and left out',
      'no total is stated: the list may be a part of the feed',
    ]);
  });

  it('another count may be an older one', () => {
    const reading = readCitations(bodyOf({ citations: 2, active: false }));
    expect(reading).toMatchObject({ value: { total: 7, byEngine: [{ count: 5 }, { count: 2 }] } });
    expect(reading.trace.notes).toEqual([
      'the row of gemini says "not active": its figure may be an older one',
      'the total is the sum over engines',
    ]);
  });

  it('one that failed is left out, and no more is told', () => {
    expect(readCitations(bodyOf({ citations: 2, status: 'error' })).trace.notes).toEqual([
      'the row of gemini says "error" and was left out',
      'no total is stated: the list may be a part of the feed',
    ]);
  });

  it('what stands around the counts says it of all', () => {
    const reading = readCitations({ tracking_installed: false, by_engine: { chatgpt: 0, gemini: 2 } });
    expect(reading).toMatchObject({ value: { byEngine: [{ engine: 'gemini', count: 2 }] } });
    expect(reading.trace.notes).toContain('/by_engine says "not tracking_installed", so its 0 is unknown');
  });

  it('a list names them', () => {
    const reading = readCitations({ by_engine: { chatgpt: 5, gemini: 0 }, disabled_engines: ['gemini'] });
    expect(reading).toMatchObject({ value: { total: null, byEngine: [{ engine: 'chatgpt' }] } });
  });
});

const engine = (name: string) => ({ engine: name.toLowerCase(), label: name, count: 3 });
const chatgpt = { ...engine('ChatGPT') };

describe('an engine that failed', () => {
  it.each<[string, object]>([
    [
      'says so in its row',
      {
        engines: [
          { engine: 'ChatGPT', count: 3 },
          { engine: 'Gemini', count: 0, status: 'error' },
        ],
      },
    ],
    [
      'has a count all the same',
      {
        engines: [
          { engine: 'ChatGPT', count: 3 },
          { engine: 'Gemini', count: 2, error: 'timeout' },
        ],
      },
    ],
    [
      'stands in a list of those that failed',
      { by_engine: { chatgpt: 3, gemini: 0 }, failed_engines: ['gemini'] },
    ],
    [
      'stands there alone',
      { by_engine: { chatgpt: 3 }, meta: { unavailablePlatforms: [{ platform: 'Gemini', why: 'quota' }] } },
    ],
    [
      'stands in a map of states',
      { by_engine: { chatgpt: 3, gemini: 0 }, engine_status: { chatgpt: 'ok', gemini: 'failed' } },
    ],
  ])('%s', (_, body) => {
    expect(readOf(readCitations(body))).toEqual({ total: null, byEngine: [chatgpt], items: [] });
  });

  it('is told', () => {
    const { trace } = readCitations({ by_engine: { chatgpt: 3, gemini: 0 }, failed_engines: ['gemini'] });
    expect(trace.notes).toContain(
      'the body says that gemini failed or is missing: it is unknown and left out',
    );
  });

  it('is named in an object by any name of an engine', () => {
    const failed_engines = [{ name: 'Grok 9' }, { why: 'quota' }, 7, ''];
    const reading = readCitations({ by_engine: { chatgpt: 3 }, failed_engines });
    expect(reading).toMatchObject({ value: { total: null } });
    expect(reading.trace.notes.filter((note) => /failed/.test(note))).toEqual([
      'the body says that Grok 9 failed or is missing: it is unknown and left out',
    ]);
    expect(readCitations({ by_engine: { chatgpt: 3 }, failed_engines: [{ why: 'quota' }] })).toMatchObject({
      value: { total: 3 },
    });
  });

  it('is none where the list or the map is of something else', () => {
    const by_engine = { chatgpt: 3, gemini: 0 };
    for (const beside of [
      { failed_engines: 1 },
      { engines_failed: [] },
      { tracked: ['gemini'] },
      { names: { gemini: 'failed' } },
      { engine_status: 'x' },
    ])
      expect(readOf(readCitations({ by_engine, ...beside }))).toMatchObject({ total: 3 });
  });

  it('leaves a total that the body states', () => {
    const engines = [
      { engine: 'ChatGPT', count: 3 },
      { engine: 'Gemini', count: 0, status: 'error' },
    ];
    expect(readOf(readCitations({ total_citations: 5, engines }))).toEqual({
      total: 5,
      byEngine: [chatgpt],
      items: [],
    });
  });
});

describe('a 0 beside words that nothing was measured', () => {
  it.each<[string, object, object]>([
    ['of citations', { total_citations: 0, by_engine: { chatgpt: 3 }, has_data: false }, { total: 3 }],
    [
      'of citations in meta',
      { data: { total_citations: 0, by_engine: { chatgpt: 3 } }, meta: { status: 'no_data' } },
      { total: 3 },
    ],
    [
      'of a source',
      { sources: [{ url: 'https://a.example/1', count: 0, status: 'error' }] },
      { items: [{ count: null }] },
    ],
    [
      'of a source that was measured',
      { sources: [{ url: 'https://a.example/1', count: 0, status: 'ok' }] },
      { items: [{ count: 0 }] },
    ],
    [
      'of a source that is gone',
      { sources: [{ url: 'https://a.example/1', count: 4, status: 404 }] },
      { items: [{ count: 4 }] },
    ],
  ])('%s', (_, body, value) => {
    expect(readOf(readCitations(body))).toMatchObject(value);
  });

  it('of all that there is', () => {
    expect(readCitations({ total_citations: 0, has_data: false })).toMatchObject({
      ok: false,
      reason:
        'no total, no counts by engine and no list of citations were found in the body; /total_citations says "not has_data", so its 0 is unknown',
    });
  });

  it('of every engine', () => {
    expect(readCitations({ by_engine: { chatgpt: 0, gemini: 0 }, has_data: false })).toMatchObject({
      ok: false,
      reason: 'no entry of /by_engine has a count',
    });
  });

  it.each<[string, object, object]>([
    ['status', { score: 0, status: 'no_data' }, { score: null, scale: null, components: [] }],
    ['flag', { score: 0, max_score: 100, available: false }, { score: null, scale: 100, components: [] }],
    [
      'around',
      { data: { score: 0, details: {} }, insufficient_data: true },
      { score: null, scale: null, components: [] },
    ],
    [
      'in meta',
      { data: { score: 0 }, metadata: { data_status: 'unavailable' } },
      { score: null, scale: null, components: [] },
    ],
    ['in the object of the score', { authority: { score: 0, state: 'calculating' } }, { score: null }],
    ['in another object', { score: 0, crawl: { status: 'failed' } }, { score: 0 }],
    [
      'in an object whose name begins alike',
      { authority: { score: 0 }, authorit: { state: 'error' } },
      { score: 0 },
    ],
    [
      'of a part',
      {
        score: 50,
        components: [
          { name: 'links', score: 0, available: false },
          { name: 'text', score: 0 },
        ],
      },
      {
        score: 50,
        components: [
          { name: 'links', score: null, weight: null },
          { name: 'text', score: 0, weight: null },
        ],
      },
    ],
    [
      'of parts',
      { score: 0, no_data: true, components: [{ name: 'links', score: 0 }] },
      { score: null, components: [{ name: 'links', score: null, weight: null }] },
    ],
  ])('of authority: %s', (_, body, value) => {
    expect(readOf(readAuthority(body))).toMatchObject(value);
  });

  it('is told, and so is a figure that may be an older one', () => {
    expect(readAuthority({ score: 0, available: false }).trace.notes).toContain(
      'the body says "not available", so its 0 is unknown',
    );
    expect(readAuthority({ score: null, available: false }).trace.notes).toEqual([]);
    const older = readAuthority({ data: { score: 72, state: 'calculating' } });
    expect(readOf(older)).toMatchObject({ score: 72 });
    expect(older.trace.notes).toContain('/data says "calculating": its figure may be an older one');
    const parts = readAuthority({ score: 50, components: [{ name: 'links', score: 0, available: false }] });
    expect(parts.trace.notes).toContain('the component links says "not available", so its 0 is unknown');
  });

  const rivals = [
    { name: 'A', share: 0, mentions: 0, no_data: true },
    { name: 'B', share: 30, mentions: 0 },
  ];
  it('of a competitor', () => {
    const reading = readCompetitors({ share_of_voice: 40, competitors: rivals });
    expect(readOf(reading)).toMatchObject({
      shareOfVoice: 0.4,
      competitors: [
        { name: 'A', share: null, mentions: null },
        { name: 'B', share: 0.3, mentions: 0 },
      ],
    });
    expect(reading.trace.notes).toContain('"A" says "no_data", so its 0 is unknown');
  });

  it('of the own brand, in its row and beside the list', () => {
    const own = { name: 'Us', is_own: true, share: 0, mentions: 0, status: 'pending' };
    expect(readOf(readCompetitors({ competitors: [own, { name: 'B', share: 30 }] }))).toMatchObject({
      shareOfVoice: null,
      mentions: null,
      competitors: [{ name: 'B', share: 0.3 }],
    });
    expect(readCompetitors({ competitors: [own] }).trace.notes).toContain(
      'the own brand says "pending", so its 0 is unknown',
    );
    const beside = { share_of_voice: 0, available: false, competitors: [{ name: 'B', share: 0 }] };
    expect(readOf(readCompetitors(beside))).toMatchObject({
      shareOfVoice: null,
      competitors: [{ name: 'B', share: null }],
    });
  });
});
