import { describe, expect, test } from 'vitest';
import { buildDigest } from '../../src/digest/digest.ts';
import { acme, createInput, createSnapshots, type FixtureWeek } from '../../src/digest/fixture-weeks.ts';
import { createChartView } from '../../src/message/cards.ts';
import { createPhrases } from '../../src/message/phrases.ts';
import { createSvgPrinter } from '../../src/renderers/mail/chart.ts';
import type { Goal } from '../../src/settings/events-and-goals.ts';

/** The share rose clearly in the reported week, which begins on 16 November 2026; nothing else moved. */
const weeks: readonly FixtureWeek[] = Array.from({ length: 13 }, (_, week) => ({
  share: (day) => 0.3 + (week === 0 ? 0.09 : 0) + 0.001 * ((day + week) % 3),
  authority: () => 70,
  citations: () => 1284,
  window: 1,
}));
const input = createInput([acme], createSnapshots(acme, weeks));

/** The charts that the digest's card of share of voice draws. */
function drawShare(): string {
  const [site] = [build()];
  const { image } = createChartView('share', site.share, {
    phrases: createPhrases('en'),
    charts: createSvgPrinter(),
    link: () => '',
    linkFigures: () => '',
    formula: () => '',
  });
  return image === null ? '' : Buffer.from(image.content).toString();
}

test('the chart marks the weeks of the named events, each once', () => {
  expect(drawShare().match(/stroke-dasharray/g)).toHaveLength(2);
});

function build(goals: readonly Goal[] = []) {
  const about = (...ids: string[]) => ({ websiteIds: new Set(ids) });
  const { sites } = buildDigest({
    ...input,
    events: [
      { on: '2026-11-08', text: 'too early', websiteIds: null },
      { on: '2026-11-09', text: 'relaunch', ...about(acme.id) },
      { on: '2026-11-22', text: 'new guide', websiteIds: null },
      { on: '2026-11-23', text: 'too late', websiteIds: null },
      { on: '2026-11-18', text: 'another website', ...about('w_other') },
    ],
    goals: goals.map((goal) => ({ ...goal, websiteIds: null })),
  });
  return sites[0] as (typeof sites)[number];
}

test('a clear change names the events of its website between the compared weeks, another figure none', () => {
  const { share, authority } = build();
  expect([share.direction, authority.direction]).toEqual(['up', null]);
  expect(share.events?.map(({ text }) => text)).toEqual(['relaunch', 'new guide']);
  expect(authority.events).toEqual([]);
});

describe('a goal', () => {
  const share = { figure: 'share', from: 0.3, since: '2026-08-24', by: '2026-11-30' } as const;
  test.each([
    ['is reached', { ...share, target: 0.35 }, 'reached', null],
    ['is on course', { ...share, target: 0.395 }, 'on-course', null],
    // 90 of 98 days: 30 + 20 x 90 / 98 = 48.4.
    ['is short of its course', { ...share, target: 0.5 }, 'short', 9.3],
    ['is missed', { ...share, target: 0.5, by: '2026-11-22' }, 'missed', 10.9],
  ] as const)('%s', (_name, goal, state, short) => {
    const found = build([goal]).share.goal;
    expect([found?.state, found?.short === null ? null : Number(found?.short?.value.toFixed(1))]).toEqual([
      state,
      short,
    ]);
  });

  test('may be a smaller level, and begins with its first day', () => {
    const authority = {
      figure: 'authority',
      from: 80,
      since: '2026-08-24',
      by: '2026-11-30',
      target: 60,
    } as const;
    expect(build([authority]).authority.goal?.state).toBe('short');
    expect(build([{ ...authority, since: '2026-11-23' }]).authority.goal).toBeUndefined();
  });
});
