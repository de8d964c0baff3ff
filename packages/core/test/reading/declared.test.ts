import { describe, expect, it } from 'vitest';
import { type ReaderName, readers } from './readers.ts';

const days = [{ date: '2026-11-01', visitors: 12, pageviews: 30 }];
const analytics = { days };
const citations = { by_engine: { chatgpt: 60, gemini: 40 } };
const competitors = { share_of_voice: '40%', competitors: [{ name: 'Rival', share: '30%', mentions: 12 }] };
const authority = { authority_score: 72, max_score: 100 };
const websites = { websites: [{ id: 'a', domain: 'a.example' }] };
const good: Readonly<Record<ReaderName, object>> = {
  analytics,
  citations,
  competitors,
  authority,
  websites,
};

const reasonOf = (kind: ReaderName, body: unknown): string => {
  const reading = readers[kind](body);
  return reading.ok ? 'read' : reading.reason;
};

const notesOf = (kind: ReaderName, body: unknown): readonly string[] | string => {
  const reading = readers[kind](body);
  return reading.ok ? reading.trace.notes : reading.reason;
};

const multiples = 'the figures are multiples or fractions of one';
const portions = 'the figures are parts of a whole and no counts';
const made = 'the figures are no counts of single days';

const refusal = (at: string, text: unknown, says: string): string =>
  `${at} says "${text}": ${says}; a mapping reads them as written`;

