import type { Site } from '../data/site.ts';
import { isSandboxed } from '../limits/plans.ts';
import type { ApiKey } from '../tenants/keys.ts';
import type { World } from '../world.ts';
import { axesOf } from './axes.ts';

/** The websites a key reads: Form 1 shows test keys a sandbox dataset, Form 2 the same live data (specification §5.7). */
export function websitesOf(world: World, key: ApiKey): readonly Site[] {
  const team = world.teams[key.team];
  return isSandboxed(axesOf(world).names, key, world.quirks) ? team.testWebsites : team.websites;
}
