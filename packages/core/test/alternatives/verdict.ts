import { toEngineId } from '../../src/index.ts';
import type { ExpectedValues } from './expected-values.ts';
import type { Outcome, ReadResources } from './read-resources.ts';

/**
 * `right`: the values equal those of the service. `partial`: some are missing, with a note. `refused`: an error with a
 * sentence. `wrong`: anything else, which is a failure.
 */
export type Verdict = 'right' | 'partial' | 'refused' | 'wrong';

const near = (a: number | null | undefined, b: number | null | undefined): boolean =>
  a === b ||
  (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)));

interface Compared {
  readonly given: number;
  readonly held: number;
  /** Given entries that differ from the service. */
  readonly off: readonly string[];
}

function judge<T>(outcome: Outcome<T>, compare: (value: T) => Compared): readonly [Verdict, string] {
  if (!outcome.ok) return ['refused', `${outcome.kind}: ${outcome.message}`];
  const { given, held, off } = compare(outcome.value);
  if (off.length > 0) return ['wrong', off.slice(0, 3).join('; ')];
  if (given === held) return ['right', ''];
  return outcome.notes.length > 0
    ? ['partial', outcome.notes.join('; ')]
    : ['wrong', `${given} of ${held}, without a note`];
}

/** Judges each resource against what the sandbox holds. A figure that was read as unknown is missing, not wrong. */
export function judgeResources(
  asked: ReadResources,
  held: ExpectedValues,
): Readonly<Record<keyof ReadResources, readonly [Verdict, string]>> {
  const collect = (entries: readonly (readonly [string, unknown, unknown])[]): Compared => {
    const known = entries.filter(([, value]) => value !== null && value !== undefined);
    return {
      given: known.length,
      held: entries.filter(([, , truth]) => truth !== null && truth !== undefined).length,
      off: known
        .filter(
          ([, value, truth]) => !(typeof value === 'number' ? near(value, truth as number) : value === truth),
        )
        .map(([name, value, truth]) => `${name} is ${String(value)}, not ${String(truth)}`),
    };
  };
  return {
    websites: judge(asked.websites, (sites) => ({
      given: sites.length,
      held: held.websites.length,
      off: sites
        .filter(
          ({ name, domain }) => !held.websites.some((site) => site.name === name && site.domain === domain),
        )
        .map(({ id }) => `website ${id}`),
    })),
    analytics: judge(asked.analytics, ({ days, period }) => {
      const last = [...held.days].slice(-30);
      const read = new Map(days.map((day) => [day.date, day]));
      const extra = days.filter((day) => !held.days.has(day.date)).map((day) => `${day.date} is not held`);
      const compared = collect(
        last.flatMap(([date, truth]) =>
          (['visitors', 'pageviews', 'citations'] as const).map(
            (figure) => [`${date} ${figure}`, read.get(date)?.[figure], truth[figure]] as const,
          ),
        ),
      );
      return {
        ...compared,
        off: [...compared.off, ...extra, ...(period === null ? [] : ['a period was read'])],
      };
    }),
    citations: judge(asked.citations, ({ total, byEngine }) => {
      const counts = new Map(byEngine.map(({ engine, count }) => [engine, count]));
      const truths = [...held.byEngine].map(([name, count]) => [toEngineId(name).engine, count] as const);
      const extra = byEngine
        .filter(({ engine }) => !truths.some(([name]) => name === engine))
        .map(({ engine }) => engine);
      const compared = collect([
        ['total', total, held.total],
        ...truths.map(([engine, count]) => [engine, counts.get(engine), count] as const),
      ]);
      return { ...compared, off: [...compared.off, ...extra] };
    }),
    competitors: judge(asked.competitors, ({ shareOfVoice, competitors }) => {
      const shares = new Map(competitors.map(({ name, share }) => [name, share]));
      const extra = competitors
        .filter(({ name }) => !held.competitors.has(name))
        .map(({ name }) => `${name} is no competitor`);
      const compared = collect([
        ['own share', shareOfVoice, held.shareOfVoice],
        ...[...held.competitors].map(([name, share]) => [name, shares.get(name), share] as const),
      ]);
      return { ...compared, off: [...compared.off, ...extra] };
    }),
    authority: judge(asked.authority, ({ score, scale, components }) => {
      const of100 = (value: number | null): number | null =>
        value === null || scale === null ? null : Math.round((value / scale) * 100);
      const parts = new Map(components.map((part) => [part.name, part.score]));
      return collect([
        ['score', of100(score), held.score],
        ...[...held.components].map(([name, part]) => [name, of100(parts.get(name) ?? null), part] as const),
      ]);
    }),
  };
}
