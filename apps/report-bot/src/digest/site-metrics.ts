import { type JudgedFigure, listFigureNames } from '@answershare/core';
import type { AuthorityMetric } from './authority.ts';
import type { CitationsMetric } from './citations.ts';
import type { DigestMetric } from './metric.ts';
import type { ShareMetric } from './share.ts';

/** The figures that have rules of their own. */
interface RuledMetrics {
  readonly share: ShareMetric;
  readonly authority: AuthorityMetric;
  readonly citations: CitationsMetric;
}

/** A figure that is judged by its weekly levels alone. */
export type PlainFigure = Exclude<JudgedFigure, keyof RuledMetrics>;

/** Every figure that a digest judges, in the order of lists. */
export const measures = listFigureNames('judged');

const ruled: readonly string[] = ['share', 'authority', 'citations'] satisfies (keyof RuledMetrics)[];

export const plainFigures = measures.filter((name): name is PlainFigure => !ruled.includes(name));

/** Every judged figure of a website. */
export interface SiteMetrics extends RuledMetrics, Readonly<Record<PlainFigure, DigestMetric>> {}
