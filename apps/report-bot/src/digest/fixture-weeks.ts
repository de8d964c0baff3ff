import {
  type Competitor,
  figureOf,
  type JudgedFigure,
  type Website,
  type WebsiteEndpoint,
} from '@answershare/core';
import { listWeekDates, previousWeek } from '../schedule/iso-week.ts';
import type { DigestInput } from './digest.ts';
import { citedPages, lostAnswers } from './fixture-pages.ts';
import { nameSnapshots } from './named-snapshots.ts';
import type { CitedPages, SiteSnapshot } from './site-days.ts';
import { computeSiteSeries } from './site-digest.ts';
import { plainFigures } from './site-metrics.ts';

export const acme: Website = { id: 'w_acme', name: 'Acme', domain: 'acme.com' };
const reported = '2026-W47';

const rivalNames = [
  'globex.com',
  'initech.com',
  'umbrella.com',
  'hooli.com',
  'stark.com',
  'wayne.com',
  'wonka.com',
];

/** What a fixture says about one week of one website; functions take the day's index, Monday is 0. */
export interface FixtureWeek {
  readonly share?: (day: number) => number | null;
  readonly total?: number | null;
  readonly authority?: (day: number) => number | null;
  readonly scale?: number | null;
  /** One of the two parts of the authority score; 61 if omitted. */
  readonly backlinks?: number;
  readonly citations?: (day: number) => number | null;
  readonly competitors?: readonly Competitor[];
  /** The figures without rules of their own. */
  readonly plain?: Readonly<Partial<Record<JudgedFigure, (day: number) => number | null>>>;
  readonly missing?: readonly number[];
  readonly failures?: SiteSnapshot['failures'];
  /** Days that a share covers, as the body states them; 7 if omitted, null if unstated. */
  readonly window?: number | null;
  /** Days that a citation total covers, as the body states them. */
  readonly citationDays?: number;
  /** The cited pages of the Sunday's answer. */
  readonly pages?: CitedPages;
}

/** A snapshot of a website. */
export type Taken = SiteSnapshot & { readonly website: Website };

/** The weeks up to the reported one as snapshots, a day each at 06:00 UTC; `weeks[0]` is the reported week. */
export function createSnapshots(website: Website, weeks: readonly FixtureWeek[]): Taken[] {
  let week = reported;
  return weeks.flatMap((of) => {
    const days = listWeekDates(week);
    week = previousWeek(week);
    return days.flatMap((day, at) =>
      of.missing?.includes(at) === true ? [] : [snapshot(website, day, at, of)],
    );
  });
}

/** What an answer of a day states of the figures without rules of their own. */
function plainOf(endpoint: WebsiteEndpoint, { plain }: FixtureWeek, at: number) {
  const names: readonly JudgedFigure[] = plainFigures.filter((name) => figureOf(name).endpoint === endpoint);
  return Object.fromEntries(names.map((name) => [figureOf(name).field ?? '', plain?.[name]?.(at) ?? null]));
}

function snapshot(website: Website, day: string, at: number, of: FixtureWeek): Taken {
  const share = (of.share ?? (() => 0.342))(at);
  const total = of.total === undefined ? 2000 : of.total;
  const authority = (of.authority ?? (() => 72))(at);
  const citations = (of.citations ?? (() => 1284))(at);
  return {
    website,
    takenAt: Date.parse(`${day}T06:00:00Z`),
    authority:
      authority === null
        ? null
        : {
            score: authority,
            scale: of.scale === undefined ? 100 : of.scale,
            components: [
              { name: 'Entity clarity', score: 80, weight: 0.6 },
              { name: 'Backlinks', score: of.backlinks ?? 61, weight: 0.4 },
            ],
          },
    competitors:
      share === null
        ? null
        : {
            shareOfVoice: share,
            mentions: total === null ? null : share * total,
            totalMentions: total,
            competitors: of.competitors ?? createCompetitors(total),
            ...plainOf('competitors', of, at),
          },
    citations:
      citations === null
        ? null
        : {
            total: citations,
            byEngine: [
              { engine: 'chatgpt', label: 'ChatGPT', count: Math.round(citations * 0.51) },
              { engine: 'perplexity', label: 'Perplexity', count: Math.round(citations * 0.27) },
              { engine: 'gemini', label: 'Gemini', count: Math.round(citations * 0.15) },
              { engine: 'claude', label: 'Claude', count: Math.round(citations * 0.07) },
            ],
            ...plainOf('citations', of, at),
          },
    analytics: null,
    pages: at === 6 ? (of.pages ?? null) : null,
    failures: of.failures ?? [],
    windows: {
      ...(of.window === null ? {} : { competitors: of.window ?? 7 }),
      ...(of.citationDays === undefined ? {} : { citations: of.citationDays }),
    },
  };
}

