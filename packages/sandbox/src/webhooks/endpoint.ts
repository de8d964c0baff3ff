import type { TeamName } from '../tenants/teams.ts';
import type { EventKind } from './kinds.ts';
import type { Manner } from './manner.ts';

/** A secret that signs: until an instant (milliseconds since 1970), or for good. */
export interface SigningSecret {
  readonly secret: string;
  readonly until: number | null;
}

/** One subscription, as a team would make it under Settings, Webhooks (specification §6). */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly team: TeamName;
  readonly kinds: readonly EventKind[];
  readonly manner: Manner;
  /** The newest first. */
  readonly secrets: readonly SigningSecret[];
  /** False after the receiver answered 410: nothing more is sent. */
  readonly active: boolean;
}

/** The secrets that sign at an instant, the newest first. */
export function secretsAt(endpoint: Endpoint, at: number): string[] {
  return endpoint.secrets.flatMap(({ secret, until }) => (until === null || at < until ? secret : []));
}

/** The endpoint with a new secret; those it had sign on until `until`. */
export function rotated(endpoint: Endpoint, secret: string, until: number): Endpoint {
  const former = endpoint.secrets.map((old) => ({
    ...old,
    until: old.until === null ? until : Math.min(old.until, until),
  }));
  return { ...endpoint, secrets: [{ secret, until: null }, ...former] };
}

/** An endpoint without its secrets, which are shown once, where they are made. */
export function shown({ secrets, ...endpoint }: Endpoint, now: number) {
  return { ...endpoint, signingSecrets: secretsAt({ secrets, ...endpoint }, now).length };
}

export type ShownEndpoint = ReturnType<typeof shown>;
