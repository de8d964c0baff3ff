import { type LimitUsage, UNUSED } from '../limits/limits.ts';
import { type Allowance, findAllowance, isSandboxed, UNKNOWN_CALLER } from '../limits/plans.ts';
import type { QuirkTable } from '../quirks/quirks.ts';
import type { ApiKey } from '../tenants/keys.ts';
import type { SandboxWorld } from '../world/world.ts';
import { toAxes } from './axes.ts';

/** The limits of a key; Starter's for an unknown caller. */
export function readAllowance(world: SandboxWorld, key: ApiKey | null): Allowance {
  return key === null ? UNKNOWN_CALLER : findAllowance(toAxes(world).names, key, world.quirks);
}

/** The counter of a key under each value of `quotaScope`. All count, so that the switch can change at any request. */
function listCounters(world: SandboxWorld, key: ApiKey): QuirkTable<'quotaScope', string> {
  const kind = isSandboxed(toAxes(world).names, key, world.quirks) ? 'test' : 'all';
  return { key: key.token, team: `${key.team} ${key.plan} ${kind}` };
}

/** The usage of the quota that a key draws on; unused for an unknown caller. */
export function readUsage(world: SandboxWorld, key: ApiKey | null): LimitUsage {
  const counter = key === null ? '' : listCounters(world, key)[world.quirks.quotaScope];
  return world.usage.get(counter) ?? UNUSED;
}

/** Applies a change to each counter of a key. */
export function changeUsage(
  world: SandboxWorld,
  key: ApiKey,
  change: (usage: LimitUsage) => LimitUsage,
): SandboxWorld {
  const usage = new Map(world.usage);
  for (const counter of Object.values(listCounters(world, key)))
    usage.set(counter, change(usage.get(counter) ?? UNUSED));
  return { ...world, usage };
}
