import { expect, test } from 'vitest';
import { findFall, selectAction } from '../../src/digest/action.ts';
import { buildDigest, type Digest } from '../../src/digest/digest.ts';
import { citedPages } from '../../src/digest/fixture-pages.ts';
import {
  acme,
  createCompetitors,
  createInput,
  createSnapshots,
  type FixtureWeek,
} from '../../src/digest/fixture-weeks.ts';
import { listFallenParts, toPartChanges } from '../../src/digest/parts.ts';

/** A week after eleven whose figures barely move. */
function reportWeek(last: FixtureWeek): Digest {
  const quiet = Array.from(
    { length: 11 },
    (_, week): FixtureWeek => ({
      authority: () => 72 + (week % 2),
      citations: () => 1284 + 10 * (week % 3),
    }),
  );
  return buildDigest(createInput([acme], createSnapshots(acme, [last, ...quiet])));
}

function actionOf({ sites: [site], changes: [change] }: Digest): ReturnType<typeof selectAction> | undefined {
  return site === undefined ? undefined : selectAction(site, change ?? null);
}

const verdictOf = ({ sites: [site] }: Digest, name: string) =>
  site?.share.rows.find((row) => row.name === name)?.metric.verdict;

test('a fall of the share names a competitor that clearly rose', () => {
  const week = reportWeek({ share: () => 0.27, competitors: createCompetitors(2000, 0.36) });
  expect(verdictOf(week, 'globex.com')).toBe('clear');
  expect(actionOf(week)).toMatchObject({ kind: 'competitor', name: 'globex.com' });
});

test('a competitor that gained most, but not clearly, is no reason to act', () => {
  const last = { share: () => 0.3, competitors: createCompetitors(2000, 0.299) };
  const week = reportWeek({ ...last, citations: () => 1200 });
  expect(verdictOf(week, 'globex.com')).toBe('unclear');
  expect(actionOf(week)).toMatchObject({ kind: 'down' });
  expect(actionOf(reportWeek({ ...last, pages: citedPages }))).toMatchObject({
    kind: 'page',
    page: { page: '/compare/47-tents' },
  });
});

test('a fall of the share where no engine fell either names nothing', () => {
  expect(actionOf(reportWeek({ share: () => 0.27, citations: () => 1300 }))).toEqual({ kind: 'down' });
});

test('a fall of the score names the part that fell, if any did', () => {
  expect(actionOf(reportWeek({ authority: () => 60, backlinks: 30 }))).toMatchObject({
    kind: 'component',
    name: 'Backlinks',
  });
  expect(actionOf(reportWeek({ authority: () => 60 }))).toEqual({ kind: 'score' });
});

test('a rise next to a clear fall does not hide the fall', () => {
  const week = reportWeek({ share: () => 0.42, authority: () => 60, backlinks: 30 });
  const [change] = week.changes;
  expect(change?.direction).toBe('up');
  expect(findFall(change ?? null)).toMatchObject({ kind: 'clear', measure: 'authority' });
  expect(actionOf(week)).toMatchObject({ kind: 'component', name: 'Backlinks' });
});

test('a rise alone leaves nothing to repair, and a week without a clear change nothing to do', () => {
  expect(actionOf(reportWeek({ share: () => 0.42 }))).toEqual({ kind: 'up' });
  expect(actionOf(reportWeek({ share: () => 0.339, citations: () => 1284 }))).toEqual({ kind: 'quiet' });
});

test('names an engine only if its part of the citations fell beyond chance', () => {
  const fallen = (before: readonly number[], after: readonly number[]) =>
    listFallenParts(
      toPartChanges(
        'engine',
        after.map((count, at) => ({
          key: `e${at}`,
          label: `Engine ${at}`,
          before: before[at] ?? 0,
          after: count,
        })),
        'count',
        null,
      ),
    ).map(({ label }) => label);
  expect(fallen([655, 347, 193, 90], [524, 278, 154, 72])).toEqual([]);
  expect(fallen([655, 347, 193, 90], [330, 345, 190, 92])).toEqual(['Engine 0']);
  expect(fallen([6, 3, 2, 1], [3, 3, 2, 1])).toEqual([]);
});
