import { toPoints } from '@answershare/core/statistics';
import { describe, expect, it } from 'vitest';
import { buildDigest, type DigestInput } from '../../src/digest/digest.ts';
import {
  acme,
  createCompetitors,
  createInput,
  createSnapshots,
  type FixtureWeek,
  fixtureWeeks,
} from '../../src/digest/fixture-weeks.ts';
import { listFacts } from '../../src/digest/metric.ts';
import type { SiteDigest } from '../../src/digest/site-digest.ts';

function siteOf(input: DigestInput): SiteDigest {
  const [site] = buildDigest(input).sites;
  if (site === undefined) throw new Error('The fixture has no website.');
  return site;
}

const weeks = (...of: FixtureWeek[]) => siteOf(createInput([acme], createSnapshots(acme, of)));

describe('levels and changes', () => {
  it('a quiet week: compared, no direction', () => {
    const { share, authority } = siteOf(fixtureWeeks.quiet());
    expect(share).toMatchObject({ verdict: 'unclear', direction: null, days: { value: 7 } });
    expect(authority).toMatchObject({ verdict: 'unclear', direction: null, scale: { value: 100 } });
    expect(share.series).toHaveLength(8);
    expect(share.series.at(-1)?.level?.value).toBe(share.level?.value);
  });

  it('the difference in points is that of the unrounded levels', () => {
    const { level, before, delta } = siteOf(fixtureWeeks.big()).share;
    expect(delta?.unit).toBe('points');
    expect(delta?.value).toBe(toPoints((level?.value ?? Number.NaN) - (before?.value ?? Number.NaN)));
  });

  it('64 of 200 after 60 of 200 in rolling weeks: +2 points, -4.5 to +8.4, no direction', () => {
    const { share } = weeks({ share: () => 0.32, total: 200 }, { share: () => 0.3, total: 200 });
    expect(share).toMatchObject({ verdict: 'unclear', direction: null });
    expect(share.delta?.value).toBeCloseTo(2, 9);
    expect(share.interval?.low.value).toBeCloseTo(-4.5, 1);
    expect(share.interval?.high.value).toBeCloseTo(8.4, 1);
  });

  it('a total over 30 days is called that, an unstated one is not', () => {
    expect(siteOf(fixtureWeeks.first()).citations.window).toMatchObject({ value: 30, unit: 'days' });
    expect(siteOf(fixtureWeeks.quiet()).citations.window).toBeNull();
  });

  it('a share of 30 days is compared five weeks apart, and too early to judge before', () => {
    const month = (share: number): FixtureWeek => ({ share: () => share, total: 1000, window: 30 });
    const falling = [0.28, 0.29, 0.3, 0.31, 0.32, 0.36].map(month);
    expect(weeks(...falling).share).toMatchObject({
      verdict: 'clear',
      direction: 'down',
      apart: { value: 5 },
      before: { value: expect.closeTo(0.36, 9) },
      lastWeek: { level: { value: expect.closeTo(0.29, 9) }, delta: { value: expect.closeTo(-1, 9) } },
      run: { direction: 'down', weeks: { value: 5 }, delta: { value: expect.closeTo(-8, 9) } },
    });
    const young = weeks(...falling.slice(0, 3)).share;
    expect(young).toMatchObject({ verdict: 'too-early', direction: null, apart: { value: 2 } });
    expect(young.reason).toContain('covers about 30 days');
  });

  it('days belong to the week of the schedule, not of UTC', () => {
    const inSamoa = siteOf(createInput([acme], createSnapshots(acme, [{}]), null, 'Pacific/Pago_Pago'));
    expect(inSamoa.share.days.value).toBe(6);
  });

  it('equal snapshots give an equal digest in whatever order they come', () => {
    const taken = createSnapshots(acme, [{ share: (day) => 0.3 + day / 100 }, { missing: [3] }, {}]);
    expect(buildDigest(createInput([acme], [...taken].reverse()))).toEqual(
      buildDigest(createInput([acme], taken)),
    );
  });

  it('of two snapshots of a day the later answer counts, and a failed one takes nothing away', () => {
    const base = createSnapshots(acme, [{ share: () => 0.3 }]);
    const later = createSnapshots(acme, [{ share: () => 0.4 }]).map((taken) => ({
      ...taken,
      takenAt: taken.takenAt + 3_600_000,
    }));
    const failed = later.map((taken) => ({ ...taken, takenAt: taken.takenAt + 1, competitors: null }));
    expect(siteOf(createInput([acme], [...failed, ...later, ...base])).share.level?.value).toBeCloseTo(
      0.4,
      12,
    );
  });
});

