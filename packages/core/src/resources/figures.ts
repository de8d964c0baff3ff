import type { Endpoint } from './resources.ts';

/** A share is a fraction 0..1 and changes in points; a score has the service's scale; a rank begins at 1. */
export type FigureUnit = 'share' | 'score' | 'count' | 'rank';

/** What the product knows of one figure. Each list of figures, in both apps, comes from these entries. */
interface FigureEntry {
  /** In English, within a sentence. */
  readonly label: string;
  /** The endpoint that answers it (specification §2). */
  readonly endpoint: Endpoint;
  /** The field of the endpoint's value; absent for a figure that is computed. */
  readonly field?: string;
  /** The list of that value whose rows have the figure's parts, and their field. */
  readonly parts?: readonly [list: string, field: string];
  /** Whether each day of `analytics` counts it too. */
  readonly daily?: true;
  readonly unit: FigureUnit;
  /** Decimal digits of a level in a mail; of a share in per cent. */
  readonly digits: number;
  /** The direction of the number that is good. */
  readonly good: 'up' | 'down';
  /** Whether digests and alerts judge its weekly change. */
  readonly judged?: true;
  /** Its place among the cards of a mail; absent without a card. */
  readonly card?: number;
  /** Its place in the add-on's history tab; absent without a column. */
  readonly column?: number;
  /** Custom functions of the Sheets add-on: its value now, its recorded days, and their change. */
  readonly functions: { readonly now: string; readonly history?: string; readonly change?: string };
}

/** The figures of the product by the names that people type, in the order of lists. */
export const figures = {
  share: {
    label: 'share of voice',
    endpoint: 'competitors',
    field: 'shareOfVoice',
    parts: ['competitors', 'share'],
    unit: 'share',
    digits: 1,
    good: 'up',
    judged: true,
    card: 1,
    column: 2,
    functions: {
      now: 'SHARE_OF_VOICE',
      history: 'SHARE_OF_VOICE_HISTORY',
      change: 'SHARE_OF_VOICE_CHANGE',
    },
  },
  rank: {
    label: 'rank by share of voice',
    endpoint: 'competitors',
    unit: 'rank',
    digits: 0,
    good: 'down',
    card: 4,
    functions: { now: 'COMPETITORS' },
  },
  authority: {
    label: 'authority',
    endpoint: 'authority',
    field: 'score',
    parts: ['components', 'score'],
    unit: 'score',
    digits: 0,
    good: 'up',
    judged: true,
    card: 2,
    column: 1,
    functions: { now: 'AUTHORITY', history: 'AUTHORITY_HISTORY', change: 'AUTHORITY_CHANGE' },
  },
  visitors: {
    label: 'visitors',
    endpoint: 'analytics',
    daily: true,
    unit: 'count',
    digits: 0,
    good: 'up',
    functions: { now: 'ANALYTICS_TOTAL', history: 'ANALYTICS' },
  },
  pageviews: {
    label: 'page views',
    endpoint: 'analytics',
    daily: true,
    unit: 'count',
    digits: 0,
    good: 'up',
    functions: { now: 'ANALYTICS_TOTAL', history: 'ANALYTICS' },
  },
  citations: {
    label: 'citations',
    endpoint: 'citations',
    field: 'total',
    parts: ['byEngine', 'count'],
    daily: true,
    unit: 'count',
    digits: 0,
    good: 'up',
    judged: true,
    card: 3,
    column: 3,
    functions: { now: 'CITATIONS', history: 'ANALYTICS', change: 'CITATIONS_CHANGE' },
  },
} as const satisfies Readonly<Record<string, FigureEntry>>;

type Figures = typeof figures;

/** The name of a figure, as people type it. */
export type FigureName = keyof Figures;

/** The figures whose entries have a property. */
type FiguresWith<K extends keyof FigureEntry> = {
  [N in FigureName]: K extends keyof Figures[N] ? N : never;
}[FigureName];

/** A figure whose weekly change digests and alerts judge. */
export type JudgedFigure = FiguresWith<'judged'>;

/** A figure with a card in the mails. */
export type CardFigure = FiguresWith<'card'>;

/** A figure with a column of the history tab. */
export type TrackedFigure = FiguresWith<'column'>;

/** The names of all figures, in the order of lists. */
export const figureNames = Object.keys(figures) as readonly FigureName[];

/** The names of the figures whose entries have a property, in the order of its numbers, else of lists. */
export function listFigureNames<K extends 'judged' | 'daily' | 'card' | 'column'>(
  property: K,
): readonly FiguresWith<K>[] {
  const place = (name: FigureName): number => Number(figureOf(name)[property]);
  return figureNames
    .filter((name): name is FiguresWith<K> => property in figures[name])
    .sort((one, other) => place(one) - place(other));
}

/** The entry of a figure, without what only some have. */
export const figureOf = (name: FigureName): FigureEntry => figures[name];
