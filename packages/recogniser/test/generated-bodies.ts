import type { Endpoint as Kind } from '@answershare/core';

/** A seeded source of chances (mulberry32). */
export interface RandomSource {
  /** 0 up to 1. */
  next(): number;
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
  is(share: number): boolean;
}

export function createRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (values) => values[below(values.length)] as never,
    is: (share) => next() < share,
  };
}

/** Bodies of one service about several websites, and the figures that they hold. */
export interface GeneratedService {
  readonly kind: Kind;
  readonly bodies: readonly unknown[];
  readonly figures: readonly Readonly<Record<string, unknown>>[];
  /** At most one envelope and ordinary names. */
  readonly plain: boolean;
}

type Json = Record<string, unknown>;

type Case = (words: string) => string;
const camel: Case = (words) => words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
const cases: readonly Case[] = [
  camel,
  (words) => words.replace(/ /g, '_'),
  (words) => words.replace(/ /g, '-'),
  (words) => camel(` ${words}`),
];

const brands = [
  'Northwind',
  'Acme',
  'Globex',
  'Initech',
  'Umbrella',
  'Hooli',
  'Stark',
  'Wayne',
  'Tyrell',
  'Wonka',
];
const engines = ['ChatGPT', 'Perplexity', 'Gemini', 'Claude', 'Copilot'];
const hostOf = (brand: string): string => `${brand.toLowerCase()}.example`;

/** A word of no language: `zorukem`. */
const wordOf = (chance: RandomSource): string =>
  Array.from(
    { length: 2 + chance.below(2) },
    () => `${chance.pick([...'bdfgklmprstvz'])}${chance.pick([...'aeiou'])}`,
  ).join('') + chance.pick(['k', 'm', 'x']);

/** Choices that a service makes once, for all of its bodies. */
class Style {
  readonly chance: RandomSource;
  readonly plain: boolean;
  private readonly case: Case;
  private readonly names = new Map<string, string>();
  private readonly further = new Map<string, readonly string[]>();
  readonly envelope: (body: unknown) => unknown;

  constructor(chance: RandomSource) {
    this.chance = chance;
    this.plain = chance.is(0.5);
    this.case = chance.pick(this.plain ? cases.slice(0, 2) : cases);
    const data = this.name('envelope', ['data', 'result', 'response']);
    const extras = chance.is(0.5);
    const time = '2026-11-23T06:00:00Z';
    const once = (body: unknown): Json => ({
      ...(extras ? { success: true } : {}),
      [data]: body,
      ...(extras ? { [this.case('generated at')]: time } : {}),
    });
    const twice = (body: unknown): Json => ({ [data]: { [this.case('payload')]: body } });
    const unknown = wordOf(chance);
    const odd = (body: unknown): Json => ({ [unknown]: body, [wordOf(chance)]: chance.below(1_000) });
    this.envelope = chance.pick(
      this.plain ? [(body: unknown) => body, once] : [(body: unknown) => body, once, twice, odd],
    );
  }

  /** One of several names, the same each time. */
  name(role: string, choices: readonly string[]): string {
    const known = this.names.get(role);
    if (known !== undefined) return known;
    const name = this.case(this.chance.pick(choices));
    this.names.set(role, name);
    return name;
  }

  as(words: string): string {
    return this.case(words);
  }

  /** Up to two further fields with names of no meaning, the same for each object of a role. */
  extras(role: string): readonly (readonly [string, unknown])[] {
    const { chance } = this;
    const known = this.further.get(role);
    const names =
      known ??
      Array.from({ length: chance.below(3) }, () => this.case(`${wordOf(chance)} ${wordOf(chance)}`));
    if (known === undefined) this.further.set(role, names);
    return names.map((name) => [
      name,
      chance.pick<unknown>([chance.below(100), wordOf(chance), chance.is(0.5), null]),
    ]);
  }

  /** An object with its fields in one order. */
  object(fields: readonly (readonly [string, unknown] | null)[]): Json {
    const kept = fields.filter((field) => field !== null);
    return Object.fromEntries(kept);
  }
}

const decoy = (style: Style, words: string, value: unknown): readonly [string, unknown] | null =>
  style.name(`decoy ${words}`, [words, '']) === '' ? null : [style.as(words), value];

type Maker = (style: Style) => (website: number) => { body: unknown; figures: Json };

const websites: Maker = (style) => {
  const { chance } = style;
  const list = style.name('list', ['websites', 'sites', 'data', 'items']);
  const id = style.name('id', ['id', 'website id', 'uuid']);
  const domain = style.name('domain', ['domain', 'hostname', 'url']);
  const isUrl = domain === style.as('url');
  const rows = brands
    .slice(0, 1 + chance.below(6))
    .map((brand, at) => ({ brand, id: `ws_${at}${chance.below(9_000)}` }));
  return () => ({
    body: style.envelope({
      [list]: rows.map((row) =>
        style.object([
          [id, row.id],
          [style.name('name', ['name', 'title', 'label']), row.brand],
          [domain, isUrl ? `https://${hostOf(row.brand)}` : hostOf(row.brand)],
          decoy(style, 'created at', '2025-01-01T00:00:00Z'),
          decoy(style, 'plan', 'growth'),
          ...style.extras('row'),
        ]),
      ),
    }),
    figures: { websites: rows.map((row) => [row.id, row.brand, hostOf(row.brand)]) },
  });
};

