import { describe, expect, it } from 'vitest';
import { createMacBudget, searchSchemes } from '../../src/webhooks/search-schemes.ts';
import {
  checkScheme,
  diagnoseDelivery,
  readDelivery,
  verifyDelivery,
  type WebhookDelivery,
} from '../../src/webhooks.ts';
import published from './published.json' with { type: 'json' };
import { hmac, now, sha256 } from './sender.ts';

interface Vector {
  readonly id: string;
  readonly secret: string;
  readonly keyFrom: string;
  readonly signedContent: string;
  readonly body: string;
  readonly encoding: string;
  readonly header: string;
  readonly headerValue: string;
  readonly timestamp?: number;
  readonly messageId?: string;
  readonly url?: string;
}

const vectors: readonly Vector[] = published.vectors;

function delivered(vector: Vector): WebhookDelivery {
  const sender = vector.header.replace(/-signature$/i, '');
  const headers: Record<string, string> = { [vector.header]: vector.headerValue };
  if (vector.timestamp !== undefined) headers[`${sender}-timestamp`] = String(vector.timestamp);
  if (vector.messageId !== undefined) headers[`${sender}-id`] = vector.messageId;
  return {
    headers,
    body: Buffer.from(vector.body),
    ...(vector.url === undefined ? {} : { url: vector.url }),
  };
}

const clock = (vector: Vector): number => (vector.timestamp ?? now / 1000) * 1000;

describe.each(vectors)('the published delivery $id', (vector) => {
  const delivery = delivered(vector);
  const found = diagnoseDelivery(delivery, [vector.secret], hmac, clock(vector));

  it('fits exactly the scheme that its source states', () => {
    expect(found).toMatchObject({
      ok: true,
      scheme: {
        content: vector.signedContent,
        encoding: vector.encoding,
        key: vector.keyFrom,
        header: vector.header.toLowerCase(),
      },
    });
    expect(searchSchemes(delivery, [vector.secret], createMacBudget(hmac))).toHaveLength(1);
    expect(found.tried.macs).toBeLessThanOrEqual(12);
  });

  it('is verified by the found scheme, which is valid in settings', () => {
    if (!found.ok) throw new Error(found.reason);
    expect(checkScheme(JSON.parse(JSON.stringify(found.scheme)))).toEqual({ ok: true, scheme: found.scheme });
    expect(verifyDelivery(found.scheme, [vector.secret], delivery, clock(vector), hmac)).toMatchObject({
      ok: true,
    });
  });

  it('is refused with another secret, another body or another digest', () => {
    if (!found.ok) throw new Error(found.reason);
    const verified = (secret: string, changed: Partial<WebhookDelivery>): unknown =>
      verifyDelivery(found.scheme, [secret], { ...delivery, ...changed }, clock(vector), hmac);
    const refused = { ok: false, reason: 'no-match' };
    const last = vector.secret.slice(-1) === 'A' ? 'B' : 'A';
    expect(verified(`${vector.secret.slice(0, -1)}${last}`, {})).toMatchObject(refused);
    expect(verified(vector.secret, { body: Buffer.from(vector.body.replace('"', '" ')) })).toMatchObject(
      refused,
    );
    const zeros = vector.headerValue.replace(/[^,=]{40,}/, (text) => 'A'.repeat(text.length));
    const headers = { ...delivery.headers, [vector.header]: zeros };
    expect(verified(vector.secret, { headers })).toMatchObject(refused);
  });
});

it('a delivery in a shape of two senders has the right scheme', () => {
  const [pulse, contact] = published.payloads.map(({ body }) =>
    readDelivery({ headers: {}, body: Buffer.from(JSON.stringify(body)) }, sha256),
  );
  expect(pulse).toMatchObject({
    kind: 'unknown',
    wireName: 'daily_pulse.created',
    website: 'uuid',
    occurredAt: null,
  });
  expect(contact).toMatchObject({
    kind: 'unknown',
    wireName: 'contact.created',
    occurredAt: Date.parse('2022-11-03T20:26:10.344Z'),
    id: '1f81eb52-5198-4599-803e-771906343485',
    idFrom: 'payload',
  });
});
