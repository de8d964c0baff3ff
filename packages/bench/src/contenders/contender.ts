import type { Form, Question } from './question.ts';

/** The service to ask, and how. */
export interface Target {
  readonly baseUrl: string;
  readonly key: string;
  /** Told to every client: a client that does not know the Forms could not ask otherwise. */
  readonly form: Form;
  /** The clock that windows are reckoned from, milliseconds since the epoch. Omitted: the machine's. */
  readonly now?: () => number;
  /** Retries that suit the situation; only a tuned client follows it. */
  readonly retries: number;
  /** A pace for a client that is given one figure. Omitted: that of the keys' plan. */
  readonly perMinute?: number;
  /** Takes the place of the network. */
  readonly fetch?: typeof fetch;
}

/** A client ready to ask. */
export interface Lookups {
  /** Gives what the library itself gives: a promise, or a value from a library that can do without one. */
  lookup(question: Question, signal?: AbortSignal): unknown;
  close(): Promise<void>;
}

/** A client library and the two ways to set it up. Its code is loaded by `open`. */
export interface Library {
  readonly name: string;
  /** The npm packages that it takes. */
  readonly packages: readonly string[];
  /** What is set in the tuned setting; null where there is nothing to tune. */
  readonly tuning: string | null;
  /** False where nothing can take the place of its network. */
  readonly takesFetch: boolean;
  open(target: Target, tuned: boolean): Promise<Lookups>;
}

/** A library in one setting. */
export interface Contender {
  readonly library: Library;
  readonly tuned: boolean;
}

/** Each library at its defaults, and tuned where something can be tuned. */
export function contendersOf(libraries: readonly Library[]): readonly Contender[] {
  return libraries.flatMap((library) =>
    [false, true].filter((tuned) => !tuned || library.tuning !== null).map((tuned) => ({ library, tuned })),
  );
}

export const nothingToClose = async (): Promise<void> => undefined;