describe('figures in another unit than one each are refused', () => {
  it.each([
    ...[
      'thousands',
      'in thousands',
      'Thousand visitors',
      'millions',
      'billion',
      'hundreds',
      'lakh',
      'crores',
    ],
    ...['dozens', 'k', 'K', 'in K', 'x1000', '000s', "'000", '1e3', '1e-6', '1000', '10000s', '0.001', 'mn'],
    ...['mio', 'bn', 'micro', 'micros', 'milli', 'per k', '×1000', '*1000'],
  ])('a unit of %s', (unit) => {
    expect(reasonOf('analytics', { unit, days })).toBe(refusal('/unit', unit, multiples));
  });

  it.each([
    ...['unit', 'units', 'scale', 'magnitude', 'multiplier', 'number_format', 'valueFormat', 'displayFormat'],
    ...['format', 'denomination', 'factor', 'figures_in', 'values_in', 'visitors_unit', 'unitOfVisitors'],
    ...['data_unit', 'unique_visitors_unit', 'count_scale', 'traffic_unit', 'in'],
  ])('told by %s', (name) => {
    const body = name === 'unitOfVisitors' ? { unit_visitors: 'k', days } : { [name]: 'k', days };
    expect(reasonOf('analytics', body)).toMatch(multiples);
  });

  it.each<[string, object, string]>([
    [
      'of a figure in an object of units',
      { meta: { units: { visitors: 'thousands' } } },
      '/meta/units/visitors',
    ],
    ['a number', { scale: 1000 }, '/scale'],
    ['a small number', { scale: 0.001 }, '/scale'],
    ['to multiply with', { meta: { multiplier: 10 } }, '/meta/multiplier'],
    ['to multiply with, as a text', { multiplier: '2.5' }, '/multiplier'],
    ['to divide by', { divisor: 100 }, '/divisor'],
    ['a power', { magnitude: 3 }, '/magnitude'],
    ['a factor', { scale_factor: 100 }, '/scale_factor'],
    ['another factor', { scaling_factor: 100 }, '/scaling_factor'],
    ['multiplied', { multiplied_by: 100 }, '/multiplied_by'],
    ['to be multiplied', { multiply_by: 0.5 }, '/multiply_by'],
    ['divided', { divided_by: 100 }, '/divided_by'],
    ['scaled', { scaled_by: 100 }, '/scaled_by'],
    ['a unit factor', { unit_factor: 100 }, '/unit_factor'],
    ['a flag', { in_thousands: true }, '/in_thousands'],
    ['a flag of text', { in_thousands: 'yes' }, '/in_thousands'],
    ['a flag with a word', { valuesInMillions: 1 }, '/valuesInMillions'],
    ['a slash in a name', { 'a/visitors unit': 'k', 'visitors/unit': 'k' }, '/a~1visitors unit'],
    ['in what tells how it is shown', { display: { number_format: 'k' } }, '/display/number_format'],
    [
      'deep in echoes',
      { meta: { info: { query: { options: { config: { units: { visitors: 'k' } } } } } } },
      '/meta/info/query/options/config/units/visitors',
    ],
  ])('%s', (_, beside, at) => {
    expect(reasonOf('analytics', { ...beside, days })).toMatch(`${at} says "`);
    expect(reasonOf('analytics', { ...beside, days })).toMatch(multiples);
  });

  it('in a row, in a feed, of totals and of mentions', () => {
    expect(reasonOf('analytics', { days: [{ ...days[0], unit: 'mio' }] })).toBe(
      refusal('/days/*/unit', 'mio', multiples),
    );
    expect(reasonOf('analytics', [{ unit: 'k', days }])).toBe(refusal('/0/unit', 'k', multiples));
    expect(reasonOf('analytics', { data: [{ unit: 'k', days }] })).toBe(
      refusal('/data/*/unit', 'k', multiples),
    );
    const series = [...Array(11).keys()].map((at) => ({ label: `m${at}`, data: [1] }));
    const columns = {
      labels: ['2026-11-01'],
      datasets: [...series, { label: 'Visitors', data: [5], unit: 'k' }],
    };
    expect(reasonOf('analytics', columns)).toBe(refusal('/datasets/*/unit', 'k', multiples));
    expect(reasonOf('citations', { total_citations: 412, unit: 'thousands' })).toMatch(multiples);
    expect(reasonOf('competitors', { ...competitors, unit: { mentions: 'thousands' } })).toMatch(
      '/unit/mentions says "thousands"',
    );
    expect(reasonOf('analytics', { visitors: 12, pageviews: 30, unit: 'k' })).toMatch(multiples);
  });

  it.each<[string, object]>([
    ['one each', { multiplier: 1 }],
    ['one each, with noughts', { multiplier: '1.00' }],
    ['nothing', { multiplier: 0 }],
    ['a flag that says no', { in_thousands: false }],
    ['another unit', { unit: 'visitors' }],
    ['another field', { name: 'thousands' }],
    ['the unit of another figure', { revenue_unit: 'thousands' }],
    ['an object about another figure', { revenue: { value: 5, unit: 'k' } }],
    ['another list', { sales: [{ amount: 5, unit: 'k' }] }],
    ['an axis to ten', { scale: 10 }],
    ['a text in a list', { notes: ['thousands'] }],
    ['two in a list', { unit: ['k', 'k'] }],
    ['null', { unit: null }],
    ['too deep', { meta: { meta: { meta: { meta: { meta: { meta: { meta: { unit: 'k' } } } } } } } }],
  ])('%s is none', (_, beside) => {
    expect(reasonOf('analytics', { ...beside, days })).toBe('read');
  });

  it('is none for a score and for websites', () => {
    expect(reasonOf('authority', { ...authority, multiplier: 1000 })).toBe('read');
    expect(reasonOf('websites', { ...websites, unit: 'k' })).toBe('read');
  });
});

