import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import type { KeyLabel } from '../../src/index.ts';
import { EVENT_KINDS, KINDS, listKinds } from '../../src/webhooks/kinds.ts';
import { forms, get, idParameter, readJson, startTestSandbox } from '../sandbox.ts';
import { bodyOf, startReceiver } from '../webhooks/receiver.ts';
import { complaints, documentOf, validator } from './document.ts';

const ENDPOINTS = ['websites', 'analytics', 'citations', 'competitors', 'authority'] as const;

describe.each(forms)('Form %i', (form) => {
  test('the document is valid by the meta-schema of OpenAPI 3.1', async () => {
    const document = await documentOf(await startTestSandbox(form));
    const checked = await new Validator().validate(structuredClone(document));
    expect(checked).toEqual({ valid: true });
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test('has the five endpoints with the parameters of specification §4', async () => {
    const { paths } = await documentOf(await startTestSandbox(form));
    const parameters = Object.entries(paths).map(([path, { get: operation }]) => [
      path,
      ...operation.parameters.map(({ name, required }) => `${name}${required ? '!' : ''}`),
    ]);
    const id = `${idParameter(form)}!`;
    expect(parameters).toEqual([
      ['/api/v1/websites'],
      ['/api/v1/analytics', id, ...(form === 1 ? ['from', 'to'] : ['period'])],
      ['/api/v1/citations', id],
      ['/api/v1/competitors', id],
      ['/api/v1/authority', id],
    ]);
  });

  test.each<KeyLabel>(['live', 'test', 'one', 'eventful', 'hostile', 'none'])(
    'every response to the key %s is valid',
    async (label) => {
      const sandbox = await startTestSandbox(form);
      const document = await documentOf(sandbox);
      const key = sandbox.keys[label];
      const { websites } = await readJson(await get(sandbox, '/api/v1/websites', key));
      expect(
        await complaints(document, '/api/v1/websites', await get(sandbox, '/api/v1/websites', key)),
      ).toEqual([]);
      for (const { id } of websites as { id: string }[]) {
        for (const endpoint of ENDPOINTS.slice(1)) {
          const response = await get(sandbox, `/api/v1/${endpoint}?${idParameter(form)}=${id}`, key);
          expect(response.status).toBe(200);
          expect(await complaints(document, `/api/v1/${endpoint}`, response)).toEqual([]);
        }
      }
    },
  );

  test.each(ENDPOINTS)('every documented error of %s occurs and is valid', async (endpoint) => {
    const sandbox = await startTestSandbox(form);
    const { admin, keys } = sandbox;
    const document = await documentOf(sandbox);
    const path = `/api/v1/${endpoint}`;
    const good = endpoint === 'websites' ? path : `${path}?${idParameter(form)}=${sandbox.websites[0]?.id}`;
    await admin.setUsage('growth', { minute: 300 });
    await admin.setUsage('enterprise', { day: 10_000 });
    await admin.fault({ fault: 'status', endpoint, key: 'eventful' });
    const answers = [
      await get(sandbox, good, null),
      await get(sandbox, good, keys.revoked),
      await get(sandbox, good, keys.unscoped),
      await get(sandbox, good, keys.growth),
      await get(sandbox, good, keys.enterprise),
      await get(sandbox, good, keys.eventful),
      ...(endpoint === 'websites'
        ? []
        : [await get(sandbox, path), await get(sandbox, `${path}?${idParameter(form)}=ws_none`)]),
    ];
    const seen = new Set<string>();
    for (const response of answers) {
      const { error } = (await response.clone().json()) as { error: { code: string } };
      seen.add(`${response.status} ${error.code}`);
      expect(await complaints(document, path, response)).toEqual([]);
    }
    const documented = Object.entries(document.paths[path]?.get.responses ?? {}).flatMap(
      ([status, { content }]) => {
        const { schema } = content['application/json'] ?? {};
        const codes = (schema as { properties?: { error: { properties: { code: { enum: string[] } } } } })
          .properties?.error.properties.code.enum;
        return (codes ?? []).map((code) => `${status} ${code}`);
      },
    );
    expect([...seen].sort()).toEqual(documented.sort());
  });

  test('every delivery in the default profile is valid', async () => {
    const [sandbox, place] = [await startTestSandbox(form), await startReceiver()];
    const document = await documentOf(sandbox);
    expect(Object.keys(document.webhooks)).toEqual(listKinds(form).map((kind) => KINDS[kind].dot));
    await sandbox.admin.webhooks.create({ url: place.url, team: 'eventful' });
    await sandbox.admin.webhooks.create({ url: place.url });
    for (const kind of listKinds(form)) await sandbox.admin.webhooks.send({ kind });
    await sandbox.admin.webhooks.emit({ date: '2026-11-16' });
    expect(place.received.length).toBeGreaterThan(20);
    for (const got of place.received) {
      const body = bodyOf(got);
      const { post } = document.webhooks[String(body.type)] ?? {};
      const fits = validator(document, post?.requestBody.content['application/json']?.schema ?? { not: {} });
      expect([fits(body), fits.errors]).toEqual([true, null]);
      for (const { name, schema } of post?.parameters ?? []) {
        expect(validator(document, schema)(got.headers[name.toLowerCase()])).toBe(true);
      }
    }
  });
});

test('?form selects the other Form and rejects other values', async () => {
  const sandbox = await startTestSandbox(1);
  expect(await documentOf(sandbox, '?form=1')).toEqual(await documentOf(sandbox));
  const other = await documentOf(sandbox, '?form=2');
  expect(JSON.stringify(other)).toContain('website_id');
  expect(JSON.stringify(other)).not.toContain('websiteId');
  const response = await fetch(`${sandbox.baseUrl}/openapi.json?form=3`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('neither 1 nor 2');
});

test('both documents together list the six kinds of events', async () => {
  const sandbox = await startTestSandbox(1);
  const [one, two] = [await documentOf(sandbox, '?form=1'), await documentOf(sandbox, '?form=2')];
  const names = new Set([...Object.keys(one.webhooks), ...Object.keys(two.webhooks)]);
  expect([...names].sort()).toEqual(EVENT_KINDS.map((kind) => KINDS[kind].dot).sort());
});

test('the validation rejects a response of the other Form', async () => {
  const [first, second] = [await startTestSandbox(1), await startTestSandbox(2)];
  const response = await get(second, `/api/v1/authority?website_id=${second.websites[0]?.id}`);
  expect(await complaints(await documentOf(first), '/api/v1/authority', response)).not.toEqual([]);
});

test('reading the document does not count as a request to the service', async () => {
  const sandbox = await startTestSandbox(2);
  await documentOf(sandbox);
  expect(await sandbox.admin.requests()).toMatchObject({ total: 0 });
});
