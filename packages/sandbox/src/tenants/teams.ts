import { createDraw, drawLetters } from '../data/random.ts';
import type { Site } from '../data/site.ts';
import sites from './sites.json' with { type: 'json' };
import { createManySites, EVENTFUL_SITES, HOSTILE_SITES, type SiteSketch } from './test-sites.ts';

export const TEAM_NAMES = ['demo', 'other', 'none', 'one', 'many', 'hostile', 'eventful'] as const;

export type TeamName = (typeof TEAM_NAMES)[number];

export interface Team {
  readonly name: TeamName;
  readonly websites: readonly Site[];
  /** The data of test keys in Form 1; Form 2 has no sandbox data set (specification §5). */
  readonly testWebsites: readonly Site[];
}

/** Adds ids: `ws_` and 12 characters drawn from the seed and the domain. */
function createTeam(seed: number, team: string, sketches: readonly SiteSketch[]): Site[] {
  return sketches.map((sketch) => ({
    ...sketch,
    id: `ws_${drawLetters(12, 36, createDraw(seed, 'website', team, sketch.domain))}`,
  }));
}

/**
 * The demo team has one rising website, one falling, four quiet, one without data and two with difficult names. `other`
 * tests access to another team's website. `test` is Form 1's data set for test keys (specification §5).
 */
const plainSites = sites as Readonly<Record<'demo' | 'one' | 'other' | 'test', readonly SiteSketch[]>>;

const TEAM_SKETCHES: Readonly<Record<TeamName, readonly SiteSketch[]>> = {
  ...plainSites,
  none: [],
  many: createManySites(),
  hostile: HOSTILE_SITES,
  eventful: EVENTFUL_SITES,
};

type Teams = Readonly<Record<TeamName, Team>>;

let latest: { readonly seed: number; readonly teams: Teams } | null = null;

/** Both Forms have the same teams, ids and data for one seed. Sandboxes of the latest seed share what they drew. */
export function createTeams(seed: number): Teams {
  if (latest?.seed === seed) return latest.teams;
  const testWebsites = createTeam(seed, 'test', plainSites.test);
  const entries = TEAM_NAMES.map((name): [TeamName, Team] => [
    name,
    { name, websites: createTeam(seed, name, TEAM_SKETCHES[name]), testWebsites },
  ]);
  const teams = Object.fromEntries(entries) as Teams;
  latest = { seed, teams };
  return teams;
}