describe('parts of a whole are no counts', () => {
  it.each([
    ...[
      '%',
      '‰',
      'percent',
      'Percentage',
      'percentages',
      'percents',
      'pct',
      'per mille',
      'per 1000',
      'permille',
    ],
    ...['per thousand visitors', 'per capita', 'bps', 'basis points', 'basispoint', 'fraction', 'ratios'],
    ...['share', 'proportion', 'probability', 'probabilities', 'index', 'indexed', 'indices', 'z-score'],
  ])('a unit of %s', (unit) => {
    expect(reasonOf('citations', { ...citations, unit })).toBe(refusal('/unit', unit, portions));
  });

  it.each([
    'unit',
    'scale',
    'measure',
    'format',
    'valueFormat',
    'value_type',
    'metricType',
    'citations_unit',
  ])('told by %s', (name) => {
    expect(reasonOf('citations', { ...citations, [name]: 'percent' })).toMatch(portions);
  });

  it('of one figure, and of each row', () => {
    expect(reasonOf('analytics', { units: { visitors: 'percent' }, days })).toMatch(portions);
    expect(reasonOf('analytics', { units: { bounce: 'percent' }, days })).toBe('read');
    const rows = [{ engine: 'ChatGPT', value: 60, unit: '%' }];
    expect(reasonOf('citations', { engines: rows })).toBe(refusal('/engines/*/unit', '%', portions));
  });

  it.each(['share', 'percent_of_all', 'pct', 'click_rate', 'ratio', 'change', 'growth', 'delta'])(
    'a percent sign beside a %s is of that, unless it is said to be of a count',
    (name) => {
      const row = { date: '2026-11-01', visitors: 12, [name]: 4 };
      expect(reasonOf('analytics', { unit: 'percent', days: [row] })).toBe('read');
      expect(reasonOf('analytics', { visitors_unit: 'percent', days: [row] })).toMatch(portions);
      expect(reasonOf('analytics', { unit: 'k', days: [row] })).toMatch(multiples);
    },
  );

  it('a percent sign in an object named after a count is that of a share in it', () => {
    const by_engine = { chatgpt: { count: 3, share: 60 }, gemini: { count: 2, share: 40 } };
    expect(reasonOf('citations', { citations: { unit: 'percent', by_engine } })).toBe('read');
  });

  it('where no count is read it is no matter', () => {
    expect(reasonOf('analytics', { unit: 'percent', daily: [{ date: '2026-11-01', visibility: 41 }] })).toBe(
      'read',
    );
    expect(reasonOf('competitors', { ...competitors, unit: 'percent' })).toBe('read');
  });
});

describe('days that are made of other days are refused', () => {
  it.each([
    ...['cumulative', 'accumulated', 'running total', 'running_sum', 'running count', 'running average'],
    ...[
      'rolling_7d',
      'moving average',
      'trailing 7 days',
      'smoothed',
      'smoothing',
      'normalized',
      'normalised',
    ],
    ...[
      'average',
      'avg',
      'averaged',
      'avg_per_hour',
      'daily average',
      'weighted mean',
      'median',
      'max',
      'minimum',
    ],
    ...['peak', 'EMA', 'sma', 'ewma', 'loess', 'lowess', 'p95', 'zscore', 'indexed'],
  ])('an aggregation of %s', (aggregation) => {
    expect(reasonOf('analytics', { aggregation, days })).toBe(refusal('/aggregation', aggregation, made));
  });

  it.each([
    ...['mode', 'type', 'kind', 'aggregate', 'aggregated', 'aggregator', 'agg', 'aggfunc', 'aggFunction'],
    ...[
      'aggregation_type',
      'aggregation_mode',
      'aggregateBy',
      'aggregation_method',
      'method',
      'function',
      'func',
    ],
    ...['statistic', 'stat', 'calculation', 'computation', 'transform', 'transformation', 'transformed'],
    ...[
      'processing',
      'representation',
      'accumulation',
      'normalization',
      'normalisation',
      'counting',
      'rollup',
    ],
    ...['series', 'series_type', 'value_mode', 'visitors_type', 'count_method'],
  ])('told by %s', (name) => {
    expect(reasonOf('analytics', { meta: { [name]: 'cumulative' }, days })).toMatch(made);
  });

  it.each([
    ...[
      'cumulative',
      'isCumulative',
      'accumulated',
      'running_total',
      'running_sum',
      'running_average',
      'smoothed',
    ],
    ...[
      'normalized',
      'normalised',
      'averaged',
      'rolling',
      'rolling_average',
      'moving_sum',
      'moving',
      'indexed',
    ],
    ...['detrended', 'deseasonalized', 'seasonalised', 'seasonally_adjusted', 'visitors_cumulative'],
  ])('a flag: %s', (name) => {
    expect(reasonOf('analytics', { [name]: true, days })).toBe(refusal(`/${name}`, true, made));
    expect(reasonOf('analytics', { [name]: false, days })).toBe('read');
  });

  it.each<[string, object]>([
    ['a method', { meta: { smoothing: '7-day moving average' } }],
    ['a length', { smoothing: 7 }],
    ['a window', { smoothing_window: '7d' }],
    ['days', { smoothing_days: 7 }],
    ['periods', { smoothing_periods: 3 }],
    ['a factor', { smoothing_factor: 0.3 }],
    ['a type', { smoothing_type: 'exponential' }],
    ['an object', { smoothing: { window: 7 } }],
    ['an object that names its method', { smoothing: { method: 'lowess' } }],
    ['a moving average', { moving_average: 7 }],
    ['its window', { rolling_average_window: 7 }],
    ['its days', { moving_average_days: 7 }],
    ['its periods', { moving_average_periods: 7 }],
  ])('smoothed by %s', (_, beside) => {
    expect(reasonOf('analytics', { ...beside, days })).toMatch(made);
  });

  it.each<[string, object]>([
    ...['none', 'off', 'false', 'raw', 'never', 'null', 'no', 'daily', 'day', 'days', '1d', '0', '1', ''].map(
      (smoothing): [string, object] => [`smoothing of "${smoothing}"`, { smoothing }],
    ),
    ['smoothing that is switched off', { smoothing: { enabled: false, window: 7 } }],
    ['no smoothing', { smoothing: null }],
    ['a sum', { aggregation: 'sum' }],
    ['minutes that only begin alike', { method: 'minute' }],
    ['a smooth line', { line_type: 'smoothed' }],
    ['a window that rolls', { window_type: 'rolling' }],
    ['the length of the window', { rolling_window: 7, window_days: 7 }],
    ['another list', { weather: [{ type: 'average' }] }],
  ])('%s is none', (_, beside) => {
    expect(reasonOf('analytics', { ...beside, days })).toBe('read');
  });

  it('is said of rows too, and is no matter for what has no days', () => {
    expect(reasonOf('analytics', { days: [{ ...days[0], aggregation: 'avg' }] })).toMatch(made);
    for (const kind of ['citations', 'competitors', 'authority', 'websites'] as const)
      expect(reasonOf(kind, { ...good[kind], cumulative: true })).toBe('read');
  });
});

