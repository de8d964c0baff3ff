import type { z } from 'zod';
import { createDraw, drawLetters } from '../data/random.ts';
import type { TeamName } from '../tenants/teams.ts';
import { AdminError, parseCommand } from '../world/admin-input.ts';
import type { SandboxWorld } from '../world/world.ts';
import { listKindsInForce, type SandboxEventKind } from './kinds.ts';
import { drawSecret, toKeyBytes } from './signature.ts';
import { adaptProfile, findScheme, type SigningProfile, toSigningProfile } from './signing-profile.ts';
import { parseTargetUrl, RejectedTargetError, resolveAddresses } from './transport.ts';
import type { endpointCommand, rotateCommand } from './webhook-commands.ts';

/** A signing secret; `until` is in milliseconds since 1970, null if unlimited. */
interface EndpointSecret {
  readonly secret: string;
  readonly until: number | null;
}

/** One subscription, as a team creates it under Settings, Webhooks (specification §6). */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly team: TeamName;
  readonly kinds: readonly SandboxEventKind[];
  readonly manner: SigningProfile;
  /** Newest first. */
  readonly secrets: readonly EndpointSecret[];
  /** False after the receiver answered 410. */
  readonly active: boolean;
}

/** The valid secrets at an instant, newest first. */
export function listSecrets(endpoint: WebhookEndpoint, at: number): string[] {
  return endpoint.secrets.flatMap(({ secret, until }) => (until === null || at < until ? secret : []));
}

/** Adds a secret; the former ones expire at `until`. */
function rotateSecret(endpoint: WebhookEndpoint, secret: string, until: number): WebhookEndpoint {
  const former = endpoint.secrets.map((old) => ({
    ...old,
    until: old.until === null ? until : Math.min(old.until, until),
  }));
  return { ...endpoint, secrets: [{ secret, until: null }, ...former] };
}

/** An endpoint without its secrets, which only the creating call returns. */
export function describeEndpoint({ secrets, ...endpoint }: WebhookEndpoint, now: number) {
  return { ...endpoint, signingSecrets: listSecrets({ secrets, ...endpoint }, now).length };
}

export type ShownEndpoint = ReturnType<typeof describeEndpoint>;

/** The endpoints of all teams, in order of creation. */
export type Registry = ReturnType<typeof createRegistry>;

export function createRegistry(ports: WebhookPorts) {
  const endpoints = new Map<string, WebhookEndpoint>();
  let created = 0;
  /** Throws AdminError (404) if there is none. */
  const find = (id: string): WebhookEndpoint => {
    const endpoint = endpoints.get(id);
    if (endpoint === undefined)
      throw new AdminError(
        404,
        `There is no webhook endpoint ${id}: GET /__sandbox/webhooks/endpoints lists them.`,
      );
    return endpoint;
  };
  const newSecret = (endpoint: WebhookEndpoint, requested: string | undefined): string => {
    const { seed } = ports.world();
    const secret = requested ?? drawSecret(seed, 'webhook secret', endpoint.id, endpoint.secrets.length);
    assertReadable(secret, endpoint.manner);
    return secret;
  };
  return {
    all: () => [...endpoints.values()],
    find,
    /** Returns the endpoint and its secret. */
    async create({ url, secret: requested, team, kinds, manner }: z.output<typeof endpointCommand>) {
      await assertReachable(url, ports.allowRemote);
      const { seed } = ports.world();
      created += 1;
      const endpoint: WebhookEndpoint = {
        id: `whe_${drawLetters(12, 36, createDraw(seed, 'webhook endpoint', created))}`,
        url: new URL(url).href,
        team,
        kinds: selectKinds(kinds, ports),
        manner: adaptProfile(toSigningProfile(ports.world().quirks), manner),
        secrets: [],
        active: true,
      };
      const secret = newSecret(endpoint, requested);
      const opened = { ...endpoint, secrets: [{ secret, until: null }] };
      endpoints.set(opened.id, opened);
      return { endpoint: opened, secret };
    },
    rotate(id: string, { keepOldSeconds, secret: requested }: z.output<typeof rotateCommand>) {
      const before = find(id);
      const secret = newSecret(before, requested);
      const endpoint = rotateSecret(before, secret, ports.now() + keepOldSeconds * 1_000);
      endpoints.set(id, endpoint);
      return { endpoint, secret };
    },
    disable: (id: string) => void endpoints.set(id, { ...find(id), active: false }),
    remove: (id: string) => void endpoints.delete(find(id).id),
    /** The active endpoints for a kind of event of a team. */
    subscribers: (team: string, kind: SandboxEventKind) =>
      [...endpoints.values()].filter(
        (endpoint) => endpoint.active && endpoint.team === team && endpoint.kinds.includes(kind),
      ),
    reset() {
      endpoints.clear();
      created = 0;
    },
  };
}

/** Throws AdminError if the profile's scheme cannot decode the secret. */
export function assertReadable(secret: string, profile: SigningProfile): void {
  parseCommand(() => toKeyBytes(secret, findScheme(profile).key));
}

async function assertReachable(url: string, allowRemote: boolean): Promise<void> {
  try {
    await resolveAddresses(parseTargetUrl(url), allowRemote);
  } catch (error) {
    if (error instanceof RejectedTargetError) throw new AdminError(400, error.message);
    const { code } = error as NodeJS.ErrnoException;
    throw new AdminError(
      400,
      `The host of the webhook url cannot be looked up (${code ?? 'no reason given'}): check its spelling, or use 127.0.0.1.`,
    );
  }
}

function selectKinds(
  kinds: readonly SandboxEventKind[] | undefined,
  ports: WebhookPorts,
): readonly SandboxEventKind[] {
  for (const kind of kinds ?? []) assertListed(kind, ports);
  return kinds ?? listKindsInForce(ports.world());
}

/** Throws AdminError if the Form in force does not list the kind. */
export function assertListed(kind: SandboxEventKind, ports: WebhookPorts): void {
  const known = listKindsInForce(ports.world());
  if (!known.includes(kind))
    throw new AdminError(400, `The Form in force has no ${kind} events: it lists ${known.join(', ')}.`);
}

/** What the webhooks need from the sandbox. */
export interface WebhookPorts {
  world(): SandboxWorld;
  /** The sandbox's time in milliseconds since 1970. */
  now(): number;
  clockRuns(): boolean;
  /** Whether deliveries may leave this machine. */
  readonly allowRemote: boolean;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortSignal;
}
