import { type Allotment, allotment } from '../limits/limits.ts';
import { allowance, UNKNOWN_CALLER } from '../limits/plans.ts';
import type { ApiKey } from '../tenants/keys.ts';
import type { Endpoint } from '../tenants/scopes.ts';
import { usageOf, type World } from '../world.ts';
import type { ApiRequest } from './answer.ts';
import { type Axes, axesOf } from './axes.ts';
import type { Question } from './question.ts';
import type { Refusal } from './refusal.ts';

/** A call of an authenticated key, as the checks see it. */
export interface Call {
  readonly world: World;
  readonly axes: Axes;
  readonly key: ApiKey;
  readonly request: ApiRequest;
  /** Null for a path that is none. */
  readonly endpoint: Endpoint | null;
  /** What it asks, or why its parameters cannot be read. */
  readonly question: Question | Refusal;
  readonly now: number;
}

/** How the limits of a key stand; without a key, Starter's untouched. */
export function standingsOf(world: World, key: ApiKey | null, now: number): Allotment {
  if (key === null) return allotment(usageOf(world, null), now, UNKNOWN_CALLER, world.quirks);
  const allowed = allowance(axesOf(world).names, key, world.quirks);
  return allotment(usageOf(world, key), now, allowed, world.quirks);
}
