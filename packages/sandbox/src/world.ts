import type { Fault } from './faults/fault.ts';
import type { Form } from './form.ts';
import { UNUSED, type Usage } from './limits/limits.ts';
import { type Quirks, standardQuirks } from './quirks/table.ts';
import { type ApiKey, firstKeys } from './tenants/keys.ts';
import { type Team, type TeamName, teams } from './tenants/teams.ts';

/** Everything the service knows: a value that is never changed, only replaced. */
export interface World {
  /** The form it was started in. */
  readonly form: Form;
  /** The switches in force. */
  readonly quirks: Quirks;
  readonly seed: number;
  readonly teams: Record<TeamName, Team>;
  /** By token. */
  readonly keys: ReadonlyMap<string, ApiKey>;
  /** By token. */
  readonly usage: ReadonlyMap<string, Usage>;
  /** Faults waiting to happen, first match first. */
  readonly faults: readonly Fault[];
}

export function newWorld(form: Form, seed: number, quirks: Quirks = standardQuirks(form)): World {
  return {
    form,
    quirks,
    seed,
    teams: teams(seed),
    keys: new Map(firstKeys(seed).map((key) => [key.token, key])),
    usage: new Map(),
    faults: [],
  };
}

/** What a key has used; nobody (null) has used nothing. */
export function usageOf(world: World, key: ApiKey | null): Usage {
  return (key === null ? undefined : world.usage.get(key.token)) ?? UNUSED;
}

export function withUsage(world: World, key: ApiKey, usage: Usage): World {
  return { ...world, usage: new Map(world.usage).set(key.token, usage) };
}

export function withKey(world: World, key: ApiKey): World {
  return { ...world, keys: new Map(world.keys).set(key.token, key) };
}

/** The key with a token or a label; null when there is none. */
export function findKey(world: World, tokenOrLabel: string): ApiKey | null {
  const byToken = world.keys.get(tokenOrLabel);
  if (byToken !== undefined) return byToken;
  return [...world.keys.values()].find((key) => key.label === tokenOrLabel) ?? null;
}