describe('among many figures', () => {
  const sites = Array.from({ length: 12 }, (_, at) => ({
    id: `w_${at}`,
    name: null,
    domain: `site-${at}.com`,
  }));
  const still: FixtureWeek[] = [{ total: 400 }, { total: 400 }];
  const up: FixtureWeek[] = [
    { share: () => 0.358, total: 400 },
    { share: () => 0.3, total: 400 },
  ];

  it('a change that is clear alone has no direction where chance makes one as large somewhere', () => {
    const alone = siteOf(createInput([acme], createSnapshots(acme, up)));
    expect(alone.share).toMatchObject({ verdict: 'clear', direction: 'up' });
    const snapshots = sites.flatMap((site, at) => createSnapshots(site, at === 0 ? up : still));
    const digest = buildDigest(createInput(sites, snapshots));
    const [first, ...rest] = digest.sites.map(({ share }) => share.verdict);
    expect([first, new Set(rest)]).toEqual(['unclear', new Set(['unchanged'])]);
    expect(digest.sites[0]?.share).toMatchObject({
      direction: null,
      delta: alone.share.delta && { value: alone.share.delta.value },
      reason: expect.stringContaining('chance alone'),
    });
    expect(digest.clauses.filter(({ kind }) => kind === 'clear' || kind === 'rank')).toEqual([]);
  });

  it('one that chance does not explain stays clear among them', () => {
    const far: FixtureWeek[] = [
      { share: () => 0.5, total: 400 },
      { share: () => 0.3, total: 400 },
    ];
    const snapshots = sites.flatMap((site, at) => createSnapshots(site, at === 0 ? far : still));
    const [first, ...rest] = buildDigest(createInput(sites, snapshots)).sites;
    expect(first?.share).toMatchObject({ verdict: 'clear', direction: 'up' });
    expect(rest.every(({ share }) => share.verdict === 'unchanged')).toBe(true);
  });

  it('ranks do not change unless one of the two changed clearly', () => {
    const swap = (own: number, competitor: number): FixtureWeek => ({
      share: () => own,
      total: 400,
      competitors: [
        { name: 'globex.com', domain: 'globex.com', share: competitor, mentions: competitor * 400 },
      ],
    });
    const weeksOf = [swap(0.327, 0.246), swap(0.285, 0.287)];
    const { share } = siteOf(createInput([acme], createSnapshots(acme, weeksOf)));
    expect(share).toMatchObject({ verdict: 'unclear', overtook: [], levelWith: ['globex.com'] });
  });
});

describe('data notes', () => {
  it('a first week', () => {
    const { notes, share } = siteOf(fixtureWeeks.first());
    expect(notes).toMatchObject([{ kind: 'first' }]);
    expect(share).toMatchObject({ verdict: 'first', delta: null, before: null });
  });

  it('6 of 7 days are compared, with a note', () => {
    const { notes, share } = weeks({ missing: [2] }, {});
    expect(share).toMatchObject({ verdict: 'unchanged', days: { value: 6 }, of: { value: 7 } });
    expect(notes).toMatchObject([
      { kind: 'missing-days', measures: ['share', 'authority', 'citations'], days: { value: 6 } },
    ]);
  });

  it('too few days, with the failures behind them', () => {
    const { notes, share } = siteOf(fixtureWeeks.gap());
    expect(share).toMatchObject({ verdict: 'incomplete', delta: null, direction: null });
    expect(share.series[4]?.level).toBeNull();
    expect(notes.map(({ kind }) => kind)).toEqual(['not-compared', 'failure']);
    expect(notes.at(-1)).toMatchObject({
      endpoint: 'competitors',
      fault: { kind: 'server', status: { value: 503 } },
      days: { value: 5 },
    });
  });

  it('a website without data', () => {
    const digest = buildDigest(fixtureWeeks.noData());
    expect(digest.sites[0]).toMatchObject({ state: 'no-data', taken: null });
    expect(digest.sites[0]?.notes.map(({ kind }) => kind)).toEqual(['no-data', 'failure']);
    expect(digest.clauses[0]).toMatchObject({ kind: 'no-data', sites: ['acme.com'], count: { value: 1 } });
    expect(digest.asOf).toBeNull();
  });

  it('another scale of authority is a change of method, and its old weeks leave the series', () => {
    const { authority, notes } = siteOf(fixtureWeeks.method());
    expect(authority).toMatchObject({
      verdict: 'method-changed',
      direction: null,
      delta: null,
      weeks: { value: 1 },
    });
    expect(notes).toMatchObject([{ kind: 'not-compared', measures: ['authority'] }]);
  });

  it('a zero share is a share, and no share is not zero', () => {
    const { share } = weeks({ share: () => 0 }, { share: () => 0 });
    expect(share).toMatchObject({ verdict: 'unchanged', level: { value: 0 }, delta: { value: 0 } });
    expect(weeks({ share: () => null }, {}).share).toMatchObject({ verdict: 'none', level: null });
  });
});

