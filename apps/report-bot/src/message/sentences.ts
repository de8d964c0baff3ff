import type { Action } from '../digest/action.ts';
import type { ChangeContext } from '../digest/changes.ts';
import type { PageChange } from '../digest/cited-pages.ts';
import type { FollowUp } from '../digest/follow-up.ts';
import type { Clause } from '../digest/headline.ts';
import { createFact, type DigestMetric, type Fact, type SlowChange } from '../digest/metric.ts';
import type { Phrases } from './phrases.ts';
import { toPlainName } from './text-layout.ts';

/** A number of left-out rows or names. */
export const createLayoutFact = (count: number): Fact => createFact(`layout/${count}`, count, 'count');

/** A few foreign names as one phrase: `a, b and 3 more`. */
export function formatNames(names: readonly string[], phrases: Phrases, shown: number = 3): string {
  return formatList(
    names.map((name) => toPlainName(name)),
    phrases,
    shown,
  );
}

/** {@link formatNames} of clean texts. */
export function formatList(texts: readonly string[], phrases: Phrases, shown: number): string {
  const more = texts.length - Math.min(shown, texts.length);
  return more === 0
    ? phrases.list(texts)
    : phrases.count('moreNames', createLayoutFact(more), {
        names: texts.slice(0, shown).join(phrases.comma),
      });
}

/** True of a rise from zero, which has no size. */
const isFromZero = (delta: Fact, level: Fact | null): boolean =>
  level !== null &&
  delta.value > 0 &&
  Math.abs(delta.value - level.value * (level.unit === 'share' ? 100 : 1)) < 1e-9;

/** `7.7 points`, `10.5 points in 5 weeks`; unsigned. */
function formatSize(delta: Fact, apart: Fact, phrases: Phrases): string {
  const change = phrases.change(delta);
  return apart.value === 1
    ? change
    : phrases.text('changeIn', { change, weeks: phrases.count('weeks', apart) });
}

/** `+7.7`, `+10.5 in 5 wk`, `new`. */
export function formatDelta(
  { delta, apart, level }: { readonly delta: Fact; readonly apart: Fact; readonly level: Fact },
  phrases: Phrases,
): string {
  if (isFromZero(delta, level)) return phrases.text('fromZero');
  return apart.value === 1
    ? phrases.signed(delta)
    : phrases.text('deltaIn', { delta: phrases.signed(delta), n: phrases.of(apart) });
}

/** `up 2.1 points`, or the verdict with the raw difference: `no clear change (+0.4)`. */
export function formatMetricChange(metric: DigestMetric, phrases: Phrases): string {
  const { direction, delta, apart, verdict, level } = metric;
  if (direction !== null && delta !== null)
    return isFromZero(delta, level)
      ? phrases.text('fromZero')
      : phrases.text(direction, { change: formatSize(delta, apart, phrases) });
  const words = phrases.text(verdict);
  return delta === null || phrases.signed(delta) === phrases.size(delta)
    ? words
    : `${words} (${phrases.signed(delta)})`;
}

/** `319 in 30 days` of a text and a window; the text alone for the week alone. */
export const appendWindow = (text: string, window: Fact | null, phrases: Phrases): string =>
  window === null ? text : text + phrases.text('inDays', { days: phrases.count('days', window) });