const analytics: Maker = (style) => {
  const { chance } = style;
  const list = style.name('list', ['days', 'daily', 'data', 'series', 'timeseries', 'analytics']);
  const date = style.name('date', ['date', 'day']);
  const names = {
    visitors: style.name('visitors', ['visitors', 'unique visitors', 'total visitors']),
    pageviews: style.name('pageviews', ['pageviews', 'page views', 'views']),
    citations: style.name('citations', ['citations', 'ai citations', 'citation count']),
  };
  const layout = chance.pick(style.plain ? ['list', 'list', 'map'] : ['list', 'map', 'columns']);
  const written = !style.plain && chance.is(0.2);
  const figure = (value: number): number | string => (written ? String(value) : value);
  const totals = chance.is(0.4);
  return (website) => {
    const days = Array.from({ length: chance.pick([7, 30, 90]) }, (_, at) => ({
      date: new Date(Date.UTC(2026, 7, 1 + at)).toISOString().slice(0, 10),
      visitors: chance.below(900) + website,
      pageviews: chance.below(2_000),
      citations: chance.below(20),
    }));
    const row = (day: (typeof days)[number]): Json =>
      style.object([
        [names.visitors, figure(day.visitors)],
        [names.pageviews, figure(day.pageviews)],
        [names.citations, figure(day.citations)],
        decoy(style, 'bounce rate', 0.4),
        decoy(style, 'sessions', day.visitors + 3),
        ...style.extras('row'),
      ]);
    const rows =
      layout === 'map'
        ? Object.fromEntries(days.map((day) => [day.date, row(day)]))
        : days.map((day) => ({ [date]: day.date, ...row(day) }));
    const columns = {
      [`${date}s`]: days.map((day) => day.date),
      ...Object.fromEntries(
        (['visitors', 'pageviews', 'citations'] as const).map((name) => [
          names[name],
          days.map((day) => figure(day[name])),
        ]),
      ),
    };
    const sum = (of: 'visitors' | 'pageviews' | 'citations'): number =>
      days.reduce((all, day) => all + day[of], 0);
    const body = style.object([
      totals
        ? [
            style.as('totals'),
            {
              [names.visitors]: sum('visitors'),
              [names.pageviews]: sum('pageviews'),
              [names.citations]: sum('citations'),
            },
          ]
        : null,
      layout === 'columns' ? null : [list, rows],
      layout === 'columns' ? [style.name('columns', ['data', 'chart', 'analytics']), columns] : null,
      decoy(style, 'previous', { [names.visitors]: 7, [names.pageviews]: 9 }),
      ...style.extras('body'),
    ]);
    return {
      body: style.envelope(body),
      figures: { days: days.map((day) => [day.date, day.visitors, day.pageviews, day.citations]) },
    };
  };
};

const citations: Maker = (style) => {
  const { chance } = style;
  const hasEngines = chance.is(0.5);
  const hasTotal = chance.is(0.6);
  const total = style.name('total', ['total citations', 'citation count', 'citations total']);
  const list = style.name('list', ['citations', 'feed', 'items', 'data']);
  const engine = style.name('engine', ['engine', 'platform', 'provider']);
  const count = style.name('count', ['count', 'citations', 'citation count']);
  const byEngine = style.name('by engine', ['by engine', 'engines', 'by platform', 'citations by engine']);
  const isMap = chance.is(0.5);
  return () => {
    const counts = engines.slice(0, 2 + chance.below(4)).map((name) => ({ name, count: chance.below(40) }));
    const sum = counts.reduce((all, one) => all + one.count, 0);
    const items = Array.from({ length: chance.below(12) + 1 }, (_, at) => ({
      engine: chance.pick(engines),
      url: `https://${hostOf(chance.pick(brands))}/page-${at}`,
      date: `2026-11-${String(1 + chance.below(20)).padStart(2, '0')}`,
    }));
    const engineRows = isMap
      ? Object.fromEntries(counts.map((one) => [one.name, one.count]))
      : counts.map((one) => ({
          [engine]: one.name,
          [count]: one.count,
          ...style.object([decoy(style, 'rank', 1)]),
        }));
    const feed = items.map((item) =>
      style.object([
        [engine, item.engine],
        [style.name('url', ['url', 'page url', 'source url']), item.url],
        [style.name('date', ['date', 'cited at', 'created at']), item.date],
        decoy(style, 'prompt', 'best crm'),
        decoy(style, 'position', 3),
        ...style.extras('row'),
      ]),
    );
    const stated = hasEngines ? sum : items.length;
    const body = style.object([
      hasTotal ? [total, stated] : null,
      hasEngines ? [byEngine, engineRows] : [list, feed],
      decoy(style, 'visibility score', 41),
      ...style.extras('body'),
    ]);
    return {
      body: style.envelope(body),
      figures: {
        total: stated,
        byEngine: hasEngines ? counts.map((one) => [one.name, one.count]) : [],
        items: hasEngines ? [] : items.map((item) => [item.url, item.date]),
      },
    };
  };
};