describe('a sample', () => {
  const drawn = 'the figures are made from a sample';
  it.each<[string, object, string | null]>([
    ['a flag', { sampled: true }, '/sampled says "true"'],
    ['a flag in meta', { meta: { isSampled: true } }, '/meta/isSampled says "true"'],
    ['as Google writes it', { containsSampledData: true }, '/containsSampledData says "true"'],
    ['of the data', { data_sampled: true }, '/data_sampled says "true"'],
    ['of the results', { results_sampled: true }, '/results_sampled says "true"'],
    ['a word alone', { sampling: true }, '/sampling says "true"'],
    ['in an object', { sampling: { sampled: true } }, '/sampling/sampled says "true"'],
    ['a rate', { sample_rate: 0.1 }, '/sample_rate says "0.1"'],
    ['a rate of text', { sampling_rate: '10%' }, '/sampling_rate says "10%"'],
    ['one of ten', { sampling: '1:10' }, '/sampling says "1:10"'],
    ['a fraction', { sampling_fraction: '.25' }, '/sampling_fraction says ".25"'],
    ['a ratio', { sample_ratio: 0.25 }, '/sample_ratio says "0.25"'],
    ['a rate in an object', { sampling: { rate: 0.1, scaled: true } }, '/sampling/rate says "0.1"'],
    ['its own name in an object', { sampling: { sample_rate: '2.5%' } }, '/sampling/sample_rate says "2.5%"'],
    ['percent', { sample_percent: 10 }, '/sample_percent says "10"'],
    ['a percentage', { sampling_percentage: 2.5 }, '/sampling_percentage says "2.5"'],
    ['everything', { sample_rate: 1 }, null],
    ['everything in percent', { sample_percent: 100, sampling_rate: '100%' }, null],
    ['none', { sampled: false }, null],
    ['its size', { sample_size: 40 }, null],
  ])('is told: %s', (_, beside, says) => {
    expect(notesOf('analytics', { ...beside, days })).toEqual(says === null ? [] : [`${says}: ${drawn}`]);
  });

  it.each<[string, object]>([
    ['not scaled', { sampling: { rate: 0.1, scaled: false } }],
    ['not extrapolated', { sampling: { rate: 0.1, extrapolated: false } }],
    ['not weighted', { sampled: true, sampling_weighted: false }],
    ['not corrected', { sampled: true, sample_corrected: false }],
    ['not adjusted', { sampled: true, sampling: { is_adjusted: 'no' } }],
    ['unscaled', { sample_rate: 0.1, unscaled: true }],
  ])('of which the figures are counts is refused: %s', (_, beside) => {
    expect(reasonOf('analytics', { ...beside, days })).toMatch('the figures are those of a sample alone');
  });

  it('of everything needs no scaling', () => {
    expect(notesOf('analytics', { sampling: { rate: 1, scaled: false }, days })).toEqual([]);
  });
});

