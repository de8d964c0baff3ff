import type { z } from 'zod';
import { dayOfDate } from '../data/days.ts';
import { ENGINES } from '../data/engines.ts';
import { draw, letters } from '../data/hash.ts';
import { axesOf } from '../rest/axes.ts';
import type { Delivery } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import { eventNow, eventsOfDay, type WebhookEvent } from './events.ts';
import { kindsInForce } from './kinds.ts';
import { adapted, writesSnake } from './manner.ts';
import type { emitOrder, sendOrder } from './orders.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { placeOf, placesOf } from './places.ts';
import { checkListed, checkReadable, openRegistry, type Registry } from './registry.ts';
import type { Surroundings } from './surroundings.ts';

type OnPurpose = Omit<z.output<typeof sendOrder>, 'kind' | 'website' | 'id'>;

/** The service's webhooks: who hears of what, and what has been sent. */
export interface WebhookOffice {
  readonly registry: Registry;
  readonly outbox: Outbox;
  /** Makes an event happen now and gives its deliveries after their first attempt. */
  send(order: z.output<typeof sendOrder>): Promise<Delivery[]>;
  /** Delivers the events of one day, one after the other. */
  emit(order: z.output<typeof emitOrder>): Promise<Delivery[]>;
  reset(): void;
}

export function openWebhookOffice(around: Surroundings): WebhookOffice {
  const registry = openRegistry(around);
  const outbox = openOutbox(registry, around);
  let ids = 0;

  /** Whoever takes the kind: of the website's team, or the one endpoint that the order names. */
  const receivers = (team: string, event: WebhookEvent, named: string | undefined): Endpoint[] =>
    named === undefined
      ? registry.subscribers(team, event.kind)
      : [registry.find(named)].filter(({ kinds }) => kinds.includes(event.kind));

  const deliver = async (event: WebhookEvent, team: string, wanted: OnPurpose, id?: string) => {
    const made: Delivery[] = [];
    for (const endpoint of receivers(team, event, wanted.endpoint)) {
      const manner = adapted(endpoint.manner, wanted.manner);
      for (const { secret } of endpoint.secrets) checkReadable(secret, manner);
      const { wrongSecret, timeShift, trailingNewline, escaped } = wanted;
      ids += 1;
      const delivery = {
        id: id ?? `dlv_${letters(16, 36, draw(around.world().seed, 'delivery', ids))}`,
        endpoint: endpoint.id,
        event,
        manner,
        snake: writesSnake(manner, axesOf(around.world()).names),
        flaws: { wrongSecret, timeShift, trailingNewline, escaped },
        attempts: [],
        state: 'waiting',
        due: null,
      } as const;
      for (let copy = 0; copy < wanted.copies; copy++) made.push(await outbox.send(delivery));
    }
    return made;
  };

  return {
    registry,
    outbox,
    async send({ kind, website, id, ...wanted }) {
      checkListed(kind, around);
      const world = around.world();
      const { site, team } = placeOf(world, website);
      return deliver(
        eventNow(kind, world.seed, site, around.now(), ENGINES[world.quirks.engines]),
        team,
        wanted,
        id,
      );
    },
    async emit({ date, website, order, ...wanted }) {
      const world = around.world();
      const day = dayOfDate(date) ?? 0;
      const heard = [...new Set(registry.all().map(({ team }) => team))];
      const places = website === undefined ? placesOf(world, heard) : [placeOf(world, website)];
      const happened = places
        .flatMap(({ site, team }) =>
          eventsOfDay(world.seed, site, day, ENGINES[world.quirks.engines]).map((event) => ({ event, team })),
        )
        .filter(({ event }) => kindsInForce(world).includes(event.kind))
        .sort((a, b) => a.event.at - b.event.at);
      const made: Delivery[] = [];
      for (const { event, team } of ORDERS[order](happened, world.seed))
        made.push(...(await deliver(event, team, wanted)));
      return made;
    },
    reset() {
      registry.reset();
      outbox.reset();
      ids = 0;
    },
  };
}

const ORDERS = {
  happened: <T>(list: readonly T[]) => [...list],
  reversed: <T>(list: readonly T[]) => [...list].reverse(),
  shuffled: <T>(list: readonly T[], seed: number) =>
    list
      .map((item, i) => ({ item, place: draw(seed, 'shuffled', i)() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item),
} as const;
