import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** One connection that is held open and shows the others that this process lives. */
export interface Held {
  ask(text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Why the connection is gone; null while it works. */
  lost(): string | null;
  close(): Promise<void>;
}

/** An engine, opened but not yet migrated. */
export interface Opened {
  readonly engine: 'pglite' | 'postgres';
  readonly db: Kysely<Tables>;
  hold(): Promise<Held>;
  /** True where the database was not reached, so that the same statement may succeed later. */
  isOutage(thrown: unknown): boolean;
  close(): Promise<void>;
}
