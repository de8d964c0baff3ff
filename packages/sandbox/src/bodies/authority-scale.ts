import type { Authority } from '../data/authority.ts';
import type { Quirks } from '../quirks/table.ts';
import type { Json } from './spelling.ts';

/** A figure of 0 to 100 on the scale of the API. */
const SCALES: Readonly<Record<Quirks['authorityScale'], (figure: number) => number>> = {
  '1': (figure) => figure / 100,
  '100': (figure) => figure,
  '1000': (figure) => figure * 10,
};

const MAXIMUM: Readonly<Record<Quirks['authorityMaximum'], (top: number) => Readonly<Record<string, Json>>>> =
  {
    sent: (top) => ({ maxScore: top }),
    absent: () => ({}),
  };

/** A published sample of another service has parts that come to 71.8 under a score of 73. */
const SUMS: Readonly<Record<Quirks['authoritySum'], (score: number) => number>> = {
  'adds-up': (score) => score,
  'does-not': (score) => Math.min(100, score + 3),
};

/** The figures of an authority body: score, the scale's top, components. */
export function authorityFigures(quirks: Quirks, { score, components }: Authority): Record<string, Json> {
  const scale = SCALES[quirks.authorityScale];
  return {
    score: score === null ? null : scale(SUMS[quirks.authoritySum](score)),
    ...MAXIMUM[quirks.authorityMaximum](scale(100)),
    components: components.map(({ name, score: part, weight }) => ({ name, score: scale(part), weight })),
  };
}
