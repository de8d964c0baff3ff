import type { JudgedFigure } from '@answershare/core';
import type { AlertCondition } from '../settings/alert-condition.ts';
import type { Alert } from '../settings/settings.ts';
import { looksPerWeek, toAlertDigest } from './alert.ts';
import { buildDigest, type Digest } from './digest.ts';
import { acme, createSnapshots, type FixtureWeek } from './fixture-weeks.ts';
import { computeSiteSeries } from './site-digest.ts';

/** The last day of the example. */
const reported = '2026-11-22';

/** Weeks of equal figures before the change. */
const weeksBefore = 8;

/** A large sample, so that a small share changes clearly too. */
const mentions = 20_000;

interface Move {
  readonly before: number;
  readonly after: number;
}

/** A clear change from one side of a threshold to the other, on a scale from 0 to `top`. */
function findMove(condition: AlertCondition, top: number, step: number): Move {
  if (condition.kind === 'event') return findMove({ kind: 'changes', direction: 'down' }, top, step);
  if (condition.kind === 'changes') {
    const [low, high] = [0.5 * top - step, 0.5 * top + step];
    return condition.direction === 'down' ? { before: high, after: low } : { before: low, after: high };
  }
  const { kind, threshold } = condition;
  if (kind === 'above') {
    const after = Math.min(top, threshold + step);
    return { before: Math.max(0, after - 3 * step), after };
  }
  const after = Math.max(0, threshold - step);
  return { before: Math.min(top, after + 3 * step), after };
}

function createWeek(figure: JudgedFigure, condition: AlertCondition): (isLast: boolean) => FixtureWeek {
  if (figure === 'share') {
    const { before, after } = findMove(condition, 1, 0.03);
    return (isLast) => {
      const share = isLast ? after : before;
      const competitors = [0.6, 0.3].map((part, at) => {
        const domain = at === 0 ? 'globex.com' : 'initech.com';
        const rest = (1 - share) * part;
        return { name: domain, domain, share: rest, mentions: rest * mentions };
      });
      return { share: () => share, total: mentions, competitors };
    };
  }
  const threshold = 'threshold' in condition ? condition.threshold : 50;
  if (figure === 'authority') {
    const scale = threshold <= 1 ? 1 : 100;
    const { before, after } = findMove(condition, Math.max(scale, 2 * threshold), scale / 10);
    return (isLast) => ({
      authority: () => (isLast ? after : before),
      scale: threshold <= 100 ? scale : null,
    });
  }
  const { before, after } = findMove(condition, 4 * threshold + 400, 0.1 * threshold + 20);
  const count = (isLast: boolean) => () => Math.round(isLast ? after : before);
  return (isLast) =>
    figure === 'citations' ? { citations: count(isLast) } : { plain: { [figure]: count(isLast) } };
}

/** The message of an alert about a website of which the condition holds, whatever the condition is. */
export function createAlertExample({
  id,
  title,
  timezone,
  figure,
  condition,
}: Pick<Alert, 'id' | 'title' | 'timezone' | 'figure' | 'condition'>): Digest {
  const toWeek = createWeek(figure, condition);
  const weeks = Array.from({ length: weeksBefore + 1 }, (_, week) => toWeek(week === 0));
  const digest = buildDigest({
    schedule: { id, title, timezone },
    week: reported,
    looks: looksPerWeek,
    sites: [computeSiteSeries(acme, createSnapshots(acme, weeks), reported, 'UTC')],
    generatedAt: Date.parse('2026-11-22T07:00:00Z'),
  });
  return toAlertDigest(digest, digest.sites, figure, condition);
}
