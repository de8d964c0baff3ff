import { describe, expect, test } from 'vitest';
import type { QuirkChoices } from '../../src/quirks/parse-quirks.ts';
import { EVENT_KINDS } from '../../src/webhooks/kinds.ts';
import { get, readJson, startTestSandbox } from '../sandbox.ts';
import { bodyOf, type Received, startReceiver } from './receiver.ts';

/** The first delivery to an endpoint that asks for nothing of its own, under some switches. */
async function delivered(quirks: QuirkChoices): Promise<{ got: Received; nextAttemptAt: string | null }> {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  await sandbox.admin.setQuirks(quirks);
  await sandbox.admin.webhooks.create({ url: receiver.url });
  receiver.answers.push(500);
  const [delivery] = await sandbox.admin.webhooks.send({ kind: 'newCitation' });
  const [got] = receiver.received;
  if (got === undefined || delivery === undefined) throw new Error('Nothing was delivered.');
  return { got, nextAttemptAt: delivery.nextAttemptAt };
}

const signature = ({ headers }: Received): string => headers['x-service-signature'] ?? '';

describe('an endpoint without a profile of its own follows the switches', () => {
  test.each([
    ['github', /^sha256=[0-9a-f]{64}$/],
    ['linear', /^[0-9a-f]{64}$/],
    ['shopify', /^[0-9A-Za-z+/]{43}=$/],
    ['square', /^[0-9A-Za-z+/]{43}=$/],
    ['standard', /^v1,[0-9A-Za-z+/]{43}=$/],
    ['stripe', /^t=\d{10},v1=[0-9a-f]{64}$/],
    ['slack', /^v0=[0-9a-f]{64}$/],
    ['paddle', /^ts=\d{10};h1=[0-9a-f]{64}$/],
    ['ansvisor', /^sha256=[0-9a-f]{64}$/],
  ] as const)('webhookScheme=%s', async (webhookScheme, form) => {
    expect(signature((await delivered({ webhookScheme })).got)).toMatch(form);
  });

  test.each([
    ['scheme', /^sha256=[0-9a-f]{64}$/],
    ['hex', /^sha256=[0-9a-f]{64}$/],
    ['hexUpper', /^sha256=[0-9A-F]{64}$/],
    ['base64', /^sha256=[0-9A-Za-z+/]{43}=$/],
    ['base64url', /^sha256=[\w-]{43}$/],
  ] as const)('webhookEncoding=%s', async (webhookEncoding, form) => {
    expect(signature((await delivered({ webhookEncoding })).got)).toMatch(form);
  });

  test.each([
    ['dot', 'citation.new'],
    ['snake', 'new_citation'],
    ['camel', 'newCitation'],
    ['verbFirst', 'new.citation'],
    ['words', 'new citation'],
  ] as const)('webhookNames=%s', async (webhookNames, name) => {
    expect(bodyOf((await delivered({ webhookNames })).got).type).toBe(name);
  });

  test.each([
    ['wrapped', ['id', 'type', 'createdAt', 'data']],
    ['nested', ['id', 'eventType', 'timestamp', 'website', 'citation']],
    [
      'flat',
      [
        'deliveryId',
        'event',
        'occurredAt',
        'websiteId',
        'websiteName',
        'date',
        'engine',
        'url',
        'title',
        'query',
      ],
    ],
    ['headed', ['deliveryId', 'occurredAt', 'websiteId', 'date', 'engine', 'url', 'title', 'query']],
  ] as const)('webhookPayload=%s', async (webhookPayload, names) => {
    expect(Object.keys(bodyOf((await delivered({ webhookPayload })).got))).toEqual(names);
  });

  test.each([
    ['form', 'createdAt'],
    ['camel', 'createdAt'],
    ['snake', 'created_at'],
  ] as const)('webhookCase=%s', async (webhookCase, name) => {
    expect(bodyOf((await delivered({ webhookCase })).got)).toHaveProperty(name);
  });

  test.each([
    ['both', true, true],
    ['header', true, false],
    ['body', false, true],
    ['none', false, false],
  ] as const)('webhookIds=%s', async (webhookIds, inHeader, inBody) => {
    const { got } = await delivered({ webhookIds });
    expect(['x-service-delivery' in got.headers, 'id' in bodyOf(got)]).toEqual([inHeader, inBody]);
  });

  test.each([
    ['schedule', '2026-11-16T09:00:05.000Z'],
    ['few', '2026-11-16T09:00:10.000Z'],
    ['none', null],
  ] as const)('webhookRetries=%s', async (webhookRetries, next) => {
    expect((await delivered({ webhookRetries })).nextAttemptAt).toBe(next);
  });
});

test('both Forms in force list all six kinds, a mixed Form those of its parameters', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const listed = async () => (await sandbox.admin.webhooks.create({ url: receiver.url })).kinds;
  await sandbox.admin.setQuirks({ form: 'both' });
  expect(await listed()).toEqual(EVENT_KINDS);
  await sandbox.admin.setQuirks({ form: 'mixed-2-codes-1' });
  expect(await listed()).toHaveLength(5);
});

test('a delivery has the public id of the website, and a call takes it', async () => {
  const [sandbox, receiver] = [await startTestSandbox(2), await startReceiver()];
  await sandbox.admin.setQuirks({ websiteIds: 'uuid' });
  await sandbox.admin.webhooks.create({ url: receiver.url });
  const { websites } = await readJson(await get(sandbox, '/api/v1/websites'));
  const ids = (websites as { id: string }[]).map(({ id }) => id);
  await sandbox.admin.webhooks.send({ kind: 'newCitation', website: ids[3] ?? '' });
  await sandbox.admin.webhooks.emit({ date: '2026-11-16' });
  const websiteIds = receiver.received.map((got) => (bodyOf(got).data as { website_id: string }).website_id);
  expect(websiteIds[0]).toBe(ids[3]);
  expect(websiteIds.filter((id) => !ids.includes(id))).toEqual([]);
});

test('an endpoint keeps its profile, and a reset removes all endpoints and deliveries', async () => {
  const [sandbox, receiver] = [await startTestSandbox(1), await startReceiver()];
  const { webhooks } = sandbox.admin;
  await webhooks.create({ url: receiver.url });
  await sandbox.admin.setQuirks({ webhookScheme: 'stripe' });
  await webhooks.send({ kind: 'newCitation' });
  expect(receiver.received.map(signature)).toEqual([expect.stringMatching(/^sha256=/)]);
  await sandbox.admin.reset();
  expect([await webhooks.list(), await webhooks.deliveries()]).toEqual([[], []]);
});