describe('what figures are of is told', () => {
  const partial = 'the figures are of this part alone';
  it.each([
    ...[
      'device',
      'device_type',
      'deviceCategory',
      'devices',
      'country',
      'country_code',
      'segment',
      'channel',
    ],
    ...['channelGroup', 'channel_grouping', 'engine', 'ai_engine', 'browser', 'os', 'audience', 'cohort'],
    ...['user_type', 'visitorType', 'campaign', 'medium', 'referrer', 'region', 'city', 'keyword', 'topic'],
    ...['tag', 'prompt', 'persona', 'market'],
  ])('%s', (name) => {
    const note = [`/${name} says "returning": ${partial}`];
    expect(notesOf('analytics', { [name]: 'returning', days })).toEqual(note);
    expect(notesOf('analytics', { [name]: 'all', days })).toEqual([]);
    expect(notesOf('websites', { [name]: 'returning', ...websites })).toEqual([]);
  });

  it.each<[string, object, readonly string[]]>([
    ['a page', { page: '/pricing' }, ['/page says "/pricing"']],
    [
      'a page with its host',
      { landing_page_url: 'https://a.example/' },
      ['/landing_page_url says "https://a.example/"'],
    ],
    ['a page by its path', { page_path: '/pricing' }, ['/page_path says "/pricing"']],
    ['a path', { path: '/pricing' }, ['/path says "/pricing"']],
    ['the number of a page', { page: '1' }, []],
    ['in filters', { filters: { device: 'mobile' } }, ['/filters/device says "mobile"']],
    ['by another filter', { filters: { plan: 'pro' } }, ['/filters/plan says "pro"']],
    ['as a filter in words', { filter: 'country==DE' }, ['/filter says "country==DE"']],
    [
      'as a list of filters',
      { query: { filters: [['is', 'visit:country', ['DE']]] } },
      ['/query/filters says "[["is","visit:country",["DE"]]]"'],
    ],
    ['as applied filters', { applied_filters: ['mobile'] }, ['/applied_filters says "["mobile"]"']],
    ['as active filters', { activeFilters: 'mobile' }, ['/activeFilters says "mobile"']],
    ['as a filter of a dimension', { dimensionFilter: 'mobile' }, ['/dimensionFilter says "mobile"']],
    ['in the one of an echoed list', { query: { engines: ['chatgpt'] } }, ['/query/engines says "chatgpt"']],
    ['an engine as its model', { model: 'gpt-4o' }, ['/model says "gpt-4o"']],
    ['an engine as its platform', { meta: { platform: 'Gemini' } }, ['/meta/platform says "Gemini"']],
    ['an engine as a source', { source: 'ChatGPT' }, ['/source says "ChatGPT"']],
    ['an engine as a provider', { provider: 'openai' }, ['/provider says "openai"']],
    ['an engine as an assistant', { assistant: 'claude' }, ['/assistant says "claude"']],
    ['in a list in it', { query: { engines: [['chatgpt']] } }, ['/query/engines says "chatgpt"']],
    ['in the answer itself', { data: { segment: 'new', days } }, ['/data/segment says "new"']],
    ['where the data come from', { source: 'matomo', platform: 'web', model: 'last-click' }, []],
    [
      'filters of the question itself',
      {
        filters: {
          website_id: 'a',
          from: '2026-11-01',
          interval: 'day',
          timezone: 'UTC',
          page: 'x',
          sort: 'asc',
        },
      },
      [],
    ],
    ['filters that let all through', { filters: { device: 'all', country: null }, filter: '' }, []],
    ['no filters', { filters: [], appliedFilters: null }, []],
    ['several engines', { query: { engines: ['chatgpt', 'gemini'] } }, []],
    ['a list of one that is data', { topics: ['crm'] }, []],
    ['a list of one in an envelope', { data: { topics: ['crm'], days } }, []],
    ['a list of one object', { query: { countries: [{ name: 'DE' }] } }, []],
    ['a number', { segment: 3, country: 49 }, []],
    ['what a website is', { website: { country: 'DE' } }, []],
    ['another list', { plans: [{ segment: 'pro' }] }, []],
  ])('%s', (_, beside, notes) => {
    const body = 'data' in beside ? beside : { ...beside, days };
    expect(notesOf('analytics', body)).toEqual(notes.map((note) => `${note}: ${partial}`));
  });

  it.each([
    ...[
      'all',
      'All visitors',
      'any',
      'total',
      'overall',
      'combined',
      'world',
      'worldwide',
      'global',
      '*',
      '-',
    ],
    ...[
      'everything',
      'everyone',
      'every',
      'each',
      'none',
      'null',
      'no',
      'off',
      'false',
      'true',
      'default',
      '',
    ],
  ])('"%s" is the whole', (segment) => {
    expect(notesOf('analytics', { segment, days })).toEqual([]);
  });

  it('of citations and competitors, unless it was read', () => {
    expect(notesOf('competitors', { ...competitors, engine: 'chatgpt' })).toContain(
      `/engine says "chatgpt": ${partial}`,
    );
    expect(notesOf('citations', { ...citations, query: { engine: 'chatgpt' } })).toContain(
      `/query/engine says "chatgpt": ${partial}`,
    );
    const feed = { engine: 'claude', citations: [{ url: 'https://a.example/x', date: '2026-11-01' }] };
    expect(notesOf('citations', feed)).not.toContain(`/engine says "claude": ${partial}`);
  });
});

