import { buildDigest } from '../../src/digest/digest.ts';
import { seededRandom } from './random.ts';
import { type SimulatedService, simulateInput } from './simulated-weeks.ts';

/** Arrows in mails about websites that did not change. */
export interface FalseArrows {
  readonly mails: number;
  /** Series of each kind, and how many of them got a direction. */
  readonly series: Readonly<Record<Kind, { readonly of: number; readonly found: number }>>;
  /** Mails with at least one direction or change of places among the own figures. */
  readonly own: number;
  /** Mails with at least one direction among the rivals. */
  readonly competitors: number;
  /** Mails that begin with a change. */
  readonly headline: number;
}

export const kinds = ['share', 'authority', 'citations', 'competitor'] as const;
type Kind = (typeof kinds)[number];

/** In how many of these mails a true change of the first website's authority is found. */
export function countFound(
  service: SimulatedService,
  mails: number,
  websites: number,
  units: number,
  seed: number,
): number {
  const random = seededRandom(seed);
  let found = 0;
  for (let mail = 0; mail < mails; mail += 1) {
    const { sites } = buildDigest(simulateInput(service, websites, random, { authority: units }));
    if (sites[0]?.authority.direction === 'up') found += 1;
  }
  return found;
}

/** Builds this many digests of this many websites and counts what must not be there. */
export function countFalseArrows(
  service: SimulatedService,
  mails: number,
  websites: number,
  seed: number,
): FalseArrows {
  const random = seededRandom(seed);
  const of = { share: 0, authority: 0, citations: 0, competitor: 0 };
  const found = { ...of };
  const count = (kind: Kind, clear: boolean): boolean => {
    of[kind] += 1;
    if (clear) found[kind] += 1;
    return clear;
  };
  let [own, competitors, headline] = [0, 0, 0];
  for (let mail = 0; mail < mails; mail += 1) {
    const { sites, clauses } = buildDigest(simulateInput(service, websites, random));
    const clear = sites.flatMap(({ share, authority, citations }) => [
      count('share', share.verdict === 'clear'),
      count('authority', authority.verdict === 'clear'),
      count('citations', citations.verdict === 'clear'),
      share.overtook.length + share.overtakenBy.length > 0,
    ]);
    const rivalsClear = sites.flatMap(({ share }) =>
      share.rows
        .filter((row) => !row.own)
        .map(({ metric }) => count('competitor', metric.verdict === 'clear')),
    );
    if (clear.includes(true)) own += 1;
    if (rivalsClear.includes(true)) competitors += 1;
    if (clauses[0]?.kind === 'clear' || clauses[0]?.kind === 'rank') headline += 1;
  }
  const series = (kind: Kind) => ({ of: of[kind], found: found[kind] });
  return {
    mails,
    series: {
      share: series('share'),
      authority: series('authority'),
      citations: series('citations'),
      competitor: series('competitor'),
    },
    own,
    competitors,
    headline,
  };
}
