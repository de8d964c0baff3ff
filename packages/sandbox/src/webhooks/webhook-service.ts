import type { z } from 'zod';
import { ENGINES } from '../data/citations.ts';
import { parseDay } from '../data/days.ts';
import { createDraw, drawLetters } from '../data/random.ts';
import type { Site } from '../data/site.ts';
import { toAxes } from '../query/axes.ts';
import { toPublicId } from '../query/websites.ts';
import type { TeamName } from '../tenants/teams.ts';
import { AdminError } from '../world/admin-input.ts';
import type { SandboxWorld } from '../world/world.ts';
import { createEvent, listEvents, type WebhookEvent } from './events.ts';
import { listKindsInForce } from './kinds.ts';
import { createOutbox } from './outbox.ts';
import {
  assertListed,
  assertReadable,
  createRegistry,
  type WebhookEndpoint,
  type WebhookPorts,
} from './registry.ts';
import { adaptProfile, writesSnake } from './signing-profile.ts';
import type { emitCommand, sendCommand } from './webhook-commands.ts';
import type { OutgoingDelivery } from './webhook-delivery.ts';

/** A website with its team and its public id (undecided item 35). */
interface SiteOfTeam {
  readonly site: Site;
  readonly team: TeamName;
}

function listSites(world: SandboxWorld, teams: readonly TeamName[]): SiteOfTeam[] {
  return teams.flatMap((team) =>
    world.teams[team].websites.map((site) => ({ site: { ...site, id: toPublicId(world, site) }, team })),
  );
}

/** The website with an id; the demo team's first if undefined. Throws AdminError (404) for an unknown id. */
function findSite(world: SandboxWorld, id: string | undefined): SiteOfTeam {
  const sites = listSites(
    world,
    Object.values(world.teams).map(({ name }) => name),
  );
  const found = sites.find(({ site, team }) => (id === undefined ? team === 'demo' : site.id === id));
  if (found !== undefined) return found;
  throw new AdminError(404, `No team has a website with the id ${id}: GET /__sandbox/state lists them.`);
}

type FlawOptions = Omit<z.output<typeof sendCommand>, 'kind' | 'website' | 'id'>;

/** The registry of endpoints and the log of deliveries. */
export type WebhookService = ReturnType<typeof createWebhookService>;

export function createWebhookService(ports: WebhookPorts) {
  const registry = createRegistry(ports);
  const outbox = createOutbox(registry, ports);
  let ids = 0;

  /** The endpoints that take the kind: the named one, or all of the website's team. */
  const findReceivers = (team: string, event: WebhookEvent, named: string | undefined): WebhookEndpoint[] =>
    named === undefined
      ? registry.subscribers(team, event.kind)
      : [registry.find(named)].filter(({ kinds }) => kinds.includes(event.kind));

  const deliver = async (event: WebhookEvent, team: string, flaws: FlawOptions, id?: string) => {
    const deliveries: OutgoingDelivery[] = [];
    for (const endpoint of findReceivers(team, event, flaws.endpoint)) {
      const profile = adaptProfile(endpoint.manner, flaws.manner);
      for (const { secret } of endpoint.secrets) assertReadable(secret, profile);
      const { wrongSecret, timeShift, trailingNewline, escaped } = flaws;
      ids += 1;
      const delivery = {
        id: id ?? `dlv_${drawLetters(16, 36, createDraw(ports.world().seed, 'delivery', ids))}`,
        endpoint: endpoint.id,
        event,
        manner: profile,
        snake: writesSnake(profile, toAxes(ports.world()).names),
        flaws: { wrongSecret, timeShift, trailingNewline, escaped },
        attempts: [],
        state: 'waiting',
        due: null,
      } as const;
      for (let copy = 0; copy < flaws.copies; copy++) deliveries.push(await outbox.send(delivery));
    }
    return deliveries;
  };

  return {
    registry,
    outbox,
    /** Creates an event now; returns its deliveries after their first attempt. */
    async send({ kind, website, id, ...flaws }: z.output<typeof sendCommand>) {
      assertListed(kind, ports);
      const world = ports.world();
      const { site, team } = findSite(world, website);
      return deliver(
        createEvent(kind, world.seed, site, ports.now(), ENGINES[world.quirks.engines]),
        team,
        flaws,
        id,
      );
    },
    /** Delivers the events of one day, one by one. */
    async emit({ date, website, order, ...flaws }: z.output<typeof emitCommand>) {
      const world = ports.world();
      const day = parseDay(date) ?? 0;
      const teams = [...new Set(registry.all().map(({ team }) => team))];
      const sites = website === undefined ? listSites(world, teams) : [findSite(world, website)];
      const events = sites
        .flatMap(({ site, team }) =>
          listEvents(world.seed, site, day, ENGINES[world.quirks.engines]).map((event) => ({ event, team })),
        )
        .filter(({ event }) => listKindsInForce(world).includes(event.kind))
        .sort((a, b) => a.event.at - b.event.at);
      const deliveries: OutgoingDelivery[] = [];
      for (const { event, team } of EVENT_ORDERS[order](events, world.seed))
        deliveries.push(...(await deliver(event, team, flaws)));
      return deliveries;
    },
    reset() {
      registry.reset();
      outbox.reset();
      ids = 0;
    },
  };
}

const EVENT_ORDERS = {
  happened: <T>(list: readonly T[]) => [...list],
  reversed: <T>(list: readonly T[]) => [...list].reverse(),
  shuffled: <T>(list: readonly T[], seed: number) =>
    list
      .map((item, i) => ({ item, place: createDraw(seed, 'shuffled', i)() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item),
} as const;
