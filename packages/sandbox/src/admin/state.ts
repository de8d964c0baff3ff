import type { Desk } from '../host/desk.ts';
import { present } from '../host/desk.ts';
import { counted } from '../limits/limits.ts';
import { allowance } from '../limits/plans.ts';
import { usageOf } from '../world.ts';

/** What the sandbox holds at present. Keys appear by label; their tokens are shown once, where they are made. */
export function stateOf(desk: Desk) {
  const { world } = desk;
  const now = present(desk);
  return {
    form: world.form,
    seed: world.seed,
    clock: clockState(desk),
    teams: Object.values(world.teams).map((team) => ({
      name: team.name,
      websites: team.websites.map(({ id, name, domain, createdAt }) => ({ id, name, domain, createdAt })),
    })),
    keys: [...world.keys.values()].map((key) => ({
      label: key.label,
      kind: key.kind,
      team: key.team,
      plan: key.plan,
      scopes: key.scopes,
      revoked: key.revoked,
      limits: allowance(world.form, key),
      used: counted(usageOf(world, key), now),
    })),
    faults: world.faults,
  };
}

export function clockState(desk: Desk) {
  return { now: new Date(present(desk)).toISOString(), mode: desk.clock.mode };
}
