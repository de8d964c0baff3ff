import { publicId } from '../bodies/website-ids.ts';
import { websitesOf } from '../rest/websites-of.ts';
import type { ApiKey } from '../tenants/keys.ts';
import type { World } from '../world.ts';

/** What one kind of caller reads: the websites of a team, or the sandbox dataset of test keys. */
export interface Reach {
  readonly name: string;
  readonly websites: readonly { readonly id: string; readonly name: string }[];
}

export interface Callers {
  readonly reaches: readonly Reach[];
  readonly keys: readonly { readonly key: ApiKey; readonly reach: string }[];
}

/** The keys with what each of them reads. */
export function callersOf(world: World): Callers {
  const keys = [...world.keys.values()].map((key) => ({ key, reach: reachOf(world, key) }));
  const reaches = new Map(
    keys.map(({ key, reach }) => [
      reach,
      {
        name: reach,
        websites: websitesOf(world, key).map((site) => ({ id: publicId(world, site), name: site.name })),
      },
    ]),
  );
  return { keys, reaches: [...reaches.values()] };
}

function reachOf(world: World, key: ApiKey): string {
  return websitesOf(world, key) === world.teams[key.team].websites ? `team ${key.team}` : 'test data';
}
