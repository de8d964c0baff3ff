import { Unable } from '../admin/unable.ts';
import { publicId } from '../bodies/website-ids.ts';
import type { Site } from '../data/site.ts';
import type { TeamName } from '../tenants/teams.ts';
import type { World } from '../world.ts';

/** A website and whose it is. Its id is the one that the API shows (undecided item 35). */
export interface Place {
  readonly site: Site;
  readonly team: TeamName;
}

/** All websites of some teams. */
export function placesOf(world: World, teams: readonly TeamName[]): Place[] {
  return teams.flatMap((team) =>
    world.teams[team].websites.map((site) => ({ site: { ...site, id: publicId(world, site) }, team })),
  );
}

/** The place with an id; the demo team's first when none is given. Throws Unable (404) for an id of nobody's. */
export function placeOf(world: World, id: string | undefined): Place {
  const places = placesOf(
    world,
    Object.values(world.teams).map(({ name }) => name),
  );
  const found = places.find(({ site, team }) => (id === undefined ? team === 'demo' : site.id === id));
  if (found !== undefined) return found;
  throw new Unable(404, `No team has a website with the id ${id}: GET /__sandbox/state lists them.`);
}
