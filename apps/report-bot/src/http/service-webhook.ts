import { toCalendarDate } from '@answershare/core';
import { type DeliveryReading, readDelivery, verifyDelivery } from '@answershare/core/webhooks';
import { Hono } from 'hono';
import { toLedgerId } from '../settings/services.ts';
import { saveServiceEvent } from '../store/service-events.ts';
import type { ServiceEventRow } from '../store/tables.ts';
import { hashBytes, signHmac } from '../system/hashes.ts';
import { type RouteContext, readDeliveryBody, refusal, replayWindowMs } from './route-context.ts';

/** `/webhooks/service`, and `/webhooks/service/NAME` of one of several: stores an event of the service once it is verified, and before it answers 2xx. */
export function createServiceWebhook({ store, settings, now, logRefusal }: RouteContext): Hono {
  const app = new Hono();
  app.post('/webhooks/service/:name?', async (context) => {
    const name = context.req.param('name') ?? '';
    const pinned = settings().http?.webhooks.services.get(name);
    if (pinned === undefined) return context.notFound();
    const delivery = {
      headers: context.req.header(),
      body: await readDeliveryBody(context),
      ...(pinned.url === null ? {} : { url: pinned.url }),
    };
    const at = now();
    const verified = verifyDelivery(pinned.scheme, pinned.secrets, delivery, at, signHmac);
    if (!verified.ok) {
      logRefusal(context.req.path, verified.words);
      return context.text(refusal, 401);
    }
    const event = readDelivery(delivery, hashBytes, pinned.scheme);
    const row = toEventRow(event, name, verified.sentAt, at);
    const isNew = await saveServiceEvent(store.db, row, at);
    return context.json({ accepted: true, duplicate: !isNew });
  });
  return app;
}

function toEventRow(
  event: DeliveryReading,
  service: string,
  sentAt: number | null,
  at: number,
): Omit<ServiceEventRow, 'received_at'> {
  const { id, idFrom, kind, wireName, website, occurredAt, bodyHash, trace } = event;
  const happened = occurredAt ?? sentAt ?? at;
  const isCurrent = Math.abs(at - happened) <= replayWindowMs;
  // An id inside the payload may be that of a website.
  const isOwnId = idFrom === 'header' || /^\/[^/]*$/.test(trace.fields.id?.pointer ?? '');
  return {
    key: toLedgerId(service, isOwnId ? id : bodyHash),
    kind: isCurrent ? kind : 'unknown',
    wire_name: wireName?.slice(0, 100) ?? null,
    // Without a website it is about the team, and about no other one.
    website: service === '' ? website : toLedgerId(service, website ?? '*'),
    day: toCalendarDate(Math.min(happened, at)),
  };
}
