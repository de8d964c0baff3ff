import type { World } from '../world.ts';
import type { Manner } from './manner.ts';

/** What the webhooks see of the sandbox around them. */
export interface Surroundings {
  world(): World;
  /** The sandbox's present time, milliseconds since 1970. */
  now(): number;
  clockRuns(): boolean;
  /** How deliveries look unless an endpoint or an order says otherwise. */
  manner(): Manner;
  /** Whether deliveries may leave this machine. */
  readonly allowRemote: boolean;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}

/** An order that cannot be carried out: the sentence to answer with, and 400 or 404. */
export class Unfit extends Error {
  readonly status: 400 | 404;
  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}