describe('competitors', () => {
  const lead = (first: number): FixtureWeek => ({
    share: () => 0.3,
    competitors: createCompetitors(2000, first),
  });

  it('are ranked with the own website, which is named once', () => {
    const own = { name: 'Acme Inc', domain: 'acme.com', share: 0.3, mentions: 600 };
    const { share } = weeks(
      { share: () => 0.3, competitors: [own, ...createCompetitors(2000, 0.4)] },
      lead(0.4),
    );
    expect(share.rows.slice(0, 2).map(({ name, own, rank }) => [name, own, rank?.value])).toEqual([
      ['globex.com', false, 1],
      ['acme.com', true, 2],
    ]);
    expect(share.rank).toMatchObject({ now: { value: 2 }, of: { value: 8 }, tied: false });
  });

  it('share a rank where they have the same share', () => {
    expect(weeks(lead(0.3), lead(0.3)).share.rank).toMatchObject({ now: { value: 1 }, tied: true });
  });

  it('overtake beyond what sampling explains, else are level', () => {
    expect(weeks(lead(0.4), lead(0.25)).share).toMatchObject({ overtakenBy: ['globex.com'], levelWith: [] });
    expect(weeks(lead(0.302), lead(0.298)).share).toMatchObject({
      overtakenBy: [],
      levelWith: ['globex.com'],
    });
  });

  it('that join a list which the shares add up to are left out of the comparison and are named', () => {
    const part = (name: string, share: number) => ({ name, domain: name, share, mentions: share * 2000 });
    const { share, notes } = weeks(
      { share: () => 0.3, competitors: [part('a.com', 0.5), part('b.com', 0.2)] },
      { share: () => 0.4, competitors: [part('a.com', 0.6)] },
    );
    expect(share).toMatchObject({ verdict: 'clear', direction: 'down', added: ['b.com'] });
    // 30 of 80 per cent, after 40 of 100.
    expect(share.delta?.value).toBeCloseTo(-2.5, 10);
    expect(notes).toEqual([{ kind: 'competitors', added: ['b.com'], removed: [], common: true }]);
  });

  it('that replace all others break the comparison', () => {
    const part = (name: string, share: number) => ({ name, domain: name, share, mentions: share * 2000 });
    const { share, notes } = weeks(
      { share: () => 0.3, competitors: [part('b.com', 0.7)] },
      { share: () => 0.4, competitors: [part('a.com', 0.6)] },
    );
    expect(share).toMatchObject({ verdict: 'method-changed', direction: null, added: ['b.com'] });
    expect(notes.map(({ kind }) => kind)).toEqual(['not-compared', 'competitors']);
  });

  it('that join a list which is only a part of the whole are named and break nothing', () => {
    const { share } = weeks(
      { share: () => 0.34 },
      { share: () => 0.342, competitors: createCompetitors(2000).slice(1) },
    );
    expect(share).toMatchObject({ verdict: 'unclear', added: ['globex.com'] });
  });
});

describe('the headline', () => {
  it.each([
    ['quiet', 'level'],
    ['first', 'level'],
    ['big', 'rank'],
    ['fall', 'rank'],
    ['many', 'no-data'],
  ] as const)('of the %s week begins with %s', (week, kind) => {
    expect(buildDigest(fixtureWeeks[week]()).clauses[0]?.kind).toBe(kind);
  });

  it('puts share of voice before authority before levels', () => {
    const kinds = buildDigest(fixtureWeeks.big()).clauses.map((clause) =>
      'measure' in clause ? clause.measure : clause.kind,
    );
    expect(kinds).toEqual(['rank', 'share', 'authority', 'citations', 'place']);
  });
});

describe('facts', () => {
  it.each(Object.entries(fixtureWeeks))('%s week: one id never identifies two numbers', (_, input) => {
    const values = new Map<string, number>();
    for (const { id, value } of listFacts(buildDigest(input()))) {
      expect(Number.isFinite(value)).toBe(true);
      expect(values.get(id) ?? value, id).toBe(value);
      values.set(id, value);
    }
    expect(values.size).toBeGreaterThan(5);
  });
});
