import type { World } from '../world.ts';

/** What the webhooks see of the sandbox around them. */
export interface Surroundings {
  world(): World;
  /** The sandbox's present time, milliseconds since 1970. */
  now(): number;
  clockRuns(): boolean;
  /** Whether deliveries may leave this machine. */
  readonly allowRemote: boolean;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}