/** Seven rivals with falling shares; the first stands at 29.7 %. */
export function createCompetitors(total: number | null, first = 0.297): Competitor[] {
  const shares = [first, 0.118, 0.081, 0.064, 0.043, 0.022, 0.011];
  return rivalNames.map((name, at) => {
    const share = shares[at] ?? 0;
    return { name, domain: name, share, mentions: total === null ? null : share * total };
  });
}

/** Small weekly movement, the same in every run. */
const wobble = (size: number) => (week: number) =>
  size * ([0, 1, -0.6, 0.4, -1, 0.8, -0.3, 0.5][week % 8] ?? 0);

export function createInput(
  websites: readonly Website[],
  snapshots: readonly Taken[],
  title: string | null = null,
  timezone = 'UTC',
): DigestInput {
  const listTaken = ({ id }: Website) => snapshots.filter(({ website }) => website.id === id);
  return {
    schedule: { id: 'monday', title, timezone },
    week: reported,
    sites: websites.map((one) =>
      computeSiteSeries(one, nameSnapshots(one, listTaken(one)), reported, timezone),
    ),
    generatedAt: Date.parse('2026-11-23T09:00:00Z'),
  };
}

const pastWeeks = (of: (week: number) => FixtureWeek, count = 8) =>
  Array.from({ length: count }, (_, week) => of(week));

const around = (week: number): FixtureWeek => ({
  share: (day) => 0.342 + wobble(0.004)(week) + wobble(0.001)(day),
  authority: (day) => Math.round(72 + wobble(0.8)(week) + wobble(0.6)(day)),
  citations: (day) => Math.round(1284 + wobble(30)(week) + 3 * day),
});

/** Changes of the shares of so many websites, each `step` after the one before. */
export const createChanges = (changed: number, step: number): Readonly<Record<number, number>> =>
  Object.fromEntries(
    Array.from({ length: changed }, (_, at) => [at * step, at % 3 === 2 ? -0.07 : 0.07 + at / 5000]),
  );

/** A number of websites, the first of them with a changed share. */
export const createWebsites = (count: number, changed: number): DigestInput =>
  createGroup(count, createChanges(changed, 1));

/** Websites of which the eighth has no data; the share of some changes in the reported week. */
function createGroup(count: number, changes: Readonly<Record<number, number>>): DigestInput {
  const sites = Array.from(
    { length: count },
    (_, at): Website => ({ id: `w_${at}`, name: `Brand ${at}`, domain: `brand-${at}.example` }),
  );
  return createInput(
    sites,
    sites.flatMap((site, at) =>
      at === 7
        ? []
        : createSnapshots(
            site,
            pastWeeks((week) => ({
              ...around(week),
              share: () =>
                0.1 + (at % 12) / 50 + (week === 0 ? (changes[at] ?? 0) : 0) + wobble(0.003)(week + at),
            })),
          ),
    ),
    'Acme group',
  );
}

const clientNames = [
  'Harbor Foods',
  'Lumen Dental',
  'Öko Möbel',
  'Northwind Outdoor',
  'Café Río',
  'Atlas Freight',
  'Sakura 旅館',
  'Meadow Clinic',
  'Cobalt Ledger',
];

/** An agency's week: equally many websites for each client, and a few without one. The share of some changed. */
export function createAgency(
  count: number,
  clients: number,
  changes: Readonly<Record<number, number>>,
): DigestInput {
  const size = Math.floor(count / clients);
  return {
    ...createGroup(count, changes),
    groupBy: 'client',
    clients: Array.from({ length: clients }, (_, at) => {
      const cycle = Math.floor(at / clientNames.length);
      return {
        name: `${clientNames[at % clientNames.length]}${cycle === 0 ? '' : ` ${cycle + 1}`}`,
        websiteIds: new Set(Array.from({ length: size }, (_, index) => `w_${at * size + index}`)),
      };
    }),
  };
}

