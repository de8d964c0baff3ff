import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type Ask = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>;

/** An engine, opened but not yet migrated. */
export interface Opened {
  readonly engine: 'pglite' | 'postgres';
  readonly db: Kysely<Tables>;
  /** Runs `claim` on a connection that stays open until the store is closed. */
  holdWorker(claim: (ask: Ask) => Promise<void>): Promise<void>;
  /** Why the held connection is gone; null while it stands. */
  lost(): string | null;
  close(): Promise<void>;
}
