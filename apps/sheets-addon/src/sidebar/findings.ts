import {
  applyRecipe,
  type Draft,
  type Endpoint,
  type KnownRecipe,
  type RecipeStatus,
  readByRecipe,
  readByRecipes,
} from '@answershare/core';
import { recognise } from '@answershare/recogniser';
import type { FigureSample } from '../actions/sample-figures.ts';
import type { CellFault } from '../ports/query.ts';

/** Result of an inspection of one endpoint. */
export interface EndpointInspection {
  readonly endpoint: Endpoint;
  /** The website of the figures; null for the list. */
  readonly website: string | null;
  /** The parsed body; undefined without one. */
  readonly body: unknown;
  /** The status of the body's recipe; null if the user must decide. */
  readonly status: RecipeStatus | null;
  /** Recipes to choose from; the one in use, else the best, is first. */
  readonly drafts: readonly Draft[];
  /** Why none may be used without a decision; empty if one is. */
  readonly reason: string;
  /** Why the present recipe no longer fits; null if it fits or there was none. */
  readonly change: string | null;
  /** Why there is no body. */
  readonly fault: CellFault | null;
}

const sameRecipe = (one: Draft, other: Draft): boolean =>
  JSON.stringify(one.recipe) === JSON.stringify(other.recipe);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Inspects one body, with a second website's if one body is unclear. A present recipe that fits stays. Without one, a
 * clear draft is used at once. If the present recipe no longer fits, the user decides: a figure may have another unit
 * or meaning.
 */
export function inspectBody(
  { endpoint, website, text, fault }: FigureSample,
  known: readonly KnownRecipe[],
  further: string | null = null,
): EndpointInspection & { readonly learnt: boolean } {
  const body = text === null ? undefined : parsed(text);
  if (body === undefined) {
    return {
      endpoint,
      website,
      body,
      status: null,
      drafts: [],
      reason: '',
      change: null,
      fault,
      learnt: false,
    };
  }
  const other = further === null ? undefined : parsed(further);
  const { clear, drafts, reason } = recognise(endpoint, other === undefined ? [body] : [body, other]);
  const fits = known.find(({ recipe }) => applyRecipe(endpoint, recipe, body).ok);
  if (fits) {
    const others = drafts.filter((draft) => !sameRecipe(draft, fits));
    const all = [{ recipe: fits.recipe, assumes: fits.assumes }, ...others];
    return {
      endpoint,
      website,
      body,
      status: fits.status,
      drafts: all,
      reason: '',
      change: null,
      fault,
      learnt: false,
    };
  }
  const reading = readByRecipes(endpoint, known, body);
  const change = known.length > 0 && !reading.ok ? reading.reason : null;
  const learnt = clear && change === null;
  const status = learnt ? 'provisional' : null;
  return { endpoint, website, body, status, drafts, reason: clear ? '' : reason, change, fault, learnt };
}

/** A figure that a recipe reads from a body. */
export interface FigureLine {
  /** `shareOfVoice`, `competitors.share`. */
  readonly field: string;
  readonly pointer: string;
  readonly value: unknown;
  readonly isShare: boolean;
  /** Rows of its list; null for a figure of the whole body. */
  readonly rows: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

const isRows = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);

/** Rows of the lists whose fields have no prefix. */
function ownRows(endpoint: Endpoint, value: unknown): readonly Fields[] {
  if (endpoint === 'websites') return value as readonly Fields[];
  return endpoint === 'analytics' ? ((value as { days: unknown }).days as readonly Fields[]) : [];
}

/** Dates are objects; compared as text. */
function toText(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** The figures that a draft reads from a body, with a pointer each; empty if it does not fit. */
export function listFigureLines(endpoint: Endpoint, draft: Draft, body: unknown): readonly FigureLine[] {
  const reading = readByRecipe(endpoint, draft.recipe, body);
  if (!reading.ok) return [];
  const whole = reading.value as unknown as Fields;
  const { fields } = reading.trace;
  return Object.keys(fields).map((field): FigureLine => {
    const { pointer = '', codec = '' } = fields[field] ?? {};
    const [list = '', name] = field.split('.');
    const named = name === undefined ? null : whole[list];
    const rows = isRows(named) ? named : pointer.includes('/*') ? ownRows(endpoint, reading.value) : null;
    const value = rows === null ? whole[field] : rows[0]?.[name ?? field];
    const isShare = /percent|fraction/.test(codec);
    return { field, pointer, value: toText(value ?? null), isShare, rows: rows?.length ?? null };
  });
}
