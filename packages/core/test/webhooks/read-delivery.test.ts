import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeliveryReading, readDelivery, type SignatureScheme } from '../../src/webhooks.ts';
import { schemes, sha256 } from './sender.ts';

const read = (body: unknown, headers: Record<string, string> = {}): DeliveryReading =>
  readDelivery(
    { headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) },
    sha256,
  );

const at = Date.parse('2026-11-21T09:00:00Z');

describe('a delivery', () => {
  it.each([
    [
      'flat, camel case',
      { event: 'citation.new', websiteId: 'ws_1', eventId: 'e1', occurredAt: '2026-11-21T09:00:00Z' },
    ],
    [
      'flat, snake case',
      { event_type: 'new_citation', website_id: 'ws_1', event_id: 'e1', occurred_at: at / 1000 },
    ],
    ['wrapped in data', { id: 'e1', type: 'NewCitation', timestamp: at, data: { site: { id: 'ws_1' } } }],
    [
      'wrapped in payload',
      {
        topic: 'citation.created',
        eventId: 'e1',
        payload: { brand: { id: 'ws_1' }, created_at: '2026-11-21T10:00:00+01:00' },
      },
    ],
    [
      'with an event object',
      { event: { type: 'citation.new' }, deliveryId: 'e1', object: { websiteId: 'ws_1', time: at } },
    ],
  ])('of shape %s is read alike', (_name, body) => {
    expect(read(body)).toMatchObject({
      kind: 'new-citation',
      website: 'ws_1',
      id: 'e1',
      idFrom: 'payload',
      occurredAt: at,
    });
  });

  it('has the pointer of each field', () => {
    const { trace } = read(
      { type: 'crawl.complete', created_at: at, data: { website_id: 'ws_1', delivery_id: 'd7' } },
      { 'X-Delivery-Id': 'd8' },
    );
    expect(trace.fields).toMatchObject({
      kind: { pointer: '/type' },
      id: { pointer: '/data/delivery_id' },
      occurredAt: { pointer: '/created_at' },
      website: { pointer: '/data/website_id' },
    });
  });

  it('has its kind from a header if the body has none', () => {
    expect(read({ websiteId: 'w' }, { 'X-Service-Event': 'backlink_verified' })).toMatchObject({
      kind: 'backlink-verified',
    });
    expect(read({ websiteId: 'w' }, { 'x-shop-topic': 'backlink/verified' })).toMatchObject({
      kind: 'backlink-verified',
    });
  });

  it('has its kind from the signed body if a header disagrees, and a note', () => {
    const reading = read({ type: 'crawl.complete' }, { 'x-event': 'citation.new' });
    expect(reading.kind).toBe('crawl-complete');
    expect(reading.trace.notes).toEqual([expect.stringContaining('header x-event says "citation.new"')]);
  });

  it('keeps an unknown event name, and ignores the type of its data', () => {
    expect(read({ type: 'merchant.ping', data: { type: 'citation.new' } })).toMatchObject({
      kind: 'unknown',
      wireName: 'merchant.ping',
    });
    expect(read({ data: { type: 'citation.new' } })).toMatchObject({ kind: 'unknown', wireName: null });
  });

  it('is identified by a signed id header, its own id or its bytes', () => {
    const body = { type: 'citation.new', n: 1 };
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = { 'webhook-id': 'h1', 'webhook-timestamp': '1795237210' };
    const by = (scheme: SignatureScheme | null, given = headers) =>
      readDelivery({ headers: given, body: bytes }, sha256, scheme);
    expect(by(schemes.standard)).toMatchObject({ id: 'h1', idFrom: 'header' });
    for (const unsigned of [null, { ...schemes.github, idHeader: 'webhook-id' }])
      for (const id of ['h1', 'h2'])
        expect(by(unsigned, { ...headers, 'webhook-id': id })).toMatchObject({
          id: Buffer.from(sha256(bytes)).toString('hex'),
          idFrom: 'body-hash',
        });
    expect(by(schemes.standard, { ...headers, 'webhook-id': 'h'.repeat(4_097) }).idFrom).toBe('body-hash');
    expect(read({ ...body, id: 'p'.repeat(257) }).idFrom).toBe('body-hash');
    expect(read({ ...body, id: 'p1' }, { 'webhook-id': 'h1' })).toMatchObject({
      id: 'p1',
      idFrom: 'payload',
    });
    const hashed = read(body);
    expect(hashed).toMatchObject({ idFrom: 'body-hash', id: hashed.bodyHash });
    expect(hashed.id).toMatch(/^[0-9a-f]{64}$/);
    expect(read({ ...body, n: 2 }).id).not.toBe(hashed.id);
  });

  it.each([
    ['no JSON', 'hello', /a body that is not JSON/],
    ['cut off', '{"type":"crawl', /breaks off/],
    ['empty', '', /empty/],
  ])('that is %s is unknown with a note', (_name, text, words) => {
    expect(read(text)).toMatchObject({
      kind: 'unknown',
      payload: null,
      trace: { notes: [expect.stringMatching(words)] },
    });
  });

  it('has a note for an unreadable time', () => {
    const { occurredAt, trace } = read({ occurredAt: 'yesterday' });
    expect(occurredAt).toBeNull();
    expect(trace.notes).toEqual(['/occurredAt is no time that can be read']);
  });

  it('causes no error, whatever its bytes and headers', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('x-event', 'webhook-id')), fc.string()),
        (body, headers) => readDelivery({ headers, body }, sha256).id !== '',
      ),
      { numRuns: 500 },
    );
  });
});
