import type { Quirks } from '../quirks/table.ts';
import type { Endpoint, Scope } from '../tenants/scopes.ts';

/** How a scope is called, and whether a key's scopes hold it. */
interface Naming {
  readonly name: (endpoint: Endpoint) => string;
  readonly held: (endpoint: Endpoint, scopes: readonly Scope[]) => boolean;
}

/** The scopes of undecided item 27; inside, a key always has one for each endpoint. */
export const SCOPE_NAMES: Readonly<Record<Quirks['scopes'], Naming>> = {
  colon: { name: (endpoint) => `${endpoint}:read`, held: own },
  dotted: { name: (endpoint) => `${endpoint}.read`, held: own },
  single: { name: () => 'read', held: (_, scopes) => scopes.length > 0 },
  none: { name: () => '', held: () => true },
};

function own(endpoint: Endpoint, scopes: readonly Scope[]): boolean {
  return scopes.includes(`${endpoint}:read`);
}
