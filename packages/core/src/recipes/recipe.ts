import type { Endpoint } from '../resources/resources.ts';

/** A place and how its value is written: `/metrics/shareOfVoice percent`; a last `?` lets the place be missing. */
export type FieldText = string;

/** Where the rows of a list are. */
export interface ListRecipe {
  /** Pointer to each row, with at least one `*`. */
  readonly at: string;
  /** Absolute pointers: the nth `*` is the nth `*` of `at`. No field: the list was empty, and a first row is drift. */
  readonly fields: Readonly<Record<string, FieldText>>;
  /** Rows with the same key are summed; otherwise they are refused. */
  readonly merge?: 'sum';
  /** Keys of rows that stand for several: totals, averages, the others. Letter case aside. */
  readonly except?: readonly string[];
}

/** Which row of the competitors is the own brand's. */
export interface OwnRule {
  /** A field of the row. */
  readonly at: string;
  /** Values of that field in the own row. */
  readonly is?: readonly (string | boolean)[];
  /** Values in all other rows. With them any third value is drift. */
  readonly not?: readonly (string | boolean)[];
  /** A text elsewhere in the body that equals the field in the own row. */
  readonly same?: string;
}

/** A field whose value says whether the figures next to it were measured. A missing value counts as null. */
export interface Guard {
  /** In a row with the stars of a list, else for the whole body. */
  readonly at: string;
  /** Values with which figures count. */
  readonly measured: readonly (string | boolean | null)[];
  /** Values with which figures are unknown. Any other value makes them unknown too, with a note. */
  readonly unmeasured: readonly (string | boolean | null)[];
}

/** The dates between which figures were counted: as many days as when the recipe was learnt. */
export interface CountedDays {
  readonly from: FieldText;
  readonly to: FieldText;
  readonly days: number;
}

/** A relation between figures that held in every body when the recipe was learnt. */
export type Witness =
  | 'mentions'
  | 'whole'
  | 'brands'
  | 'engines'
  | 'rows'
  | 'weights'
  | 'daily'
  | 'increments'
  | 'views'
  | 'period';

/**
 * Where each figure of one endpoint's bodies is and how it is decoded. A person's mapping, a learnt recipe and a shipped
 * recipe have this one format.
 */
export interface Recipe {
  readonly v: 1;
  readonly kind: Endpoint;
  readonly whole?: Readonly<Record<string, FieldText>>;
  /** Several parts of one list are joined by its key. */
  readonly lists?: Readonly<Record<string, readonly ListRecipe[]>>;
  /** Facts that bodies do not hold: the score's maximum, and how many rows a full page has. */
  readonly constants?: { readonly scale?: number; readonly page?: number };
  readonly own?: OwnRule;
  /** Without a stated total: `rows` counts a complete feed, `engines` adds up the counts by engine. */
  readonly total?: 'rows' | 'engines';
  readonly counted?: CountedDays;
  /** Values on which the meaning of figures hangs, by pointer. */
  readonly expect?: Readonly<Record<string, string | number | boolean | null>>;
  /** What an object held when the recipe was learnt, by pointer: its names, or the length of a row that is a list. */
  readonly known?: Readonly<Record<string, readonly string[] | number>>;
  readonly guards?: readonly Guard[];
  readonly witnesses?: readonly Witness[];
  /** Most decimals that a figure had when the recipe was learnt, by field: of shares in per cent and of scores. */
  readonly decimals?: Readonly<Record<string, number>>;
}

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
