import type { z } from 'zod';
import { ordered, Unable } from '../admin/unable.ts';
import { draw, letters } from '../data/hash.ts';
import { type Endpoint, rotated } from './endpoint.ts';
import { type EventKind, kindsInForce } from './kinds.ts';
import { adapted, type Manner, mannerOf, schemeOf } from './manner.ts';
import type { endpointOrder, rotateOrder } from './orders.ts';
import { drawnSecret, keyBytes } from './secret.ts';
import type { Surroundings } from './surroundings.ts';
import { addressesOf, RefusedTarget, targetUrl } from './target.ts';

/** The endpoints of all teams, in the order they were made. */
export interface Registry {
  all(): readonly Endpoint[];
  /** Throws Unable (404) when there is none. */
  find(id: string): Endpoint;
  /** Gives the endpoint and its secret, which is shown here alone. */
  create(order: z.output<typeof endpointOrder>): Promise<{ endpoint: Endpoint; secret: string }>;
  rotate(id: string, order: z.output<typeof rotateOrder>): { endpoint: Endpoint; secret: string };
  disable(id: string): void;
  remove(id: string): void;
  /** Who wants to hear of a kind of event of a team. */
  subscribers(team: string, kind: EventKind): Endpoint[];
  reset(): void;
}

export function openRegistry(around: Surroundings): Registry {
  const endpoints = new Map<string, Endpoint>();
  let made = 0;
  const find = (id: string): Endpoint => {
    const endpoint = endpoints.get(id);
    if (endpoint === undefined)
      throw new Unable(
        404,
        `There is no webhook endpoint ${id}: GET /__sandbox/webhooks/endpoints lists them.`,
      );
    return endpoint;
  };
  const newSecret = (endpoint: Endpoint, wanted: string | undefined): string => {
    const { seed } = around.world();
    const secret = wanted ?? drawnSecret(seed, 'webhook secret', endpoint.id, endpoint.secrets.length);
    checkReadable(secret, endpoint.manner);
    return secret;
  };
  return {
    all: () => [...endpoints.values()],
    find,
    async create({ url, secret: wanted, team, kinds, manner }) {
      await reachable(url, around.allowRemote);
      const { seed } = around.world();
      made += 1;
      const endpoint: Endpoint = {
        id: `whe_${letters(12, 36, draw(seed, 'webhook endpoint', made))}`,
        url: new URL(url).href,
        team,
        kinds: listed(kinds, around),
        manner: adapted(mannerOf(around.world().quirks), manner),
        secrets: [],
        active: true,
      };
      const secret = newSecret(endpoint, wanted);
      const opened = { ...endpoint, secrets: [{ secret, until: null }] };
      endpoints.set(opened.id, opened);
      return { endpoint: opened, secret };
    },
    rotate(id, { keepOldSeconds, secret: wanted }) {
      const before = find(id);
      const secret = newSecret(before, wanted);
      const endpoint = rotated(before, secret, around.now() + keepOldSeconds * 1_000);
      endpoints.set(id, endpoint);
      return { endpoint, secret };
    },
    disable: (id) => void endpoints.set(id, { ...find(id), active: false }),
    remove: (id) => void endpoints.delete(find(id).id),
    subscribers: (team, kind) =>
      [...endpoints.values()].filter(
        (endpoint) => endpoint.active && endpoint.team === team && endpoint.kinds.includes(kind),
      ),
    reset() {
      endpoints.clear();
      made = 0;
    },
  };
}

/** Throws Unable when the scheme of a manner cannot read a secret. */
export function checkReadable(secret: string, manner: Manner): void {
  ordered(() => keyBytes(secret, schemeOf(manner).key));
}

async function reachable(url: string, allowRemote: boolean): Promise<void> {
  try {
    await addressesOf(targetUrl(url), allowRemote);
  } catch (error) {
    if (error instanceof RefusedTarget) throw new Unable(400, error.message);
    const { code } = error as NodeJS.ErrnoException;
    throw new Unable(
      400,
      `The host of the webhook url cannot be looked up (${code ?? 'no reason given'}): check its spelling, or use 127.0.0.1.`,
    );
  }
}

function listed(kinds: readonly EventKind[] | undefined, around: Surroundings): readonly EventKind[] {
  for (const kind of kinds ?? []) checkListed(kind, around);
  return kinds ?? kindsInForce(around.world());
}

/** Throws Unable for a kind of event that the Form in force does not list. */
export function checkListed(kind: EventKind, around: Surroundings): void {
  const known = kindsInForce(around.world());
  if (!known.includes(kind))
    throw new Unable(400, `The Form in force has no ${kind} events: it lists ${known.join(', ')}.`);
}
