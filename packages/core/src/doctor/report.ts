import type { DialectProfile } from '../dialects/profile.ts';
import type { FaultKind } from '../errors/api-error.ts';
import type { RateState } from '../quota/rate-state.ts';
import type { RecipeBook } from '../recipes/known-recipe.ts';
import type { ReadingTrace } from '../recipes/reading.ts';
import type { Endpoint } from '../resources/endpoint.ts';
import type { Website } from '../resources/website.ts';

/** What one endpoint answered and how its body was read. */
export interface EndpointFinding {
  readonly endpoint: Endpoint;
  readonly status: number | null;
  readonly ok: boolean;
  /** One sentence: what was read, or why not. */
  readonly summary: string;
  readonly fault: FaultKind | null;
  readonly trace: ReadingTrace | null;
}

export type Samples = Readonly<Partial<Record<Endpoint, readonly unknown[]>>>;

/** What a doctor's visit found out. */
export interface DoctorReport {
  /** The Form in force, `mixed` where the axes disagree, null where nothing could tell. */
  readonly form: 1 | 2 | 'mixed' | null;
  readonly profile: DialectProfile;
  readonly websites: readonly Website[];
  readonly endpoints: readonly EndpointFinding[];
  /** How the bodies are read, as far as that is known now. */
  readonly recipes: RecipeBook;
  /** The parsed bodies of each endpoint. */
  readonly samples: Samples;
  readonly spent: number;
  readonly rate: RateState;
  /** The service's clock less ours, milliseconds; null where it sent no Date header. */
  readonly clockSkewMs: number | null;
}