/** The digest of one website over these weeks, the reported one first. */
const createAcmeInput = (weeks: readonly FixtureWeek[]): DigestInput =>
  createInput([acme], createSnapshots(acme, weeks));

/** The weeks that every reader of a digest must be able to meet. */
export const fixtureWeeks = {
  quiet: () => createAcmeInput(pastWeeks(around)),
  first: () => createAcmeInput([{ ...around(0), citationDays: 30 }]),
  big: () =>
    createAcmeInput(
      pastWeeks((week) =>
        week === 0
          ? {
              ...around(0),
              share: () => 0.342,
              authority: () => 76,
              citations: () => 1542,
              pages: citedPages,
            }
          : { ...around(week), share: () => 0.261 + wobble(0.004)(week) },
      ),
    ),
  fall: () =>
    createAcmeInput(
      pastWeeks((week) =>
        week === 0
          ? {
              ...around(0),
              share: () => 0.248,
              window: 1,
              authority: () => 66,
              backlinks: 46,
              competitors: createCompetitors(2000, 0.33),
              pages: citedPages,
              citationDays: 30,
            }
          : around(week),
      ),
    ),
  lostAnswers: () =>
    createAcmeInput(
      pastWeeks((week) =>
        week === 0 ? { ...around(0), citations: () => 842, pages: lostAnswers } : around(week),
      ),
    ),
  authority: () =>
    createAcmeInput(
      pastWeeks((week) => (week === 0 ? { ...around(0), authority: () => 62, backlinks: 36 } : around(week))),
    ),
  gap: () =>
    createAcmeInput(
      pastWeeks((week) =>
        week === 0
          ? {
              ...around(0),
              missing: [2, 3],
              failures: [
                {
                  endpoint: 'competitors',
                  reason: 'The service failed (503) while reading competitors. Try again later.',
                  fault: { kind: 'server', status: 503, serviceMessage: null },
                },
              ],
              share: (day) => (day === 4 ? null : 0.342),
            }
          : week === 3
            ? { ...around(3), missing: [0, 1, 2, 3, 4, 5, 6] }
            : around(week),
      ),
    ),
  fewShares: () =>
    createAcmeInput(
      pastWeeks((week) =>
        week === 0 ? { ...around(0), share: (day) => (day < 4 ? null : 0.342) } : around(week),
      ),
    ),
  noCounts: () => createAcmeInput(pastWeeks((week) => ({ ...around(week), total: null }), 3)),
  stillWithoutCounts: () => createAcmeInput(pastWeeks(() => ({ total: null }))),
  method: () =>
    createAcmeInput(
      pastWeeks((week) => (week === 0 ? { ...around(0), scale: 1000, authority: () => 720 } : around(week))),
    ),
  noData: () =>
    createAcmeInput(
      pastWeeks(
        (week) =>
          week === 0
            ? {
                share: () => null,
                authority: () => null,
                citations: () => null,
                failures: [
                  {
                    endpoint: 'authority',
                    reason: 'The service refuses this API key. Create a new key under Settings > API Keys.',
                    fault: { kind: 'auth.invalid', status: 401, serviceMessage: 'Unknown key.' },
                  },
                ],
              }
            : around(week),
        3,
      ),
    ),
  many: () => createGroup(12, { 4: 0.09 }),
  movers: () => createGroup(12, { 1: 0.09, 5: -0.06, 9: 0.07 }),
  agency: () =>
    createAgency(38, 9, { 2: 0.09, 3: -0.06, 9: -0.09, 13: 0.065, 17: 0.07, 22: -0.07, 25: 0.12, 37: 0.06 }),
  manyFirst: () => {
    const sites = ['acme.com', 'acme.de', 'acme.fr'].map(
      (domain): Website => ({ id: domain, name: null, domain }),
    );
    return createInput(
      sites,
      sites.flatMap((site) => createSnapshots(site, [{ missing: [0] }])),
    );
  },
} as const;