const competitors: Maker = (style) => {
  const { chance } = style;
  const unit = chance.pick(
    style.plain ? ['percent', 'percent', 'fraction'] : ['percent', 'fraction', 'text'],
  );
  const list = style.name('list', ['competitors', 'competitor list', 'rivals']);
  const own = style.name('own', ['share of voice', 'sov', 'own share of voice']);
  const share = style.name('share', ['share of voice', 'share', 'sov']);
  const name = style.name('name', ['name', 'brand', 'competitor']);
  const hasMentions = chance.is(0.4);
  const inList = !style.plain && chance.is(0.3);
  return (website) => {
    const size = 2 + chance.below(5);
    const names = [
      brands[website % brands.length] as string,
      ...brands.filter((_, at) => at !== website % brands.length).slice(0, size),
    ];
    const mentions = names.map(() => 1 + chance.below(website === 0 ? 30 : 300));
    const all = mentions.reduce((sum, one) => sum + one, 0);
    const rounded = mentions.map((one) => Math.round((one / all) * 1000) / 10);
    const write = (percent: number): unknown =>
      unit === 'percent' ? percent : unit === 'text' ? `${percent}%` : Math.round(percent * 10) / 1000;
    const rows = names.map((brand, at) =>
      style.object([
        [name, brand],
        [share, write(rounded[at] as number)],
        hasMentions ? [style.as('mentions'), mentions[at]] : null,
        inList ? [style.as('is own'), at === 0] : null,
        decoy(style, 'average position', 2.4),
        ...style.extras('row'),
      ]),
    );
    const body = style.object([
      inList ? null : [own, write(rounded[0] as number)],
      hasMentions ? [style.as('total mentions'), all] : null,
      [list, inList ? rows : rows.slice(1)],
      decoy(style, 'sentiment', 0.7),
      ...style.extras('body'),
    ]);
    return {
      body: style.envelope(body),
      figures: {
        own: (rounded[0] as number) / 100,
        rivals: names.slice(1).map((brand, at) => [brand, (rounded[at + 1] as number) / 100]),
      },
    };
  };
};

const authority: Maker = (style) => {
  const { chance } = style;
  const score = style.name('score', ['score', 'authority score', 'entity authority score', 'overall score']);
  const list = style.name('list', ['components', 'breakdown', 'factors']);
  const scale = chance.pick([1, 100, 100, 100]);
  const hasScale = chance.is(0.5);
  const layout = chance.pick(['list', 'map', 'none']);
  const parts = ['Clarity', 'Links', 'Freshness', 'Schema'].slice(0, 2 + chance.below(3));
  return () => {
    const digits = (value: number): number =>
      scale === 1 ? Math.round(value * 100) / 100 : Math.round(value * 100);
    const scores = parts.map(() => digits(0.2 + chance.next() * 0.75));
    const value = digits(0.2 + chance.next() * 0.75);
    const rows =
      layout === 'map'
        ? Object.fromEntries(parts.map((part, at) => [style.as(part.toLowerCase()), scores[at]]))
        : parts.map((part, at) =>
            style.object([
              [style.name('name', ['name', 'label']), part],
              [style.name('part', ['score', 'value']), scores[at]],
              decoy(style, 'weight', 0.25),
              ...style.extras('row'),
            ]),
          );
    const body = style.object([
      [score, value],
      hasScale ? [style.name('scale', ['max score', 'scale', 'max']), scale] : null,
      layout === 'none' ? null : [list, rows],
      decoy(style, 'previous score', 12),
      decoy(style, 'domain rating', 33),
      ...style.extras('body'),
    ]);
    return {
      body: style.envelope(body),
      figures: {
        score: value,
        parts:
          layout === 'none'
            ? []
            : parts.map((part, at) => [layout === 'map' ? style.as(part.toLowerCase()) : part, scores[at]]),
      },
    };
  };
};

const makers: Readonly<Record<Kind, Maker>> = { websites, analytics, citations, competitors, authority };

/** A made-up service by its seed. */
export function generateService(kind: Kind, seed: number, websitesInAll = 3): GeneratedService {
  const style = new Style(createRandom(seed));
  const make = makers[kind](style);
  const made = Array.from({ length: kind === 'websites' ? 1 : websitesInAll }, (_, at) => make(at));
  return {
    kind,
    bodies: made.map(({ body }) => body),
    figures: made.map(({ figures }) => figures),
    plain: style.plain,
  };
}