/** Formats a clause without its website. */
export function formatClause(clause: Clause, phrases: Phrases): string {
  switch (clause.kind) {
    case 'no-data':
      return clause.of.value === 1
        ? phrases.text('headlineNoData', { names: formatNames(clause.sites, phrases) })
        : phrases.text('headlineSomeNoData', {
            count: phrases.of(clause.count),
            websites: phrases.count('websites', clause.of),
            names: formatNames(clause.sites, phrases),
          });
    case 'rank': {
      const name = toPlainName(clause.competitor);
      return phrases.text(clause.outcome, { name, rank: phrases.of(clause.rank), of: phrases.of(clause.of) });
    }
    case 'clear':
      if (isFromZero(clause.delta, clause.level))
        return phrases.text('headlineLevel', {
          measure: phrases.text(clause.measure),
          level: appendWindow(phrases.of(clause.level), clause.window, phrases),
          verdict: phrases.text('fromZero'),
        });
      return phrases.text(clause.direction === 'up' ? 'headlineUp' : 'headlineDown', {
        measure: phrases.text(clause.measure),
        change: formatSize(clause.delta, clause.apart, phrases),
        level: appendWindow(phrases.of(clause.level), clause.window, phrases),
      });
    case 'level':
      return phrases.text('headlineLevel', {
        measure: phrases.text(clause.measure),
        level: appendWindow(phrases.of(clause.level), clause.window, phrases),
        verdict: clause.slow === null ? phrases.text(clause.verdict) : formatSince(clause.slow, phrases),
      });
    case 'place':
      return phrases.text(clause.tied ? 'jointPlace' : 'place', {
        rank: phrases.of(clause.rank),
        of: phrases.of(clause.of),
      });
    case 'summary':
      if (clause.verdict === 'first') return phrases.text('headlineFirst');
      if (clause.verdict !== null)
        return phrases.text('named', {
          name: phrases.count('websites', clause.of),
          text: phrases.text(clause.verdict),
        });
      if (clause.clear.value === 0) return phrases.text('headlineQuiet');
      return phrases.text('headlineChanged', {
        count: phrases.of(clause.clear),
        websites: phrases.count('websites', clause.of),
      });
  }
}

/** `/guides/boots (Perplexity)`. */
function formatPage({ page, engines }: PageChange, phrases: Phrases): string {
  const name = toPlainName(page);
  return engines.length === 0 ? name : `${name} (${formatNames(engines, phrases)})`;
}

/** One sentence on what moved with a change; empty if nothing did. */
export function formatContext(context: ChangeContext | null, phrases: Phrases): string {
  if (context === null) return '';
  if (context.kind === 'page') return phrases.text('pageAdded', { page: formatPage(context.page, phrases) });
  const name = toPlainName(context.name);
  if (context.kind === 'competitor')
    return phrases.text(context.delta.value > 0 ? 'competitorUp' : 'competitorDown', {
      name,
      change: formatSize(context.delta, context.apart, phrases),
    });
  const rose = context.delta.value > 0;
  const delta = phrases.signed(context.delta);
  if (context.kind === 'component')
    return phrases.text(rose ? 'componentUp' : 'componentDown', { name, delta });
  return phrases.text(rose ? 'engineUp' : 'engineDown', {
    name,
    delta,
    days: appendWindow('', context.window, phrases),
  });
}

/** `down about 6 since 24 Aug`. */
export const formatSince = ({ direction, delta, since }: SlowChange, phrases: Phrases): string =>
  phrases.text(direction === 'up' ? 'stepUp' : 'stepDown', {
    change: phrases.change(delta),
    date: phrases.day(since),
  });

const actionWords = {
  'no-data': 'doNoData',
  incomplete: 'doIncomplete',
  wait: 'doWait',
  quiet: 'doQuiet',
  method: 'doMethod',
  up: 'doUp',
  score: 'doScore',
  down: 'doDown',
} as const;

export function formatAction(action: Action, phrases: Phrases): string {
  if (action.kind === 'page') return phrases.text('doPage', { page: formatPage(action.page, phrases) });
  if (!('name' in action)) return phrases.text(actionWords[action.kind]);
  const name = toPlainName(action.name);
  if (action.kind === 'engine')
    return phrases.text('doEngine', { name, days: appendWindow('', action.window, phrases) });
  return phrases.text(action.kind === 'competitor' ? 'doCompetitor' : 'doComponent', { name });
}

/** `Last week: Citations (ChatGPT) fell to 35; now 41 (+6).` */
export function formatFollowUp(one: FollowUp, phrases: Phrases): string {
  if (one.kind === 'rank')
    return phrases.text('followUpRank', {
      name: toPlainName(one.competitor),
      rank: phrases.of(one.rank),
      of: phrases.of(one.of),
    });
  const measure = phrases.text(one.measure);
  return phrases.text('followUp', {
    what: one.part === null ? measure : `${measure} (${toPlainName(one.part)})`,
    before: phrases.of(one.before),
    level: phrases.of(one.level),
    delta: phrases.signed(one.delta),
  });
}

/** `and 3 more`; empty if all are shown. */
export function countMore(all: readonly object[], shown: readonly object[], phrases: Phrases): string {
  const more = all.length - shown.length;
  return more > 0 ? phrases.count('more', createLayoutFact(more)) : '';
}
