import { readCounts } from '../limits/limits.ts';
import type { Allowance } from '../limits/plans.ts';
import { readAllowance, readUsage } from '../query/usage.ts';
import { toPublicId } from '../query/websites.ts';
import { readNow, type SandboxState } from '../state/sandbox-state.ts';

/** The current state. Keys appear by label, never by token. */
export function describeState(state: SandboxState) {
  const { world } = state;
  const now = readNow(state);
  return {
    form: world.form,
    seed: world.seed,
    clock: describeClock(state),
    teams: Object.values(world.teams).map((team) => ({
      name: team.name,
      websites: team.websites.map((site) => {
        const { name, domain, createdAt } = site;
        return { id: toPublicId(world, site), name, domain, createdAt };
      }),
    })),
    keys: [...world.keys.values()].map((key) => ({
      label: key.label,
      kind: key.kind,
      team: key.team,
      plan: key.plan,
      scopes: key.scopes,
      revoked: key.revoked,
      limits: describeLimits(readAllowance(world, key)),
      used: readCounts(readUsage(world, key), now, readAllowance(world, key), world.quirks),
    })),
    faults: world.faults,
  };
}

/** JSON has no infinity, so an unlimited day is null. */
function describeLimits({ minute, day }: Allowance) {
  return { minute, day: Number.isFinite(day) ? day : null };
}

export function describeClock(state: SandboxState) {
  return { now: new Date(readNow(state)).toISOString(), mode: state.clock.mode };
}
