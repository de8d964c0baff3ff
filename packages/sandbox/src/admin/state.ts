import { publicId } from '../bodies/website-ids.ts';
import type { Desk } from '../host/desk.ts';
import { present } from '../host/desk.ts';
import { counted } from '../limits/limits.ts';
import { type Allowance, allowance } from '../limits/plans.ts';
import { axesOf } from '../rest/axes.ts';
import { usageOf } from '../world.ts';

/** What the sandbox holds at present. Keys appear by label; their tokens are shown once, where they are made. */
export function stateOf(desk: Desk) {
  const { world } = desk;
  const now = present(desk);
  const { names } = axesOf(world);
  return {
    form: world.form,
    seed: world.seed,
    clock: clockState(desk),
    teams: Object.values(world.teams).map((team) => ({
      name: team.name,
      websites: team.websites.map((site) => {
        const { name, domain, createdAt } = site;
        return { id: publicId(world, site), name, domain, createdAt };
      }),
    })),
    keys: [...world.keys.values()].map((key) => ({
      label: key.label,
      kind: key.kind,
      team: key.team,
      plan: key.plan,
      scopes: key.scopes,
      revoked: key.revoked,
      limits: figures(allowance(names, key, world.quirks)),
      used: counted(usageOf(world, key), now, allowance(names, key, world.quirks), world.quirks),
    })),
    faults: world.faults,
  };
}

/** A limit that is lifted is null: JSON has no infinity. */
function figures({ minute, day }: Allowance) {
  return { minute, day: Number.isFinite(day) ? day : null };
}

export function clockState(desk: Desk) {
  return { now: new Date(present(desk)).toISOString(), mode: desk.clock.mode };
}
