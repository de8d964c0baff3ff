import type { Finding } from '../benches/bench.ts';
import type { Machine } from './machine.ts';

/** A finding with the bench that it is of. */
export interface Entry extends Finding {
  readonly id: string;
  readonly title: string;
  readonly target: string;
  /** How long the bench took. */
  readonly seconds: number;
}

/** A client in the comparison. */
export interface Compared {
  readonly name: string;
  readonly packages: readonly { readonly name: string; readonly version: string; readonly licence: string }[];
  /** What `tuned` means for it; null where there is one setting. */
  readonly tuning: string | null;
}

/** A whole run. */
export interface Report {
  readonly command: string;
  readonly machine: Machine;
  readonly clients: readonly Compared[];
  readonly findings: readonly Entry[];
}
