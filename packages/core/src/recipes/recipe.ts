import type { Endpoint } from '../resources/resources.ts';

/** A pointer and a codec: `/metrics/shareOfVoice percent`; a trailing `?` makes the field optional. */
type FieldText = string;

/** The rows of a list. */
export interface ListRecipe {
  /** Pointer to each row, with at least one `*`. */
  readonly at: string;
  /** Absolute pointers: the nth `*` is the nth `*` of `at`. No fields: the list was empty, and any row is drift. */
  readonly fields: Readonly<Record<string, FieldText>>;
  /** Sums rows with the same key; otherwise such rows are drift. */
  readonly merge?: 'sum';
  /** Keys of aggregate rows (totals, averages, others), ignoring case; `*` for all usual names of these. */
  readonly except?: readonly string[];
}

/** The rule for the own brand's row among the competitors. */
export interface OwnRule {
  /** A field of the row. */
  readonly at: string;
  /** Values of that field in the own brand's row. */
  readonly is?: readonly (string | boolean)[];
  /** Values in all other rows; any third value is then drift. */
  readonly not?: readonly (string | boolean)[];
  /** A text elsewhere in the body that equals the field in the own brand's row. */
  readonly same?: string;
}

/** A field that states whether the figures next to it were measured. An absent value counts as null. */
export interface Guard {
  /** In a row if it has the stars of a list, else for the whole body. */
  readonly at: string;
  /** Values for figures that count. */
  readonly measured: readonly (string | boolean | null)[];
  /** Values for unknown figures. Any other value makes them unknown too, with a note. */
  readonly unmeasured: readonly (string | boolean | null)[];
  /** True if only zeros are unknown then, because the field is about one of several figures. */
  readonly zeros?: boolean;
}

/** The dates of the counting period and its number of days when learnt. */
interface CountedDays {
  readonly from: FieldText;
  readonly to: FieldText;
  readonly days: number;
}

/** A relation between figures that held in every body when learnt. */
export type Witness =
  | 'mentions'
  | 'percent'
  | 'limit'
  | 'rivals'
  | 'sums'
  | 'whole'
  | 'brands'
  | 'engines'
  | 'rows'
  | 'parts'
  | 'weights'
  | 'daily'
  | 'increments'
  | 'views'
  | 'period';

/**
 * Location and codec of each figure in the bodies of one endpoint. Learnt, configured and shipped recipes have the same
 * format.
 */
export interface Recipe {
  readonly v: 1;
  readonly kind: Endpoint;
  readonly whole?: Readonly<Record<string, FieldText>>;
  /** Parts of one list are joined by its key. */
  readonly lists?: Readonly<Record<string, readonly ListRecipe[]>>;
  /** Facts outside the bodies: the score's maximum, the rows of a full page, and the most rows when learnt. */
  readonly constants?: { readonly scale?: number; readonly page?: number; readonly rows?: number };
  readonly own?: OwnRule;
  /** Without a stated total: `rows` counts a complete feed, `engines` sums the counts by engine. */
  readonly total?: 'rows' | 'engines';
  readonly counted?: CountedDays;
  /** Values that the meaning of figures depends on, by pointer. */
  readonly expect?: Readonly<Record<string, string | number | boolean | null>>;
  /** The names of an object when learnt, or the length of a row that is a list, by pointer. */
  readonly known?: Readonly<Record<string, readonly string[] | number>>;
  readonly guards?: readonly Guard[];
  readonly witnesses?: readonly Witness[];
  /** Most decimals when learnt, by field: of shares in per cent, and of scores. */
  readonly decimals?: Readonly<Record<string, number>>;
}

/**
 * The trust in a recipe. `provisional`: inferred and clear. `observed`: read a second, different body. `confirmed`: a person
 * compared its figures. `configured`: written by a person or shipped by an organisation.
 */
export type RecipeStatus = 'provisional' | 'observed' | 'confirmed' | 'configured';

/** A recipe with its status. */
export interface KnownRecipe {
  readonly recipe: Recipe;
  readonly status: RecipeStatus;
  /** Assumptions of the recipe, one sentence each. */
  readonly assumes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly learntAt: number;
  /**
   * Milliseconds since the epoch. Answers read before this had another unit or meaning and are never returned, not even as
   * stale ones. Default: 0.
   */
  readonly validFrom?: number;
}

/** Alternative recipes by endpoint; each is strict, and they are tried in order. */
export type RecipeBook = Readonly<Partial<Record<Endpoint, readonly KnownRecipe[]>>>;

/** An inferred recipe. */
export interface Draft {
  readonly recipe: Recipe;
  /** Guesses, one sentence each with a pointer. */
  readonly assumes: readonly string[];
}

/** The result of inference from several bodies of one endpoint. */
export interface Recognition {
  /** True if the first draft can be used at once; otherwise a person has to confirm one. */
  readonly clear: boolean;
  /** Best first; each alternative differs in one guess. */
  readonly drafts: readonly Draft[];
  /** Why no draft is clear, one sentence; empty if one is. */
  readonly reason: string;
}
