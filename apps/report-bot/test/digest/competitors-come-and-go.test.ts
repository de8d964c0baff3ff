import type { Competitor } from '@answershare/core';
import { describe, expect, it } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import { acme, createInput, createSnapshots, type FixtureWeek } from '../../src/digest/fixture-weeks.ts';
import { renderFixture } from '../mail/rendered.ts';

/** Brands with parts of a closed list; the shares of those that a list leaves out go to the others. */
function listBrands(parts: Readonly<Record<string, number>>, total: number) {
  const whole = Object.values(parts).reduce((sum, part) => sum + part, 0);
  const { own = 0, ...rivals } = parts;
  const competitors: Competitor[] = Object.entries(rivals).map(([name, part]) => ({
    name,
    domain: `${name}.example`,
    share: part / whole,
    mentions: (part / whole) * total,
  }));
  return { share: own / whole, competitors };
}

const before = { own: 30, alba: 30, fell: 20 };
const after = { ...before, newcomer: 20 };

/** Six weeks, the newcomer listed from a weekday of the week before the reported one on. */
function createWeeks(added: number, changed: Readonly<Record<string, number>> = after) {
  const snapshots = createSnapshots(
    acme,
    Array.from({ length: 8 }, (): FixtureWeek => ({ total: 2_000, window: 7 })),
  ).sort((one, other) => one.takenAt - other.takenAt);
  const from = snapshots.length - 14 + added;
  return snapshots.map((taken, at) => {
    const { share, competitors } = listBrands(at < from ? before : changed, 2_000);
    return {
      ...taken,
      competitors: { shareOfVoice: share, mentions: share * 2_000, totalMentions: 2_000, competitors },
    };
  });
}

const report = (snapshots: ReturnType<typeof createWeeks>) =>
  buildDigest(createInput([acme], snapshots)).sites[0]?.share;

describe('a competitor that is added on day', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])('%i of the week before changes no share', (day) => {
    const share = report(createWeeks(day));
    expect(share?.level?.value).toBeCloseTo(0.3, 10);
    expect(share?.verdict).not.toBe('clear');
    expect(share?.rows.map(({ metric }) => metric.direction)).toEqual([null, null, null, null]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('%i of the reported week changes no share', (day) => {
    const share = report(createWeeks(7 + day));
    expect(share?.verdict).not.toBe('clear');
    expect(share?.rows.map(({ metric }) => metric.direction)).toEqual([null, null, null, null]);
  });
});

it('a fall is found among the competitors of both weeks, and the list as the service has it', () => {
  // 400 of 1,000 mentions, then 200 of the 900 that the same brands have.
  const fallen = { own: 20, alba: 55, fell: 15, newcomer: 10 };
  const snapshots = createWeeks(7, fallen).map((taken, at, { length }) =>
    at < length - 7 ? { ...taken, competitors: toCompetitors({ own: 40, alba: 35, fell: 25 }) } : taken,
  );
  const digest = buildDigest(createInput([acme], snapshots));
  const share = digest.sites[0]?.share;
  expect(share).toMatchObject({ verdict: 'clear', direction: 'down', added: ['newcomer'] });
  expect([share?.before?.value, share?.level?.value]).toEqual([0.4, 0.2]);
  expect(share?.delta?.value).toBeCloseTo(100 * (200 / 900 - 0.4), 10);
  const mail = renderFixture(createInput([acme], snapshots));
  expect(mail.subject).toContain('▼');
  expect(mail.body.text.replace(/\s+/g, ' ')).toContain(
    'New among the competitors: newcomer. Changes count only the competitors of both weeks.',
  );
});

/** The listed competitors of the report, the largest first. */
const listRows = (share: ReturnType<typeof report>) =>
  share?.rows.map(({ name, own, rank, metric }) => [own ? 'own' : name, rank?.value, metric.level?.value]);

it('a competitor that moves its domain or changes its name is the same one', () => {
  const own = { own: 40, alba: 35, fell: 25 };
  const snapshots = createWeeks(14, own).map((taken, at, { length }) => {
    const { competitors, ...field } = toCompetitors(own);
    const [alba, fell] = competitors;
    if (alba === undefined || fell === undefined) throw new Error('There are two competitors.');
    const rows = [
      { ...alba, domain: at < length - 10 ? 'alba.example' : 'alba.shop' },
      { ...fell, name: at < length - 3 ? 'Fell' : 'Fell Outdoor' },
    ];
    return { ...taken, competitors: { ...field, competitors: at % 2 === 0 ? rows : rows.reverse() } };
  });
  const share = report(snapshots);
  expect(share).toMatchObject({ added: [], removed: [] });
  expect(listRows(share)).toEqual([
    ['own', 1, 0.4],
    ['alba', 2, 0.35],
    ['Fell Outdoor', 3, 0.25],
  ]);
  expect(share?.rows.map(({ metric }) => metric.id.replace(/.*\//, ''))).toEqual([
    'share',
    'alba.shop',
    'fell.example',
  ]);
  const shares = share?.rows[1]?.metric.series.map(({ level }) => level?.value.toFixed(4));
  expect(shares).toEqual(Array(8).fill('0.3500'));
});

it.each([1, -1])('two rows of one domain are one competitor, in either order (%i)', (order) => {
  const row = (name: string, share: number) => ({
    name,
    domain: 'hub.example',
    share,
    mentions: share * 1_000,
  });
  const rows = [row('Hub CRM', 0.15), row('Hub', 0.35)].sort(() => order);
  const snapshots = createWeeks(14).map((taken) => ({
    ...taken,
    competitors: {
      ...toCompetitors({ own: 30, fell: 70 }),
      competitors: [...rows, { ...row('Fell', 0.2), domain: 'fell.example' }],
    },
  }));
  expect(listRows(report(snapshots))).toEqual([
    ['Hub', 1, 0.5],
    ['own', 2, 0.3],
    ['Fell', 3, 0.2],
  ]);
  const overlapping = snapshots.map((taken) => ({
    ...taken,
    competitors: { ...taken.competitors, shareOfVoice: 0.6 },
  }));
  expect(listRows(report(overlapping))).toEqual([
    ['own', 1, 0.6],
    ['Hub', 2, 0.35],
    ['Fell', 3, 0.2],
    ['Hub CRM', 4, 0.15],
  ]);
});

function toCompetitors(parts: Readonly<Record<string, number>>) {
  const { share, competitors } = listBrands(parts, 1_000);
  return { shareOfVoice: share, mentions: share * 1_000, totalMentions: 1_000, competitors };
}
