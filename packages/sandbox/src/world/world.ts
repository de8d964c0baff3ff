import type { LimitUsage } from '../limits/limits.ts';
import type { Form } from '../quirks/quirk.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { type ApiKey, createKeys } from '../tenants/keys.ts';
import { createTeams, type Team, type TeamName } from '../tenants/teams.ts';
import type { PlannedFault } from './fault.ts';

/** The service's whole state, an immutable value. */
export interface SandboxWorld {
  /** The Form at the start. */
  readonly form: Form;
  /** The switches in force. */
  readonly quirks: Quirks;
  readonly seed: number;
  readonly teams: Readonly<Record<TeamName, Team>>;
  /** By token. */
  readonly keys: ReadonlyMap<string, ApiKey>;
  /** By counter; see query/usage.ts. */
  readonly usage: ReadonlyMap<string, LimitUsage>;
  /** Planned faults; the first match applies. */
  readonly faults: readonly PlannedFault[];
}

export function createWorld(form: Form, seed: number, quirks: Quirks): SandboxWorld {
  return {
    form,
    quirks,
    seed,
    teams: createTeams(seed),
    keys: new Map(createKeys(seed).map((key) => [key.token, key])),
    usage: new Map(),
    faults: [],
  };
}

export function setKey(world: SandboxWorld, key: ApiKey): SandboxWorld {
  return { ...world, keys: new Map(world.keys).set(key.token, key) };
}

/** The key with a token or a label, or null. */
export function findKey(world: SandboxWorld, tokenOrLabel: string): ApiKey | null {
  const byToken = world.keys.get(tokenOrLabel);
  if (byToken !== undefined) return byToken;
  return [...world.keys.values()].find((key) => key.label === tokenOrLabel) ?? null;
}