describe('figures that are not measured or of no website are told', () => {
  const unsure = 'the figures are not measured or not final';
  const unreal = 'the figures are of no real website';
  it.each([
    ...['estimated', 'estimate', 'estimates', 'estimation', 'approximate', 'approximated', 'approximation'],
    ...['provisional', 'preliminary', 'unverified', 'unconfirmed', 'draft', 'delayed'],
    ...[
      'projected',
      'projection',
      'forecast',
      'forecasted',
      'predicted',
      'prediction',
      'modeled',
      'modelled',
    ],
    ...['interpolated', 'imputed', 'extrapolated'],
  ])('%s', (word) => {
    for (const [name, value] of [
      [word, true],
      [`is_${word}`, true],
      [`${word}_data`, 'yes'],
      ['status', word],
      ['dataQuality', `${word} data`],
    ] as const)
      expect(notesOf('analytics', { meta: { [name]: value }, days })).toEqual([
        `/meta/${name} says "${value}": ${unsure}`,
      ]);
    expect(notesOf('analytics', { [word]: false, days })).toEqual([]);
  });

  it.each([
    'demo',
    'sample',
    'mock',
    'mocked',
    'dummy',
    'fake',
    'sandbox',
    'sandboxed',
    'synthetic',
    'simulated',
    'simulation',
    'placeholder',
    'test',
    'example',
  ])('%s', (word) => {
    for (const [name, value] of [
      [word, true],
      [`is_${word}`, true],
      [`${word}_mode`, true],
      ['mode', word],
      ['environment', word],
      ['data_source', `${word} data`],
    ] as const)
      expect(notesOf('analytics', { days, [name]: value })).toEqual([`/${name} says "${value}": ${unreal}`]);
    expect(notesOf('analytics', { days, [word]: false })).toEqual([]);
  });

  it.each(['completed', 'final', 'is_final', 'finalized', 'finalised', 'settled', 'data_final'])(
    'not %s',
    (name) => {
      expect(notesOf('analytics', { [name]: false, days })).toEqual([`/${name} says "false": ${unsure}`]);
      expect(notesOf('analytics', { [name]: true, days })).toEqual([]);
    },
  );

  it.each([
    'status',
    'state',
    'quality',
    'completeness',
    'freshness',
    'mode',
    'kind',
    'type',
    'accuracy',
    'coverage',
    'result_status',
    'data_state',
  ])('told by %s', (name) => {
    expect(notesOf('analytics', { meta: { [name]: 'Provisional' }, days })).toEqual([
      `/meta/${name} says "Provisional": ${unsure}`,
    ]);
  });

  it.each(['status', 'data_mode', 'kind', 'type', 'source', 'dataset', 'env'])(
    'a demo told by %s',
    (name) => {
      expect(notesOf('analytics', { meta: { [name]: 'Demo' }, days })).toEqual([
        `/meta/${name} says "Demo": ${unreal}`,
      ]);
    },
  );

  it('a part is told by its status, and by a flag as what was cut', () => {
    for (const status of ['partial', 'Incomplete'])
      expect(notesOf('analytics', { status, days })).toEqual([`/status says "${status}": ${unsure}`]);
    expect(notesOf('analytics', { partial: true, days })).toEqual([
      'it says "partial": this is a part and not everything',
    ]);
  });

  it('in other words', () => {
    expect(notesOf('analytics', { livemode: false, days })).toEqual([`/livemode says "false": ${unreal}`]);
    expect(notesOf('analytics', { use_mock_data: true, days })).toEqual([
      `/use_mock_data says "true": ${unreal}`,
    ]);
    expect(notesOf('analytics', { contains_estimated_values: true, days })).toEqual([
      `/contains_estimated_values says "true": ${unsure}`,
    ]);
  });

  it.each<[string, object, string | null]>([
    [
      'in a list',
      { warnings: ['The data are incomplete', 'and more'] },
      '/warnings says "The data are incomplete"',
    ],
    ['in an object', { meta: { warnings: [{ code: 7, message: 'Late' }] } }, '/meta/warnings says "Late"'],
    ['as a text', { warning: 'Late' }, '/warning says "Late"'],
    ['as a notice', { notice: { text: 'x', message: 'Late' } }, '/notice says "Late"'],
    ['as a caveat', { caveats: ['Late'] }, '/caveats says "Late"'],
    ['as a disclaimer', { disclaimer: 'Late' }, '/disclaimer says "Late"'],
    ['as a limitation', { data_limitations: ['Late'] }, '/data_limitations says "Late"'],
    ['long', { warning: 'x'.repeat(200) }, `/warning says "${'x'.repeat(120)}"`],
    [
      'none',
      {
        warnings: [],
        warning: null,
        notices: 'none',
        caveats: {},
        notice: false,
        disclaimer: '-',
        caveat: 0,
      },
      null,
    ],
  ])('a warning %s', (_, beside, says) => {
    expect(notesOf('analytics', { ...beside, days })).toEqual(
      says === null ? [] : [`${says}: the service warns`],
    );
  });

  it('of websites and scores too, and not of single rows', () => {
    expect(notesOf('websites', { ...websites, estimated: true })).toEqual([
      `/estimated says "true": ${unsure}`,
    ]);
    expect(notesOf('authority', { ...authority, is_demo: true })).toContain(
      `/is_demo says "true": ${unreal}`,
    );
    expect(notesOf('analytics', [{ topics: ['crm'], days }])).toEqual([]);
    const data = { estimated: true, days };
    const totals = { visitors: 50, pageviews: 90 };
    expect(notesOf('analytics', { data, totals })).toEqual([`/data/estimated says "true": ${unsure}`]);
    const rows = [
      { id: 'a', domain: 'a.example', demo: true },
      { id: 'b', domain: 'b.example' },
    ];
    expect(notesOf('websites', { websites: rows })).toEqual([]);
    expect(notesOf('websites', rows)).toEqual([]);
    expect(notesOf('analytics', { days, other: { estimated: true, value: 3 } })).toEqual([]);
    expect(notesOf('analytics', { estimated: true, days: [] })).toContain(
      `/estimated says "true": ${unsure}`,
    );
  });
});

it('a list in lists without end is no matter', () => {
  let list: unknown[] = [];
  for (let depth = 0; depth < 100_000; depth += 1) list = [list];
  expect(reasonOf('analytics', { list, days })).toBe('read');
});
