import { nodeHost as plainNodeHost } from '../../node/node-host.ts';
import type { AsyncHost } from '../../src/index.ts';
import { learnShipped } from './sandbox-recipes.ts';

/** A host over real HTTP that learns the sandbox's own recipes; `now` can be set to the sandbox's clock. */
export function nodeHost(over: Partial<AsyncHost> = {}): AsyncHost {
  return { ...plainNodeHost({ learn: learnShipped }), ...over };
}
