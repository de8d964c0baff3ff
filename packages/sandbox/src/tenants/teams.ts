import { draw, letters } from '../data/hash.ts';
import type { Site } from '../data/site.ts';
import { decisions } from '../decisions.ts';
import { DEMO_SITES, type SiteSketch } from './demo-sites.ts';
import { OTHER_TEAM_SITES, TEST_DATA_SITES } from './other-sites.ts';

export const TEAM_NAMES = ['demo', 'other'] as const;

export type TeamName = (typeof TEAM_NAMES)[number];

export interface Team {
  readonly name: TeamName;
  readonly websites: readonly Site[];
  /** What test keys see in Form 1; in Form 2 there is no sandbox dataset (specification §5). */
  readonly testWebsites: readonly Site[];
}

/** Website ids are `ws_` and 12 digits or small letters, drawn from the seed and the domain. */
function founded(seed: number, team: string, sketches: readonly SiteSketch[]): Site[] {
  return sketches.map((sketch) => ({
    ...sketch,
    id: `${decisions.websiteId.value.prefix}${letters(decisions.websiteId.value.length, 36, draw(seed, 'website', team, sketch.domain))}`,
  }));
}

/** Both Forms get the same teams, ids and data for one seed. */
export function teams(seed: number): Record<TeamName, Team> {
  const testWebsites = founded(seed, 'test', TEST_DATA_SITES);
  return {
    demo: { name: 'demo', websites: founded(seed, 'demo', DEMO_SITES), testWebsites },
    other: { name: 'other', websites: founded(seed, 'other', OTHER_TEAM_SITES), testWebsites },
  };
}
