import type { Endpoint } from '../resources/endpoint.ts';
import type { Recipe } from './recipe.ts';

/**
 * How far a recipe is trusted. `provisional`: inferred from bodies and clear. `observed`: a second, different body fits too.
 * `confirmed`: a person compared its figures. `configured`: a person wrote it or an organisation ships it.
 */
export type RecipeStatus = 'provisional' | 'observed' | 'confirmed' | 'configured';

/** A recipe of one endpoint with its status. */
export interface KnownRecipe {
  readonly recipe: Recipe;
  readonly status: RecipeStatus;
  /** What the recipe takes for granted, one sentence each. */
  readonly assumes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly learntAt: number;
  /**
   * Milliseconds since the epoch. Bodies that an earlier recipe read before this have another unit or meaning and are given no
   * more, not even as older answers. Default: the recipe reads every body that it fits.
   */
  readonly validFrom?: number;
}

/** Alternatives for the bodies of each endpoint; each is strict, and they are tried in turn. */
export type RecipeBook = Readonly<Partial<Record<Endpoint, readonly KnownRecipe[]>>>;

/** A recipe that an inference proposes. */
export interface Draft {
  readonly recipe: Recipe;
  /** Every guess in it, one sentence each with its pointer. */
  readonly assumes: readonly string[];
}

/** What several bodies of one endpoint show together. */
export interface Recognition {
  /** The first draft may be used at once; otherwise a person has to confirm a draft. */
  readonly clear: boolean;
  /** The best first; the others differ in one guess each. */
  readonly drafts: readonly Draft[];
  /** Why there is no clear draft, one sentence; empty where there is one. */
  readonly reason: string;
}
