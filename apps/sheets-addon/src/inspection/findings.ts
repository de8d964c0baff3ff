import {
  applyRecipe,
  type Draft,
  type Endpoint,
  type KnownRecipe,
  type RecipeStatus,
  readByRecipes,
} from '@answershare/core';
import { recognise } from '@answershare/recogniser';
import type { Sample } from '../actions/sample.ts';
import type { Fault } from '../asks/ask.ts';

/** What an inspection found out about one endpoint. */
export interface Finding {
  readonly endpoint: Endpoint;
  /** The website that the figures are of; null for the list. */
  readonly website: string | null;
  /** The parsed body; undefined where there is none. */
  readonly body: unknown;
  /** The status of the recipe that reads the body; null where a person has to decide. */
  readonly status: RecipeStatus | null;
  /** Recipes to choose from, the one in use or the best first. */
  readonly drafts: readonly Draft[];
  /** Why none may be used at once; empty where one is. */
  readonly reason: string;
  /** Why the recipe that was used so far no longer fits; null where it does or there was none. */
  readonly change: string | null;
  /** Why there is no body. */
  readonly fault: Fault | null;
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
 * Inspects one body, with a further website's where one does not show how to read it. A recipe in use that fits stays. Without one, a clear reading is used at once. Where the recipe in use
 * no longer fits, a person decides, because a figure may have another unit or another meaning.
 */
export function inspectBody(
  { endpoint, website, text, fault }: Sample,
  known: readonly KnownRecipe[],
  further: string | null = null,
): Finding & { readonly learnt: boolean } {
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
